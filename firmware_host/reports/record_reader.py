"""
Reads the record while the controller keeps writing it, and says which facts are in effect once corrections are applied.

Facts are read in batches, each completely before its first fact is returned. A pager left open for an hour therefore
holds no database transaction, and the write-ahead log of the controller does not grow. Every fact read is checked
against the hash chain; `journal verify` checks the signatures of the whole record.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware_host.errors import UserError
from firmware_host.journal.chain import UNREADABLE, ChainBroken, Link, genesis, next_hash, reported
from firmware_host.journal.reader import Reader
from firmware_host.journal.signing import Checkpoint, is_signed
from firmware_host.journal.upcast import fact_of
from firmware_host.rules.round_facts import RoundBody
from firmware_host.rules.struct import Record
from firmware_host.table.facts.corrections import Amended, Corrected
from firmware_host.table.facts.dice import DiceBody
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.system import HostStarted, JournalOpened
from firmware_host.table.terms import Pins

BATCH = 500

SIMULATED = "SIMULATED: this record was made on simulated pins. It proves nothing about a real table."
"""The note on every page and export of such a record."""


class RecordReader:
    """One record, open for reading. Every method raises `UserError` if the record is damaged."""

    def __init__(self, folder: Path, reader: Reader) -> None:
        """Read through this reader."""
        self.folder = folder
        self.id = reader.id
        self._reader = reader

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator["RecordReader"]:
        """Open the record in this folder; it is closed when the block ends."""
        with closing(Reader(folder)) as reader:
            yield cls(folder, reader)

    @property
    def last(self) -> int:
        """Return the number of the newest fact so far."""
        with self._troubles():
            return self._reader.last

    def links(self, *, after: int = 0, to: int | None = None) -> Iterator[Link]:
        """Yield the stored facts after `after`, up to `to`, each checked against the one before it."""
        number, hash_ = after, self.hash_of(after)
        while to is None or number < to:
            batch = self._batch(number, BATCH if to is None else min(BATCH, to - number))
            if not batch:
                return
            for link in batch:
                number, hash_ = number + 1, next_hash(hash_, link.data)
                if link.number != number or link.hash != hash_:
                    raise self._changed(number)
                yield link

    def facts(self, *, after: int = 0, to: int | None = None) -> Iterator[Fact]:
        """Yield the same facts, decoded."""
        return map(self.fact, self.links(after=after, to=to))

    def hash_of(self, number: int) -> bytes:
        """Return the stored hash of a fact; of fact 0, the hash the chain starts from."""
        if number < 1:
            return genesis(self.id)
        found = self._batch(number - 1, 1)
        if not found or found[0].number != number:
            raise UserError(f"there is no fact {number} in {self.folder}; the newest is {self.last}")
        return found[0].hash

    def of_kinds(
        self,
        kinds: tuple[type, ...],
        *,
        after: int = 0,
        to: int | None = None,
        where: Callable[[Fact], bool] = lambda _: True,
    ) -> Iterator[Fact]:
        """Yield the facts of these kinds after a number that satisfy `where`, each checked against the one before."""
        with self._troubles():
            for link in self._reader.of_kinds(frozenset(map(tag_of, kinds)), after=after, to=to):
                fact = self.fact(link)
                if where(fact):
                    if link.hash != next_hash(self.hash_of(link.number - 1), link.data):
                        raise self._changed(link.number)
                    yield fact

    def is_simulated(self) -> bool:
        """Return whether the record was begun, or ever ran, on simulated pins; then it is simulated for ever."""
        return next(self.of_kinds((HostStarted, JournalOpened), where=_on_simulated_pins), None) is not None

    def walls(self) -> tuple[int, int] | None:
        """Return the earliest and the latest wall time in the record."""
        with self._troubles():
            return self._reader.walls()

    def stamped(self, start_ms: int, end_ms: int) -> tuple[int, int] | None:
        """Return the first and the last fact stamped from `start_ms` up to, but not including, `end_ms`."""
        with self._troubles():
            return self._reader.stamped(start_ms, end_ms)

    def signed_after(self, number: int) -> Checkpoint | None:
        """Return the checkpoint that covers this fact, checked against the record; None if it is not signed yet."""
        with self._troubles():
            signed = next(self._reader.checkpoints(after=number - 1), None)
            if signed is None:
                return None
            checkpoint = msgspec.json.decode(signed.data, type=Checkpoint)
        fits = checkpoint.journal == self.id and checkpoint.hash == self.hash_of(checkpoint.number).hex()
        if not fits or not is_signed(signed, key=checkpoint.key):
            raise UserError(
                f"the signature after fact {checkpoint.number} does not match the record in {self.folder}; "
                f"run `firmware-host journal verify {self.folder}` for details"
            )
        for _ in self.links(after=number, to=checkpoint.number):
            pass
        return checkpoint

    def fact(self, link: Link) -> Fact:
        """Return the decoded fact. Raises UserError if it cannot be read."""
        try:
            return fact_of(link.data)
        except UNREADABLE as error:
            raise UserError(
                f"fact {link.number} in {self.folder} cannot be read ({error}): a newer firmware-host wrote it, "
                "or the record is damaged"
            ) from error

    def _changed(self, number: int) -> UserError:
        return UserError(f"the record in {self.folder} was altered after it was written: {ChainBroken(number)}")

    def _batch(self, after: int, count: int) -> list[Link]:
        with self._troubles():
            return list(self._reader.links(after=after, to=after + count))

    def _troubles(self) -> AbstractContextManager[None]:
        """Turn errors of the files into `UserError`."""
        return reported(self.folder)


def _on_simulated_pins(fact: Fact) -> bool:
    return isinstance(fact.body, HostStarted | JournalOpened) and fact.body.pins is Pins.SIMULATED


def kind_of(fact: Fact) -> str:
    """Return the name of the fact's kind in the record."""
    return tag_of(type(fact.body))


def tag_of(kind: Any) -> str:
    """Return the name of this kind of body in the record."""
    return str(kind.__struct_config__.tag)


class Amendment(Record, frozen=True, kw_only=True):
    """What replaces a fact, by fact number `by`; with no body the fact is taken back."""

    by: int
    body: RoundBody | DiceBody | None

    @property
    def marks(self) -> dict[str, int]:
        """Return the mark that an amended fact carries in reports."""
        return {"taken_back_by" if self.body is None else "amended_by": self.by}


Amendments = Mapping[int, Amendment]
"""Amendments by the number of the amended fact."""


def amended_by(facts: Iterable[Fact]) -> Amendments:
    """Return the amendments in these facts; if several amend one fact, the last one counts."""
    return {
        change.of: Amendment(by=fact.number, body=change.body)
        for fact in facts
        if isinstance(fact.body, Amended | Corrected)
        for change in fact.body.changes
    }


def amended_since(reading: RecordReader, *, after: int, to: int | None = None) -> Amendments:
    """Return all amendments so far to the facts after one number, up to another."""

    def concerns(fact: Fact) -> bool:
        return any(of > after and (to is None or of <= to) for of in amended_by((fact,)))

    return amended_by(reading.of_kinds((Amended, Corrected), after=after, where=concerns))


def standing(facts: Iterable[Fact], amended: Amendments) -> tuple[Fact, ...]:
    """Return the facts in effect; an amended fact keeps its number and time and has its new body."""
    found = ((fact, amended[fact.number].body if fact.number in amended else fact.body) for fact in facts)
    return tuple(replace(fact, body=body) for fact, body in found if body is not None)
