"""English: names have capitals, but people who write in a hurry leave them out."""

from __future__ import annotations

from memory.entities.cues import Cues, phrases, words

STOPS = words("""
a an the this that these those and or but nor if so than then as because while of at by for from
in into on onto to up with about over out off near around between after before during until till
since through under above without within i me my mine we us our ours you your yours he him his
she her hers it its they them their theirs am is are was were be been being do does did doing
done have has had having will would shall should can could may might must not no yes yeah yep
nope ok okay what which who whom whose when where why how here there just also too very some any
all both each every either neither one two three four five six seven eight nine ten another
other others same such more most less few many much lot only even still yet again now today
tomorrow yesterday tonight soon later ago morning afternoon evening night noon day week month
year time hour minute please thanks thank hello hi hey sorry sure great good nice perfect fine
cool awesome wow oh ah well right really actually maybe perhaps however although though
therefore additionally alternatively unfortunately absolutely certainly definitely indeed
alright anyway instead otherwise let lets get got give go going goes gone went come comes coming
make makes made take takes took find found look looking looks see saw know knew think thought
want wants wanted need needs needed like likes liked love loved tell told say said says ask
asked try help call called book booked booking reserve reserved search show check confirm play
send sent add use used using start started leave leaves leaving arrive arrives arriving depart
departs departing travel travelling traveling stay stays staying eat visit buy pay work works
working live lives move moved meet met wait anything something nothing everything someone anyone
somewhere anywhere first second third last next new old big small cheap expensive free number
phone address postcode price area star stars people person person's ticket tickets table room
rooms place places name type kind part option options information reference monday tuesday
wednesday thursday friday saturday sunday january february march april june july august
september october november december pm speaking regarding congratulations welcome enjoy note
remember keep happy glad unless whether it's i'm i'd i've i'll you're we're they're that's
there's don't doesn't isn't can't won't let's what's he's she's who's didn't wasn't we've we'll
you'll couldn't wouldn't id dr mr mrs ms miss prof sir
""")

CUES = Cues(
    stops=STOPS,
    openers=words("""
goodbye bye sounds excellent wonderful confirming playing understood kindly contact living
of-course hope best another yours dear according based meanwhile finally besides since thats
theres im ive id its lets did does could would there their they one two three four five six
seven eight nine ten party rating ratings total status date destination origin city title
subtitle genre balance price answer question user assistant human ai system
"""),
    before=phrases("""
called | named | name is | name's | titled | entitled | from | departing | departing from |
leaving | leaving from | arriving in | arriving at | arrive in | travel to | traveling to |
travelling to | going to | go to | trip to | flight to | train to | bus to | moved to | live in |
lives in | born in | based in | located in | stay at | staying at | eat at | booked at | met |
mr | mrs | ms | miss | dr | prof
"""),
    after=phrases("is located | located at | located in | located on"),
    types_last=words("""
hotel hostel guesthouse inn lodge restaurant cafe bar pub bistro kitchen museum gallery theatre
theater cinema college university school church cathedral hospital airport station park street
road avenue square bridge castle hall house club library market mall centre center garden
gardens beach island lake river mountain bank apartments tower palace stadium
"""),
    most=4,
)

DAYS = words("""
monday tuesday wednesday thursday friday saturday sunday january february march april june july
august september october november december
""")
TITLES = words("mr mrs ms miss dr prof sir madam uncle aunt")
INNER = phrases(
    "of | of the | by the | in the | on the | de | de la | la | le | du | van | von | der | "
    "van der | di | da | del | bin | al | el | &"
)
EDGES = TITLES | DAYS | words("i i'm i've i'd i'll ok okay am pm id faq usd")
"""Never a name's first word, capital or not."""
IN_TITLES = words("the a an")
"""May begin a name in the middle of a sentence."""
