"""German."""

from __future__ import annotations

from memory.facts.language import Language

GERMAN = Language(
    name="German",
    words={
        "letters": "ä | ö | ü | ß",
        "change": """ändere | ändern | geändert | ändert | änder | verschiebe | verschieben
            verschoben | verschieb | mach | mache | machen wir | erhöhe | erhöht | senke
            gesenkt | ersetze | ersetzt | korrigiere | korrigiert | wird zu | wurde zu
            stattdessen | leg | lege""",
        "now": """jetzt | nun | ab jetzt | endgültig | endgültige | endgültiges | neu | neue
            neuer | neues | eigentlich | doch | sondern | entschuldigung""",
        "old": """nicht | und nicht | statt | anstatt | anstelle von | nicht mehr | früher
            bisher""",
        "old after": "ist falsch | gilt nicht mehr | stimmt nicht | ist hinfällig",
        "from": "von | war | waren",
        "another": "weitere | weiterer | anderer | andere | zweite | zweiter | auch | zusätzlich",
        "maybe": "wenn | falls | ob | vielleicht | sollte | soll ich | zum beispiel | wie wäre",
        "is": "ist | sind | beträgt | kostet | lautet | : | =",
        "it": "es | das | ihn | sie",
        "source": "system | werkzeug | seite | sagt | sagte | zeigt | laut | danke | bitte | ok",
        "belongs": "für | pro",
        "silent": """der | die | den | dem | ein | eine | mein | meine | unser | unsere | ich
            wir | auf | um | am | im | in | zu | und | mit | etwa | nur | nummer""",
        "of price": "preis | kosten | rechnung | betrag | summe | gebühr",
        "of budget": "budget",
        "of time": "zeit | uhrzeit | uhr | termin",
        "of date": "datum | tag",
        "of people": "personen | leute | gäste",
        "of phone": "telefon | telefonnummer | handy | handynummer",
        "of version": "version",
        "of order": "bestellung | bestellnummer",
        "of reference": "buchungsnummer | referenz",
    },
)
