"""The house keeps its shape: floors, file and function sizes, where heavy imports may happen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pytest_bramble"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Floors of docs/architecture.md.  A folder stands for all its modules.
FLOORS = {
    **dict.fromkeys(["errors", "outcome", "money", "effect", "canonical", "settings", "printable", "evaluator", "contrast"], 0),
    **dict.fromkeys(["sharing"], 1),
    **dict.fromkeys(["exam", "candidates", "evidence", "scoring"], 2),
    **dict.fromkeys(["worlds", "customers", "checks", "judges"], 3),
    **dict.fromkeys(["vocabulary", "trial", "grade"], 4),
    **dict.fromkeys(["engine", "report"], 5),
    **dict.fromkeys(["session", "replay", "audit"], 6),
    **dict.fromkeys(["hooks"], 7),
    **dict.fromkeys(["commands"], 8),
    **dict.fromkeys(["__init__", "plugin", "cli"], 9),
}  # fmt: skip
HEAVY = {"py3langid", "litellm", "jinja2", "pydantic", "jsonschema", "yaml", "scipy", "numpy"}
# yaml is what reading an exam file is; everything else heavy waits inside a function.
HEAVY_AT_TOP = {"exam/yaml_source.py": {"yaml"}, "exam/loader.py": {"yaml"}}
# Doors to our own modules that only a call may open.
LAZY_OWN = {
    *(
        "__init__.py",
        "plugin.py",
        "cli.py",
        "hooks/start.py",
        "hooks/controller.py",
    ),
    *("engine/examination.py", "engine/working.py", "candidates/litellm_model.py"),
}


def room(path: Path) -> str:
    """The folder of a module, or the module itself where it lies in the root."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def imports(path: Path) -> Iterator[tuple[str, bool, ast.stmt]]:
    """Every import as (dotted name inside the package or top-level package, is it ours, statement)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    here = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first, _, rest = alias.name.partition(".")
                yield (rest, True, node) if first == "pytest_bramble" else (first, False, node)
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - (node.level - 1)]
            if node.module:
                yield ".".join((*base, node.module)), True, node
            else:
                for alias in node.names:
                    yield ".".join((*base, alias.name)), True, node
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0], False, node


def inside_functions(path: Path) -> set[ast.stmt]:
    """The import statements that stand inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    found = [n for f in functions for n in ast.walk(f) if isinstance(n, ast.Import | ast.ImportFrom)]
    return {(n.lineno) for n in found}  # type: ignore[return-value]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_stands_on_a_floor_of_the_plan(path):
    assert room(path) in FLOORS


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_imports_only_from_floors_below_or_its_own_room(path):
    mine, in_root = room(path), path.parent == PACKAGE
    climbs = []
    for name, ours, _ in imports(path):
        if not ours:
            continue
        other = name.split(".")[0]
        other = other if other in FLOORS else "__init__"  # a name of the package itself
        other_in_root = (PACKAGE / f"{other}.py").is_file()
        same_room = other == mine or (in_root and other_in_root and FLOORS[other] <= FLOORS[mine])
        if not same_room and FLOORS[other] >= FLOORS[mine]:
            climbs.append(name)
    assert climbs == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_heavy_imports_wait_until_they_are_needed(path):
    relative = str(path.relative_to(PACKAGE))
    lazy = inside_functions(path)
    eager = {name for name, ours, node in imports(path) if not ours and node.lineno not in lazy} & HEAVY
    typing_only = _under_type_checking(path)
    assert eager - HEAVY_AT_TOP.get(relative, set()) - typing_only == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_own_modules_are_imported_at_the_top(path):
    if str(path.relative_to(PACKAGE)) in LAZY_OWN:
        return
    lazy = inside_functions(path)
    assert [name for name, ours, node in imports(path) if ours and node.lineno in lazy] == []


def reachable(*starts: Path) -> set[Path]:
    """The modules of the package that an import of *starts* may bring in, lazily or not."""
    reached: set[Path] = set()
    waiting = list(starts)
    while waiting:
        for name, ours, _ in imports(waiting.pop()):
            target = PACKAGE / Path(*name.split(".")).with_suffix(".py") if ours and name else None
            if target is not None and target.is_file() and target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def test_the_trial_cannot_reach_the_audit():
    reached = reachable(PACKAGE / "trial" / "conduct.py")
    assert PACKAGE / "worlds" / "base.py" in reached
    assert not [p for p in reached if room(p) == "audit"]


def test_the_plugin_module_imports_nothing_of_ours_at_the_top():
    lazy = inside_functions(PACKAGE / "plugin.py")
    assert [n for n, ours, node in imports(PACKAGE / "plugin.py") if ours and node.lineno not in lazy] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_file_holds_one_idea_of_readable_size(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = [f.name for f in functions if f.end_lineno - f.lineno > 45]
    assert long == []
    assert path.read_text(encoding="utf-8").count("\n") <= 350


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_the_package_asserts_nothing(path):
    """Assertion rewriting prints values, and values may be keys."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [n.lineno for n in ast.walk(tree) if isinstance(n, ast.Assert)] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_module_is_called_by_what_it_is_not(path):
    assert path.stem not in {"utils", "util", "helpers", "misc", "common"}


def _under_type_checking(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    blocks = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    found = [n for b in blocks for n in ast.walk(b) if isinstance(n, ast.ImportFrom | ast.Import)]
    return {(n.module or "").partition(".")[0] for n in found if isinstance(n, ast.ImportFrom)}
