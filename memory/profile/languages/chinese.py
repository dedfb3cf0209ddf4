"""Chinese."""

from __future__ import annotations

from memory.profile.language import Language

CHINESE = Language(
    name="Chinese",
    parts={
        "end": r"(?=\s*(?:[，。；：！？、,.;:!?()（）\n]|$)"
        r"|(?:但|但是|因为|所以|而且|不过|现在|了(?:[，。]|$)))",
        "i": r"(?<![\p{Han}])(?:其实|现在|目前|一直|今年|还有|因为|另外|对了)?我",
        "very": r"(?:也|还|很|最|非常|特别|超|超级|一直|真的|平时|比较)*",
        "value": r"(?P<value>[^\s，。；：！？、,;:!?()（）]{1,16}?){end}",
        "name": r"(?P<value>[\p{Han}·]{1,8}?|[a-z][a-z '-]{1,28}?){end}",
        "short": r"(?P<value>[^\s，。；：！？、]{1,16}?)",
        "relative": r"(?P<key>妻子|老婆|太太|丈夫|老公|先生|女朋友|男朋友|儿子|女儿|妈妈|母亲"
        r"|爸爸|父亲|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|外公|外婆|孩子)",
        "kin": r"(?:孩子|儿子|女儿|哥哥|姐姐|弟弟|妹妹)",
        "job": r"(?:师|员|医生|护士|学生|教授|司机|作家|记者|画家|律师|经理|程序员)",
        "pets": r"(?:狗|猫|鹦鹉|仓鼠|兔子|金鱼|乌龟)",
        "pet": r"(?P<key>狗|小狗|狗狗|猫|小猫|猫咪|鹦鹉|仓鼠|兔子|金鱼|乌龟)",
        "count": r"(?:[一二两三四五六七八九十\d]+[个只条匹])",
    },
    rules=r"""
name:
    {i}(?:的名字)?(?:叫做?|是叫){name}
    {i}的名字是{name}
    (?:请|可以)?(?:叫|称呼)我{name}
birthday:
    {i}的?生日(?:是|在){value}
    {i}(?:出生于|生于){value}
    {i}是{value}出生的?
age:
    {i}(?:今年)?(?P<value>\d{1,3}|[一二三四五六七八九十]{1,4})岁
home:
    {i}(?:现在|目前)?(?:住|居住)在{value}
    {i}(?:已经|刚)?搬(?:到|去)了?{value}
    {i}家(?:住)?在{value}
    {i}(?:现在)?在{value}(?:生活|定居)
not home:
    {i}(?:已经)?不(?:再)?住在?{value}
origin:
    {i}(?:是|来自)(?P<value>\p{Han}{2,8}?)(?:人|的){end}
    {i}(?:来自|老家在|老家是){value}
timezone:
    {i}的?时区是{value}
    {i}在(?P<value>(?:utc|gmt) ?[+-] ?\d{1,2})
language:
    {i}的?母语是{value}
    {i}会(?:说|讲)(?P<value>\p{Han}{1,6}[语文话]){end}
work:
    {i}(?:现在)?在{short}(?:工作|上班|任职)
    {i}的?(?:工作|职业)是(?:一[名位个])?{value}
    {i}是(?:一?[名位个])(?P<value>\p{Han}{0,6}{job}){end}
not work:
    {i}(?:已经)?不(?:再)?在{short}(?:工作|上班)
family:
    {i}的?{relative}(?:的名字)?(?:叫|名叫|是){name}
    {i}有(?P<value>{count}{kin})
    {i}(?P<value>已婚|离婚|单身|结婚)了?{end}
pets:
    {i}(?:家)?的?{pet}(?:的名字)?叫{name}
    {i}(?:家)?(?:养了|有|养)(?P<value>{count}[\p{Han}]{0,4}?{pets})
allergies:
    {i}对(?P<value>[^\s，。；：！？]{1,12}?)(?:严重)?过敏
not allergies:
    {i}(?:已经)?对(?P<value>[^\s，。；：！？]{1,12}?)不(?:再)?过敏
diet:
    {i}(?:是|吃)(?P<value>素食者|纯素|素|清真)
likes:
    {i}{very}(?:喜欢|爱好是|热爱|爱吃|爱喝|爱看|爱听){value}
    {i}最喜欢的(?P<key>\p{Han}{1,6}?)是{value}
dislikes:
    {i}{very}(?:不喜欢|不爱|讨厌|不吃|不喝|受不了){value}
""",
    no_value=r"(?:你|您|他|她|它|这|那|什么|谁|哪|怎么|吗|的|了|过|我|外卖|车|出租).*|.*[吗呢么]",
)
