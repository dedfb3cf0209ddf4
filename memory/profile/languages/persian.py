"""Persian: the verb comes last, so a value stands between the clause's beginning and it."""

from __future__ import annotations

from memory.profile.language import Language

PERSIAN = Language(
    name="Persian",
    parts={
        "end": r"(?= ?(?:[.،,؛;:!؟?()\n]|$)| (?:و|ولی|اما|چون|که|الان|فعلا)\b)",
        "start": r"(?<![\p{L}\p{M}])",
        "is": r"(?: است| هست|(?<=ا)ست| می ?باشد)?{end}",
        "am": r" ?(?:هستم|ام|م)(?![\p{L}])",
        "my": r"(?: ?م| ?ام| من| ی من)",
        "word": r"[\p{L}\p{M}\p{Nd}/«»\"'-]+",
        "value": r"(?P<value>{word}(?: {word}){0,4}?)",
        "name": r"(?P<value>[\p{L}\p{M}]{2,}?(?: [\p{L}\p{M}]{2,}?){0,2}?)",
        "clause": r"(?:^ ?|[.،,؛;:!()\n] ?| (?:و|ولی|اما|چون|که) |(?<![\p{L}])من )(?:من )?"
        r"(?:هم |خیلی |واقعا |الان |حالا )?",
        "relative": r"(?P<key>همسر|زن|شوهر|نامزد|پسر|دختر|مادر|مامان|پدر|بابا|برادر|داداش|خواهر"
        r"|مادربزرگ|پدربزرگ|عمو|دایی|خاله|عمه)",
        "pets": r"(?:سگ|گربه|طوطی|پرنده|همستر|خرگوش|اسب|ماهی|لاک ?پشت)",
        "pet": r"(?P<key>{pets})",
        "count": r"(?:یک|یه|دو|سه|چهار|پنج|\p{Nd})(?: تا)?",
        "kin": r"(?:فرزند|بچه|پسر|دختر|برادر|خواهر)",
        "job": r"(?:معلم|مهندس|پزشک|دکتر|پرستار|وکیل|دانشجو|راننده|آشپز|نویسنده|مترجم|حسابدار"
        r"|معمار|طراح|برنامه ?نویس|خبرنگار|فروشنده|عکاس|استاد)",
        "moved": r"(?:نقل مکان کردم|اسباب ?کشی کردم|اومدم برای زندگی)",
        "like": r"دوست (?:دارم|داشتم)",
    },
    rules=r"""
name:
    {start}(?:اسم|نام){my} {name}{is}
    (?:^|[.!] ?)سلام[،,!.]? من {name} هستم
    {start}(?:منو|مرا|من را|من رو) {name} صدا (?:کن|بزن)
birthday:
    {start}(?:روز )?تولد{my} {value}{is}
    {start}(?:من )?متولد {value}{am}
    {clause}(?:در )?{value} (?:به دنیا آمدم|به دنیا اومدم|متولد شدم)
age:
    {start}(?P<value>\p{Nd}{1,3}) ?سال(?:ه|م| من)? ?(?:ام|م|است|ه|هستم|دارم|سن دارم){end}
home:
    {clause}(?:در|تو|توی) (?:شهر )?{value} (?:زندگی می ?کنم|ساکنم|ساکن هستم|ساکن ام)
    {start}ساکن {value}{am}
    {clause}(?:به|رفتم به|رفتم) {value} {moved}
    {start}خانه ?(?:ی من|ام|مان) (?:در|توی) {value}{is}
not home:
    {clause}دیگ(?:ه|ر) (?:در|تو|توی) {value} زندگی نمی ?کنم
origin:
    {start}(?:من )?اهل {value}{am}
    {start}(?:من )?اصالتا (?:از )?{value}{am}
timezone:
    {start}منطقه ?(?:ی )?زمانی{my} {value}{is}
language:
    {start}زبان مادری{my} {value}{is}
    {clause}(?:به )?(?:زبان )?(?P<value>{word}) (?:صحبت می ?کنم|حرف می ?زنم|بلدم)
work:
    {start}(?:شغل|کار|حرفه){my} {value}{is}
    {clause}(?:در|تو|توی) {value} کار می ?کنم
    {clause}به عنوان {value} کار می ?کنم
    {start}من (?P<value>{job}(?: {word}){0,2}?){am}
not work:
    {clause}دیگ(?:ه|ر) (?:در|تو|توی) {value} کار نمی ?کنم
family:
    {start}(?:اسم |نام )?{relative}{my} {name} (?:است|هست){end}
    {start}(?:اسم |نام ){relative}{my} {name}{is}
    {clause}(?P<value>{count} {kin}) دارم
pets:
    {start}(?:اسم |نام ){pet}{my} {name}{is}
    {clause}(?P<value>{count} {pets}) دارم
allergies:
    {clause}به {value} (?:حساسیت دارم|آلرژی دارم|حساسم|حساس هستم)
not allergies:
    {clause}(?:دیگ(?:ه|ر) )?به {value} (?:حساسیت ندارم|آلرژی ندارم|حساس نیستم)
diet:
    {start}(?:من )?(?P<value>گیاه ?خوار|وگان|دیابتی){am}
likes:
    {clause}{value} (?:را |رو )(?:خیلی )?{like}
    {clause}از {value} (?:خیلی )?(?:خوشم می ?آید|خوشم میاد|لذت می ?برم)
    {clause}عاشق {value}{am}
    {start}(?P<key>{word}(?: {word})?) (?:مورد علاقه){my} {value}{is}
dislikes:
    {clause}از {value} (?:خیلی )?(?:بدم می ?آید|بدم میاد|متنفرم|متنفر هستم|خوشم نمی ?آید|خوشم نمیاد)
    {clause}{value} (?:را |رو )?(?:اصلا |زیاد )?دوست ندارم
    {clause}(?P<value>{word}(?: {word})?) نمی ?خورم
""",
    no_value=r"(?:این|آن|اون|تو|شما|او|اینو|اونو|چی|چه|کی|کجا|هیچ|همه|را|رو|خسته|خوب|گرسنه|تشنه"
    r"|مریض|بیمار|بیکار|تنها|ناراحت|خوشحال|آماده|نگران|چیزی|هیچی|یه چیزی|هم|دیگه)"
    r"(?: .*)?",
)
