"""Every family of checks that comes with the package, in one import."""

from __future__ import annotations

from collections.abc import Mapping

from . import canaries, claims, core, figures, handover, language, limits, order, payments, shape
from .base import CheckDefinition, registered

FAMILY_MODULES = (core, order, limits, payments, canaries, claims, figures, language, handover, shape)
"""The modules whose import registers their families."""


def load_all() -> Mapping[str, CheckDefinition]:
    """Every registered check by family, the package's own certainly among them."""
    return registered()
