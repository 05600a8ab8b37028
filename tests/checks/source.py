"""The project's own Python files, and the module names they have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PRODUCT = ("firmware_host", "drivers")

SHIPPED = (*PRODUCT, "hil")

ALL = (*SHIPPED, "tests")


def files(root: Path, folders: tuple[str, ...]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def module_name(root: Path, file: Path) -> str:
    """Name a file as an import does: a/b.py is `a.b`, a/b/__init__.py too."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
