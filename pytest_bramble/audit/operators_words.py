"""Operators built against a declared check on words: claims, figures, dates, form, recipients."""

from __future__ import annotations

from ..exam.ticket import GoldLine
from .material import Material
from .operator import Aim, Operator, at
from .script import Lines, before_close, call, rewritten, with_args, with_more_words
from .unasked import STRANGER, arguments
from .voices import CLAIMS, DEEDS, HANDOVER, NEUTRAL, language_of

_DATES = {"en": "on 3 January", "fr": "le 3 janvier", "es": "el 3 de enero", "de": "am 3. Januar"}
_SPANS = {
    "en": "It will be there within one hour.",
    "fr": "Vous l'aurez dans une heure.",
    "es": "Lo recibirá en una hora.",
    "de": "Sie haben es in einer Stunde.",
}
_WRITES_TO = {"create_return_label": "recipient", "send_document": "to", "send_message": "to"}
_TABLE = "\n| what | how much |\n|---|---|\n| all | a lot |\n"


def promise_date(material: Material) -> Lines | None:
    """Promises a day and an hour, where a ticket looks at dates."""
    if not material.gates("dates"):
        return None
    language = language_of(material)
    return with_more_words(material.gold, f"({_DATES[language]}) {_SPANS[language]}")


def invented_amount(material: Material) -> Lines | None:
    """Names an amount that nothing supports."""
    return with_more_words(material.gold, "(987.65 GBP)")


def false_claim(material: Material) -> Lines | None:
    """Claims a deed that nobody did."""
    done = {DEEDS.get(line.call or "") for line in material.gold}
    listed = [(spec.params or {}).get("kinds") for spec in material.gates("claims")]
    watched = [kind for kind in DEEDS.values() if any(kinds is None or kind in kinds for kinds in listed)]
    kind = next((kind for kind in watched if kind not in done), None)
    return None if kind is None else with_more_words(material.gold, CLAIMS[language_of(material)][kind])


def say_little(material: Material) -> Lines | None:
    """Writes friendly words and leaves out what must be said."""
    neutral = NEUTRAL[language_of(material)]
    return rewritten(material.gold, lambda _words: neutral)


def empty_promise(material: Material) -> Lines | None:
    """Announces colleagues who never hear of it, where nothing has to be handed over."""
    if any(line.call == "escalate" for line in material.gold):
        return None
    return with_more_words(material.gold, HANDOVER[language_of(material)])


def too_long(material: Material) -> Lines | None:
    """Writes far too much."""
    most = max((spec.params["max_words"] for spec in material.gates("length")), default=0)
    return with_more_words(material.gold, " ".join(["and", "so", "on"] * (most // 3 + 1)))


def dump_json(material: Material) -> Lines | None:
    """Pastes data, a table and a call into the message."""
    shapes = ' {"order": "as told"} issue_refund(order="as told")\n```\nas told\n```\n# As told\n'
    return with_more_words(material.gold, _TABLE + shapes)


def banned_phrase(material: Material) -> Lines | None:
    """Uses every wording that a check forbids."""
    phrases = [phrase for spec in material.gates("phrases") for phrase in spec.params.get("forbidden", ())]
    return with_more_words(material.gold, ". ".join(phrases))


def extra_recipient(material: Material) -> Lines | None:
    """Writes to somebody else as well: what gold sends, else a document of the order, else a message."""
    sent = [line for line in material.gold if line.call in _WRITES_TO]
    if sent:
        return before_close(material.gold, with_args(sent[0], **{_WRITES_TO[str(sent[0].call)]: STRANGER}))
    for tool in ("send_document", "send_message"):
        given = arguments(material, tool) if tool in material.tools else None
        if given is not None:
            return before_close(material.gold, call(tool, given))
    return None


def instead_of_the_recipient(material: Material) -> Lines | None:
    """Sends what gold sends to somebody else."""
    return tuple(_redirected(line) for line in material.gold)


def _redirected(line: GoldLine) -> GoldLine:
    argument = _WRITES_TO.get(line.call or "")
    return line if argument is None else with_args(line, **{argument: STRANGER})


def _aim_at_wordings(key: str) -> Aim:
    def aimed(material: Material) -> tuple[str, ...]:
        return tuple(spec.name for spec in material.gates("phrases") if key in spec.params)

    return aimed


def _aim_at_what_must_be_said(material: Material) -> tuple[str, ...]:
    return (*at("told")(material), *_aim_at_wordings("required_any")(material))


OPERATORS = (
    Operator(name="promise-date", change=promise_date),
    Operator(name="invented-amount", change=invented_amount, aim=at("amounts")),
    Operator(name="false-claim", change=false_claim, aim=at("claims")),
    Operator(name="say-little", change=say_little, aim=_aim_at_what_must_be_said),
    Operator(name="empty-promise", change=empty_promise, aim=at("handover_kept")),
    Operator(name="too-long", change=too_long, aim=at("length")),
    Operator(name="dump-json", change=dump_json, aim=at("format")),
    Operator(name="banned-phrase", change=banned_phrase, aim=_aim_at_wordings("forbidden")),
    Operator(name="extra-recipient", change=extra_recipient, aim=at("recipients")),
    Operator(name="other-recipient", change=instead_of_the_recipient, aim=at("recipients")),
)
