"""Chinese words and ways to write values; words are found inside running text, longest first."""

from __future__ import annotations

from memory.facts.language import Language, Layout, Rule

CHINESE = Language(
    name="Chinese",
    words={
        "number_word": """一亿 | 一百万 | 一千万 | 一十 | 二 | 三 | 四 | 五 | 六 | 七 | 八 | 九
            十 | 百 | 千 | 万 | 亿 | 两 | 〇 | 零 | 壹 | 贰 | 叁 | 肆 | 伍 | 陆 | 柒 | 捌 | 玖
            拾 | 佰 | 仟 | 一百 | 一千 | 一万 | 一十 | 十一 | 二十一 | 三十一 | 一二 | 一三
            二一""",
        "weak_number": "半 | 一个半 | 两个半",
        "scale": "万 | 亿 | 千万 | 百万 | 千 | 百 | 十万",
        "number_joiner": "零",
        "last_number": "一",
        "not_number": """一些 | 一般 | 一起 | 一样 | 一定 | 一直 | 一下 | 一点儿 | 一点
            一边 | 一切 | 一共 | 统一 | 唯一 | 万一 | 十分 | 千万不要 | 千万别 | 千万要
            三五成群 | 乱七八糟 | 五花八门 | 四面八方 | 不三不四 | 一旦 | 第一时间 | 第一
            第二 | 第三 | 第四 | 第五 | 第六 | 第七 | 第八 | 第九 | 第十 | 三明治 | 四川
            四季 | 八达岭 | 九寨沟 | 三里屯 | 五道口 | 百货 | 百度 | 万达 | 千岛湖 | 三亚
            二维码 | 零食 | 零售 | 两边 | 五星 | 百年 | 一时 | 一旁 | 一带 | 一向 | 一律 | 一流
            十足 | 万分 | 百分百 | 三心二意 | 七上八下 | 九牛一毛 | 一会儿 | 一言为定 | 千万""",
        "money": """磅 | 元 | 块 | 块钱 | 元钱 | 人民币 | 美元 | 欧元 | 日元 | 港币 | 港元 | 英镑
            镑 | 便士 | 卢比 | 卢布 | 韩元 | 泰铢 | 新台币 | 台币 | 毛 | 角 | 分钱 | 万元
            亿元 | 美金""",
        "money_sign": "人民币 | 美元",
        "free": "免费 | 不免费",
        "unit": """年代 | 世纪 | 成 | 核 | ㎡ | ㎏ | ㎝ | ㎜ | ㎞ | ㎖ | 单元 | 室 | 季度
            斤半 | 秒 | 秒钟 | 分钟 | 小时 | 个小时 | 天 | 日 | 晚 | 夜 | 周 | 星期 | 个星期
            个月 | 月 | 年 | 岁 | 毫秒 | 微秒 | 米 | 厘米 | 毫米 | 公里 | 千米 | 平方米 | 平米
            立方米 | 里 | 英里 | 克 | 千克 | 公斤 | 斤 | 两 | 吨 | 毫克 | 升 | 毫升 | 度
            摄氏度 | 字节 | 兆 | 像素 | 瓦 | 伏 | 千瓦时 | 个 | 个人 | 人 | 位 | 名 | 次 | 遍
            家 | 张 | 间 | 件 | 本 | 瓶 | 杯 | 盒 | 包 | 袋 | 箱 | 条 | 只 | 台 | 辆 | 部 | 双
            套 | 份 | 页 | 行 | 字 | 层 | 楼 | 号楼 | 站 | 步 | 倍 | 星级 | 班 | 班次 | 处 | 所
            轮 | 期 | 届 | 章 | 节 | 首 | 幅 | 片 | 颗 | 粒 | 根 | 支 | 把 | 头 | 对 | 副 | 串
            桶 | 罐 | 桌 | 人份 | 户 | 封 | 栋 | 篇 | 段 | 册 | 笔 | 星 | 折 | 分 | 种 | 项
            句 | 棵 | 座 | 架 | 趟 | 场 | 门 | 号线 | 列 | 道""",
        "percent_before": "百分之 | 千分之",
        "fraction": "分之",
        "every": "每 | 每隔 | 每逢",
        "time_unit": """秒 | 分钟 | 小时 | 个小时 | 半小时 | 天 | 日 | 晚 | 周 | 星期 | 个月
            月 | 年 | 季度""",
        "later": "后 | 前 | 之后 | 以后 | 之前 | 以前",
        "not_bound": """前往 | 前台 | 前面 | 前来 | 前后 | 后面 | 后来 | 后台 | 后天 | 后者
            前者 | 起来 | 起床 | 起飞 | 起码 | 开始工作 | 前天 | 前年 | 后续 | 后悔""",
        "year_mark": "年",
        "month_mark": "月 | 月份",
        "day_mark": "日 | 号",
        "weekday": """星期一 | 星期二 | 星期三 | 星期四 | 星期五 | 星期六 | 星期日 | 星期天
            周一 | 周二 | 周三 | 周四 | 周五 | 周六 | 周日 | 周天 | 礼拜一 | 礼拜二 | 礼拜三
            礼拜四 | 礼拜五 | 礼拜六 | 礼拜天 | 周末 | 工作日""",
        "which_day": "下 | 上 | 这 | 本 | 下个 | 上个 | 这个 | 每",
        "relative_day": """上半年 | 下半年 | 本季度 | 下季度 | 上季度 | 今天 | 明天 | 后天
            大后天 | 昨天 | 前天 | 今晚 | 明晚 | 昨晚 | 今早 | 明早 | 下周 | 上周 | 本周 | 这周
            下个月 | 上个月 | 这个月 | 本月 | 今年 | 明年 | 去年 | 后年 | 当天 | 当日 | 当晚
            那一天 | 同一日期 | 这一天 | 同一天 | 同日 | 同一日 | 那天 | 次日 | 第二天 | 隔天
            前一天 | 后一天 | 月底 | 年底 | 月初 | 年初 | 周中 | 平日""",
        "named_day": """春节 | 国庆节 | 国庆 | 中秋节 | 中秋 | 元旦 | 除夕 | 元宵节 | 端午节
            清明节 | 劳动节 | 圣诞节 | 情人节 | 儿童节 | 国庆假期 | 五一 | 十一黄金周""",
        "daypart": """上午 | 下午 | 中午 | 早上 | 晚上 | 凌晨 | 傍晚 | 早晨 | 清晨 | 夜里
            半夜 | 夜间""",
        "hour_mark": "点 | 时 | 点钟 | 點",
        "minute_mark": "分",
        "short_of": "差",
        "half": "半 | 一刻 | 三刻 | 整",
        "time_word": """清晨 | 一早 | 一大早 | 清早 | 大清早 | 正午 | 午夜 | 零点 | 全天 | 整天
            一整天 | 全天候 | 白天 | 通宵 | 整日 | 终日 | 最早 | 最早的 | 午餐后 | 晚餐后
            午饭后 | 晚饭后 | 饭后 | 下班后 | 午餐时间 | 晚餐时间 | 午饭时间""",
        "time_bound": """最迟 | 最晚 | 最早 | 不晚于 | 不早于 | 不迟于 | 早于 | 晚于 | 截至
            截止到 | 直到 | 最迟在 | 最晚在 | 最早在""",
        "time_bound_after": """之后 | 以后 | 之前 | 以前 | 或之后 | 或以后 | 或更晚 | 或之前
            或更早 | 或以前 | 前 | 后 | 起 | 左右 | 为止 | 过后""",
        "time_link": "开始每 | 起每 | 起每隔 | 开始每隔 | 开始",
        "recurrence_link": "从 | 自 | 由",
        "recurrence_joiner": "开始 | 起 | 开始， | ， | 后 | 之后 | 然后 | 并且 | 发车，",
        "range_word": "至 | 到 | 直到 | 直至",
        "range_from": "从 | 由 | 自",
        "between": "在 | 介于",
        "range_and": "和 | 与 | 到 | 至",
        "range_end": "之间 | 期间",
        "or_word": """还是 | 或 | 或者""",
        "free_of_charge": "免费",
        "price_condition": """在车站支付 | 可在车站支付 | 应在车站支付 | 在车站付款
            可在车站付款 | 应在车站付款 | 到店支付 | 到店付款 | 现场支付""",
        "price_note": "每人 | 每晚 | 每位 | 每张",
        "extension": "转 | 分机 | 转接 | 分机号",
        "per": "/ | 每",
        "label": """全年 | 每天 | 每日 | 夜场 | 日场 | 上午 | 下午 | 晚间 | 早餐 | 午餐 | 晚餐
            早市 | 午市 | 晚市 | 营业时段 | 非营业时段 | 营业时间 | 开放时间 | 旺季 | 淡季
            夏季 | 冬季 | 春季 | 秋季 | 平日 | 周末 | 节假日 | 法定节假日 | 工作日 | 停止售票
            停止入场 | 停止入园 | 售票 | 入园 | 除外 | 期间 | 春节期间 | 国庆期间""",
        "closing": "闭馆 | 休息 | 歇业 | 除外 | 不营业 | 停止入场 | 停止售票 | 停止入园 | 关闭",
        "product": """苹果 | 小米 | 红米 | 华为 mate | 华为 p | 荣耀 | 一加 | 三星 galaxy
            特斯拉 model | 波音 | 空客""",
        "comparator": """最多 | 最少 | 至少 | 至多 | 不超过 | 不少于 | 不低于 | 不高于
            不大于 | 不小于 | 少于 | 多于 | 低于 | 高于 | 大于 | 小于 | 超过 | 不得超过
            不能超过 | 不要超过 | 上限 | 下限 | 仅限 | 只要 | 不足 | 控制在""",
        "comparator_after": """左右 | 上下 | 以上 | 以下 | 以内 | 之内 | 内 | 及以上 | 及以下
            封顶 | 起""",
        "code_cue": """订单号 | 预订号 | 预定号 | 参考号 | 参考号码 | 确认码 | 确认号
            预订码 | 编号 | 单号 | 快递单号 | 车牌 | 车牌号 | 优惠码 | 验证码 | 兑换码
            邀请码 | 密码 | 用户名 | 账号 | 序列号 | 代码 | 座位 | 航班 | 尾号 | 房间号
            邮编 | 邮政编码 | 邮政区号 | 邮区 | 参考编号 | 参考代码 | 预订编号 | 确认编号 | 车次
            列车号 | 身份证号 | 会员号 | 激活码 | 取票码 | 取件码 | 订单""",
        "cue_link": "是 | 为 | ： | : | = | 的 | 号 | 码",
        "name_cue": "工具 | 函数 | 字段 | 变量 | 参数 | 方法 | 命令 | 类",
        "agreement": """我们约定 | 约定好 | 我们说好 | 说好了 | 我们同意 | 我们商定
            达成一致 | 我们决定 | 一言为定 | 按照约定""",
        "minus_word": """负 | 零下 | 正""",
        "month_part": """初 | 中旬 | 上旬 | 下旬 | 中 | 底 | 末""",
        "nth": """第""",
        "nth_unit": """页 | 章 | 节 | 行 | 条 | 层 | 楼 | 号线 | 号 | 期 | 届 | 季 | 集 | 课
            单元 | 排 | 列 | 版 | 卷 | 季度 | 轮 | 步 | 天 | 周 | 年 | 回 | 位 | 名 | 巻""",
        "more": """多 | 余 | 来 | 几""",
        "building": """号楼 | 栋 | 幢 | 座 | 单元 | 弄 | 号院""",
        "locator": """版本 | 登机口 | 站台 | 车厢 | 航站楼 | 房间 | 评分""",
        "weekday_mark": """（周一） | （周二） | （周三） | （周四） | （周五） | （周六）
            （周日） | （星期一） | （星期二） | （星期三） | （星期四） | （星期五）
            （星期六） | （星期日） | (周一) | (周二) | (周三) | (周四) | (周五) | (周六)
            (周日) | (星期一) | (星期二) | (星期三) | (星期四) | (星期五) | (星期六) | (星期日)""",
        "off": """折扣 | 优惠""",
        "approximately": """大约 | 大概 | 约 | 接近 | 将近 | 差不多 | 在大约 | 大约在 | 近""",
        "spell": """在上午 | 在下午 | 在早上 | 在晚上 | 在中午 | 在傍晚 | 在凌晨 | 在夜里""",
        "daypart_short": """早 | 晚""",
        "one": """一""",
        "measure": """秒 | 秒钟 | 分钟 | 小时 | 个小时 | 天 | 日 | 晚 | 夜 | 周 | 星期 | 个星期
            个月 | 年 | 岁 | 毫秒 | 米 | 厘米 | 毫米 | 公里 | 千米 | 平方米 | 平米 | 英里 | 克
            千克 | 公斤 | 斤 | 两 | 吨 | 毫克 | 升 | 毫升 | 度 | 人 | 楼 | 层 | 倍 | 折 | 星
            星级 | 间 | 张 | 瓶 | 杯 | 盒 | 包 | 袋 | 斤半 | 号线 | 号楼 | 单元 | 室 | 刻钟
            成 | 站 | 桌 | 人份""",
    },
    layouts=(
        Layout(
            "id",
            r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]"
            r"[A-Z][·•\- ]?[A-Z0-9]{5,6}",
        ),
    ),
    rules=(
        Rule("time", "daypart_short number hour_mark half?"),
        Rule("time", "daypart_short clock"),
        Rule("time", "spell"),
        Rule("time", "daypart or_word daypart"),
        Rule("quantity", "number_in_words hour_mark number_in_words unit"),
        Rule("price", "number_in_words hour_mark number_in_words scale? money"),
        Rule("number", "percent_before number hour_mark number"),
        Rule("time", "every time_unit daypart? number hour_mark half?"),
        Rule("date", "number year_mark named_day"),
        Rule("date", "number month_mark month_part"),
        Rule("date", "number year_mark number month_mark month_part"),
        Rule("date", "year year_mark month_part"),
        Rule("number", "nth number nth_unit"),
        Rule("number", "number fraction weak_number"),
        Rule("number", "number fraction one"),
        Rule("quantity", "number more unit"),
        Rule("price", "number more money"),
        Rule("id", "number building number"),
        Rule("id", "number building number unit"),
        Rule("id", "number building number building number"),
        Rule("id", "number building number building number unit"),
        Rule("price", "every unit number money"),
        Rule("price", "every unit money_sign number"),
        Rule("number", "minus_word number"),
        Rule("quantity", "minus_word number unit"),
        Rule("quantity", "number unit"),
        Rule("quantity", "weak_number unit"),
        Rule("quantity", "one measure"),
        Rule("quantity", "number unit half"),
        Rule("price", "weak_number money"),
        Rule("price", "one money"),
        Rule("price", "number money number"),
        Rule("price", "number money number money"),
        Rule("price", "number money half"),
        Rule("name", "product digits product_word?"),
        Rule("quantity", "weak_number unit number unit"),
        Rule("quantity", "one measure number unit"),
        Rule("quantity", "number unit weak_number unit"),
        Rule("quantity", "number unit one measure"),
        Rule("time", "number unit later"),
        Rule("time", "weak_number unit later"),
        Rule("time", "one measure later"),
        Rule("time", "every time_unit"),
        Rule("time", "every number time_unit"),
        Rule("time", "every weak_number time_unit"),
        Rule("time", "every one time_unit"),
        Rule("date", "named_day"),
        Rule("date", "every weekday"),
        Rule("time", "weekday daypart number hour_mark half?"),
        Rule("time", "weekday daypart number hour_mark number minute_mark?"),
        Rule("time", "weekday number hour_mark half?"),
        Rule("time", "weekday number hour_mark number minute_mark?"),
        Rule("time", "relative_day daypart number hour_mark half?"),
        Rule("time", "relative_day daypart number hour_mark number minute_mark?"),
        Rule("price", "free"),
        Rule("number", "percent_before number"),
        Rule("number", "number fraction number"),
        Rule("number", "weak_number fraction number"),
        Rule("number", "one fraction number"),
        Rule("date", "which_day weekday"),
        Rule("date", "number year_mark number month_mark number day_mark? weekday?"),
        Rule("date", "number year_mark number month_mark number day_mark weekday_mark"),
        Rule("date", "number year_mark number month_mark"),
        Rule("date", "year year_mark"),
        Rule("date", "number month_mark number day_mark? weekday?"),
        Rule("date", "number month_mark number day_mark weekday_mark"),
        Rule("date", "number month_mark"),
        Rule("date", "weak_number month_mark number day_mark?"),
        Rule("date", "one month_mark number day_mark?"),
        Rule("date", "number month_mark weak_number day_mark"),
        Rule("date", "number month_mark one day_mark"),
        Rule("date", "number day_mark"),
        Rule("date", "relative_day weekday"),
        Rule("time", "daypart? number hour_mark half"),
        Rule("time", "daypart? number hour_mark number minute_mark?"),
        Rule("time", "daypart? number hour_mark"),
        Rule("time", "daypart? number hour_mark short_of number minute_mark"),
        Rule("time", "daypart? short_of number minute_mark number hour_mark"),
        Rule("time", "daypart weak_number hour_mark half?"),
        Rule("time", "daypart one hour_mark half?"),
        Rule("time", "relative_day number hour_mark half?"),
        Rule("time", "relative_day number hour_mark number minute_mark?"),
    ),
)
