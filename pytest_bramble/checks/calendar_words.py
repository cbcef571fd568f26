"""Days, months and spans of time in English, French, Spanish and German, folded to lower case without accents."""

from __future__ import annotations

MONTHS = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "jan feb mar apr _ jun jul aug sep oct nov dec",
        "_ _ _ _ _ _ _ _ sept _ _ _",
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
        "janv fevr _ avr _ _ juil _ _ _ _ _",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "januar februar marz _ _ juni juli _ _ oktober _ dezember",
        "_ _ maerz _ _ _ _ _ _ okt _ dez",
    )
    for number, name in enumerate(names.split(), start=1)
    if name != "_"
}
WEEKDAYS = {
    name: number
    for names in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lunes martes miercoles jueves viernes sabado domingo",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "_ _ _ _ _ sonnabend _",
    )
    for number, name in enumerate(names.split())
    if name != "_"
}
"""Monday is 0, as in datetime."""

RELATIVE = (
    r"(?:the )?day after tomorrow|tomorrow|later today"
    r"|(?:by |before )(?:tonight|(?:the )?end of (?:the )?day|today)"
    r"|apres[- ]demain|demain|d'ici ce soir|avant ce soir"
    r"|pasado manana|(?<!la )(?<!esta )(?<!una )manana|(?:antes del? )(?:final del dia|fin del dia)"
    r"|ubermorgen|(?<!guten )(?<!am )(?<!heute )(?<!jeden )morgen|bis heute abend"
)
RELATIVE_STEMS = (
    "tomorrow", "tonight", "end of", "later today", "by today", "before today", "demain", "soir", "manana",
    "del dia", "morgen", "abend",
)  # fmt: skip
"""Words that promise a day without naming it; a text without one of the stems has none."""

HOURS = {"hour": 1, "day": 24, "week": 7 * 24}
UNITS = {
    "hour": r"hours?|hrs?|heures?|horas?|stunden?|std",
    "day": r"days?|jours?|dias?|tage?n?|werktage?n?|arbeitstage?n?",
    "week": r"weeks?|semaines?|semanas?|wochen?",
}
UNIT_STEMS = (
    "hour", "hr", "heure", "hora", "stunde", "std", "day", "jour", "dia", "tag", "werktag", "arbeitstag", "week",
    "semain", "seman", "woche",
)  # fmt: skip
"""How a word for a unit begins."""
BUSINESS = frozenset({"working", "business", "calendar", "full", "whole"})
RANGE = frozenset({"-", "\N{EN DASH}", "\N{EM DASH}", "to", "a", "bis", "or", "and", "et", "y", "o"})
SOON = (
    "within", "in", "in the next", "in under", "in less than", "inside", "take", "takes", "up to", "by the next",
    "dans", "dans les", "dans les prochains", "dans les prochaines", "sous", "d'ici", "en moins de", "en",
    "dentro de", "en menos de", "en un plazo de", "en las proximas", "en los proximos",
    "innerhalb", "innerhalb von", "innerhalb der nachsten", "in den nachsten", "binnen",
)  # fmt: skip
"""What makes a span of time a promise."""
NOT_A_PROMISE = (
    r"(?:\s+(?:ago|of|after|from|since|apres|de la|de votre|desde|tras|nach|ab|seit)\b|-(?:day|week|hour))"
)
"""What makes it a rule or a memory instead: within 30 days of delivery, two days ago."""
