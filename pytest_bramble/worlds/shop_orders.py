"""Tools on orders and products: list, find, read, and the policy."""

from __future__ import annotations

from typing import Annotated, Any

from .shop_desk import Desk
from .shop_shapes import encode
from .shop_state import Order
from .shop_views import full, summary
from .tools import Refused, tool

OrderId = Annotated[str, "The order's id, such as B-100."]
ProductId = Annotated[str, "The product's id as the order or the catalogue gives it."]


class Orders(Desk):
    """Reading what was bought."""

    @tool(writes=False)
    def list_orders(
        self,
        customer_id: Annotated[str | None, "Whose orders; default: the customer of this ticket."] = None,
        cursor: Annotated[str | None, "The next_cursor of the page before; none for the first page."] = None,
    ) -> Any:
        """List a customer's orders, one page at a time. When next_cursor is not null there are more."""
        mine = [(ident, order) for ident, order in self._orders_of(customer_id)]
        start, size = self._offset(cursor, len(mine)), self.constants.page_size
        page = mine[start : start + size]
        more = start + size < len(mine)
        return {
            "orders": [summary(ident, order) for ident, order in page],
            "next_cursor": f"after-{start + size}" if more else None,
            "as_of": self.now(),
        }

    @tool(writes=False)
    def find_order(
        self,
        query: Annotated[str, "An order id, or words from the item such as 'blue kettle'."],
    ) -> Any:
        """Find orders by id or by the words of an item. Only orders that this ticket may see are searched."""
        words = query.casefold().split()
        if not words:
            raise Refused("empty_query", "say an order id or words of an item")
        hits = [summary(i, o) for i, o in self._orders_of(None) if _mentions(i, o, words)]
        return {"orders": hits, "as_of": self.now()}

    @tool(writes=False)
    def get_order(self, order_id: OrderId) -> Any:
        """Read one order: items, what was paid for each, address, payment, refunds, notes and alerts."""
        return {**full(self, order_id, self.order(order_id)), "as_of": self.now()}

    @tool(writes=False)
    def get_product(self, product_id: ProductId) -> Any:
        """Read one product: description, stock, warranty, known hazards and buyers' reviews."""
        product = self.state.products.get(product_id)
        if product is None:
            raise Refused("not_found", f"there is no product {product_id!r}")
        return {
            "id": product_id,
            "name": product.name,
            "colour": product.colour,
            "price": str(product.price),
            "stock": product.stock,
            "description": product.description,
            "warranty_months": product.warranty_months,
            "returnable": product.returnable,
            "hazards": list(product.hazards),
            "reviews": encode(product.reviews),
            "internal": product.internal,
        }

    @tool(writes=False)
    def get_price(self, product_id: ProductId) -> Any:
        """Read what a product costs today, tax included."""
        product = self.state.products.get(product_id)
        if product is None:
            raise Refused("not_found", f"there is no product {product_id!r}")
        return {"id": product_id, "name": product.name, "price": str(product.price), "as_of": self.now()}

    @tool(writes=False)
    def consult_policy(
        self,
        topic: Annotated[str, "The topic, such as refunds or delivery; an unknown one lists them all."],
    ) -> Any:
        """Read the shop's policy on a topic. Rules on refunds, returns and eligibility stand only here."""
        topics = self.seed.policy.topics
        text = topics.get(topic.strip().casefold())
        if text is None:
            raise Refused("unknown_topic", f"there is no topic {topic!r}; there are: {', '.join(topics)}")
        self.consulted.add(topic.strip().casefold())
        return {"topic": topic.strip().casefold(), "policy": text, "topics": list(topics)}

    def _orders_of(self, customer_id: str | None) -> list[tuple[str, Order]]:
        wanted = customer_id or self.seed.customer
        if wanted is not None:
            self.customer(wanted)  # raises when it is not open to this ticket
        orders = self.state.orders.items()
        return [(i, o) for i, o in orders if self.sees(o.customer) and wanted in (None, o.customer)]

    def _offset(self, cursor: str | None, count: int) -> int:
        if not cursor:
            return 0
        digits = cursor.removeprefix("after-")
        if not digits.isascii() or not digits.isdigit() or int(digits) >= count:
            raise Refused(
                "bad_cursor", f"{cursor!r} is not a cursor of this list; use next_cursor as it was given"
            )
        return int(digits)


def _mentions(order_id: str, order: Order, words: list[str]) -> bool:
    if words == [order_id.casefold()]:
        return True
    return any(
        set(words) <= set(f"{line.name} {line.colour or ''}".casefold().replace(",", " ").split())
        for line in order.lines
    )
