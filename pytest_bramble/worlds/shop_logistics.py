"""Tools on goods and parcels: tracking, traces, intercepts, replacements, labels, addresses, cancelling."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any

from .shop_desk import Desk
from .shop_orders import OrderId
from .shop_papers import Intercept, Label, Replacement, Trace
from .shop_shapes import encode
from .shop_state import Address, Line, Order
from .tools import Refused, tool

ShipmentId = Annotated[str, "The shipment's id as get_shipments gives it."]


class Logistics(Desk):
    """Moving goods."""

    @tool(writes=False)
    def get_shipments(self, order_id: OrderId) -> Any:
        """Read an order's parcels: carrier, tracking, scans, expected delivery, slot, proof of delivery."""
        order = self.order(order_id)
        found = self.state.shipments.where(order=order_id)
        usual = encode(self.address_of(order))
        return {
            "order_id": order_id,
            "shipments": [
                {"id": i, **encode(parcel), "address": encode(parcel.address) or usual}
                for i, parcel in found.items()
            ],
            "traces": encode(tuple(t for t in self._traces(order_id))),
            "as_of": self.now(),
        }

    @tool(writes=True)
    def open_trace(
        self, shipment_id: ShipmentId, reason: Annotated[str, "What the customer reports about the parcel."]
    ) -> Any:
        """Ask the carrier to search for a parcel that is missing or was not received."""
        parcel = self.shipment(shipment_id)
        self.order_to_change(parcel.order)
        ident = self.mint(f"TR-{shipment_id}")
        self.state.traces.put(ident, Trace(shipment=shipment_id, reason=reason, at=self.seed.now))
        return {"trace_id": ident, "shipment_id": shipment_id, "answer_within": self.constants.trace_answer}

    @tool(writes=True)
    def request_intercept(
        self,
        shipment_id: ShipmentId,
        instruction: Annotated[str, "What the carrier should do: return it, hold it, or take it elsewhere."],
    ) -> Any:
        """Ask the carrier to stop or redirect a parcel on its way. It is a request; nothing is promised."""
        parcel = self.shipment(shipment_id)
        self.order_to_change(parcel.order)
        ident = self.mint(f"IC-{shipment_id}")
        asked = Intercept(shipment=shipment_id, instruction=instruction, at=self.seed.now)
        self.state.intercepts.put(ident, asked)
        return {"intercept_id": ident, "shipment_id": shipment_id, "status": "requested, not confirmed"}

    @tool(writes=True)
    def create_replacement(
        self,
        order_id: OrderId,
        line: Annotated[str, "The order line it replaces."],
        reason: Annotated[str, "Why, with the policy clause it rests on."],
        product_id: Annotated[str | None, "Another product to send; default: the line's own."] = None,
        quantity: Annotated[int, "Units to send, at most as many as were bought."] = 1,
    ) -> Any:
        """Send goods again, free of charge, to the order's delivery address: a replacement or an exchange."""
        order = self.order_to_change(order_id)
        bought = self._line(order_id, order, line)
        if not 1 <= quantity <= bought.quantity:
            raise Refused(
                "bad_quantity", f"{quantity} cannot be replaced; {bought.quantity} were bought on line {line}"
            )
        sent = product_id or bought.product
        self._take_from_stock(sent, quantity)
        ids = [self._send_one(order_id, line, sent, reason) for _ in range(quantity)]
        return {"replacement_ids": ids, "order_id": order_id, "product": sent, "quantity": quantity}

    @tool(writes=True)
    def create_return_label(
        self,
        order_id: OrderId,
        recipient: Annotated[str, "The e-mail address the label is sent to. It shows the holder's address."],
    ) -> Any:
        """Make a prepaid return label for an order and e-mail it."""
        self.order_to_change(order_id)
        ident = self.mint(f"LB-{order_id}")
        self.state.labels.put(ident, Label(order=order_id, recipient=recipient, at=self.seed.now))
        self.note_effect("label", ("order", order_id), destination=mailbox(recipient))
        return {"label_id": ident, "order_id": order_id, "sent_to": recipient}

    @tool(writes=True)
    def update_address(
        self,
        order_id: OrderId,
        street: Annotated[str, "House number and street, with flat or building if any."],
        town: Annotated[str, "Town or city."],
        postcode: Annotated[str, "Postcode."],
        country: Annotated[str, "Two-letter country code."] = "GB",
    ) -> Any:
        """Change an order's delivery address in our own records. A parcel that has left keeps its label."""
        order = self.order_to_change(order_id)
        address = Address(street=street, town=town, postcode=postcode, country=country)
        if self.enforces("eligibility") and order.status not in ("pending", "packed"):
            raise Refused("too_late", f"order {order_id} is {order.status}; its address cannot change")
        self.state.orders.put(order_id, replace(order, address=address))
        self.note_effect("address_change", ("order", order_id), destination=place(address))
        return {"order_id": order_id, "delivery_address": encode(address), "order_status": order.status}

    @tool(writes=True)
    def cancel_order(self, order_id: OrderId, reason: Annotated[str, "Why."]) -> Any:
        """Cancel a whole order that has not left yet; a single item cannot be. Pays nothing back."""
        order = self.order_to_change(order_id)
        if order.status not in ("pending", "packed"):
            raise Refused(
                "too_late",
                f"order {order_id} is {order.status}; only a pending or packed one can be cancelled",
            )
        self.state.orders.put(order_id, replace(order, status="cancelled"))
        self.note_effect("cancellation", ("order", order_id))
        return {"order_id": order_id, "status": "cancelled", "reason": reason}

    def _traces(self, order_id: str) -> list[Trace]:
        mine = self.state.shipments.where(order=order_id)
        return [trace for _, trace in self.state.traces.items() if trace.shipment in mine]

    def _line(self, order_id: str, order: Order, line: str) -> Line:
        for bought in order.lines:
            if bought.id == line:
                return bought
        known = ", ".join(bought.id for bought in order.lines)
        raise Refused("no_such_line", f"order {order_id} has no line {line!r}; it has: {known}")

    def _take_from_stock(self, product_id: str, quantity: int) -> None:
        product = self.state.products.get(product_id)
        if product is None:
            raise Refused("not_found", f"there is no product {product_id!r}")
        if product.stock < quantity:
            raise Refused("out_of_stock", f"{product.stock} of {product_id} are in stock, not {quantity}")
        self.state.products.put(product_id, replace(product, stock=product.stock - quantity))

    def _send_one(self, order_id: str, line: str, product: str, reason: str) -> str:
        ident = self.mint(f"RP-{order_id}")
        sent = Replacement(order=order_id, line=line, product=product, at=self.seed.now, reason=reason)
        self.state.replacements.put(ident, sent)
        # One effect per unit: multiplicity counts, so a wrong quantity is a wrong ledger.
        self.note_effect("replacement", ("order", order_id), ("product", product))
        return ident


def mailbox(address: str) -> str:
    """An e-mail address as effects compare it."""
    return address.strip().casefold()


def place(address: Address) -> str:
    """An address as effects compare it: its numbers and postcode, as spelling of the rest varies.

    For example ``12 LS6 3QA``.
    """
    numbers = re.findall(r"\d+[a-z]?", address.street.casefold())
    return " ".join((*sorted(numbers), address.postcode.strip().upper()))
