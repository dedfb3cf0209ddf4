"""Signs and abbreviations that mean the same in every language, and the rules all share."""

from __future__ import annotations

from memory.facts.language import Language, Layout, Rule

EVERYWHERE = Language(
    name="everywhere",
    words={
        "money_sign": "$ | € | £ | ¥ | ￥ | ₹ | ₽ | ₺ | ₩ | ﷼ | ₿ | US$ | HK$ | A$ | C$ | R$",
        "money": """$ | € | £ | ¥ | ￥ | ₹ | ₽ | ₺ | ₩ | ﷼ | ₿ | USD | EUR | GBP | JPY | CNY
            RMB | IRR | IRT | INR | RUB | TRY | AED | SAR | CHF | CAD | AUD | BTC | ETH
            USDT""",
        "money_code": """USD | EUR | GBP | JPY | CNY | RMB | IRR | IRT | INR | AED | CHF
            CAD | AUD""",
        "unit": """mm | cm | dm | km | m | m² | m³ | km² | cm² | mg | g | kg | ml | cl | l
            lb | lbs | oz | ft | in | yd | mi | mph | km/h | kmh | m/s | ns | µs | μs | us
            ms | s | sec | secs | min | mins | h | hr | hrs | hz | khz | mhz | ghz | b | kb
            mb | gb | tb | pb | kib | mib | gib | kbps | mbps | gbps | w | kw | kwh | wh
            mah | v | mv | ma | a | pa | bar | psi | cal | kcal | kj | px | pt | em | rem
            dpi | fps | rpm | db | °c | °f | ° c | ° f | ° | ℃ | ℉ | k | lm | lx | nm | inch
            x""",
        "percent": "% | ٪ | ‰ | ％",
        "times": "× | x",
        "scale_short": "k | m | b | bn | mn",
        "sign": "- | − | + | ± | ~ | ≈",
        "comparator": "<= | >= | < | > | ≤ | ≥ | =< | => | == | != | ≠",
        "range_sign": "- | – | — | ~ | ～ | − | － | ― | →",
        "per": "/",
        "colon": ": | ：",
        "comma": ", | ، | ，",
        "number_sign": "# | №",
    },
    layouts=(Layout("id", r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?"),),
    rules=(
        Rule("number", "number percent"),
        Rule("id", "number_sign number"),
        Rule("price", "money_sign number scale_short?"),
        Rule("number", "number scale_short"),
        Rule("price", "number scale_short money"),
        Rule("price", "money_sign number money"),
        Rule("price", "money_code number"),
        Rule("price", "number money"),
        Rule("quantity", "number unit"),
        Rule("quantity", "number unit number unit"),
        Rule("quantity", "number capitals"),
        Rule("quantity", "number times number unit?"),
        Rule("date", "weekday"),
        Rule("date", "weekday comma? date"),
        Rule("date", "date weekday"),
        Rule("date", "relative_day"),
        Rule("time", "time_word"),
        Rule("date", "weekday range_word weekday"),
        Rule("time", "weekday range_word weekday clock clock? clock? clock?"),
        Rule("time", "weekday range_word weekday time_word"),
        Rule("time", "clock clock clock? clock?"),
        Rule("time", "clock daypart"),
        Rule("time", "hour colon minutes daypart?"),
        Rule("time", "relative_day daypart"),
        Rule("time", "weekday daypart"),
        Rule("time", "daypart clock"),
    ),
)
