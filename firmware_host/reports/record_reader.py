"""
The record for people who look something up in it, while the controller writes on.

Facts come in batches, each read whole before the first of it is handed out: a pager left open for an hour holds no
transaction, so the controller's write-ahead log never grows for it. Every stretch is checked against the chain as it
is read; whether the whole is what was signed is for `journal verify` to say.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from firmware_host.errors import UserError
from firmware_host.journal.chain import UNREADABLE, ChainBroken, Link, genesis, next_hash, reported
from firmware_host.journal.reader import Reader
from firmware_host.journal.signing import Checkpoint, is_signed
from firmware_host.journal.upcast import fact_of
from firmware_host.table.facts.fact import Fact

BATCH = 500


class RecordReader:
    """One record, opened to be read. Every method raises `UserError` when the record does not hold."""

    def __init__(self, folder: Path, reader: Reader) -> None:
        """Look through this reader."""
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
        """Return the number of the newest fact there is by now."""
        with self._troubles():
            return self._reader.last

    def links(self, *, after: int = 0, to: int | None = None) -> Iterator[Link]:
        """Yield the facts as stored that follow `after`, up to `to`, each checked against the one before it."""
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
        """Yield what they say."""
        return map(self.fact, self.links(after=after, to=to))

    def hash_of(self, number: int) -> bytes:
        """Return the stored hash of a fact; of none, what the first fact is hashed onto."""
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
        """Yield the facts of these kinds that follow a number and are wanted, each checked against the one before."""
        with self._troubles():
            for link in self._reader.of_kinds(frozenset(map(tag_of, kinds)), after=after, to=to):
                fact = self.fact(link)
                if where(fact):
                    if link.hash != next_hash(self.hash_of(link.number - 1), link.data):
                        raise self._changed(link.number)
                    yield fact

    def walls(self) -> tuple[int, int] | None:
        """Return the earliest and the latest that the wall's clock said."""
        with self._troubles():
            return self._reader.walls()

    def stamped(self, start_ms: int, end_ms: int) -> tuple[int, int] | None:
        """Return the first and the last fact that the wall's clock puts from here to before there."""
        with self._troubles():
            return self._reader.stamped(start_ms, end_ms)

    def signed_after(self, number: int) -> Checkpoint | None:
        """Return the checkpoint that covers this fact, checked against the record; none before it is signed."""
        with self._troubles():
            signed = next(self._reader.checkpoints(after=number - 1), None)
            if signed is None:
                return None
            checkpoint = msgspec.json.decode(signed.data, type=Checkpoint)
        fits = checkpoint.journal == self.id and checkpoint.hash == self.hash_of(checkpoint.number).hex()
        if not fits or not is_signed(signed, key=checkpoint.key):
            raise UserError(
                f"what was signed after fact {checkpoint.number} does not fit the record in {self.folder}: "
                f"`firmware-host journal verify {self.folder}` says more"
            )
        for _ in self.links(after=number, to=checkpoint.number):
            pass
        return checkpoint

    def fact(self, link: Link) -> Fact:
        """Return what these bytes say."""
        try:
            return fact_of(link.data)
        except UNREADABLE as error:
            raise UserError(
                f"fact {link.number} in {self.folder} cannot be read ({error}): a newer firmware-host wrote it, "
                "or the record is damaged"
            ) from error

    def _changed(self, number: int) -> UserError:
        return UserError(f"the record in {self.folder} was changed after it was written: {ChainBroken(number)}")

    def _batch(self, after: int, count: int) -> list[Link]:
        with self._troubles():
            return list(self._reader.links(after=after, to=after + count))

    def _troubles(self) -> AbstractContextManager[None]:
        """What is wrong with the files is for a person to mend."""
        return reported(self.folder)


def kind_of(fact: Fact) -> str:
    """Return the name its kind has in the record."""
    return tag_of(type(fact.body))


def tag_of(kind: Any) -> str:
    """Return the name this kind of body has in the record."""
    return str(kind.__struct_config__.tag)
