"""Japanese words and ways to write values; numerals and many units are those of Chinese."""

from __future__ import annotations

from memory.facts.language import Language, Rule

JAPANESE = Language(
    name="Japanese",
    words={
        "not_number": """一番 | 一緒 | 一部 | 一般 | 一応 | 一度 | 一覧 | 一致 | 十分 | 三日月
            八百屋 | 万一 | 一方""",
        "number_word": """一つ | 二つ | 三つ | 四つ | 五つ | 六つ | 七つ | 八つ | 九つ | ひとつ
            ふたつ | みっつ | 一人 | 二人 | ひとり | ふたり""",
        "scale": "千 | 万 | 億 | 兆",
        "half": "半",
        "money": "円 | ドル | ユーロ | ポンド | 元 | ウォン | セント | 万円 | 億円 | 千円",
        "percent": "パーセント | ％ | 割 | 割引",
        "unit": """秒 | 秒間 | 分 | 分間 | 時間 | 日 | 日間 | 泊 | 週間 | 週 | ヶ月 | か月
            カ月 | ケ月 | ヵ月 | 箇月 | 年 | 年間 | 歳 | 才 | メートル | センチ
            センチメートル | ミリ | キロ | キロメートル | 平方メートル | 平米 | グラム
            キログラム | トン | リットル | ミリリットル | 度 | バイト | キロバイト | メガバイト
            ギガバイト | ギガ | メガ | 個 | 人 | 名 | 名様 | 本 | 枚 | 冊 | 匹 | 頭 | 台 | 回
            件 | 階 | 杯 | 箱 | 袋 | 着 | 足 | 軒 | 通 | 室 | 部屋 | 席 | ページ | 行 | 文字
            語 | 倍 | つ | 点 | 番 | 番線 | 号 | 号車 | 号室 | 丁目 | 番地 | ワット | ボルト
            カロリー | トークン | ファイル | ピクセル""",
        "time_unit": "秒 | 分 | 時間 | 日 | 週間 | 週 | ヶ月 | か月 | 年",
        "every_after": "ごと | ごとに | おき | おきに | 毎",
        "later": "後 | 前 | 以内 | 後に | 前に",
        "month_mark": "月",
        "day_mark": "日",
        "year_mark": "年",
        "era": "令和 | 平成 | 昭和 | 大正 | 明治 | 西暦",
        "weekday": """月曜日 | 火曜日 | 水曜日 | 木曜日 | 金曜日 | 土曜日 | 日曜日 | 月曜
            火曜 | 水曜 | 木曜 | 金曜 | 土曜 | 日曜 | 平日 | 土日""",
        "weekday_mark": """（月） | （火） | （水） | （木） | （金） | （土） | （日） | (月)
            (火) | (水) | (木) | (金) | (土) | (日)""",
        "relative_day": """今日 | 明日 | 明後日 | あさって | あした | きょう | 昨日 | きのう
            一昨日 | 今晩 | 今夜 | 明朝 | 今朝 | 今週 | 来週 | 先週 | 再来週 | 今月 | 来月
            先月 | 今年 | 来年 | 去年 | 週末 | 今週末 | 来週末 | 当日 | 翌日 | 同じ日 | 前日
            月末 | 年末""",
        "named_day": """元日 | お正月 | 正月 | クリスマス | クリスマスイブ | 大晦日
            ゴールデンウィーク | お盆""",
        "which_day": "今週の | 来週の | 先週の | 次の | 毎週",
        "daypart": "午前 | 午後 | 朝 | 昼 | 夕方 | 夜 | 深夜 | 早朝 | 正午",
        "hour_mark": "時",
        "minute_mark": "分",
        "time_word": "正午 | 真夜中 | 終日 | 一日中 | 24時間",
        "range_word": "から | より | 〜 | ～",
        "range_end": "まで | の間",
        "or_word": "か | または | もしくは",
        "free_of_charge": "無料",
        "time_bound": "遅くとも",
        "time_bound_after": """以降 | 以前 | まで | までに | より前 | より後 | 頃 | ごろ | ころ
            前後 | から | 過ぎ | ちょうど""",
        "comparator": """最大 | 最低 | 最小 | 最高 | 少なくとも | 多くとも | 上限 | 下限 | 最長
            最短 | わずか""",
        "comparator_after": """以内 | 以上 | 以下 | 未満 | まで | を超えない | を超えないこと
            以内に | だけ""",
        "code_cue": """注文番号 | 予約番号 | 確認番号 | 確認コード | 予約コード | 受付番号
            追跡番号 | お問い合わせ番号 | 会員番号 | 口座番号 | 郵便番号 | 暗証番号
            パスワード | クーポンコード | コード | ユーザー名 | ナンバー | 型番 | 品番
            シリアル番号""",
        "cue_link": "は | ： | : | = | の | が",
        "name_cue": "ツール | 関数 | 変数 | フィールド | パラメータ | メソッド | コマンド | クラス",
        "agreement": """合意しました | 合意した | 約束しました | 約束した | 決めました
            決まりました | ということで合意""",
        "product": "アイフォン | ウィンドウズ | アンドロイド | ギャラクシー",
        "minus_word": """マイナス | 氷点下""",
        "nth_unit": """章 | 回 | 条 | 号 | 位 | 版 | 巻 | 話 | 部""",
        "off": """引き | オフ | 割引""",
        "approximately": """約 | およそ | だいたい""",
    },
    rules=(
        Rule("quantity", "minus_word number unit"),
        Rule("quantity", "number unit"),
        Rule("quantity", "number unit half"),
        Rule("price", "number money"),
        Rule("number", "number percent"),
        Rule("time", "number unit every_after"),
        Rule("time", "number unit later"),
        Rule("date", "number year_mark number month_mark number day_mark weekday_mark?"),
        Rule("date", "era number year_mark"),
        Rule("date", "era number year_mark number month_mark"),
        Rule("date", "era number year_mark number month_mark number day_mark weekday_mark?"),
        Rule("date", "number month_mark number day_mark weekday_mark?"),
        Rule("date", "number month_mark number day_mark weekday"),
        Rule("date", "which_day weekday"),
        Rule("date", "named_day"),
        Rule("time", "daypart? number hour_mark half?"),
        Rule("time", "daypart? number hour_mark number minute_mark"),
        Rule("time", "daypart clock"),
    ),
)
