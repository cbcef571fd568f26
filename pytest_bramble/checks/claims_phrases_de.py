"""How German says that something was done; lower case without accents, as `folding.plain` leaves text."""

from __future__ import annotations

from .claim_words import Deed, Tongue

_I = r"\b(?:(?:ich|wir) haben?|haben? (?:ich|wir))\b"
_WAS = r"\b(?:wurden?|ist|sind)\b"
_U, _A, _O = (
    r"(?:u|ue)",
    r"(?:a|ae)",
    r"(?:o|oe)",
)  # an umlaut, whether the text writes it out or lost its dots
_MADE = (
    rf"veranlasst|ausgef{_U}hrt|durchgef{_U}hrt|gebucht|vorgenommen|ausgel{_O}st|angewiesen|erfolgt|bearbeitet"
    rf"|get{_A}tigt|abgeschlossen"
)
_CHANGED = rf"ge{_A}ndert|aktualisiert|korrigiert|angepasst"
_SENT = (
    rf"geschickt|verschickt|gesendet|versandt|zugesandt|bestellt|erstellt|beigef{_U}gt|veranlasst|beauftragt"
)
_GIVEN = rf"eingerichtet|gew{_A}hrt|erstellt|angewendet|hinzugef{_U}gt|ausgestellt|hinterlegt|gutgeschrieben"
_TEAM = r"(?:\w*team|kolleg\w+|\w*abteilung|fachbereich|vorgesetzt\w+)"
_PASSED = rf"weitergeleitet|weitergegeben|{_U}bergeben|{_U}bermittelt|{_U}berwiesen"
_COMMON = (
    "der die das und sie ihre ihr ihnen ich wir ist nicht mit zu den dem von auf fur eine ein haben habe im"
)

TONGUE = Tongue(
    words=frozenset(_COMMON.split()),
    done=(
        rf"{_I}{{gap}}\b(?:{{p}})\b",
        rf"{_I}{{gap}}\b(?:{{n}})\b{{gap}}\b(?:{{v}})\b",
        rf"{_WAS}{{gap}}\b(?:{{p}})\b",
        rf"\b(?:{{n}})\b{{gap}}{_WAS}{{gap}}\b(?:{{v}})\b",
        r"\bwurden?\b{gap}\b(?:{n})\b{gap}\b(?:{v})\b",
        rf"\b(?:{{p}}) (?:{_WAS}|haben?\b)",
        rf"\b(?:{{n}})\b{{gap}}\b(?:{{v}}) (?:{_WAS}|haben?\b)",
        r"(?:^|\n)[ \t]*(?:[*•-] )?(?:{n}) (?:{v})\b",
    ),
    doing=(r"\b(?:{d})\b",),
    promised=(
        r"\b(?:werden?) (?:ich |wir )?{gap}\b(?:{b})\b",
        r"\b(?:wird|werden)\b{gap}\b(?:{p})\b(?! worden)",
        r"\b(?:wird|werden)\b{gap}\b(?:{n})\b{gap}\b(?:{v})\b",
        r"\b(?:erhalten|bekommen) sie\b{gap}\b(?:{n})\b",
    ),
    aside=r"anfrage|antrag|frage|bitte",
    denied=r"\b(?:nichts?|kein\w*|nie|niemals|ohne|weder|unmoglich)\b",
    supposed=r"\b(?:sobald|wenn|falls|nachdem|bevor|bis|ob|sofern|damit|sollten?|würden?|wuerden?|könnten?)\b",
    reported=r"\b(?:sie (?:sagen|sagten|schreiben|schrieben|baten|erwahnen|meinen)|schreiben sie|sagen sie)\b",
    earlier=r"\b(?:bereits|schon|gestern|fruher|am [0-9]+|vor)\b",
    split=r" aber | jedoch | und (?=ich\b|wir\b|haben?\b|ihre?\b|die\b|der\b|das\b)",
    deeds={
        "refund": Deed(
            stems=("erstatt", "zuruck", "zurueck", "ruckzahl", "rueckzahl", "gutgeschrieben"),
            participles=rf"(?:zur{_U}ck|r{_U}ck)?erstattet|zur{_U}ck(?:gezahlt|{_U}berwiesen|gebucht)|gutgeschrieben",
            nouns=rf"(?:r{_U}ck)?erstattung(?:en)?|r{_U}ckzahlung",
            verbs=rf"{_MADE}|unterwegs",
            base=rf"(?:zur{_U}ck|r{_U}ck)?erstatten|zur{_U}ck(?:zahlen|{_U}berweisen)",
        ),
        "cancellation": Deed(
            stems=("stornier",),
            participles=r"storniert",
            nouns=r"stornierung",
            verbs=_MADE,
            base=r"stornieren",
        ),
        "address": Deed(
            stems=("adresse", "anschrift"),
            nouns=r"(?<!mail-)(?:liefer|versand)?adresse|(?:liefer)?anschrift",
            verbs=_CHANGED,
            base=rf"(?:adresse|anschrift)\b{{gap}}\b{_A}ndern",
        ),
        "contact": Deed(
            stems=("mail", "telefon", "kontaktdaten"),
            nouns=r"e-?mail(?:-?adresse)?|telefonnummer|kontaktdaten",
            verbs=_CHANGED,
            base=rf"(?:e-?mail\S*|telefonnummer|kontaktdaten)\b{{gap}}\b{_A}ndern",
        ),
        "replacement": Deed(
            stems=("ersatz", "ersetz", "nachgeliefert", "nachlieferung"),
            participles=r"ersetzt|nachgeliefert",
            nouns=r"ersatz\w*|nachlieferung",
            verbs=_SENT,
            base=r"ersetzen|ersatz\w*\b{gap}\b(?:senden|schicken)",
        ),
        "label": Deed(
            stems=("etikett", "label", "sendeschein"),
            nouns=r"\w*etikett|\w*label|\w*sendeschein",
            verbs=_SENT,
            base=r"(?:\w*etikett|\w*label)\b{gap}\b(?:senden|schicken)",
        ),
        "credit": Deed(
            stems=("gutschein", "guthaben", "gutschrift"),
            nouns=r"gutschein(?!code)|guthaben|gutschrift",
            verbs=_GIVEN,
            base=r"(?:gutschein|guthaben)\b{gap}\b(?:geben|ausstellen|einrichten)",
        ),
        "discount": Deed(
            stems=("rabatt", "gutscheincode"),
            base=rf"(?:rabatt\w*|gutscheincode)\b{{gap}}\b(?:geben|gew{_A}hren|einrichten)",
            extra=(rf"{_I}{{gap}}\b(?:rabatt\w*|gutscheincode)\b{{gap}}\b(?:{_GIVEN})\b",),
        ),
        "escalation": Deed(
            stems=("eskal", "weiter", "ubergeb", "uebergeb", "ubermittelt", "uebermittelt", "uberwies"),
            participles=rf"eskaliert|{_TEAM}\b{{gap}}\b(?:{_PASSED})",
            base=rf"eskalieren|{_TEAM}\b{{gap}}\b(?:weiterleiten|weitergeben|{_U}bergeben)",
            doing=rf"leiten? (?:ich |wir )?{{gap}}\ban\b{{gap}}\b{_TEAM}\b{{gap}}\bweiter"
            rf"|{_U}bergeben? (?:ich |wir )?{{gap}}\b{_TEAM}",
        ),
        "trace": Deed(
            stems=("nachforsch", "suchauftrag", "untersuchung"),
            nouns=r"nachforschung\w*|suchauftrag|untersuchung",
            verbs=rf"eingeleitet|gestellt|er{_O}ffnet|gestartet|beauftragt|veranlasst",
            base=r"(?:nachforschung\w*|suchauftrag)\b{gap}\b(?:einleiten|stellen|starten)",
        ),
        "incident": Deed(
            stems=("vorfall", "meldung", "gemeldet"),
            nouns=r"vorfall|\w*meldung",
            verbs=r"gemeldet|erfasst|erstellt|registriert|aufgenommen",
            base=r"vorfall\b{gap}\bmelden",
        ),
        "erasure": Deed(
            stems=("losch", "loesch", "daten"),
            nouns=rf"l{_O}sch\w*",
            verbs=r"registriert|erfasst|vermerkt|aufgenommen",
            base=rf"daten\b{{gap}}\bl{_O}schen",
            extra=(
                rf"{_I}{{gap}}\bdaten\b{{gap}}\bgel{_O}scht\b",
                rf"\bdaten\b{{gap}}{_WAS}{{gap}}\bgel{_O}scht\b",
            ),
        ),
        "document": Deed(
            stems=("rechnung", "bestatigung", "bestaetigung", "dokument"),
            nouns=rf"rechnung|(?:bestell|auftrags)best{_A}tigung|dokumente?",
            verbs=rf"geschickt|zugeschickt|gesendet|zugesandt|beigef{_U}gt|verschickt",
            base=rf"(?:rechnung|bestellbest{_A}tigung)\b{{gap}}\b(?:zu)?(?:senden|schicken)",
        ),
    },
)
