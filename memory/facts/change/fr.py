"""French."""

from __future__ import annotations

from memory.facts.language import Language

FRENCH = Language(
    name="French",
    words={
        "letters": "é | è | ê | ç | à | œ",
        "change": """change | changez | changer | changé | changée | modifie | modifiez
            modifié | déplace | déplacez | déplacé | reporte | reportez | reporté | reportée
            remplace | remplacez | passe à | passons à | passer à | mets | mettez | mettons
            augmente | augmenté | baisse | corrige | corrigé | devient | est devenu | plutôt""",
        "now": """maintenant | désormais | finalement | final | finale | nouveau | nouvelle
            en fait | mais | pardon""",
        "old": """pas | et non | et pas | non | au lieu de | plutôt que | à la place de
            n'est plus | plus""",
        "old after": "est faux | n'est plus valable | n'est pas correct | est annulé",
        "from": "de | était",
        "another": "autre | deuxième | second | seconde | aussi | également | en plus",
        "maybe": "si | peut-être | est-ce que | par exemple | devrait | et si",
        "is": "est | sont | coûte | : | =",
        "it": "le | la | ça | cela",
        "source": "système | outil | site | dit | indique | affiche | selon | merci | ok",
        "belongs": "pour | par",
        "silent": """un | une | les | des | du | mon | ma | mes | notre | nos | votre | je
            nous | vous | à | au | en | et | avec | environ | seulement | numéro""",
        "of price": "prix | coût | facture | montant | total | tarif",
        "of budget": "budget",
        "of time": "heure | horaire",
        "of date": "date | jour",
        "of people": "personnes | invités",
        "of phone": "téléphone | numéro de téléphone | portable",
        "of version": "version",
        "of order": "commande | numéro de commande",
        "of reference": "référence | réservation",
    },
)
