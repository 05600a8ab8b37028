"""The kinds of facts there are, by the names they have in the record."""

from typing import get_args

from firmware_host.nearest import did_you_mean
from firmware_host.recall.reading import tag_of
from firmware_host.table.bodies import Body
from firmware_host.trouble import Trouble


def kinds() -> dict[str, type]:
    """Return every kind of fact this program knows."""
    return {tag_of(kind): kind for kind in get_args(Body)}


def known(names: list[str]) -> frozenset[str]:
    """Return these kinds. Raises Trouble for one there is not, with the nearest there is."""
    there_are = kinds()
    for name in names:
        if name not in there_are:
            meant = did_you_mean(name, there_are, otherwise=f"there are {', '.join(sorted(there_are))}")
            raise Trouble(f"--kind: no kind of fact is called {name!r}; {meant}")
    return frozenset(names)
