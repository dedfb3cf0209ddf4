"""English words and ways to write values."""

from __future__ import annotations

from memory.facts.language import Language, Layout, Rule

_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_COMPOUNDS = " | ".join(f"{ten}{link}{one}" for ten in _TENS for one in _ONES for link in "- ")
"""Twenty-one and twenty one."""
_FIRSTS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
_NTH = " | ".join(f"{ten}{link}{nth}" for ten in _TENS[:2] for nth in _FIRSTS for link in "- ")

_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_WEEKS = " | ".join(
    f"{one[:size]}-{other[:size]}" for one in _DAYS for other in _DAYS for size in (3, 9)
)
"""Monday-Friday, Mon-Fri."""
_MONTHS = """january february march april may june july august september october november
    december"""
_MIDDLES = " | ".join(
    f"{part}-{month}" for part in ("mid", "early", "late") for month in _MONTHS.split()
)

ENGLISH = Language(
    name="English",
    words={
        "number_word": """zero | two | three | four | five | six | seven | eight | nine
            ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen
            eighteen | nineteen | twenty | thirty | forty | fifty | sixty | seventy | eighty
            ninety | a dozen | half a dozen | a couple of | a hundred | a thousand | a million
            ½ | ¼ | ¾ | ⅓ | ⅔ | """
        + _COMPOUNDS,
        "last_number": "one",
        "weak_number": "one | single | half | half an | half a | a single",
        "scale": "hundred | thousand | million | billion | trillion | dozen | grand",
        "number_joiner": "and | & | point",
        "half": "and a half",
        "article": "a | an",
        "not_alone": "zero",
        "money": """penny | pennies | p | sterling | pounds sterling | pound sterling | dollar
            dollars | bucks | cent | cents | euro | euros | pound | pounds | quid | pence | yen
            yuan | renminbi | rupee | rupees | ruble | rubles | toman | tomans | rial | rials
            dirham | dirhams | lira | franc | francs""",
        "unit": """second | seconds | minute | minutes | hour | hours | day | days | night
            nights | week | weeks | month | months | year | years | decade | decades
            millisecond | milliseconds | weekday | weekdays | workday | workdays
            business days | working days | meter | meters | metre | metres | kilometer
            kilometers | kilometre | kilometres | mile | miles | foot | feet | inch | inches
            yard | yards | acre | acres | hectare | hectares | square meters | square metres
            square feet | gram | grams | kilo | kilos | kilogram | kilograms | ton | tons
            tonne | tonnes | ounce | ounces | liter | liters | litre | litres | milliliter
            milliliters | gallon | gallons | cup | cups | tablespoon | tablespoons
            teaspoon | teaspoons | tbsp | tsp | degree | degrees | degrees celsius
            degrees fahrenheit | byte | bytes | kilobytes | megabytes | gigabytes
            terabytes | bit | bits | token | tokens | pixel | pixels | watt | watts | volt
            volts | calorie | calories | percent | per cent | percentage points | star
            stars | point | points | person | people | persons | guest | guests | adult
            adults | child | children | kid | kids | passenger | passengers | traveler
            travelers | seat | seats | ticket | tickets | room | rooms | bed | beds | bag
            bags | stop | stops | item | items | piece | pieces | unit | units | box | boxes
            bottle | bottles | pack | packs | pair | pairs | page | pages | copy | copies
            word | words | character | characters | line | lines | file | files | user
            users | member | members | player | players | time | times | retry | retries
            attempt | attempts | try | tries | message | messages | request | requests
            step | steps | worker | workers | thread | threads | core | cores | reviewer
            reviewers | option | options | day-old""",
        "time_unit": """second | minute | hour | half hour | half-hour | quarter of an hour | day
            night | week | weekday | month | year | seconds | minutes | hours | days | weeks
            months | years | hrs | mins""",
        "locator": """art. | fig. | tab. | vol. | ch. | sec. | pp. | p. | week | version | room
            gate | platform | terminal | exit | seat | floor | route | bus | train | flight
            channel | article | figure | question | lesson | unit | building | block
            apartment | flat | suite | highway | grade | class | phase | round | season
            episode | issue | case | task | item | level | option | volume | part | lane | pier
            track | table | appendix | paragraph | clause | slide | sheet | column | line
            lines | page | pages | chapter | section | row | rows | port | step""",
        "percent": "percent | per cent",
        "month": _MIDDLES
        + """ | january | february | march | april | may | june | july | august
            september | october | november | december | jan | feb | mar | apr | jun | jul
            aug | sep | sept | oct | nov | dec | jan. | feb. | mar. | apr. | aug. | sept.
            oct. | nov. | dec. | farvardin | ordibehesht | khordad | tir | mordad
            shahrivar | mehr | aban | azar | dey | bahman | esfand""",
        "weekday": """monday | tuesday | wednesday | thursday | friday | saturday | sunday
            mondays | tuesdays | wednesdays | thursdays | fridays | saturdays | sundays | """
        + _WEEKS,
        "weekday_abbreviated": "mon | tue | tues | wed | thu | thur | thurs | fri",
        "weekday_short": "mon | tue | tues | wed | thu | thur | thurs | fri | sat | sun",
        "ordinal_word": """first | second | third | fourth | fifth | sixth | seventh
            eighth | ninth | tenth | eleventh | twelfth | thirteenth | fourteenth
            fifteenth | sixteenth | seventeenth | eighteenth | nineteenth | twentieth
            thirtieth | """
        + _NTH,
        "relative_day": """today | tomorrow | yesterday | tonight | day after tomorrow
            the day after tomorrow | day before yesterday | next week | last week
            this week | next month | last month | this month | next year | last year
            this year | this weekend | next weekend | the weekend | weekend | weekends | weekdays
            same day | the same day | that same day | that day | that very day | the next day
            next day | the following day | the day before | the previous day
            the other day | end of the month | end of the week | end of the year""",
        "named_day": """christmas | christmas day | christmas eve | boxing day | new year's day
            new year's eve | easter | easter sunday | good friday | thanksgiving | halloween
            valentine's day | independence day | labor day | memorial day | nowruz | yalda night
            ramadan | eid | diwali""",
        "which_day": """the coming | following | the following | the next | the last
            the previous | next | last | this | this coming | coming""",
        "every": "every | each | every other | once every",
        "early": "early | mid | late | end of | beginning of | start of | middle of",
        "the": "the",
        "of": "of",
        "military": "hours | hrs | hour",
        "daypart": """o"clock | o 'clock | o clock | o`clock | o' clock | p m | a m | am | pm
            a.m. | p.m. | a.m | p.m | a. m. | p. m. | o'clock | o’clock | oclock
            in the morning | in the afternoon | in the evening | at night | in the night""",
        "part_of_day": "morning | afternoon | evening | night | noon | mornings | evenings",
        "this_part": "this | tomorrow | yesterday | that",
        "minute": "minutes | minute | mins",
        "past": "past",
        "past_to": "past | to | before | after",
        "later": """ago | later | from now | earlier | after | before | prior | late | early
            in advance | beforehand | afterwards""",
        "which_month": "this month | next month | the month | this week | next week",
        "around_clock": """quarter after | a quarter after | quarter of | quarter till
            a quarter till | half after | half past | quarter past | quarter to
            a quarter past | a quarter to""",
        "spell": """in the morning | in the afternoon | in the evening | at night | in the night
            early morning | late morning | early afternoon | late afternoon | early evening
            late evening | late night | late at night | early in the morning | mid morning
            mid afternoon | in the late afternoon | in the early morning | in the mornings""",
        "time_word": """noon | midnight | midday | throughout the day | all day | all day long
            all night | around the clock | on the hour | on the half hour | an hour
            half an hour | a quarter of an hour | a few hours | a few minutes | lunch time
            lunchtime | dinner time | dinnertime | breakfast time | earliest
            first thing in the morning | hourly | after work | after lunch | after dinner
            before lunch | before dinner | after breakfast | before breakfast | before noon
            after noon | after midnight | before midnight | end of the day | the end of the day
            end of day | close of business | opening time | closing time | the whole day
            all day every day""",
        "time_bound": """before | after | by | until | till | since | no later than
            not later than | no earlier than | not earlier than | earlier than | later than
            not before | not after | any time after | any time before | starting at | starting
            starting from | starting on | as of | up until | just after | just before
            shortly after | shortly before | right after | right before | soon after
            sometime after | sometime before | sometime around | at or after | on or after
            on or before | at or before""",
        "time_bound_after": """or later | or earlier | or after | or before | at the latest
            at the earliest | onwards | onward | and later | sharp | thereafter | after that""",
        "time_link": """starting at | starting from | starting | beginning at | beginning
            beginning from""",
        "recurrence_joiner": "and | then | and then | , | , and",
        "recurrence_link": "from | between | until | after",
        "range_from": "from",
        "between": "between",
        "range_and": "and",
        "or_word": "or",
        "label": """breakfast | brunch | lunch | dinner | summer | winter | weekdays | weekends
            weekend | holidays | public holidays | last entry | last admission | except""",
        "closing": "closed | excepted | last entry",
        "free_of_charge": "free | nothing | zero",
        "per": "per",
        "price_condition": """payable at the station | payable at the counter
            payable at the desk | payable at the venue | payable at the hotel
            payable at the restaurant | payable on arrival | payable on site | payable in cash
            payable in advance | payable on delivery | payable upon arrival
            due at the station | to be paid at the station | which is payable at the station
            payable at the train station | payable at the ticket office | payable at arrival
            payable at station | paid at the station""",
        "price_note": "each | apiece",
        "extension": "ext | ext. | extension | x",
        "is_verb": "is | was | has | will | can | had | does | did | isn't",
        "product": """iphone | ipad | galaxy | pixel | windows | android | ios | macos | ubuntu
            debian | playstation | xbox | python | java | node | boeing | airbus | macbook pro
            macbook air | galaxy s | galaxy note | iphone se | apollo""",
        "product_word": "pro | max | mini | plus | ultra | air | lite | fe | se",
        "range_word": """thru | to | through | till | until""",
        "comparator": """at most | at least | no more than | no less than | no fewer than
            not more than | not less than | less than | fewer than | more than
            greater than | up to | under | over | below | above | never above | never below
            never more than | never less than | max | maximum | max. | min. | minimum
            maximum of | minimum of | a maximum of | a minimum of | max of | exactly | only
            must not exceed | not exceed | does not exceed | exceeding | within | as many as
            as few as | not over | not under | limited to | capped at | must be under
            must be over | must stay under | must stay below""",
        "comparator_after": """or less | or fewer | or more | or above | or below
            or higher | or lower | or better | at most | at least | max | maximum | minimum
            tops | and above | and up""",
        "code_cue": """id | train id | train number | flight number | reservation number
            reservation code | invoice number | invoice | model number | model | part number
            member id | membership number | policy number | claim number | sku | transaction id
            session id | order | api key | token | key | reference | reference number
            reference code | reference no | ref | ref. | ref no | booking reference
            booking code | booking number | booking id | confirmation number
            confirmation code | confirmation | order number | order code | order id | order no
            tracking number | tracking code | tracking id | ticket number | ticket code
            promo code | coupon | coupon code | discount code | voucher | voucher code
            access code | pin code | postcode | postal code | zip code | plate | plate number
            license plate | serial number | serial | record locator | pnr | password
            invite code | invitation code | verification code | security code | activation code
            code | username | user name | account number | account id | customer id | user id
            case number | case id""",
        "cue_link": """is | is now | is still | was | : | = | # | will be | would be | of
            - | are | number | no | your""",
        "name_cue": """tool | function | field | variable | parameter | column | method
            command | class""",
        "name_link": "named | called | name is",
        "agreement": """we agreed | we agree | agreed that | we have agreed | we've agreed
            we’ve agreed | agreed to | as agreed | it was agreed | the agreement is
            our agreement | we decided | it's a deal | we settled on | we have decided
            the deal is | let's agree""",
        "not_name": """the | a | an | i | in | on | at | by | to | of | for | from | and
            or | but | with | is | are | was | it | my | your | his | her | our | their | we
            you | he | she | they | this | that | these | those | what | when | where
            which | who | how | why | there | then | if | only | about | around | after
            before | until | since | between | over | under | have | has | had | get | take
            need | want | make | buy | book | not | no | yes | ok | okay | so | all | just
            also | please | than | as | total | version | page | step | line | january
            february | march | april | may | june | july | august | september | october
            november | december | monday | tuesday | wednesday | thursday | friday
            saturday | sunday""",
        "place_word": """floor | place | grade | edition | avenue | street | century
            generation | gen | row | attempt | time | version | anniversary | birthday
            position | percentile | line | page | chapter | week | day | month | quarter | year
            class | round | season | half""",
        "dimension": """tall | long | wide | high | deep | thick | by | x | across | away | and
            or | to | off""",
        "from_word": """from | after | before""",
        "in_month": "in | by | since | until | during | this | next | last | before | after",
        "season": """spring | summer | autumn | fall | winter""",
        "minus_word": """minus | negative""",
        "by_word": """by""",
        "fraction_part": """third | thirds | quarter | quarters | fifth | fifths | sixth
            sixths | eighths | tenths""",
        "off": """off | discount""",
        "approximately": """around | about | at around | at about | approximately | approx.
            approx | roughly | close to | nearly | almost | circa""",
    },
    layouts=(
        Layout("id", r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"),
        Layout("id", r"[A-Z]{2}\d{2} ?[A-Z]{3}"),
        Layout("id", r"[A-Z]\d[A-Z] ?\d[A-Z]\d"),
        Layout("date", r"[QH][1-4][ /-]?(?:19|20)\d\d"),
        Layout("id", r"[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}"),
    ),
    rules=(
        Rule("time", "part_of_day or_word part_of_day"),
        Rule("time", "spell or_word part_of_day"),
        Rule("date", "season year"),
        Rule("number", "minus_word number"),
        Rule("quantity", "minus_word number unit"),
        Rule("quantity", "number by_word number unit"),
        Rule("number", "number_in_words fraction_part"),
        Rule("number", "weak_number fraction_part"),
        Rule("time", "year military"),
        Rule("number", "the? ordinal_digits place_word"),
        Rule("quantity", "weak_number half unit"),
        Rule("date", "number unit from_word relative_day"),
        Rule("date", "article unit from_word relative_day"),
        Rule("date", "number unit from_word weekday"),
        Rule("date", "article unit from_word weekday"),
        Rule("date", "the? ordinal number_joiner ordinal of? month comma? year?"),
        Rule("date", "the? ordinal range_word the? ordinal of? month comma? year?"),
        Rule("date", "the? ordinal range_sign ordinal of? month comma? year?"),
        Rule("date", "month the? ordinal range_sign ordinal comma? year?"),
        Rule("date", "month the? ordinal range_word the? ordinal comma? year?"),
        Rule("date", "month the? ordinal number_joiner the? ordinal comma? year?"),
        Rule("date", "month of year"),
        Rule("date", "weekday comma weekday comma? number_joiner weekday"),
        Rule("date", "weekday comma weekday comma? or_word weekday"),
        Rule("price", "money_sign number number_joiner number money"),
        Rule("time", "number_in_words past_to number_in_words daypart?"),
        Rule("quantity", "number half unit"),
        Rule("quantity", "number unit half"),
        Rule("quantity", "article unit half"),
        Rule("quantity", "article unit number_joiner number unit"),
        Rule("name", "product product_word? digits product_word?"),
        Rule("quantity", "weak_number unit"),
        Rule("quantity", "weak_number unit number_joiner number unit"),
        Rule("quantity", "number unit number_joiner number unit"),
        Rule("quantity", "number time_unit comma? number_joiner? number time_unit"),
        Rule("quantity", "weak_number time_unit comma? number_joiner? number time_unit"),
        Rule("date", "weekday_abbreviated"),
        Rule("price", "weak_number money"),
        Rule("price", "number money number_joiner number money"),
        Rule("price", "weak_number scale money"),
        Rule("number", "weak_number scale"),
        Rule("date", "which_day weekday"),
        Rule("date", "weekday? comma? the? ordinal of? month comma? year?"),
        Rule("date", "weekday? comma? number of? month comma? year?"),
        Rule("date", "weekday? comma? month the? ordinal comma? year?"),
        Rule("date", "weekday? comma? month number comma? year?"),
        Rule("date", "weekday_short comma? number month year?"),
        Rule("date", "weekday_short comma? month number comma? year?"),
        Rule("date", "weekday_short comma? date"),
        Rule("date", "the? ordinal weekday of month comma? year?"),
        Rule("date", "month year"),
        Rule("date", "early month year?"),
        Rule("date", "named_day year?"),
        Rule("date", "which_day? weekday part_of_day"),
        Rule("date", "relative_day part_of_day"),
        Rule("time", "which_day? weekday part_of_day clock daypart?"),
        Rule("time", "which_day? weekday part_of_day hour_alone daypart?"),
        Rule("time", "relative_day part_of_day clock daypart?"),
        Rule("time", "relative_day part_of_day hour_alone daypart?"),
        Rule("date", "every weekday"),
        Rule("date", "weekday comma? the ordinal"),
        Rule("date", "weekday comma? ordinal_digits"),
        Rule("date", "the ordinal_digits"),
        Rule("date", "the? ordinal of? which_month"),
        Rule("date", "weekday which_month"),
        Rule("time", "every time_unit"),
        Rule("time", "every number time_unit"),
        Rule("time", "every ordinal time_unit"),
        Rule("time", "number unit later"),
        Rule("time", "weak_number unit later"),
        Rule("time", "article unit later"),
        Rule("time", "this_part part_of_day"),
        Rule("time", "this_part part_of_day clock daypart?"),
        Rule("time", "this_part part_of_day hour_alone daypart?"),
        Rule("time", "part_of_day around_clock number"),
        Rule("time", "this_part? part_of_day around_clock number"),
        Rule("time", "relative_day clock daypart?"),
        Rule("time", "hour time_word"),
        Rule("time", "clock time_word"),
        Rule("time", "number past number daypart?"),
        Rule("time", "number minute past_to number daypart?"),
        Rule("time", "number minute past_to time_word"),
        Rule("time", "part_of_day clock"),
        Rule("time", "part_of_day hour_alone daypart?"),
        Rule("time", "weekday_short comma? number daypart"),
        Rule("time", "weekday_short comma? clock daypart?"),
        Rule("time", "number daypart"),
        Rule("time", "weak_number daypart"),
        Rule("time", "around_clock number daypart?"),
        Rule("time", "around_clock time_word"),
        Rule("time", "spell"),
        Rule("time", "number daypart daypart"),
        Rule("time", "clock daypart daypart"),
        Rule("date", "weekday or_word weekday"),
        Rule("date", "weekday number_joiner weekday"),
    ),
)
