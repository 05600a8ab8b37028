"""The Python files of the project, and their module names."""

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
    """Return the name under which a file is imported: `a.b` for a/b.py and for a/b/__init__.py."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
