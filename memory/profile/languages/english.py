"""English."""

from __future__ import annotations

from memory.profile.language import Language

ENGLISH = Language(
    name="English",
    parts={
        "end": r"(?= ?(?:[.,;:!?()\n\"]|$)| (?:and|but|because|so|since|with|now|where|which|who"
        r"|while|though|although|these days|at the moment|right now|anymore|any more|too|as well"
        r"|by the way|btw|for|today|yesterday|recently|already|again|last|this|ago|in \d)\b)",
        "start": r"(?<![\w'])",
        "i": r"{start}i ?",
        "am": r"(?:'m| am|m)",
        "have": r"(?:'ve| have|ve)",
        "very": r"(?: really| truly| absolutely| just| also| still| now| so)?",
        "called": r"(?:(?:'s)? name is|'s name's|(?: is|'s)? called|(?: is|'s)? named)",
        "is": r"(?: is| are|'s|,)?",
        "value": r"(?P<value>\S(?:[^.,;:!?()\n]{0,58}?[^\s.,;:!?()])?){end}",
        "name": r"(?P<value>\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,2}?){end}",
        "list": r"(?P<value>[^.;:!?()\n]{1,60}?)(?= ?(?:[.;:!?()\n]|$)"
        r"| (?:but|because|so|since|which)\b)",
        "proper": r"(?P<proper>\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,2})",
        "date": r"(?P<value>[\w][\w ,/.-]{1,28}?)(?= ?(?:[.;:!?()\n]|$)| (?:and|but|so|in a)\b)",
        "relative": r"(?P<key>(?:older |younger |little |big )?(?:wife|husband|partner|girlfriend"
        r"|boyfriend|fianc[ée]e?|son|daughter|baby|mother|mom|mum|father|dad|brother|sister"
        r"|grandmother|grandma|grandfather|grandpa|uncle|aunt|cousin|niece|nephew))",
        "pet": r"(?P<key>dog|puppy|cat|kitten|parrot|bird|hamster|rabbit|bunny|horse|fish|turtle"
        r"|tortoise|snake|guinea pig)",
        "count": r"(?:an?|one|two|three|four|five|\d)",
        "kin": r"(?:kids?|children|sons?|daughters?|brothers?|sisters?)",
        "pets": r"(?:dogs?|pupp(?:y|ies)|cats?|kittens?|parrots?|birds?|hamsters?|rabbits?|horses?"
        r"|turtles?|tortoises?|guinea pigs?|goldfish)",
        "job": r"(?:nurse|doctor|student|chef|cook|lawyer|journalist|pilot|clerk|farmer|soldier"
        r"|\w*(?:ist|ician|teacher|engineer|developer|designer|programmer|writer|manager|driver"
        r"|trainer|worker|baker|painter|researcher|lecturer|photographer|translator|accountant"
        r"|architect|surgeon|professor|musician|librarian|actor|editor|director|consultant"
        r"|analyst|officer))",
    },
    rules=r"""
name:
    {start}my name(?: is|'s) {name}
    {start}(?:please )?call me {name}
    (?:^|[.!,] ?)(?:hi|hello|hey)[,!.]? (?:i{am}|this is) {proper}
birthday:
    {start}my birthday(?: is|'s)(?: on)? {date}
    {i}was born (?:on|in) {date}
age:
    {i}{am} (?P<value>\d{1,3})(?: years? old\b|{end})
home:
    {i}(?:now |currently )?(?:live|reside) (?:in|at) {value}
    {i}{am}(?: now| currently)? (?:living|based) in {value}
    {i}(?:{have} )?(?:just |recently )?moved to {proper}
not home:
    {i}(?:no longer live|don'?t live) in {value}
origin:
    {i}{am} (?:originally )?from {value}
    {i}come from {value}
    {i}grew up in {value}
timezone:
    {start}my time ?zone(?: is|'s) {value}
    {i}{am} in the {value} time ?zone
    {i}{am} in (?P<value>(?:utc|gmt) ?[+-−] ?\d{1,2}(?::\d\d)?)
language:
    {start}my (?:native|first|mother) (?:language|tongue)(?: is|'s) {value}
    {i}(?:also )?speak (?:fluent |good )?{list}
    {i}{am} a native {value} speaker
work:
    {i}work (?:as|for|at) (?:an? |the )?{value}
    {start}my (?:job|profession|occupation)(?: is|'s)(?: as)?(?: an?)? {value}
    {i}{am} (?:working|employed) (?:as|for|at) (?:an? |the )?{value}
    {i}{am} an? (?P<value>(?:[\w-]+ ){0,2}{job})(?=\W|$)
not work:
    {i}(?:no longer work|don'?t work) (?:as|for|at) (?:an? |the )?{value}
family:
    {start}my {relative}{called} {name}
    {start}my {relative}{is} {proper}
    {i}have (?P<value>{count} {kin})\b
    {i}{am} (?P<value>married|divorced|widowed|engaged)\b
pets:
    {start}(?:my|our) {pet}{called} {name}
    {start}(?:my|our) {pet}{is} {proper}
    {i}(?:have|own) an? (?:\w+ )?{pet} (?:named|called) {name}
    {i}(?:have|own) (?P<value>{count} (?:\w+ )?{pets})\b
allergies:
    {i}{am}(?: very| severely| also)? allergic to {list}
    {i}have an? (?P<value>[\w -]{2,30}?) allergy\b
not allergies:
    {i}{am}(?: not| no longer) allergic to {value}
diet:
    {i}{am}(?: an?)? (?P<value>(?:strict )?(?:vegan|vegetarian|pescatarian)|diabetic)\b
    {i}{am} (?P<value>(?:lactose|gluten)[- ]intolerant)\b
    {i}(?:only eat|keep) (?P<value>halal|kosher)\b
likes:
    {i}{very} ?(?:like|love|enjoy|adore|prefer) {value}
    {start}my favou?rite (?P<key>[\w ]{2,20}?)(?: is|'s| are) {value}
    {i}{am} (?:a (?:big |huge )?fan of|into|fond of) {value}
dislikes:
    {i}{very} ?(?:hate|dislike|detest|can'?t stand|cannot stand) {value}
    {i}{very} ?(?:do not|don'?t)(?: really)? (?:like|enjoy|eat|drink) {value}
not likes:
    {i}no longer (?:like|love|enjoy) {value}
""",
    no_value=r"(?:it|that|this|these|those|you|your.*|him|her|them|how|when|what|where|why|if|the"
    r" (?:idea|way|sound).*|home|night|nights|free|here|there|sorry|not|going|done|one|any"
    r"|anything|much|more|so|a bit|all)"
    r"(?: .*)?|(?:my|our) .*(?:you|it)",
)
