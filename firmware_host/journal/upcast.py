"""
Facts of every version, read as what they mean today.

Stored bytes are never written again and hashes are over stored bytes, so an old fact stays what it was. When a change
cannot be expressed by a new field with a default, `VERSION` goes up by one, new facts carry it, and the list gets one
more up-caster: from the JSON of the version before to that of the next. An old fact passes through all that follow it.
`tests/golden/facts-version-1.json` holds facts of the first version, which must read for ever.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from firmware_host.table.facts.fact import FACT_VERSION, Fact

RawFact = dict[str, Any]

Upcaster = Callable[[RawFact], RawFact]


UPCASTERS: tuple[Upcaster, ...] = ()

"""The first reads version 1 as version 2, and so on."""


class _Version(msgspec.Struct):
    """What is looked at first."""

    version: int = 1


class FactReader:
    """Reads facts up to the version that the up-casters lead to."""

    def __init__(self, upcasters: Sequence[Upcaster] = UPCASTERS) -> None:
        """Keep them, the oldest first."""
        self._upcasters = tuple(upcasters)
        self._current = len(self._upcasters) + 1
        self._facts = msgspec.json.Decoder(Fact)
        self._versions = msgspec.json.Decoder(_Version)
        self._raw = msgspec.json.Decoder(RawFact)

    def read(self, data: bytes) -> Fact:
        """Return the fact; raises `msgspec.MsgspecError` for what no version knows."""
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
    raise AssertionError("every version of facts but the present one has its up-caster")


_reader = FactReader()


def fact_of(data: bytes) -> Fact:
    """Return the fact with these stored bytes."""
    return _reader.read(data)
