"""English words and ways to write values."""

from __future__ import annotations

from memory.facts.language import Language, Layout, Rule

ENGLISH = Language(
    name="English",
    words={
        "number_word": """zero | two | three | four | five | six | seven | eight | nine
            ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen
            eighteen | nineteen | twenty | thirty | forty | fifty | sixty | seventy | eighty
            ninety | twenty-one | twenty-two | twenty-three | twenty-four | twenty-five
            twenty-six | twenty-seven | twenty-eight | twenty-nine | thirty-one | thirty-two
            thirty-three | thirty-four | thirty-five | thirty-six | thirty-seven
            thirty-eight | thirty-nine | forty-five | fifty-five | seventy-five
            ninety-nine | a dozen | half a dozen | a couple of""",
        "weak_number": "one | single | half | half an | half a | a single",
        "scale": "hundred | thousand | million | billion | trillion | dozen | grand",
        "number_joiner": "and | & | point",
        "half": "and a half",
        "not_alone": "zero",
        "money": """dollar | dollars | bucks | cent | cents | euro | euros | pound | pounds
            quid | pence | yen | yuan | renminbi | rupee | rupees | ruble | rubles | toman
            tomans | rial | rials | dirham | dirhams | lira | franc | francs""",
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
        "locator": "line | lines | page | pages | chapter | section | row | rows | port | step",
        "percent": "percent | per cent",
        "month": """january | february | march | april | may | june | july | august
            september | october | november | december | jan | feb | mar | apr | jun | jul
            aug | sep | sept | oct | nov | dec | jan. | feb. | mar. | apr. | aug. | sept.
            oct. | nov. | dec. | farvardin | ordibehesht | khordad | tir | mordad
            shahrivar | mehr | aban | azar | dey | bahman | esfand""",
        "weekday": """monday | tuesday | wednesday | thursday | friday | saturday | sunday
            mondays | tuesdays | wednesdays | thursdays | fridays | saturdays | sundays""",
        "weekday_short": "mon | tue | tues | wed | thu | thur | thurs | fri | sat | sun",
        "ordinal_word": """first | second | third | fourth | fifth | sixth | seventh
            eighth | ninth | tenth | eleventh | twelfth | thirteenth | fourteenth
            fifteenth | sixteenth | seventeenth | eighteenth | nineteenth | twentieth
            twenty-first | twenty-second | twenty-third | twenty-fourth | twenty-fifth
            twenty-sixth | twenty-seventh | twenty-eighth | twenty-ninth | thirtieth
            thirty-first""",
        "relative_day": """today | tomorrow | yesterday | tonight | day after tomorrow
            the day after tomorrow | day before yesterday | next week | last week
            this week | next month | last month | this month | next year | last year
            this year | this weekend | next weekend | tomorrow morning | tomorrow evening""",
        "which_day": "next | last | this | this coming | coming | every",
        "the": "the",
        "of": "of",
        "daypart": """am | pm | a.m. | p.m. | a.m | p.m | o'clock | o’clock | oclock | hours
            hrs | in the morning | in the afternoon | in the evening | at night
            in the night""",
        "part_of_day": "morning | afternoon | evening | night | noon",
        "which_month": "this month | next month | the month | this week | next week",
        "around_clock": "half past | quarter past | quarter to | a quarter past | a quarter to",
        "time_word": "noon | midnight | midday",
        "range_word": "to | through | till | until",
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
        "code_cue": """reference | reference number | reference code | reference no | ref
            ref. | ref no | booking reference | booking code | booking number | booking id
            confirmation number | confirmation code | confirmation | order number
            order code | order id | order no | tracking number | tracking code | tracking id
            ticket number | ticket code | promo code | coupon | coupon code | discount code
            voucher | voucher code | access code | pin code | postcode | postal code
            zip code | plate | plate number | license plate | serial number | serial
            record locator | pnr | password | invite code | invitation code
            verification code | security code | activation code | code | username
            user name | account number | account id | customer id | user id | case number
            case id""",
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
    },
    layouts=(
        Layout("id", r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"),
        Layout("id", r"[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}"),
    ),
    rules=(
        Rule("quantity", "number half unit"),
        Rule("number", "locator number"),
        Rule("quantity", "weak_number unit"),
        Rule("quantity", "weak_number unit number_joiner number unit"),
        Rule("quantity", "number unit number_joiner number unit"),
        Rule("price", "weak_number money"),
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
        Rule("date", "month year"),
        Rule("date", "weekday comma? the ordinal"),
        Rule("date", "the ordinal_digits"),
        Rule("date", "the? ordinal of? which_month"),
        Rule("date", "weekday which_month"),
        Rule("time", "part_of_day clock"),
        Rule("time", "part_of_day number"),
        Rule("time", "number daypart"),
        Rule("time", "weak_number daypart"),
        Rule("time", "around_clock number daypart?"),
    ),
)
