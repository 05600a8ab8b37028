"""Which program this is, by its own files: a version's name can be kept while the files change."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

PACKAGE = Path(__file__).parents[1]
PROGRAM = (PACKAGE, PACKAGE.parent / "drivers")

FOLD = (PACKAGE / "rules", PACKAGE / "table")
"""What decides which state follows from which facts."""


@cache
def software_digest() -> str:
    """Return the digest of every file of the program, as checkpoints carry it."""
    return _digest(PROGRAM)


@cache
def fold_digest() -> str:
    """Return the digest of the rules by which facts become a state: a stored state is good for no others."""
    return _digest(FOLD)


def _digest(folders: Iterable[Path]) -> str:
    digest = hashlib.sha256(msgspec.__version__.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"\0{path.relative_to(PACKAGE.parent)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
