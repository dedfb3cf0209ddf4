"""English sentences: what is marked is found, whole, and nothing else is."""

from __future__ import annotations

import pytest

from tests.memory.facts.marked import found, marked

SENTENCES = [
    # identifiers
    "Their Wi-Fi password is ⟦hunter2!Lamp⟧ and the code is ⟦5⟧! Password: ⟦P@ss#99$⟧.",
    "Your order ⟦ORD-2026-5512⟧ left the depot.",
    "My booking reference is ⟦qzrtwplk⟧, please note it.",
    "The confirmation code is ⟦WQXLPT⟧.",
    "Take train ⟦TR 8812⟧ at noon-time prices.",
    "Her postcode is ⟦ab 12 c d⟧ in the old town.",
    "The postcode is ⟦SW1A 2AA⟧.",
    "Pay into ⟦GB33 BUKB 2020 1555 5555 55⟧.",
    "The card is ⟦4000 1234 5678 9010⟧.",
    "Trace id ⟦7c9e6679-7425-40de-944b-e07fc1f90ae7⟧ failed.",
    "The host is ⟦2001:db8::8a2e⟧ and the gateway ⟦10.4.0.1⟧.",
    "Tag it ⟦#launch-week⟧ and tell ⟦@mira_k⟧.",
    # phones
    "Ring ⟦+44 (0)20 7946 0018⟧ or ⟦(555) 010-7788⟧.",
    "Call ⟦01632 960983 ext. 14⟧ after lunch-break.",
    # tool names, fields, variables
    "Call the tool named ⟦fetch⟧ with ⟦page_size⟧.",
    "Then ⟦maxRetries⟧ and ⟦get_user()⟧ matter.",
    # numbers, units
    "She ran ⟦about 12 km⟧ in ⟦two and a half hours⟧.",
    "Add ⟦1 1/2 cups⟧ of flour and ⟦½ cup⟧ of milk.",
    "It grew by ⟦three quarters⟧ in ⟦an hour and 20 minutes⟧.",
    "The shelf is ⟦60 by 30 cm⟧ and ⟦6 ft 2 in⟧ tall.",
    "Take it ⟦3 times a day⟧.",
    "There were ⟦one hundred and seven⟧ of them.",
    "Sea level is at ⟦minus 3 metres⟧.",
    "Only people aged ⟦18+⟧ may enter.",
    "A ratio of ⟦16:9⟧ at ⟦60fps⟧.",
    "The disk has ⟦512 GB⟧ left.",
    "I sat ⟦8⟧ in Paris.",
    # prices
    "It is ⟦12.50 pounds⟧ for adults.",
    "He pays ⟦$9/month⟧ now.",
    "It costs ⟦80 EUR per night⟧.",
    "We owe ⟦thirty one dollars⟧.",
    "The fee was ⟦16.6 GNP⟧ by mistake.",
    "Tickets cost ⟦4.20 poinds⟧.",
    "Fees go ⟦from free to 3 pounds 20⟧.",
    "They want ⟦between $20 and $30⟧.",
    "Send ⟦20 USD⟧ to ⟦4711⟧.",
    # dates
    "We land on ⟦3 May 2027⟧.",
    "We meet on ⟦the twenty-second of June⟧.",
    "Come ⟦by Friday⟧ or ⟦the following Tuesday⟧.",
    "It is open ⟦Mon-Fri⟧.",
    "It rained ⟦Saturday and Sunday⟧.",
    "I come back ⟦the same day⟧.",
    "She left ⟦in March⟧, may she rest.",
    "Shall we march on or may I rest?",
    "It is due ⟦Wendesday⟧.",
    "The sale ends ⟦two weeks from Monday⟧.",
    "Rooms are full ⟦the 5th to 7th of May⟧.",
    "Profit rose in ⟦Q3 2026⟧.",
    # times
    "It opens ⟦Sat 9am to 1pm⟧.",
    "We meet on ⟦the first Monday of June⟧.",
    "Leave ⟦after 13:00⟧ and be back ⟦by half past six⟧.",
    "Buses go ⟦every 2 hours starting at 5:35⟧.",
    "It starts ⟦at around 9 pm⟧.",
    "We close at ⟦17 : 30⟧.",
    "Dinner is at ⟦quarter to 8 in the evening⟧.",
    "The call is at ⟦9:00 am EST⟧.",
    "See you ⟦tomorrow morning⟧.",
    "It was ⟦12 noon⟧ when ⟦5 or 6 pm⟧ was meant.",
    "She called ⟦2 days ago⟧.",
    # constraints
    "Use ⟦no more than 3 words⟧ and ⟦at least one⟧ picture.",
    "Stay ⟦under 200 ms⟧.",
    "Bring ⟦5 or more⟧.",
    # names and what is no fact
    "My ⟦Pixel 9⟧ and the ⟦Boeing 747⟧ broke.",
    "I use ⟦Python 3.12⟧ on ⟦Windows 11⟧.",
    "Our ⟦3rd floor⟧ is closed, see ⟦page 45⟧ and ⟦room 101⟧.",
    "One of us came second, not third.",
    "1. milk\n2. eggs",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_marked_is_found_whole_and_nothing_else_is(sentence: str) -> None:
    assert found(sentence) == marked(sentence)
