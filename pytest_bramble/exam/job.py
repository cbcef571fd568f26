"""A job: the role applied for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .seal import UNSEALED, Seal
from .ticket import CheckSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """What one trial may use before it is the candidate's failure."""

    calls: int = 30
    output_tokens: int = 16_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The registered bar: pass rate to prove, level of each one-sided bound, fewest clusters, margin.

    *min_clusters_slice*: the fewest customers of a required slice.  *claim*: what the plan claims against a
    baseline, ``non-inferior`` or nothing.
    """

    pass_rate: float = 0.8
    alpha: float = 0.05
    min_clusters_fire: int = 10
    min_clusters_hire: int = 30
    margin: float = 0.05
    min_clusters_slice: int = 30
    claim: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The policy in two parts: *general* stands in the prompt, *topics* only the policy tool returns."""

    general: str
    topics: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One folder under jobs/, read.  *world_objects* is world.yaml; *clock* is an ISO instant with offset.

    *seal* is what FROZEN.sha256 said of the folder when it was read; *digests* maps each file a seal covers
    to its SHA-256, by path inside the folder.
    """

    name: str
    title: str
    path: Path
    world: str
    enforce: tuple[str, ...]
    tools: tuple[str, ...]
    checks: tuple[CheckSpec, ...]
    violations: Mapping[str, str]
    bar: Bar
    runs: int
    gate: str
    clock: str
    zone: str
    caps: Caps
    prompt: str
    policy: Policy
    world_objects: Mapping[str, Any]
    shared_clusters: bool = False
    required_slices: tuple[str, ...] = ()
    panel: tuple[str, ...] = ()
    seal: Seal = UNSEALED
    digests: Mapping[str, str] = field(default_factory=dict)
