"""Digests of the program's own files, because files can change under the same version number."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

PACKAGE = Path(__file__).parents[1]
PROGRAM = (PACKAGE, PACKAGE.parent / "drivers")

FOLD = (PACKAGE / "rules", PACKAGE / "table")
"""The code that turns facts into a state."""


@cache
def software_digest() -> str:
    """Return the digest of every Python file of the program; checkpoints contain it."""
    return _digest(PROGRAM)


@cache
def fold_digest() -> str:
    """Return the digest of the code that folds facts; a snapshot is valid only for the same digest."""
    return _digest(FOLD)


def _digest(folders: Iterable[Path]) -> str:
    digest = hashlib.sha256(msgspec.__version__.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"\0{path.relative_to(PACKAGE.parent)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
