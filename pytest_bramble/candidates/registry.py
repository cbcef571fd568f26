"""From a name on the command line to a candidate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..errors import SettingsError, unknown_name
from ..settings import CandidateEntry
from ..sharing.limits import UNLIMITED, read_limits
from .builtin import BUILT_IN
from .litellm_model import LiteLLMCandidate
from .protocol import Candidate, ExaminersCandidate, Shown
from .python_agent import PythonCandidate
from .scripted import ScriptedCandidate

ALIASES = {
    "gemini": "gemini/gemini-3.8-flash",
    "claude": "anthropic/claude-sonnet-5-5",
    "gpt": "openai/gpt-5.6",
    "mistral": "mistral/mistral-large-4",
}

AnyCandidate = Candidate | ExaminersCandidate | PythonCandidate


def resolve(
    name: str,
    entries: Mapping[str, CandidateEntry],
    examiners: Callable[[], Mapping[str, ExaminersCandidate]],
) -> AnyCandidate:
    """The candidate called *name*: an entry of pyproject.toml, a built-in, an alias, or a model string.

    *examiners* gives the built-ins that may read the examiner's half; asked last.  Raises SettingsError with the
    nearest valid name.
    """
    if name in entries:
        return _declared(_extended(entries[name], entries, ()))
    if name in BUILT_IN:
        return ScriptedCandidate(name=name, play=BUILT_IN[name])
    if name in ALIASES:
        return LiteLLMCandidate(name=name, model_name=ALIASES[name])
    if "/" in name:
        return LiteLLMCandidate(name=name, model_name=name)
    examined_by = examiners()
    if name in examined_by:
        return examined_by[name]
    known = {*entries, *examined_by, *BUILT_IN, *ALIASES}
    hint = "A model of LiteLLM is named provider/model."
    raise SettingsError(f"{unknown_name('candidate', name, known)} {hint}")


def resolution_line(name: str, candidate: AnyCandidate) -> str | None:
    """What an alias stands for, to be printed; None for a name that already says it."""
    return f"{name} is {ALIASES[name]}" if name in ALIASES and candidate.kind == "litellm" else None


def _extended(
    entry: CandidateEntry, entries: Mapping[str, CandidateEntry], above: tuple[str, ...]
) -> CandidateEntry:
    if entry.extends is None:
        return entry
    if entry.extends in (*above, entry.name):
        chain = " -> ".join((*above, entry.name, entry.extends))
        raise SettingsError(f"{_where(entry)}: extends in a circle: {chain}")
    if entry.extends in entries:
        base = _extended(entries[entry.extends], entries, (*above, entry.name))
    elif entry.extends in ALIASES or "/" in entry.extends:
        model = ALIASES.get(entry.extends, entry.extends)
        base = CandidateEntry(name=entry.extends, folder=entry.folder, model=model)
    else:
        hint = unknown_name("candidate", entry.extends, {*entries, *ALIASES})
        raise SettingsError(f"{_where(entry)}: extends an {hint}")
    return _merged(base, entry)


def _merged(base: CandidateEntry, entry: CandidateEntry) -> CandidateEntry:
    merged: dict[str, Any] = {}
    for slot in CandidateEntry.__slots__:
        own, inherited = getattr(entry, slot), getattr(base, slot)
        merged[slot] = inherited if own is None else own
    merged["params"] = {**base.params, **entry.params}
    merged["synthetic"] = base.synthetic or entry.synthetic
    for text in ("prompt", "policy"):  # a file name is relative to the entry that wrote it
        owner = entry if getattr(entry, text) is not None else base
        merged[text] = _absolute(owner, getattr(owner, text))
    return CandidateEntry(**{**merged, "name": entry.name, "folder": entry.folder, "extends": None})


def _absolute(owner: CandidateEntry, file_name: str | None) -> str | None:
    return None if file_name is None else str(owner.folder / file_name)


def _declared(entry: CandidateEntry) -> LiteLLMCandidate | PythonCandidate:
    if entry.python is not None:
        return _python(entry, entry.python)
    if entry.model is None or "/" not in entry.model:
        raise SettingsError(f"{_where(entry)}: model {entry.model!r} must name provider/model")
    return LiteLLMCandidate(
        name=entry.name,
        model_name=entry.model,
        family=entry.family,
        params=dict(entry.params),
        api_base=entry.api_base,
        api_key_env=entry.api_key_env,
        price=entry.price,
        limits=UNLIMITED if entry.limits is None else read_limits(entry.limits, _where(entry)),
        max_trial_cost=entry.max_trial_cost,
        shown=_shown(entry),
        synthetic=entry.synthetic,
    )


def _python(entry: CandidateEntry, target: str) -> PythonCandidate:
    if entry.model is not None:
        raise SettingsError(f"{_where(entry)}: either 'model' or 'python', not both")
    if entry.limits is not None:
        raise SettingsError(f"{_where(entry)}: limits are kept for models; an agent paces its own calls")
    found = PythonCandidate(
        name=entry.name,
        target=target,
        folder=entry.folder,
        family=entry.family,
        shown=_shown(entry),
        synthetic=entry.synthetic,
        max_trial_cost=entry.max_trial_cost,
    )
    found.agent()  # what cannot be imported is told before the first trial
    return found


def _where(entry: CandidateEntry) -> str:
    return f"[tool.bramble.candidates.{entry.name}]"


def _shown(entry: CandidateEntry) -> Shown:
    tools = entry.tools
    return Shown(
        prompt=_text(entry, "prompt", entry.prompt),
        policy=_text(entry, "policy", entry.policy),
        tools={name: name for name in tools} if isinstance(tools, list) else tools,
    )


def _text(entry: CandidateEntry, key: str, file_name: str | None) -> str | None:
    if file_name is None:
        return None
    file = Path(entry.folder) / file_name
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise SettingsError(f"{_where(entry)}: {key}: cannot read {file}: {exc}") from None
