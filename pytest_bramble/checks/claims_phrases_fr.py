"""How French says that something was done; lower case without accents, as `folding.plain` leaves text."""

from __future__ import annotations

from .claim_words import Deed, Tongue

_SO = (
    r"(?: bien| deja| aussi| egalement| immediatement| maintenant| desormais| integralement| partiellement)*"
)
_I = rf"\b(?:j'ai|je (?:vous |l'|les )?ai|nous (?:vous |l'|les )?avons){_SO}"
_WAS = rf"\b(?:(?:a|ont|avez){_SO} ete{_SO}|(?:est|sont) (?:bien|deja|maintenant|desormais){_SO})"
_E = r"(?:e|s|es)?"  # what agreement adds to a participle
_TEAM = (
    r"(?:a |au |aux |vers |avec )(?:l'|la |le |les |notre |nos |un |une |mes |mon )?{gap}\b"
    r"(?:equipe|service|collegues?|responsable|conseill\w+|departement|specialiste|superviseur|personne)"
)
_CHANGED = rf"(?:modifie|change|corrige|mis a jour|mise a jour|remplace|actualise){_E}"
_SENT = rf"(?:envoye|commande|expedie|prepare|cree|organise|lance|joint|genere|emis|transmis){_E}"
_GIVEN = rf"(?:ajoute|accorde|emis|cree|applique|donne|genere|offert){_E}"
_COMMON = (
    "le la les de des du et vous votre vos nous est une un pour que pas dans sur je avec ce cette au en a"
)

TONGUE = Tongue(
    words=frozenset(_COMMON.split()),
    done=(
        rf"{_I} (?:{{p}})\b",
        rf"{_I} (?:{{v}})\b{{reach}}\b(?:{{n}})\b",
        rf"{_WAS} (?:{{p}})\b",
        rf"\b(?:{{n}})\b{{gap}}{_WAS} (?:{{v}})\b",
        r"\b(?:je viens|nous venons) (?:tout juste )?(?:de |d')(?:vous )?(?:{b})\b",
        r"(?:^|\n)[ \t]*(?:[*•-] )?(?:{n}) (?:{v})\b",
    ),
    doing=(r"\b(?:je|nous) (?:vous |le |la |les )?(?:{d})\b",),
    promised=(
        r"\b(?:je vais|nous allons) (?:vous )?(?:{b})\b",
        r"\b(?:sera|seront|serez)(?: bien| ensuite)* (?:{p})\b",
        r"\b(?:{n})\b{gap}\b(?:sera|seront) (?:{v})\b",
        r"\bvous (?:recevrez|allez recevoir)\b{gap}\b(?:{n})\b",
    ),
    aside=r"demande\w*|question|concernant|sujet|pour",
    denied=r"\b(?:ne|pas|aucune?|jamais|ni|sans|impossible)\b|\bn'",
    supposed=r"\b(?:si|s'il|une fois|des que|lorsque|lorsqu'|quand|apres|avant|jusqu'a|tant que|au cas ou|afin"
    r"|pour que|demander (?:que|de|a))\b",
    reported=r"\bvous (?:dites|avez dit|m'avez dit|indiquez|avez indique|ecrivez|avez ecrit|avez demande|demandez"
    r"|pensez|mentionnez)\b",
    earlier=r"\b(?:deja|hier|precedemment|auparavant|le [0-9]|il y a)\b",
    split=r" mais | cependant | et (?=j'ai|je\b|nous\b|votre\b|le\b|la\b)",
    deeds={
        "refund": Deed(
            stems=("rembours",),
            participles=rf"rembourse{_E}",
            nouns=r"remboursements?",
            verbs=rf"(?:effectue|emis|fait|traite|lance|envoye|initie|valide|verse|procede|declenche){_E}",
            base=r"rembourser|(?:effectuer|emettre|lancer|faire|proceder)\b{reach}\bremboursement",
            extra=(r"\bremboursement\b{gap} est (?:desormais )?(?:en route|parti)\b",),
        ),
        "cancellation": Deed(
            stems=("annul",),
            participles=rf"annule{_E}",
            nouns=r"annulation",
            verbs=rf"(?:effectue|confirme|traite){_E}",
            base=r"annuler",
        ),
        "address": Deed(
            stems=("adresse",),
            nouns=r"adresse(?! (?:e-?)?mail| electronique)(?: de livraison)?",
            verbs=_CHANGED,
            base=r"(?:modifier|changer|corriger)\b{gap}\badresse(?! (?:e-?)?mail)",
        ),
        "contact": Deed(
            stems=("mail", "electronique", "telephone", "coordonnees"),
            nouns=r"(?:adresse )?(?:e-?)?mail|adresse electronique|(?:numero de )?telephone|coordonnees",
            verbs=_CHANGED,
            base=r"(?:modifier|changer)\b{gap}\b(?:mail|e-?mail|telephone|coordonnees)",
        ),
        "replacement": Deed(
            stems=("remplac", "reexpedi", "renvoy", "nouve"),
            participles=rf"(?:remplace|reexpedie|renvoye){_E}",
            nouns=r"remplacement|nouvel exemplaire|nouveau colis",
            verbs=_SENT,
            base=r"remplacer|reexpedier|(?:envoyer|commander)\b{gap}\b(?:remplacement|nouvel exemplaire)",
        ),
        "label": Deed(
            stems=("etiquette",), nouns=r"etiquette", verbs=_SENT, base=r"envoyer\b{gap}\betiquette"
        ),
        "credit": Deed(
            stems=("avoir", "bon d'achat", "credit"),
            nouns=r"(?<=un )avoir|(?<=votre )avoir|bon d'achat|credit",
            verbs=_GIVEN,
            base=r"(?:accorder|ajouter|donner)\b{gap}\b(?:avoir|bon d'achat|credit)",
        ),
        "discount": Deed(
            stems=("remise", "reduction", "code promo", "coupon"),
            base=r"(?:appliquer|accorder|creer)\b{gap}\b(?:remise|reduction|code promo)",
            extra=(rf"{_I} (?:{_GIVEN})\b{{reach}}\b(?:remise|reduction|code promo|coupon)",),
        ),
        "escalation": Deed(
            stems=("escalad", "transm", "transf", "confi", "remont", "pass"),
            participles=rf"escalade{_E}|(?:transmis|transfere|confie|remonte|passe){_E}\b{{gap}}\b{_TEAM}",
            base=rf"escalader|(?:transmettre|transferer|confier|remonter|passer)\b{{gap}}\b{_TEAM}",
            doing=rf"(?:transmets|transmettons|transfere|transferons|confie|confions|passe)\b{{gap}}\b{_TEAM}",
        ),
        "trace": Deed(
            stems=("enquete", "recherche"),
            nouns=r"enquete|recherche",
            verbs=rf"(?:ouvert|lance|demande|initie|demarre){_E}",
            base=r"(?:ouvrir|lancer)\b{gap}\b(?:enquete|recherche)",
        ),
        "incident": Deed(
            stems=("incident", "signale"),
            nouns=r"incident|signalement",
            verbs=rf"(?:signale|enregistre|declare|ouvert|transmis){_E}",
            base=r"(?:signaler|declarer)\b{gap}\bincident",
        ),
        "erasure": Deed(
            stems=("effac", "suppr", "donnees"),
            nouns=r"demande (?:d'effacement|de suppression)",
            verbs=rf"(?:enregistre|inscrit|transmis){_E}",
            base=r"(?:effacer|supprimer)\b{gap}\bdonnees",
            extra=(
                rf"{_I} (?:efface|supprime){_E}\b{{reach}}\bdonnees\b",
                rf"\bdonnees\b{{gap}}{_WAS} (?:efface|supprime){_E}\b",
            ),
        ),
        "document": Deed(
            stems=("facture", "confirmation", "recu", "document"),
            nouns=r"facture|confirmation de commande|documents?",
            verbs=rf"(?:envoye|renvoye|transmis|joint){_E}",
            base=r"(?:r?envoyer|transmettre)\b{gap}\b(?:facture|confirmation de commande)",
        ),
    },
)
