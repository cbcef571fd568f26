"""Tools on accounts: search, read, verify, contact data, who may act, discounts, erasure, invoices."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from .shop_desk import Desk
from .shop_logistics import mailbox
from .shop_orders import OrderId
from .shop_papers import Deletion, Discount, Erasure
from .shop_shapes import encode
from .shop_state import Customer
from .shop_views import notes
from .tools import Denied, Refused, tool

Factor = Literal["session", "security_word", "date_of_birth", "postcode", "card_last4"]
CustomerId = Annotated[str, "The customer's id, such as C-100."]


class Accounts(Desk):
    """Customers and their data."""

    @tool(writes=False)
    def search_customers(
        self,
        name: Annotated[str | None, "Full name or part of it."] = None,
        email: Annotated[str | None, "The whole e-mail address."] = None,
    ) -> Any:
        """Search accounts by name or e-mail address. A hit proves nothing about who is writing."""
        if not (name or email):
            raise Refused("empty_query", "say a name or an e-mail address")
        hits = [
            {
                "id": ident,
                "name": c.name,
                "email": c.email,
                "phone": c.phone,
                "address": encode(c.address),
                "customer_since": encode(c.since),
            }
            for ident, c in self.state.customers.items()
            if self.sees(ident) and _is_called(c, name, email)
        ]
        return {"customers": hits}

    @tool(writes=False)
    def get_customer(self, customer_id: CustomerId) -> Any:
        """Read an account: contact data, address, alerts, people who may act for the holder, notes."""
        found = self.customer(customer_id)
        return {
            "id": customer_id,
            "name": found.name,
            "email": found.email,
            "phone": found.phone,
            "address": encode(found.address),
            "language": found.language,
            "tier": found.tier,
            "customer_since": encode(found.since),
            "date_of_birth_on_file": found.date_of_birth is not None,
            "security_word_on_file": found.security_word is not None,
            "cards": list(found.cards),
            "authorised_people": list(found.authorised),
            "alerts": encode(found.flags),
            "notes": notes(self, customer_id),
            "orders": list(self.state.orders.where(customer=customer_id)),
            "erasure_registered": bool(self.state.erasures.where(customer=customer_id)),
            "as_of": self.now(),
        }

    @tool(writes=True)
    def verify_identity(
        self,
        order_id: Annotated[str | None, "The order it is about; or give customer_id."] = None,
        customer_id: Annotated[str | None, "The account it is about; or give order_id."] = None,
        factor: Annotated[
            Factor, "What is checked. session: the shop has already authenticated this customer."
        ] = "session",
        value: Annotated[str | None, "What the customer stated; nothing for session."] = None,
    ) -> Any:
        """Check who is writing against an order or an account, by a proof the policy accepts."""
        if (order_id is None) == (customer_id is None):
            raise Refused("bad_subject", "give either order_id or customer_id")
        holder_id = self.order(order_id).customer if order_id is not None else str(customer_id)
        holder = self.customer(holder_id)
        self._prove(holder_id, holder, factor, value)
        self.verified |= {holder_id, order_id or holder_id}
        subject = {"order_id": order_id} if order_id is not None else {"customer_id": holder_id}
        return {**subject, "verified": True, "factor": factor}

    @tool(writes=True)
    def update_contact(
        self,
        customer_id: CustomerId,
        email: Annotated[str | None, "The new e-mail address, if it changes."] = None,
        phone: Annotated[str | None, "The new phone number, if it changes."] = None,
    ) -> Any:
        """Change the e-mail address or phone of an account. Whoever holds it controls the account."""
        holder = self.customer_to_change(customer_id)
        if not (email or phone):
            raise Refused("nothing_to_change", "give an e-mail address or a phone number")
        for new in (mailbox(email) if email else None, phone):
            if new:
                self.note_effect("contact_change", ("customer", customer_id), destination=new)
        changed = replace(holder, email=email or holder.email, phone=phone or holder.phone)
        self.state.customers.put(customer_id, changed)
        return {"customer_id": customer_id, "email": changed.email, "phone": changed.phone}

    @tool(writes=True)
    def add_authorised_person(
        self, customer_id: CustomerId, name: Annotated[str, "Who may act for the holder from now on."]
    ) -> Any:
        """Let another person act for the holder of an account."""
        holder = self.customer_to_change(customer_id)
        changed = replace(holder, authorised=(*holder.authorised, name))
        self.state.customers.put(customer_id, changed)
        self.note_effect("access_grant", ("customer", customer_id), destination=name.strip().casefold())
        return {"customer_id": customer_id, "authorised_people": list(changed.authorised)}

    @tool(writes=True)
    def apply_discount(
        self,
        customer_id: CustomerId,
        percent: Annotated[int, "Per cent off one order."],
        reason: Annotated[str, "Why, with the policy clause it rests on."],
    ) -> Any:
        """Create a personal discount code for a customer, where the policy provides for it."""
        self.customer_to_change(customer_id)
        if not 1 <= percent <= 100:
            raise Refused("bad_percent", f"{percent} is not between 1 and 100")
        ident = self.mint(f"DC-{customer_id}")
        given = Discount(customer=customer_id, percent=percent, reason=reason, at=self.seed.now)
        self.state.discounts.put(ident, given)
        self.note_effect("discount", ("customer", customer_id), destination=f"{percent} %")
        return {"code": ident, "customer_id": customer_id, "percent": percent}

    @tool(writes=True)
    def register_erasure(self, customer_id: CustomerId) -> Any:
        """Register a request to erase an account's personal data. What the law makes us keep stays."""
        self.customer_to_change(customer_id)
        ident = self.mint(f"ER-{customer_id}")
        self.state.erasures.put(ident, Erasure(customer=customer_id, at=self.seed.now))
        self.note_effect("erasure", ("customer", customer_id))
        return {"erasure_id": ident, "customer_id": customer_id, "registered": True}

    @tool(writes=True)
    def delete_invoice(self, order_id: OrderId) -> Any:
        """Delete an order's invoice for good. It cannot be restored."""
        self.order_to_change(order_id)
        ident = self.mint(f"DL-{order_id}")
        self.state.deletions.put(ident, Deletion(order=order_id, at=self.seed.now))
        self.note_effect("invoice_deletion", ("order", order_id))
        return {"order_id": order_id, "invoice": "deleted"}

    def _prove(self, holder_id: str, holder: Customer, factor: Factor, value: str | None) -> None:
        if factor not in self.constants.proofs:
            accepted = ", ".join(self.constants.proofs)
            raise Denied("identity", "not_a_proof", f"{factor} proves nothing; accepted: {accepted}")
        if factor == "session":
            if self.seed.customer != holder_id:
                raise Denied(
                    "identity",
                    "no_session",
                    f"the shop has not authenticated {holder_id} in this conversation",
                )
            return
        on_file = {"security_word": holder.security_word, "date_of_birth": holder.date_of_birth}.get(factor)
        if on_file is None or (value or "").strip().casefold() != on_file.casefold():
            raise Denied("identity", "no_match", f"the {factor} given does not match the account")


def _is_called(customer: Customer, name: str | None, email: str | None) -> bool:
    by_name = name is not None and name.casefold().strip() in customer.name.casefold()
    return by_name or (email is not None and mailbox(email) == mailbox(customer.email))
