"""How English says that something was done; lower case without accents, as `folding.plain` leaves text."""

from __future__ import annotations

from .claim_words import Deed, Tongue

_SO = (
    r"(?: now| just| already| also| successfully| (?:gone|went) ahead and| immediately| since| fully| partially"
    r"| both)*"
)
_I = rf"\b(?:i|we)(?:'ve| have| had)?{_SO}"
_WAS = (
    rf"\b(?:(?:has|have|had){_SO} been{_SO}|(?:was|were){_SO}|is (?:now|already){_SO}"
    rf"|are (?:now|already){_SO}|is(?= (?:complete|done)\b))"
)
_WILL = "'ll| will| shall|'m going to| am going to|'re going to| are going to"
_TEAM = (
    r"(?:the|our|a|an|my|one of our|one of my)\b{gap}\b"
    r"(?:team|colleagues?|department|specialists?|manager|supervisor|desk|agent|person|human|advis[eo]r)"
)
_GAVE = "applied|created|added|given|gave|issued|set up|generated|granted"
_REFUND = (
    r"refunds?(?! (?:request|approval|policy|form|case|claim|query|enquiry|status|amount|team|window|option))"
)
_COMMON = "the and you your for to of is have has been we it on with this that are in will be not my our i'm"

TONGUE = Tongue(
    words=frozenset(_COMMON.split()),
    done=(
        rf"{_I} (?:{{p}})\b",
        rf"{_I} (?:{{v}})\b{{reach}}\b(?:{{n}})\b",
        rf"{_WAS} (?:{{p}})\b",
        rf"\b(?:{{n}})\b{{gap}}{_WAS} (?:{{v}})\b",
        r"(?:^|\n)[ \t]*(?:[*•-] )?(?:{n}) (?:{v})\b",
        r"(?:^|\n)[ \t]*(?:[*•-] )?(?:{p})(?=\s*(?:[:.!\n0-9£€$¥]|$))",
    ),
    doing=(r"\b(?:i'm|i am|we're|we are)(?: now| also| just)* (?:{d})\b", r"\b(?:is|are) being (?:{p})\b"),
    promised=(
        rf"\b(?:i|we)(?:{_WILL})(?: now| also| then)* (?:{{b}})\b",
        r"\bwill(?: then| now| also)* be (?:{p})\b",
        r"\b(?:{n})\b{gap}\bwill(?: then| now| also)* be (?:{v})\b",
        r"\byou(?:'ll| will) (?:get|receive|have)\b{gap}\b(?:{n})\b",
    ),
    aside=r"about|request\w*|approv\w*|questions?|regarding|concerning|for|asking|whether",
    denied=r"\b(?:not|never|no|nor|neither|nothing|cannot|unable|without|yet to|fail(?:ed|s)? to|instead of)\b"
    r"|n't\b",
    supposed=r"\b(?:if|once|when|whenever|until|till|unless|before|after|whether|should you|would|could have|might"
    r"|may have|as soon as|provided|in case|ask(?:ed|ing)? (?:that|for|to|them)|so that|needs? to)\b",
    reported=r"\byou (?:say|said|mention(?:ed)?|were told|told|wrote|write|asked|claim(?:ed)?|believe|think)\b",
    earlier=r"\b(?:already|earlier|yesterday|previously|last (?:week|month)|on (?:the )?[0-9]|ago)\b"
    r"|[0-9]{4}-[0-9]{2}",
    split=r" but | however | although | and (?=i\b|we\b|your\b|the\b|it\b)| so (?=i\b|we\b)",
    deeds={
        "refund": Deed(
            stems=("refund", "reimburs", "paid back", "money", "credited", "sent back"),
            participles=r"refunded|reimbursed|(?:paid|given|sent) back",
            nouns=rf"{_REFUND}|reimbursements?|money(?: back)?",
            verbs=r"issued|processed|made|sent|initiated|completed|arranged|paid|put through|triggered|credited"
            r"|returned|complete|done",
            base=r"refund|reimburse|pay back"
            r"|(?:issue|process|make|send|arrange|pay) (?:you )?(?:the|a|your)\b{gap}\brefund",
            doing=r"refunding|reimbursing"
            r"|(?:issuing|processing|making|sending) (?:you )?(?:the|a|your)\b{gap}\brefund",
            extra=(
                r"\brefund\b{gap} (?:is (?:now )?(?:on its way|on the way)|has (?:now )?gone through)\b",
                rf"{_WAS} credited (?:back )?to (?:your|the) (?:\w+ )?(?:card|bank|paypal|original)",
            ),
        ),
        "cancellation": Deed(
            stems=("cancel",),
            participles=r"cancell?ed",
            nouns=r"cancellation",
            verbs=r"processed|completed|confirmed|made|complete",
            base=r"cancel",
            doing=r"cancell?ing",
            extra=(r"\border\b(?:(?! (?:can|will|may)\b)[^.;:!?\n,]){0,25} is cancell?ed\b",),
        ),
        "address": Deed(
            stems=("address",),
            nouns=r"(?<!mail )address(?:es)?",
            verbs=r"changed|updated|corrected|amended|replaced|switched",
            base=r"(?:change|update|correct|amend)\b{gap}(?<!mail )\baddress",
            doing=r"(?:changing|updating|correcting)\b{gap}(?<!mail )\baddress",
        ),
        "contact": Deed(
            stems=("mail", "phone", "contact details"),
            nouns=r"(?:the|your|her|his|their|account|new|registered) (?:e-?mail|phone|mobile)|contact details",
            verbs=r"changed|updated|corrected|amended|replaced|switched",
            base=r"(?:change|update|correct)\b{gap}\b(?:e-?mail|phone|contact details)",
            doing=r"(?:changing|updating)\b{gap}\b(?:e-?mail|phone|contact details)",
        ),
        "replacement": Deed(
            stems=("replac", "exchange", "resent", "reship", "re-sent", "new one"),
            participles=r"replaced|reshipped|re-?sent (?:the|your) (?:items?|order|parcel|goods)|exchanged",
            nouns=r"replacements?|exchange|new one",
            verbs=r"sent|ordered|arranged|created|dispatched|shipped|issued|booked|placed|set up|organi[sz]ed",
            base=r"(?:send|order|arrange|ship|dispatch)\b{gap}\b(?:replacement|new one)|replace",
            doing=r"(?:sending|ordering|arranging|shipping)\b{gap}\b(?:replacement|new one)|replacing",
            extra=(r"\breplacement\b{gap} is (?:now )?(?:on its way|on the way)\b",),
        ),
        "label": Deed(
            stems=("label",),
            nouns=r"labels?",
            verbs=r"sent|e-?mailed|created|issued|generated|attached",
            base=r"(?:send|e-?mail|create|issue)\b{gap}\blabel",
            doing=r"(?:sending|e-?mailing|creating)\b{gap}\blabel",
        ),
        "credit": Deed(
            stems=("credit", "voucher"),
            nouns=r"credit(?! card| note)|voucher",
            verbs=r"added|applied|given|gave|issued|put|granted|placed",
            base=r"(?:add|apply|give|issue|grant)\b{gap}\b(?:credit(?! card)|voucher)",
            doing=r"(?:adding|applying|giving)\b{gap}\b(?:credit(?! card)|voucher)",
        ),
        "discount": Deed(
            stems=("discount", "coupon", "promo"),
            base=r"(?:apply|create|add|give|issue)\b{gap}\b(?:discount|coupon)",
            doing=r"(?:applying|creating|adding|giving)\b{gap}\b(?:discount|coupon)",
            # "The discount was applied" tells of a purchase; only who gives one now claims it.
            extra=(
                rf"{_I} (?:{_GAVE})\b{{reach}}\b(?:discount|coupon|promo)",
                r"\b(?:discount|coupon|promo)\b{gap}\bhas been (?:created|added|set up|generated)\b",
            ),
        ),
        "escalation": Deed(
            stems=("escalat", "transfer", "pass", "hand", "forward", "refer", "connect", "rais", "put you"),
            participles=r"escalated|transferred you|(?:passed|handed|forwarded|transferred|referred|raised)\b{gap}"
            rf"\b(?:to|with) {_TEAM}",
            base=r"escalate|transfer you|(?:pass|hand|forward|refer|connect|put|transfer)\b{gap}\b(?:to|with) "
            + _TEAM,
            doing=r"escalating|transferring you|connecting you"
            rf"|(?:passing|handing|forwarding|transferring|referring)\b{{gap}}\bto {_TEAM}",
        ),
        "trace": Deed(
            stems=("trace", "investigat"),
            nouns=r"traces?|investigation",
            verbs=r"opened|started|raised|requested|launched|begun|filed",
            base=r"(?:open|start|raise|request|launch)\b{gap}\b(?:trace|investigation)",
            doing=r"(?:opening|starting|raising|launching)\b{gap}\b(?:trace|investigation)",
        ),
        "incident": Deed(
            stems=("report", "incident"),
            nouns=r"(?:safety |incident )?report|incident",
            verbs=r"filed|logged|reported|raised|submitted|recorded|opened",
            base=r"(?:file|log|raise|submit)\b{gap}\b(?:safety report|incident)",
            doing=r"(?:filing|logging|raising)\b{gap}\b(?:safety report|incident)",
        ),
        "erasure": Deed(
            stems=("eras", "delet", "data"),
            nouns=r"(?:erasure|deletion)(?: request)?|request (?:for erasure|to (?:delete|erase))",
            verbs=r"registered|logged|recorded|submitted",
            base=r"(?:erase|delete)\b{gap}\b(?:data|account)",
            doing=r"(?:erasing|deleting)\b{gap}\b(?:data|account)",
            extra=(
                rf"{_I} (?:erased|deleted|removed)\b{{reach}}\b(?:data|account|details)\b",
                rf"\b(?:data|account|details)\b{{gap}}{_WAS} (?:erased|deleted|removed)\b",
            ),
        ),
        "document": Deed(
            stems=("invoice", "confirmation", "receipt", "document"),
            nouns=r"invoice|order confirmation|confirmation e-?mail|receipt|documents?",
            verbs=r"sent|re-?sent|e-?mailed|attached|forwarded",
            base=r"(?:re-?)?(?:send|e-?mail|forward)\b{gap}\b(?:invoice|order confirmation|receipt)",
        ),
    },
)
