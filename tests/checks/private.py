"""
Tests drive the public surface: none imports, reads or patches a private name of the product.

A private name is one that begins with an underscore. What is looked at are the files of tests: their imports, what they
read of anything but `self`, `cls` and `super()`, and the places that `monkeypatch` and the kill points name in strings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.checks import source

FOLDERS = ("tests", "hil/contract")

PLACE = re.compile(rf"(?:{'|'.join(source.SHIPPED)})(?:\.\w+)*(?::[\w.]+)?")
"""As `firmware_host.host.batch.decide`, or as `firmware_host.journal.store:Journal.append`."""

MAY_READ = frozenset({"_replace", "_asdict", "_fields", "_exit", "_DummyThread"})
"""Public in spite of the underscore: a named tuple's, `os._exit`; and what tests/checks/leaks.py needs of threading."""

SPOILED = Path("tests/hil/conformance")
"""Devices that are wrong inside on purpose, for the conformance kit to find: they override what a maker gets wrong."""

EXAMPLES = Path("tests/checks/test_private.py")
"""Shows this check a bad example of each kind."""


def check(root: Path) -> list[str]:
    return [
        f"{file.relative_to(root)}:{line}: {what}; drive the public surface"
        for folder in FOLDERS
        for file in sorted((root / folder).rglob("*.py"))
        if file != root / EXAMPLES
        for line, what in found(file.read_text(encoding="utf-8"), may_override=file.parent == root / SPOILED)
    ]


def found(text: str, *, may_override: bool = False) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.partition(".")[0] in source.SHIPPED:
                named = [module, *(alias.name for alias in names)]
                yield from ((node.lineno, f"imports {each}") for each in named if _is_private(each))
            case ast.Import(names=names):
                ours = [alias.name for alias in names if alias.name.partition(".")[0] in source.SHIPPED]
                yield from ((node.lineno, f"imports {each}") for each in ours if _is_private(each))
            case ast.Attribute(value=of, attr=name) if _is_private(name) and name not in MAY_READ:
                if not _is_own(of) and not (may_override and _is_super(of)):
                    yield node.lineno, f"reads {ast.unparse(node)}"
            case ast.Constant(value=str(words)):
                places = PLACE.findall(words)
                yield from ((node.lineno, f"names {each}") for each in places if _is_private(each))
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=[_, ast.Constant(value=str(name)), *_]):
                if _is_private(name):
                    yield node.lineno, f"patches {name}"
            case _:
                pass


def _is_private(name: str) -> bool:
    return any(part.startswith("_") and not part.startswith("__") for part in re.split(r"[.:]", name))


def _is_own(of: ast.expr) -> bool:
    return isinstance(of, ast.Name) and of.id in ("self", "cls")


def _is_super(of: ast.expr) -> bool:
    return isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "super"
