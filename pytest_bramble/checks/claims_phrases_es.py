"""How Spanish says that something was done; lower case without accents, as `folding.plain` leaves text."""

from __future__ import annotations

from .claim_words import Deed, Tongue

_SO = r"(?: ya| tambien| completamente| correctamente| parcialmente)*"
_I = rf"\b(?:he|hemos){_SO}"
_WAS = (
    rf"\b(?:se (?:le |les |te |lo |la )?(?:ha|han){_SO}|(?:ha|han){_SO} sido{_SO}|(?:fue|fueron){_SO}"
    rf"|ya (?:esta|estan)|(?:esta|estan) ya)"
)
_DID = r"se (?:le |les )?(?:emitio|envio|realizo|proceso|efectuo|tramito|completo|abono)"
_O = r"[oa]s?"  # gender and number of a participle
_TEAM = (
    r"(?:a|al|con) (?:la |el |los |nuestr[oa]s? |un |una |mis? )?{gap}\b"
    r"(?:equipo|departamento|companer\w+|responsable|supervisor\w*|agente|especialista|persona)"
)
_CHANGED = rf"(?:cambiad|actualizad|modificad|corregid){_O}"
_SENT = rf"(?:enviad|pedid|preparad|cread|gestionad|generad|adjuntad|emitid){_O}"
_GIVEN = rf"(?:anadid|aplicad|concedid|cread|dad|emitid|generad){_O}"
_COMMON = "el la los las de del que y en su un una se con por para lo le no es ha hemos he mi nuestro a al"

TONGUE = Tongue(
    words=frozenset(_COMMON.split()),
    done=(
        rf"{_I} (?:{{p}})\b",
        rf"{_I} (?:{{v}})\b{{reach}}\b(?:{{n}})\b",
        rf"{_WAS} (?:{{p}})\b",
        rf"{_WAS} (?:{{v}})\b{{reach}}\b(?:{{n}})\b",
        rf"\b(?:{{n}})\b{{gap}}{_WAS} (?:{{v}})\b",
        r"\b(?:acabo|acabamos) de (?:{b})\b",
        r"(?:^|\n)[ \t]*(?:[*•-] )?(?:{n}) (?:{v})\b",
    ),
    doing=(r"\b(?:{d})\b",),
    promised=(
        r"\b(?:voy|vamos) a (?:{b})\b",
        r"\b(?:sera|seran) (?:{p})\b",
        r"\b(?:{n})\b{gap}\bse (?:emitira|realizara|procesara|efectuara|hara)\b",
        r"\brecibira\b{gap}\b(?:{n})\b",
    ),
    aside=r"solicitud\w*|sobre|para|pregunta|consulta|peticion",
    denied=r"\b(?:no|ningun|ninguna|sin|nunca|tampoco|imposible)\b",
    supposed=r"\b(?:si|una vez|cuando|en cuanto|despues de|antes de|hasta que|tan pronto|solicitad\w+ que|para que"
    r"|podria)\b",
    reported=r"\b(?:usted|ud\.?) (?:dice|dijo|indica|menciona|escribe|pidio)\b"
    r"|\b(?:dice|indica|menciona) (?:usted )?que\b",
    earlier=r"\b(?:ya|ayer|anteriormente|el (?:dia )?[0-9]|hace)\b",
    split=r" pero | sin embargo | y (?=he\b|hemos\b|su\b|el\b|la\b|se\b)",
    deeds={
        "refund": Deed(
            stems=("reembols", "reintegr", "abonad", "importe", "dinero"),
            participles=rf"(?:reembolsad|reintegrad|abonad){_O}",
            nouns=r"reembolsos?|importe|dinero",
            verbs=rf"(?:emitid|realizad|procesad|efectuad|tramitad|enviad|gestionad|completad|iniciad|devuelt){_O}"
            r"|hecho",
            base=r"reembolsar\w*|(?:emitir|realizar|procesar|efectuar|hacer|devolver)\w*\b{reach}\b(?:reembolso|importe)",
            doing=r"(?:estoy|estamos) (?:reembolsando|(?:emitiendo|procesando|tramitando)\b{reach}\breembolso)",
            extra=(
                r"\breembolso\b{gap} esta en camino\b",
                rf"\b{_DID}\b{{reach}}\b(?:reembolsos?|importe|dinero)\b",
                rf"\breembolso\b{{gap}}\b{_DID}\b",
                r"\bse (?:le |les )?(?:reembolso|reintegro|devolvio)\b",
            ),
        ),
        "cancellation": Deed(
            stems=("cancel", "anul"),
            participles=rf"(?:cancelad|anulad){_O}",
            nouns=r"cancelacion|anulacion",
            verbs=rf"(?:realizad|confirmad|efectuad){_O}",
            base=r"cancelar\w*|anular\w*",
            doing=r"(?:estoy|estamos) (?:cancelando|anulando)",
            extra=(r"\bse (?:le )?(?:cancelo|anulo)\b",),
        ),
        "address": Deed(
            stems=("direccion",),
            nouns=r"direccion(?! de correo| electronica)",
            verbs=_CHANGED,
            base=r"(?:cambiar|actualizar|modificar)\b{gap}\bdireccion(?! de correo)",
        ),
        "contact": Deed(
            stems=("correo", "telefono", "datos de contacto"),
            nouns=r"correo|telefono|datos de contacto",
            verbs=_CHANGED,
            base=r"(?:cambiar|actualizar)\b{gap}\b(?:correo|telefono)",
        ),
        "replacement": Deed(
            stems=("reemplaz", "sustitu", "reenvia", "nuevo"),
            participles=rf"(?:reemplazad|sustituid|reenviad){_O}",
            nouns=r"reemplazo|sustituto|uno nuevo|nuevo (?:articulo|pedido|producto)",
            verbs=_SENT,
            base=r"reemplazar\w*|(?:enviar|pedir)\w*\b{gap}\b(?:reemplazo|uno nuevo)",
        ),
        "label": Deed(
            stems=("etiqueta",), nouns=r"etiqueta", verbs=_SENT, base=r"enviar\w*\b{gap}\betiqueta"
        ),
        "credit": Deed(
            stems=("credito", "vale", "saldo"),
            nouns=r"credito|vale|saldo",
            verbs=_GIVEN,
            base=r"(?:anadir|conceder|dar)\w*\b{gap}\b(?:credito|vale|saldo)",
        ),
        "discount": Deed(
            stems=("descuento", "cupon", "promocional"),
            base=r"(?:aplicar|crear|dar)\w*\b{gap}\b(?:descuento|cupon)",
            extra=(rf"{_I} (?:{_GIVEN})\b{{reach}}\b(?:descuento|cupon|codigo promocional)",),
        ),
        "escalation": Deed(
            stems=("escalad", "transf", "pas", "traslad", "deriv", "remit"),
            participles=rf"escalad{_O}|(?:transferid|pasad|trasladad|derivad|remitid){_O}\b{{gap}}\b{_TEAM}",
            base=rf"escalar|(?:transferir|pasar|trasladar|derivar|remitir)\w*\b{{gap}}\b{_TEAM}",
            doing=r"(?:estoy|estamos) (?:escalando|(?:transfiriendo|pasando|trasladando|derivando)\w*\b{gap}\b"
            rf"{_TEAM})|(?:le|te|lo|la) (?:paso|pasamos|transfiero|derivo)\b{{gap}}\b{_TEAM}",
        ),
        "trace": Deed(
            stems=("investigacion", "rastreo", "busqueda"),
            nouns=r"investigacion|rastreo|busqueda",
            verbs=rf"(?:abiert|iniciad|solicitad){_O}",
            base=r"(?:abrir|iniciar)\b{gap}\b(?:investigacion|busqueda)",
        ),
        "incident": Deed(
            stems=("incidente", "incidencia"),
            nouns=r"incidente|incidencia",
            verbs=rf"(?:registrad|reportad|comunicad|abiert){_O}",
            base=r"(?:registrar|abrir)\b{gap}\b(?:incidente|incidencia)",
        ),
        "erasure": Deed(
            stems=("borra", "elimina", "supresion", "datos"),
            nouns=r"solicitud de (?:borrado|supresion|eliminacion)",
            verbs=rf"registrad{_O}",
            base=r"(?:borrar|eliminar|suprimir)\b{gap}\bdatos",
            extra=(
                rf"{_I} (?:borrad|eliminad|suprimid){_O}\b{{reach}}\bdatos\b",
                rf"\bdatos\b{{gap}}{_WAS} (?:borrad|eliminad|suprimid){_O}\b",
            ),
        ),
        "document": Deed(
            stems=("factura", "confirmacion", "documento"),
            nouns=r"factura|confirmacion del pedido|documentos?",
            verbs=rf"(?:enviad|reenviad|adjuntad|remitid){_O}",
            base=r"(?:re)?enviar\w*\b{gap}\b(?:factura|confirmacion del pedido)",
        ),
    },
)
