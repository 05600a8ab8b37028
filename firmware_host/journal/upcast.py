"""
Up-casting: facts of every earlier version, read as facts of the present one.

Stored bytes are never rewritten, and the hashes cover the stored bytes, so an old fact keeps its form. A change that
cannot be a new field with a default raises `FACT_VERSION` by one. `UPCASTERS` then gets one more function, which turns
the JSON of the version before into the new one. An old fact passes through all later up-casters.
`tests/golden/facts-version-1.json` holds facts of the first version, which must stay readable.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from firmware_host.table.facts.fact import FACT_VERSION, Fact

RawFact = dict[str, Any]

Upcaster = Callable[[RawFact], RawFact]


UPCASTERS: tuple[Upcaster, ...] = ()
"""The first turns version 1 into version 2, and so on."""


class _Version(msgspec.Struct):
    """The one field that is read before the rest."""

    version: int = 1


class FactReader:
    """Reads facts of version 1 up to the version that the last up-caster produces."""

    def __init__(self, upcasters: Sequence[Upcaster] = UPCASTERS) -> None:
        """`upcasters` begin with the one for version 1."""
        self._upcasters = tuple(upcasters)
        self._current = len(self._upcasters) + 1
        self._facts = msgspec.json.Decoder(Fact)
        self._versions = msgspec.json.Decoder(_Version)
        self._raw = msgspec.json.Decoder(RawFact)

    def read(self, data: bytes) -> Fact:
        """Return the fact; raise `msgspec.MsgspecError` if no version can read it."""
        version = self._versions.decode(data).version if self._upcasters else 1
        if version == self._current:
            fact = self._facts.decode(data)
            if fact.version != self._current:
                raise msgspec.ValidationError(f"a fact of version {fact.version}; this program knows {self._current}")
            return fact
        if not 1 <= version <= self._current:
            raise msgspec.ValidationError(f"a fact of version {version}; this program knows {self._current}")
        raw = self._raw.decode(data)
        for upcast in self._upcasters[version - 1 :]:
            raw = upcast(raw)
        return msgspec.convert({**raw, "version": self._current}, Fact)


if len(UPCASTERS) + 1 != FACT_VERSION:
    raise AssertionError("every earlier version of facts needs an up-caster")


_reader = FactReader()


def fact_of(data: bytes) -> Fact:
    """Return the fact with these stored bytes."""
    return _reader.read(data)
