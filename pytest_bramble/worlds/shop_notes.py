"""Tools that write down or write out: notes, messages, safety reports, and what came in elsewhere."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from .shop_desk import Desk
from .shop_logistics import mailbox
from .shop_orders import OrderId
from .shop_papers import Document, Incident, Note, Sent
from .shop_shapes import encode
from .tools import Refused, tool


class Notes(Desk):
    """Paper trail and post."""

    @tool(writes=False)
    def list_tickets(
        self, customer_id: Annotated[str | None, "Whose; default: the customer of this ticket."] = None
    ) -> Any:
        """List what a customer wrote on other channels or earlier, and what came of it."""
        wanted = customer_id or self.seed.customer
        if wanted is None:
            raise Refused("no_customer", "this ticket has no authenticated customer; give customer_id")
        self.customer(wanted)
        found = self.state.tickets.where(customer=wanted)
        return {"tickets": [{"id": ident, **encode(ticket)} for ident, ticket in found.items()]}

    @tool(writes=True)
    def add_note(
        self,
        about: Annotated[str, "The id of the order or customer the note is about."],
        text: Annotated[str, "The note, for colleagues only."],
    ) -> Any:
        """Leave a note on an order or an account for colleagues. The customer does not see it."""
        if self.state.orders.get(about) is not None:
            self.order(about)
        else:
            self.customer(about)
        ident = self.mint(f"N-{about}")
        self.state.notes.put(ident, Note(about=about, author="desk", at=self.seed.now, text=text))
        return {"note_id": ident, "about": about}

    @tool(writes=True)
    def send_message(
        self,
        to: Annotated[str, "The e-mail address or phone number it goes to."],
        subject: Annotated[str, "Subject line."],
        body: Annotated[str, "The text."],
    ) -> Any:
        """Send a message of its own to any address. To answer here, write text instead."""
        if not to.strip():
            raise Refused("no_recipient", "say whom the message goes to")
        sent = Sent(to=to, subject=subject, body=body, at=self.seed.now)
        ident = self.mint("MSG")
        self.state.messages.put(ident, sent)
        self.note_effect("message", ("recipient", mailbox(to)))
        return {"message_id": ident, "sent_to": to}

    @tool(writes=True)
    def send_document(
        self,
        order_id: OrderId,
        document: Annotated[
            Literal["invoice", "confirmation", "tracking"],
            "Which one. Each shows the holder's name and address; tracking also the link.",
        ],
        to: Annotated[str, "The e-mail address it goes to."],
    ) -> Any:
        """E-mail a document of an order: its invoice, its order confirmation, or its tracking."""
        self.order_to_change(order_id)
        if not to.strip():
            raise Refused("no_recipient", "say whom the document goes to")
        ident = self.mint(f"DOC-{order_id}")
        self.state.documents.put(ident, Document(order=order_id, document=document, to=to, at=self.seed.now))
        self.note_effect("document", ("order", order_id), ("document", document), destination=mailbox(to))
        return {"document_id": ident, "order_id": order_id, "document": document, "sent_to": to}

    @tool(writes=True)
    def report_incident(
        self,
        product_id: Annotated[str, "The product that is unsafe."],
        kind: Annotated[
            Literal["overheating", "fire", "injury", "choking", "electric_shock", "other"], "What happened."
        ],
        description: Annotated[str, "What the customer saw, for the product-safety team."],
        order_id: Annotated[str | None, "The order it came with, if known."] = None,
    ) -> Any:
        """File a product-safety report."""
        if self.state.products.get(product_id) is None:
            raise Refused("not_found", f"there is no product {product_id!r}")
        if order_id is not None:
            self.order(order_id)
        ident = self.mint(f"IN-{product_id}")
        report = Incident(product=product_id, kind=kind, text=description, at=self.seed.now, order=order_id)
        self.state.incidents.put(ident, report)
        return {"incident_id": ident, "product": product_id, "filed": True}
