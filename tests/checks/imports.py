"""Checks which packages import which others. The table below is the architecture; add every new package to it.

The rules import nothing else, so they stay easy to test. Drivers know no games, so devices stay interchangeable. The
product cannot import the simulation. Imports inside functions and under TYPE_CHECKING count, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.checks import source

_RECORD = ("firmware_host.rules", "firmware_host.table", "firmware_host.journal", "firmware_host.errors")
_ASKS = (
    "firmware_host.rules",
    "firmware_host.table",
    "firmware_host.errors",
    "firmware_host.files",
    "firmware_host.host.clock",
    "firmware_host.host.intents",
)
_SHARED = ("firmware_host.latency_histogram", "firmware_host.line_socket")
_PRODUCT = ("firmware_host", "drivers")

MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "firmware_host.errors": (),
    "firmware_host.files": ("firmware_host.errors",),
    "firmware_host.latency_histogram": (),
    "firmware_host.line_socket": (),
    "firmware_host.rules": (),
    "firmware_host.table": ("firmware_host.rules",),
    "drivers": (),
    "firmware_host.journal": (
        "firmware_host.rules",
        "firmware_host.table",
        "firmware_host.errors",
        "firmware_host.files",
        "firmware_host.latency_histogram",
    ),
    "firmware_host.host.clock": ("firmware_host.table", "firmware_host.errors"),
    "firmware_host.host.intents": ("firmware_host.rules", "firmware_host.table", "firmware_host.host.clock"),
    "firmware_host.host": (*_RECORD, "firmware_host.host.clock", "firmware_host.host.intents"),
    "firmware_host.local_api": (*_ASKS, *_SHARED, "firmware_host.access"),
    "firmware_host.access": (*_ASKS, *_SHARED),
    "firmware_host.mqtt": (*_ASKS, "firmware_host.journal"),
    "firmware_host.devices": (*_ASKS, "drivers"),
    "firmware_host.web": (*_RECORD, *_SHARED),
    "firmware_host.panel": (*_ASKS, "firmware_host.journal"),
    "firmware_host.hand_history": ("firmware_host.rules",),
    "firmware_host.reports": (*_RECORD, "firmware_host.hand_history"),
    "firmware_host.diagnostics": (*_ASKS, *_SHARED, "firmware_host.journal", "firmware_host.host"),
    "firmware_host.config": (
        *_RECORD,
        "firmware_host.access",
        "firmware_host.devices",
        "firmware_host.diagnostics",
        "firmware_host.local_api",
        "firmware_host.mqtt",
        "firmware_host.web",
    ),
    "firmware_host.app": _PRODUCT,
    "firmware_host.commands": _PRODUCT,
    "firmware_host.cli": ("firmware_host.commands", "firmware_host.errors"),
    "firmware_host.__main__": ("firmware_host.cli",),
    "firmware_host": (),
    "hil": _PRODUCT,
}
"""Each area (a module, or a package with its contents; for `firmware_host` only `__init__.py`) with what it may import.

An area may always import from itself. `firmware_host` on the right means the whole package."""


def check(root: Path) -> list[str]:
    complaints = []
    for file in source.files(root, source.SHIPPED):
        module = source.module_name(root, file)
        here = area(module)
        if here is None:
            complaints.append(f"{module} is in no area; add it to the table in tests/checks/imports.py")
            continue
        for line, target in imports(file, module):
            there = area(target) or target.partition(".")[0]
            if there != here and not allowed(there, MAY_IMPORT[here]):
                where = f"{file.relative_to(root)}:{line}"
                complaints.append(f"{where}: {here} may not import {there} ({target})")
    return complaints


def allowed(there: str, names: tuple[str, ...]) -> bool:
    return there.partition(".")[0] in names or there in names


def area(module: str) -> str | None:
    name = module
    while name not in MAY_IMPORT and "." in name:
        name = name.rpartition(".")[0]
    if name not in MAY_IMPORT or (name == "firmware_host" and module != name):
        return None
    return name


def imports(file: Path, module: str) -> Iterator[tuple[int, str]]:
    """Yield every import of a project module in a file, with its line."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
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
