"""Every family of checks that comes with the package, in one import."""

from __future__ import annotations

from collections.abc import Mapping

from . import core
from .base import CheckDefinition, registered

FAMILY_MODULES = (core,)
"""The modules whose import registers their families."""


def load_all() -> Mapping[str, CheckDefinition]:
    """Every registered check by family, the package's own certainly among them."""
    return registered()
