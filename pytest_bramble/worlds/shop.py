"""The shop: a back end for customer support with orders, parcels, money, accounts and post."""

from __future__ import annotations

from .shop_accounts import Accounts
from .shop_logistics import Logistics
from .shop_notes import Notes
from .shop_orders import Orders
from .shop_refunds import Refunds


class Shop(Notes, Accounts, Logistics, Refunds, Orders):
    """Every tool of the shop over one state.  The bases stand in reverse order of how tools are offered."""
