"""The Python files of the project, and their module names."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

PRODUCT = ("firmware_host", "drivers")

SHIPPED = (*PRODUCT, "hil")

ALL = (*SHIPPED, "tests")


def files(root: Path, folders: tuple[str, ...]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def module_name(root: Path, file: Path) -> str:
    """Return the name under which a file is imported: `a.b` for a/b.py and for a/b/__init__.py."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield every statement, also those inside others. Expressions, nine tenths of a tree, are not visited."""
    for statement in body:
        yield statement
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(statement, part, None)
            if isinstance(inside, list):
                yield from statements(inside)
