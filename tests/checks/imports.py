"""Who may import whom. The shape of the project is this table; a new package has to be put into it.

The rules stay testable because they import nothing of ours, the devices interchangeable because drivers know nothing
of games, the product honest because none of it can even name the simulation. Imports inside functions and under
TYPE_CHECKING count: a type that crosses a border crosses it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.checks import source

_BELOW = ("basics", "rules", "table")
_ASKS = (*_BELOW, "asking")

AREAS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # area: (what it holds, the areas it may import from)
    "basics": (
        (
            "errors",
            "files",
            "house_signature",
            "json_errors",
            "latency_histogram",
            "line_socket",
            "token_bucket",
            "__init__",
        ),
        (),
    ),
    "rules": (("rules",), ()),
    "table": (("table",), ("rules",)),
    "drivers": (("drivers",), ()),
    "journal": (("journal",), _BELOW),
    "asking": (("host.clock", "host.intents"), _BELOW),
    "host": (("host",), (*_ASKS, "journal")),
    "people": (("access", "local_api"), _ASKS),
    "mqtt": (("mqtt",), (*_ASKS, "journal")),
    "devices": (("devices",), (*_ASKS, "drivers")),
    "web": (("web",), (*_BELOW, "journal")),
    "panel": (("panel",), (*_ASKS, "journal", "people", "web")),
    "hand_history": (("hand_history",), ("rules",)),
    "reports": (("reports",), (*_BELOW, "journal", "hand_history")),
    "diagnostics": (("diagnostics",), (*_ASKS, "journal", "host")),
    "config": (("config",), (*_BELOW, "journal", "people", "devices", "diagnostics", "mqtt", "web", "panel")),
    "backup": (("backup",), (*_BELOW, "journal", "people", "devices", "config")),
    "app": (("app",), ("*",)),
    "commands": (("commands",), ("*", "app")),
    "cli": (("cli", "__main__"), ("basics", "commands")),
    "hil": (("hil",), ("*", "app", "commands", "cli")),
}
"""Names of modules and packages of `firmware_host`, but for `drivers` and `hil`, which stand beside it. An area may
always import from itself. `*` is the whole product but for the areas that start it."""

PRODUCT = tuple(name for name in AREAS if name not in ("app", "commands", "cli", "hil"))

_HOLDS = {
    (held if held in source.SHIPPED else f"firmware_host.{held}").removesuffix(".__init__"): name
    for name, (holds, _) in AREAS.items()
    for held in holds
}


CALL = re.compile("import_module|__import__")


def check(root: Path) -> list[str]:
    complaints = []
    for file in source.files(root, source.SHIPPED):
        module = source.module_name(root, file)
        here = area(module)
        if here is None:
            complaints.append(f"{module} is in no area: put it into the table of tests/checks/imports.py")
            continue
        for line, target in imports(file, module):
            there = area(target)
            if there != here and there not in allowed(here):
                where = f"{file.relative_to(root)}:{line}"
                complaints.append(f"{where}: {here} may not import {there or target} ({target})")
    return complaints


def allowed(here: str) -> tuple[str, ...]:
    """Return the areas that this one may import from."""
    names = AREAS[here][1]
    return (*names, *PRODUCT) if "*" in names else names


def area(module: str) -> str | None:
    """Return the area of a module, or of a name in it: the longest entry that holds it."""
    name = module
    while name not in _HOLDS and "." in name:
        name = name.rpartition(".")[0]
    if name == "firmware_host" and module != name:
        return None
    return _HOLDS.get(name)


def imports(file: Path, module: str) -> Iterator[tuple[int, str]]:
    """Every name of ours that a file imports, with its line."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for node in ast.walk(tree) if CALL.search(text) else source.statements(tree.body):
        for target in _targets(node, package):
            if target.partition(".")[0] in (*source.SHIPPED, "tests"):
                yield getattr(node, "lineno", 0), target


def _targets(node: ast.AST, package: str) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=base, names=names, level=level):
            parents = package.split(".")
            start = [".".join(parents[: len(parents) - level + 1])] if level else []
            return [".".join([*start, *([base] if base else []), alias.name]) for alias in names]
        case ast.Call(
            func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            return [name]
        case _:
            return []
