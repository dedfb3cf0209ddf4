"""Japanese: what is said of a value follows it, in unbroken text."""

from __future__ import annotations

from memory.facts.language import Language

JAPANESE = Language(
    name="Japanese",
    words={
        "letters": "は | を | が | に | で | の | です | ます",
        "change": """に変更 | に変更してください | へ変更 | に変えて | に変えてください
            にしてください | にして | にします | に訂正 | に修正 | に更新 | になりました
            に変更します | に変更されました | に延期 | に移して""",
        "now": "今 | 現在 | 最終 | 新しい | やはり | やっぱり | 実は | すみません",
        "old after": "ではなく | じゃなく | じゃなくて | ではなくて | は間違い | は間違いです",
        "from": "以前 | 前は",
        "another": "もう一つ | 別の | 他の | も",
        "maybe": "もし | たら | かも | たぶん | 例えば",
        "is": "は | です | : | = | ： | でした",
        "it": "それ | これ | あれ",
        "source": "システム | サイト | ツール | はい | ありがとう | 了解",
        "silent": "を | が | に | の | で | と | から | まで | 私 | 私の | お願いします | ください",
        "of price": "価格 | 値段 | 料金 | 金額 | 合計",
        "of budget": "予算",
        "of time": "時間 | 時刻",
        "of date": "日付 | 日程 | 日",
        "of deadline": "締切 | 締め切り | 期限",
        "of people": "人数",
        "of phone": "電話 | 電話番号",
        "of email": "メール",
        "of order": "注文 | 注文番号",
        "of reference": "予約番号 | 確認番号",
        "of password": "暗証番号 | パスワード",
    },
)
