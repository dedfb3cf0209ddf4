"""Spanish."""

from __future__ import annotations

from memory.facts.language import Language

SPANISH = Language(
    name="Spanish",
    words={
        "letters": "ñ | ¿ | ¡ | á | í | ó",
        "change": """cambia | cambie | cambiar | cambiado | cambiada | cambió | cámbialo
            cambiamos | mueve | muévelo | mover | movido | pasa a | pásalo | pasamos | pon
            ponlo | aplaza | aplazado | aumenta | sube | subió | baja | bajó | reemplaza
            corrige | corregido | que sea | mejor""",
        "now": """ahora | desde ahora | final | finalmente | definitivo | nuevo | nueva
            en realidad | perdón | sino""",
        "old": "no | y no | en vez de | en lugar de | ya no es | ya no",
        "old after": "está mal | es incorrecto | ya no vale | ya no es válido",
        "from": "de | era",
        "another": "otro | otra | segundo | segunda | también | además",
        "maybe": "si | quizás | tal vez | por ejemplo | debería | y si",
        "is": "es | son | cuesta | : | =",
        "it": "lo | la | eso | esto",
        "source": "sistema | herramienta | sitio | dice | muestra | según | gracias | ok | vale",
        "belongs": "para | por",
        "silent": """un | una | el | los | las | mi | mis | nuestro | nuestra | su | yo | a
            al | en | y | con | unos | unas | solo | número""",
        "of price": "precio | costo | coste | factura | importe | total | tarifa",
        "of budget": "presupuesto",
        "of time": "hora | horario",
        "of date": "fecha | día",
        "of people": "personas | invitados",
        "of phone": "teléfono | número de teléfono | móvil",
        "of version": "versión",
        "of order": "pedido | número de pedido",
        "of reference": "referencia | reserva",
    },
)
