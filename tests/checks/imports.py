"""Who may import whom. The shape of the project is this table; a new package has to be put into it.

The rules stay testable because they import nothing of ours, the devices interchangeable because drivers know nothing
of games, the product honest because none of it can even name the simulation. Imports inside functions and under
TYPE_CHECKING count: a type that crosses a border crosses it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.checks import source

_RULES, _TABLE, _JOURNAL, _CLOCK, _TROUBLE = (
    "firmware_host.rules",
    "firmware_host.table",
    "firmware_host.journal",
    "firmware_host.clock",
    "firmware_host.trouble",
)
_WHOLE, _NEAREST = "firmware_host.whole", "firmware_host.nearest"
_MQTT, _DEVICES, _WORDS = "firmware_host.mqtt", "firmware_host.devices", "firmware_host.words"
_RECORD = (_RULES, _TABLE, _JOURNAL, _CLOCK, _TROUBLE)
_NARROW: dict[str, tuple[str, ...]] = {
    _RULES: (),
    _TABLE: (_RULES,),
    _TROUBLE: (),
    _CLOCK: (_TABLE, _TROUBLE),
    _WHOLE: (),
    _JOURNAL: (_TABLE, _RULES, _TROUBLE, _WHOLE, "firmware_host.spread"),
    "firmware_host.software": (),
    "firmware_host.turn": _RECORD,
    "firmware_host.restoring": (*_RECORD, "firmware_host.software", "firmware_host.turn", "firmware_host.people"),
    "firmware_host.keeping": (*_RECORD, "firmware_host.software"),
    "firmware_host.host": (*_RECORD, "firmware_host.turn", "firmware_host.keeping"),
    _MQTT: (*_RECORD, _WHOLE),
    "firmware_host.panel": _RECORD,
    _DEVICES: (_TABLE, _RULES, _CLOCK, _TROUBLE, _WHOLE, "drivers"),
    "firmware_host.supervision": (_RULES, _JOURNAL, _CLOCK, _TROUBLE),
    "firmware_host.watchdog": (),
    "firmware_host.spread": (),
    "firmware_host.logs": (_RULES,),
    "firmware_host.to_do": (*_RECORD, "firmware_host.host"),
    "firmware_host.support": (
        _RULES,
        _TABLE,
        _JOURNAL,
        _CLOCK,
        _TROUBLE,
        "firmware_host.logs",
        "firmware_host.line_socket",
        "firmware_host.software",
    ),
    "firmware_host.known_secrets": (
        "firmware_host.config",
        "firmware_host.logs",
        "firmware_host.people",
        _MQTT,
        _DEVICES,
        _TROUBLE,
        "drivers",
    ),
    "firmware_host.ineffective": (_RULES, _TABLE, _DEVICES),
    "firmware_host.reference": (_RULES,),
    _NEAREST: (),
    "firmware_host.mistakes": ("firmware_host.reference", _NEAREST),
    "firmware_host.watching": (
        *_RECORD,
        _MQTT,
        "firmware_host.host",
        "firmware_host.spread",
        "firmware_host.supervision",
        "firmware_host.web",
    ),
    "firmware_host.web": (*_RECORD, "firmware_host.spread"),
    "firmware_host.line_socket": (),
    "firmware_host.door": (_RULES, _TABLE, _CLOCK, _TROUBLE, "firmware_host.line_socket", "firmware_host.people"),
    "firmware_host.people": (_RULES, _TABLE, _CLOCK, _TROUBLE, _WHOLE, "firmware_host.line_socket"),
    "firmware_host.phh": (_RULES,),
    _WORDS: (_RULES, _TABLE),
    "firmware_host.recall": (_RULES, _TABLE, _JOURNAL, _WORDS, _TROUBLE, _NEAREST, "firmware_host.phh"),
    "drivers": (),
    "firmware_host.config": (
        _RULES,
        _TABLE,
        _JOURNAL,
        _MQTT,
        _DEVICES,
        "firmware_host.door",
        "firmware_host.people",
        "firmware_host.web",
        "firmware_host.logs",
        "firmware_host.ineffective",
        "firmware_host.mistakes",
        _TROUBLE,
    ),
    "firmware_host.__main__": ("firmware_host.cli",),
    "firmware_host.cli": ("firmware_host", "firmware_host.commands", _NEAREST, _TROUBLE),
}
_PRODUCT = ("firmware_host", *_NARROW, "firmware_host.app", "firmware_host.wired", "firmware_host.commands")

MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    **_NARROW,
    "firmware_host": (),
    "firmware_host.app": _PRODUCT,
    "firmware_host.wired": (
        _TABLE,
        _CLOCK,
        _TROUBLE,
        _DEVICES,
        "drivers",
        "firmware_host.config",
        "firmware_host.host",
    ),
    "firmware_host.commands": _PRODUCT,
    "hil": _PRODUCT,
}
"""An area is a module or a package with all in it (`firmware_host` alone: only its own first file). It may always
import from itself; from others of ours only what stands here."""


def check(root: Path) -> list[str]:
    complaints = []
    for file in source.files(root, source.SHIPPED):
        module = source.module_name(root, file)
        here = area(module)
        if here is None:
            complaints.append(f"{module} is in no area: put it into the table of tests/checks/imports.py")
            continue
        for line, target in imports(file, module):
            there = area(target) or target.partition(".")[0]
            if there not in (here, *MAY_IMPORT[here]):
                where = f"{file.relative_to(root)}:{line}"
                complaints.append(f"{where}: {here} may not import {there} ({target})")
    return complaints


def area(module: str) -> str | None:
    name = module
    while name not in MAY_IMPORT and "." in name:
        name = name.rpartition(".")[0]
    if name not in MAY_IMPORT or (name == "firmware_host" and module != name):
        return None
    return name


def imports(file: Path, module: str) -> Iterator[tuple[int, str]]:
    """Every name of ours that a file imports, with its line."""
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
