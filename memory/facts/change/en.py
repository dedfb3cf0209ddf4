"""English."""

from __future__ import annotations

from memory.facts.language import Language

ENGLISH = Language(
    name="English",
    words={
        "change": """make it | make that | make the | make my | make our | make this
            let's make | change | changed | changing | change it | changed it | changed to
            update | updated | move | moved | moving | move it | move that | push it | pushed
            push it back | postpone | postponed | postpone it | reschedule | rescheduled
            reschedule it | switch | switched | switch it | raise | raised | raise it
            increase | increased | lower | lowered | lower it | reduce | reduced | cut it
            bump it | bring it | replace | replaced | replace it | correct it | corrected
            correction | scratch that | on second thought | on second thoughts | no wait
            no, wait | oh wait | wait no | wait, no | i meant | i meant to say | after all
            turned into | becomes | became | is becoming | has become | went up to
            went down to | goes up to | instead""",
        "now": """now | right now | from now on | as of today | as of now | final | finally
            in the end | new | current | currently | actually | in fact | rather | no | sorry
            i mean | latest | the latest | updated | revised | corrected | turns out""",
        "old": """not | isn't | is not | aren't | are not | wasn't | was not | instead of
            rather than | no longer | is no longer | not any more | used to be | and not
            previously | formerly | replacing | replaces | in place of | forget | forget about
            ignore | scrap | cancel | drop | down from | up from | as opposed to""",
        "old after": """number is wrong | number was wrong | that's wrong | is wrong
            was wrong | is incorrect | is outdated | is out of date
            is obsolete | no longer holds | is no longer valid | no longer | is not valid
            is not right | is not correct | isn't right | isn't correct | any more""",
        "from": "from | was | were | it was",
        "another": """another | other | second | secondary | additional | also | as well | too
            plus | extra | alternative | alternatively | either | third | backup""",
        "maybe": """if | what if | whether | should | should i | how about | what about | maybe
            perhaps | would | might | suppose | imagine | for example | e.g. | example | say
            could it be | shall""",
        "is": "is | are | = | : | equals | costs | stays | remains | was set to | will be | 's",
        "it": "it | that | this | them | those | these | one",
        "source": """tool | system | website | site | page | app | says | say | said | shows
            show | showed | showing | shown | tells | told | told me | reads | according to
            states | stated | gives | lists | listed | reports | reported | receipt | screen
            reply | email says | they | he | she | i see | see | noted | ok | okay | done
            sure | great | thanks | please | hi | hello | as i said | as said | again
            remember | remember that | got it | so | well""",
        "belongs": "for | of | per",
        "silent": """for the record | mine | a | an | the | my | your | our | his | her | its
            their | is | are | be | been | am | to | at | on | in | by | and | but | or | with
            about | around | only | just | i | we | you | us | me | will | have | has | had
            do | does | did | there | here | then | which | who | what | as | exactly
            total of | set | let | let's | want | wants | need | needs | would like | like
            can | could | must | amount of | value | currently | stay | stays | keep | use
            still | all | in all | up | out | down | put | get | number | number is | no.""",
        "of price": """price | cost | costs | fee | charge | invoice | bill | amount | total
            subtotal | fare | quote | estimate""",
        "of budget": "budget | spending limit | price limit | limit",
        "of salary": "salary | wage | pay | income",
        "of rent": "rent",
        "of discount": "discount | rebate",
        "of time": "time | hour | clock | start time | starting time",
        "of date": "date | day",
        "of deadline": "deadline | due date | due",
        "of birthday": "birthday | birth date | date of birth",
        "of people": """people | persons | guests | attendees | participants | seats
            headcount | head count | party size | party of""",
        "of age": "age | years old",
        "of weight": "weight | weighs",
        "of size": "size | height | width | length",
        "of duration": "duration | nights | stay of",
        "of latency": "latency | timeout | delay",
        "of phone": """phone | phone number | telephone | telephone number | mobile
            mobile number | cell | cell number | number to call | call me at | call me on""",
        "of email": "email | e-mail | mail | email address | e-mail address",
        "of version": "version | release | build | run",
        "of password": "password | pin | pin code | passcode",
        "of code": "code | door code | access code",
        "of order": "order | order number | order no. | order id | order is",
        "of reference": """reference | reference number | booking reference | booking number
            confirmation number | ref""",
        "of account": "account | account number | iban | card | card number",
        "of postcode": "postcode | post code | zip | zip code | postal code",
    },
)
