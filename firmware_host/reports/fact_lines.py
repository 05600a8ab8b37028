"""Facts as lines for a screen or a pipe, each with its sentence."""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from typing import get_args

import msgspec

from firmware_host.errors import UserError, did_you_mean
from firmware_host.reports.record_reader import RecordReader, amended_since, kind_of, tag_of
from firmware_host.reports.round_story import Told
from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.fact import Body, Fact, sentence, with_paragraphs

WIDEST_ACTOR = 12
KINDS_ARE_SHOWN = "`journal show --json` prints the kind of every fact of a record"
NOT_SHOWN = "\N{REPLACEMENT CHARACTER}"


def kinds() -> dict[str, type]:
    """Return every kind of fact in this program."""
    return {tag_of(kind): kind for kind in get_args(Body)}


def known(names: list[str]) -> frozenset[str]:
    """Return these kinds. Raises UserError for an unknown kind and suggests the nearest name."""
    there_are = kinds()
    for name in names:
        if name not in there_are:
            meant = did_you_mean(name, there_are, otherwise=KINDS_ARE_SHOWN)
            raise UserError(f"--kind: there is no kind of fact {name!r}; {meant}")
    return frozenset(names)


class Entry(Record, frozen=True, kw_only=True):
    """One fact, with its bytes as recorded, and the number of the fact that amends it or takes it back, if any."""

    fact: Fact
    data: bytes
    hash: bytes
    words: str
    taken_back_by: int | None = None
    amended_by: int | None = None

    @property
    def kind(self) -> str:
        """Return the kind of the fact."""
        return kind_of(self.fact)


class Wanted(Record, frozen=True, kw_only=True):
    """Which facts are wanted: these numbers, this round, these kinds; what is not given does not filter."""

    first: int = 1
    last: int | None = None
    round: int | None = None
    kinds: frozenset[str] = frozenset()

    def has(self, entry: Entry) -> bool:
        """Return whether an entry is wanted."""
        fact = entry.fact
        in_reach = fact.number >= self.first and (self.last is None or fact.number <= self.last)
        of_round = self.round is None or fact.round == self.round
        return in_reach and of_round and (not self.kinds or entry.kind in self.kinds)


def entries(
    reading: RecordReader, wanted: Wanted, *, after: int | None = None, to: int | None = None
) -> Iterator[Entry]:
    """
    Yield the wanted facts, of those after `after` up to `to` if given.

    Amendments are read first, so that each fact can be yielded at once.
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
    """Return a JSON object on one line, with the fact byte for byte as recorded."""
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


def line(entry: Entry, zone: tzinfo | None) -> str:
    """Return a line with number, time, round, actor and sentence. `zone` None is this machine's own."""
    fact = entry.fact
    round_ = f"round {fact.round}" if fact.round else ""
    amended = amendment(entry)
    said = with_paragraphs(entry.words, fact.paragraphs) + (amended and f" {amended}")
    return plain(f"{fact.number:6}  {when(fact.at, zone)}  {round_:10} {fact.actor:{WIDEST_ACTOR}}  {said}")


def amendment(fact: Entry | Told) -> str:
    """Return which fact takes this one back or amends it; empty if there is none."""
    by = fact.taken_back_by or fact.amended_by
    return f" ({'taken back' if fact.taken_back_by else 'amended'} by {by})" if by else ""


def when(stamp: Stamp, zone: tzinfo | None) -> str:
    """
    Return the wall time; `~` marks a clock that was not synchronised.

    >>> when(Stamp(wall_ms=1_767_225_600_123, mono_ms=0, boot="b", synced=False), UTC)
    '2026-01-01 00:00:00~'
    """
    return f"{moment(stamp, zone):%Y-%m-%d %H:%M:%S}{' ' if stamp.synced else '~'}"


def moment(stamp: Stamp, zone: tzinfo | None) -> datetime:
    """Return the wall time."""
    return datetime.fromtimestamp(stamp.wall_ms / 1000, UTC).astimezone(zone)


def plain(text: str) -> str:
    """
    Replace control characters, so that text from a device or a person cannot control the terminal.

    >>> plain("jam" + chr(27) + "[2J")
    'jam\N{REPLACEMENT CHARACTER}[2J'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else NOT_SHOWN for c in text)
