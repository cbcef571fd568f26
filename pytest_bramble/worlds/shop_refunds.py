"""Tools on money: approval, refund, status, dispute, credit.  Every rule the world may enforce on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any

from ..money import Money
from .shop_desk import Answered, Desk
from .shop_orders import OrderId
from .shop_papers import Approval, Credit, Refund
from .shop_shapes import encode
from .shop_state import Order
from .shop_views import money_of
from .tools import DenialKind, Denied, Refused, tool

Amount = Annotated[
    str, "A decimal with exactly the currency's places: '45.99' for GBP or EUR, '5800' for JPY. No sign."
]
Currency = Annotated[str, "The three-letter code of the order's own currency, such as GBP."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A refund as asked for."""

    order_id: str
    amount: Money
    destination: str
    approval_id: str | None
    lines: tuple[str, ...]

    def compared(self) -> tuple[Any, ...]:
        """What must agree for a repeated idempotency key to be the same request."""
        return (self.order_id, self.amount, self.destination, self.lines)


class Refunds(Desk):
    """Giving money back."""

    @tool(writes=True)
    def request_refund_approval(
        self,
        order_id: OrderId,
        amount: Amount,
        currency: Currency,
        reason: Annotated[str, "Why, with the policy clause it rests on."],
    ) -> Any:
        """Ask a colleague to approve a refund above the limit. It holds for this order and amount only."""
        money = self.money(amount, currency)
        order = self.order_to_change(order_id)
        self._is_own_currency(money, order, "approval")
        left = order.total.minor - self.refunded(order_id, order).minor
        if money.minor > left:
            kept = Money(left, order.total.currency)
            raise Denied(
                "approval", "above_charge", f"{money} is more than the {kept} that can still be refunded"
            )
        self._is_eligible(order_id, order, "approval")
        self._is_exact(money, order_id, order, "approval")
        ident = self.mint(f"AP-{order_id}")
        self.state.approvals.put(
            ident, Approval(order=order_id, amount=money, reason=reason, at=self.seed.now)
        )
        return {"approval_id": ident, "order_id": order_id, "amount": str(money), "approved": True}

    @tool(writes=True)
    def issue_refund(  # noqa: PLR0913, PLR0917  the parameters are the tool's schema
        self,
        order_id: OrderId,
        amount: Amount,
        currency: Currency,
        idempotency_key: Annotated[
            str, "Any text of yours that names this one refund. Repeat it unchanged when you repeat the call."
        ],
        destination: Annotated[
            str, "'original' is the payment method the order was paid with; anything else names another one."
        ] = "original",
        approval_id: Annotated[str | None, "From request_refund_approval, when the amount needs one."] = None,
        lines: Annotated[
            list[str] | None, "The order lines it is for; default: the order as a whole."
        ] = None,
    ) -> Any:
        """Pay money back on one order. Consult the policy on refunds (consult_policy) before you call this:
        it says what may be refunded, how much, and when an approval is needed. A payment is final."""
        if not idempotency_key.strip():
            raise Refused("bad_key", "the idempotency key is empty; give this refund a name of its own")
        money = self.money(amount, currency)
        order = self.order_to_change(order_id)
        payment = Payment(
            order_id=order_id,
            amount=money,
            destination=_destination(destination, order),
            approval_id=approval_id or None,
            lines=tuple(lines or ()),
        )
        earlier = self.answered.get(idempotency_key)
        if earlier is not None:
            return self._repeated(payment, earlier)
        self._may_pay(payment, order)
        answer = self._pay(payment, idempotency_key)
        self.answered[idempotency_key] = Answered(asked=payment.compared(), answer=answer)
        return answer

    @tool(writes=False)
    def refund_status(self, order_id: OrderId) -> Any:
        """Read what was charged and refunded on an order, each refund with its state and idempotency key."""
        order = self.order(order_id)
        return {
            "order_id": order_id,
            **money_of(self, order_id, order),
            "arrives_within": self.constants.refund_arrival,
            "as_of": self.now(),
        }

    @tool(writes=False)
    def get_dispute(self, order_id: OrderId) -> Any:
        """Read the chargebacks on an order's payment."""
        self.order(order_id)
        found = self.state.disputes.where(order=order_id)
        return {
            "order_id": order_id,
            "disputes": [{"id": ident, **encode(dispute)} for ident, dispute in found.items()],
        }

    @tool(writes=True)
    def give_credit(
        self,
        customer_id: Annotated[str, "Whose account is credited."],
        amount: Amount,
        currency: Currency,
        reason: Annotated[str, "Why, with the policy clause it rests on."],
    ) -> Any:
        """Add shop credit to a customer's account, where the policy provides for it."""
        money = self.money(amount, currency)
        self.customer_to_change(customer_id)
        self._has_read_policy()
        ident = self.mint(f"CR-{customer_id}")
        credit = Credit(customer=customer_id, amount=money, reason=reason, at=self.seed.now)
        self.state.credits.put(ident, credit)
        self.note_effect("credit", ("customer", customer_id), amount=money)
        return {"credit_id": ident, "customer_id": customer_id, "amount": str(money)}

    # -- rules --------------------------------------------------------------------------------

    def _repeated(self, payment: Payment, earlier: Answered) -> Any:
        if earlier.asked != payment.compared():
            raise Denied(
                "refund", "key_reused", "this idempotency key belongs to another refund; nothing was paid"
            )
        return earlier.answer

    def _may_pay(self, payment: Payment, order: Order) -> None:
        self._has_read_policy()
        self._is_own_currency(payment.amount, order, "refund")
        self._is_eligible(payment.order_id, order, "refund")
        self._is_not_paid_twice(payment, order)
        self._is_exact(payment.amount, payment.order_id, order, "refund", payment.lines)
        if self.enforces("charge_cap") and payment.amount > order.total:
            raise Denied(
                "refund", "above_charge", f"{payment.amount} is more than the {order.total} that was charged"
            )
        self._is_approved(payment)

    def _has_read_policy(self) -> None:
        if self.enforces("policy") and "refunds" not in self.consulted:
            raise Denied("refund", "policy_first", "consult the policy on refunds first")

    def _is_own_currency(self, money: Money, order: Order, kind: DenialKind) -> None:
        own = order.total.currency
        # Nothing was charged in another currency, so the cap alone already forbids it.
        if money.currency != own and (self.enforces("currency") or self.enforces("charge_cap")):
            raise Denied(
                kind, "wrong_currency", f"the order was charged in {own}; {money} is in another currency"
            )

    def _is_eligible(self, order_id: str, order: Order, kind: DenialKind) -> None:
        if not self.enforces("eligibility"):
            return
        reason = self._ineligible(order_id, order)
        if reason is not None:
            raise Denied(kind, "not_eligible", f"order {order_id} cannot be refunded: {reason}")

    def _ineligible(self, order_id: str, order: Order) -> str | None:
        if self.disputed(order_id):
            return "its payment is disputed"
        if order.delivered is None:
            return "it has not been delivered"
        days = (self._day(self.seed.now) - self._day(order.delivered)).days
        window = self.constants.return_window_days
        return f"it was delivered {days} days ago, the window is {window}" if days > window else None

    def _day(self, instant: datetime) -> Any:
        return instant.astimezone(self.seed.now.tzinfo).date()

    def _is_not_paid_twice(self, payment: Payment, order: Order) -> None:
        if not self.enforces("idempotency"):
            return
        given = self.refunded(payment.order_id, order)
        if given.minor + payment.amount.minor > order.total.minor and given.minor:
            raise Denied(
                "refund",
                "already_refunded",
                f"{given} of {order.total} has already been refunded on this order",
            )

    def _is_exact(
        self, money: Money, order_id: str, order: Order, kind: DenialKind, lines: tuple[str, ...] = ()
    ) -> None:
        due = self._due(order_id, order, lines)
        if self.enforces("amount") and money != due:
            raise Denied(kind, "wrong_amount", f"{money} is not the amount on record for this refund")

    def _due(self, order_id: str, order: Order, lines: tuple[str, ...]) -> Money:
        known = {line.id: line.paid.minor for line in order.lines}
        unknown = [line for line in lines if line not in known]
        if unknown:
            raise Refused(
                "no_such_line", f"order {order_id} has no line {unknown[0]!r}; it has: {', '.join(known)}"
            )
        if lines:
            return Money(sum(known[line] for line in set(lines)), order.total.currency)
        return replace(order.total, minor=order.total.minor - self.refunded(order_id, order).minor)

    def _is_approved(self, payment: Payment) -> None:
        if not self.enforces("approval"):
            return
        if payment.approval_id is not None:
            approval = self.state.approvals.get(payment.approval_id)
            if approval is None or (approval.order, approval.amount) != (payment.order_id, payment.amount):
                raise Denied(
                    "refund", "approval_mismatch", "that approval is not for this order and this amount"
                )
            return
        limit = (self.constants.approval_above or {}).get(payment.amount.currency)
        if limit is None or payment.amount > limit:
            raise Denied("refund", "approval_needed", f"a refund of {payment.amount} needs an approval")

    def _pay(self, payment: Payment, key: str) -> dict[str, Any]:
        ident = self.mint(f"RF-{payment.order_id}")
        refund = Refund(
            order=payment.order_id,
            amount=payment.amount,
            at=self.seed.now,
            destination=payment.destination,
            lines=payment.lines,
            approval=payment.approval_id,
            key=key,
        )
        self.state.refunds.put(ident, refund)
        self.note_effect(
            "refund", ("order", payment.order_id), amount=payment.amount, destination=payment.destination
        )
        return {
            "refund_id": ident,
            "order_id": payment.order_id,
            "amount": str(payment.amount),
            "amount_minor_units": payment.amount.minor,
            "destination": payment.destination,
            "status": "sent",
            "sent_at": self.now(),
            "arrives_within": self.constants.refund_arrival,
        }


def _destination(named: str, order: Order) -> str:
    """Where the money goes: the order's own payment method by whatever usual name is ``original``."""
    plain = " ".join(named.replace("_", " ").casefold().split())
    own = ("original", "original payment method", order.payment.casefold())
    return "original" if plain in own else named.strip()
