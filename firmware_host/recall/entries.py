"""A fact as people look it up: with its words, its hash, and whether it was amended."""

from collections.abc import Iterator

import msgspec

from firmware_host.recall.reading import Reading, kind_of
from firmware_host.recall.standing import amended_since
from firmware_host.rules.record import Record
from firmware_host.table.contract import Fact
from firmware_host.words import sentence


class Entry(Record, frozen=True, kw_only=True):
    """One fact, with its bytes as recorded, and the fact that amends it or takes it back, if one does by now."""

    fact: Fact
    data: bytes
    hash: bytes
    words: str
    taken_back_by: int | None = None
    amended_by: int | None = None

    @property
    def kind(self) -> str:
        """Return what kind of fact it is."""
        return kind_of(self.fact)


class Wanted(Record, frozen=True, kw_only=True):
    """Which facts: of these numbers, of this round, of these kinds; none of a thing is all."""

    first: int = 1
    last: int | None = None
    round: int | None = None
    kinds: frozenset[str] = frozenset()

    def has(self, entry: Entry) -> bool:
        """Return whether it is one of them."""
        fact = entry.fact
        in_reach = fact.number >= self.first and (self.last is None or fact.number <= self.last)
        of_round = self.round is None or fact.round == self.round
        return in_reach and of_round and (not self.kinds or entry.kind in self.kinds)


def entries(reading: Reading, wanted: Wanted, *, after: int | None = None, to: int | None = None) -> Iterator[Entry]:
    """
    Yield the facts that are wanted, of those that follow `after` up to `to` only, if given.

    What was amended is looked up beforehand, so nothing is held back until its round is over.
    """
    start = wanted.first - 1 if after is None else after
    end = wanted.last if to is None else to
    amended = amended_since(reading, after=start, to=end)
    for link in reading.links(after=start, to=end):
        fact, marks = reading.fact(link), amended[link.number].marks if link.number in amended else {}
        entry = Entry(fact=fact, data=link.data, hash=link.hash, words=sentence(fact), **marks)
        if wanted.has(entry):
            yield entry


class _AsJson(Record, frozen=True, kw_only=True):
    number: int
    kind: str
    words: str
    taken_back_by: int | None
    amended_by: int | None
    hash: str
    fact: msgspec.Raw


def as_json(entry: Entry) -> str:
    """Write one object on one line, the fact in it byte for byte as recorded."""
    shown = _AsJson(
        number=entry.fact.number,
        kind=entry.kind,
        words=entry.words,
        taken_back_by=entry.taken_back_by,
        amended_by=entry.amended_by,
        hash=entry.hash.hex(),
        fact=msgspec.Raw(entry.data),
    )
    return msgspec.json.encode(shown).decode()
