"""Signs and abbreviations that mean the same in every language, and the rules all share."""

from __future__ import annotations

from memory.facts.language import Language, Layout, Rule

EVERYWHERE = Language(
    name="everywhere",
    words={
        "money_sign": """＄ | ৳ | ₡ | ₵ | ₮ | ₲ | $ | € | £ | ¥ | ￥ | ₹ | ₽ | ₺ | ₩ | ﷼ | ₿ | ₫ | ฿
            ₴ | ₸ | ₱ | ₪ | ₦ | US$ | HK$ | NT$ | A$ | C$ | R$ | S$ | Rs | Rs.""",
        "money": """$ | € | £ | ¥ | ￥ | ₹ | ₽ | ₺ | ₩ | ﷼ | ₿ | ₫ | ฿ | ₴ | ₸ | ₱ | ₪ | ₦ | ¢
            zł | kr | Kč | SEK | NOK | DKK | PLN | CZK | HUF | SGD | HKD | NZD | KRW | THB
            ZAR | BRL | MXN | KZT | UAH | USDC | SOL | USD | EUR | GBP | JPY | CNY | RMB | IRR
            IRT | INR | RUB | TRY | AED | SAR | CHF | CAD | AUD | BTC | ETH | USDT""",
        "money_code": """USD | EUR | GBP | JPY | CNY | RMB | IRR | IRT | INR | AED | CHF
            CAD | AUD | SEK | NOK | DKK | PLN | SGD | HKD | NZD | KRW | KWD | kr""",
        "hour_sign": "h | hr | hrs | Uhr",
        "unit": """mmhg | mol | mcg | iu | dl | kpa | mpa | hpa | kwp | lux | cc | mbit | gbit
            s | mm | cm | dm | km | m | m² | m³ | km² | cm² | mg | g | kg | ml | cl | l | lb
            lbs | oz | ft | yd | mi | mph | km/h | kmh | m/s | ns | µs | μs | ms | sec | secs
            min | mins | h | hr | hrs | hz | khz | mhz | ghz | kb | mb | gb | tb | pb | kib
            mib | gib | kbps | mbps | gbps | w | kw | kwh | wh | mah | v | mv | ma | bar | psi
            cal | kcal | kj | px | rem | bps | ppm | ppb | dpi | fps | rpm | db | °c | °f | ° c
            ° f | ° | ℃ | ℉ | lm | lx | nm | inch""",
        "unit_if_last": "in | a | us | b | x | c | pa | em | k | pt | pp",
        "caret": "^",
        "zone": """UTC | GMT | EST | EDT | CST | CDT | MST | PST | PDT | CET | CEST | BST | IST
            JST | MSK | IRST | AEST | KST""",
        "percent": """﹪ | % | ٪ | ‰ | ％""",
        "times": "× | x",
        "scale_short": "k | m | b | bn | mn",
        "sign": """－ | ＋ | - | − | + | ± | ~ | ≈""",
        "comparator": "<= | >= | < | > | ≤ | ≥ | =< | => | == | != | ≠",
        "range_sign": "- | ± | – | — | ~ | ～ | − | － | ― | →",
        "per": "/",
        "colon": ": | ：",
        "comma": ", | ، | ，",
        "number_sign": "# | № | Nº | n°",
        "oclock_word": """Uhr""",
    },
    layouts=(Layout("id", r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?"),),
    rules=(
        Rule("number", "number caret sign number"),
        Rule("price", "money_sign glued"),
        Rule("time", "number oclock_word"),
        Rule("time", "weekday range_word weekday number time_unit"),
        Rule("price", "clock money"),
        Rule("number", "number percent off"),
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
        Rule("time", "clock hour_sign"),
        Rule("time", "clock daypart? zone"),
        Rule("time", "number daypart zone"),
        Rule("quantity", "size unit"),
        Rule("quantity", "number times number times number unit?"),
        Rule("quantity", "number scale_short unit"),
        Rule("number", "number caret number"),
        Rule("price", "money_sign sign number"),
        Rule("constraint", "number plus unit?"),
        Rule("constraint", "money_sign number plus"),
        Rule("time", "hour colon minutes daypart?"),
        Rule("time", "relative_day daypart"),
        Rule("time", "weekday daypart"),
        Rule("time", "daypart clock"),
    ),
)
