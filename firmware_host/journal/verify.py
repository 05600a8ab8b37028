"""
Verification of a whole record: the hash chain, every signature, every file, every row.

Covered: every row and column of every table of every file; every byte of a sealed file, by the digest in the file
after it; the table definitions; the witness file; the key file, if it is readable. Not covered: bytes without meaning,
such as unused pages of the newest file; and facts cut off after the newest checkpoint, if the witness file that
mentions them was changed as well.
"""

import heapq
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path

import msgspec

from firmware_host.errors import UserError
from firmware_host.journal import day_keys, witness
from firmware_host.journal.chain import UNREADABLE, ChainBroken, Damaged, Link, genesis
from firmware_host.journal.record_check import Examination, Refold
from firmware_host.journal.segments import NAME, Segment, digest_of, path_of
from firmware_host.journal.signing import Certificate, Signed
from firmware_host.journal.sqlite_schema import ANSWERS_KEPT, TABLES, answer_hash, cursor_hash
from firmware_host.journal.witness import End
from firmware_host.table.acts.intent import Accepted, Answer, Refused
from firmware_host.table.facts.fact import Fact

BROKEN = (sqlite3.Error, Damaged, ChainBroken, msgspec.MsgspecError, TypeError, ValueError, OverflowError, OSError)
"""The exceptions that reading a damaged file can raise."""

PROGRESS_EVERY_FACTS = 1000

MOST_FINDINGS = 100
"""Stop after this many findings."""

Progress = Callable[[int, int], None]
FACT, CHECKPOINT, CERTIFICATE = "fact", "checkpoint", "certificate"
Item = tuple[int, Link | Signed, str]
Placed = tuple[tuple[int, int, int], Item]
_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)
Form = frozenset[tuple[str, str, str, str]]


def verified(
    folder: Path, *, fold: str, key: str | None = None, copy: bool = False, progress: Progress | None = None
) -> Examination:
    """
    Verify the record in a folder. `fold` is the digest of the rules that this program folds facts with.

    `copy` says that the folder came out of a backup, which never holds the key of the day. Only the caller knows: an
    attacker who can remove the key can also make a folder look like a copy.

    Raises `UserError` if the folder holds no record; everything else that is wrong is among the findings.
    """
    witnessed, faults = _read_witness(folder)
    paths = _paths(folder)
    journal = _id_of(paths)
    examination = Examination(journal=journal, after=0, head=genesis(journal), key=key)
    for fault in faults:
        examination.find(witness.FILE, fault)
    if witnessed is not None and witnessed.doubt:
        doubt = witnessed.doubt
        examination.remarks.append(f"{doubt.why} when fact {doubt.last} was the newest; no fact records this yet")
    verification = _Verification(folder, examination, Refold(journal, fold), progress)
    verification.read(paths)
    if witnessed is not None:
        verification.compare(witnessed)
    verification.check_keys(copy=copy)
    return examination


class _Verification:
    """Reads the files of one record in order."""

    def __init__(self, folder: Path, examination: Examination, refold: Refold, progress: Progress | None) -> None:
        self._folder = folder
        self._examination = examination
        self._refold = refold
        self._progress = progress
        self._digest_before = b""
        self._last = 0
        self._end: End | None = None

    def read(self, paths: list[Path]) -> None:
        self._last = _last_of(paths[-1])
        for place, path in enumerate(paths, 1):
            if path != path_of(self._folder, place):
                self._examination.find(path.name, f"is in the place of {path_of(self._folder, place).name}")
            try:
                self._read_file(path, is_newest=path == paths[-1])
            except BROKEN as error:
                self._examination.find(path.name, f"cannot be read ({error})")
            self._digest_before = b"" if path == paths[-1] else digest_of(path)

    def compare(self, witnessed: End) -> None:
        """Compare the record with the witness file, which was read before the record."""
        if self._end is None:
            return
        for what in witness.contradictions(witnessed, self._end):
            self._examination.find(witness.FILE, what)

    def check_keys(self, *, copy: bool) -> None:
        """Check the key file beside the record."""
        examination = self._examination
        if not examination.keys:
            examination.find("record", "has no signing key")
        elif copy and not (self._folder / day_keys.FILE).exists():
            examination.remarks.append(f"a copy without {day_keys.FILE}: it can be verified, but not continued")
        else:
            fault = day_keys.fault(self._folder, examination.journal, examination.keys[-1].key)
            if fault:
                examination.find(day_keys.FILE, fault)

    def _read_file(self, path: Path, *, is_newest: bool) -> None:
        examination = self._examination
        with closing(Segment(path)) as segment:
            # A transaction reads one consistent moment, whatever the controller writes meanwhile.
            segment.connection.execute("BEGIN")
            for what in faults(segment, whole=is_newest):
                examination.find(path.name, what)
            self._check_opening(segment)
            stored = dict(segment.snapshots())
            with closing(_in_order(segment)) as items:
                for item in items:
                    self._take(item, segment, stored)
                    if len(examination.findings) > MOST_FINDINGS:
                        raise Damaged(f"stopped after {MOST_FINDINGS} findings")
            for number in stored:
                examination.find(f"snapshot {number}", "is named by no fact")
            self._end = self._end_of(segment)

    def _check_opening(self, segment: Segment) -> None:
        examination, opening = self._examination, segment.opening
        expected = (examination.journal, examination.last, examination.head)
        if (opening.journal, opening.after, opening.hash) != expected:
            examination.find(segment.path.name, "does not continue the file before it")
        if opening.before != self._digest_before:
            examination.find(segment.path.name, "the file before it has changed since it was sealed")

    def _take(self, item: Item, segment: Segment, stored: dict[int, bytes]) -> None:
        number, what, kind = item
        examination = self._examination
        if isinstance(what, Link):
            fact = examination.fact(what)
            if fact is not None:
                problem = self._refold.take(fact, stored.pop(fact.number, None))
                if problem:
                    examination.find(f"snapshot {fact.number}", problem)
            if self._progress and examination.facts % PROGRESS_EVERY_FACTS == 0:
                self._progress(examination.facts, self._last)
        elif kind == CHECKPOINT:
            checkpoint = examination.checkpoint(what)
            if checkpoint and checkpoint.number != number:
                examination.find(segment.path.name, f"checkpoint {checkpoint.number} is stored under number {number}")
        elif examination.certificate(what) and number != len(examination.keys):
            examination.find(segment.path.name, f"certificate {len(examination.keys)} is stored under number {number}")

    def _end_of(self, segment: Segment) -> End:
        return End(
            journal=segment.opening.journal,
            segment=segment.opening.segment,
            number=self._examination.last,
            hash=self._examination.head.hex(),
            checkpoint=self._examination.signed_to or 0,
            certificates=len(self._examination.keys),
            answers=segment.newest("answers") or 0,
            sent=segment.sent(),
        )


def _in_order(segment: Segment) -> Generator[Item, None, None]:
    """Yield everything by fact number; for one number the fact, then its checkpoint, then certificates."""
    with ExitStack() as opened:
        # Close each generator before its file is closed.
        links = opened.enter_context(closing(segment.links()))
        signed = opened.enter_context(closing(segment.checkpoints()))
        handed_on = opened.enter_context(closing(segment.certificates()))
        facts: Iterator[Placed] = (((link.number, 0, 0), (link.number, link, FACT)) for link in links)
        checkpoints: Iterator[Placed] = (((number, 1, 0), (number, each, CHECKPOINT)) for number, each in signed)
        certificates: Iterator[Placed] = (
            ((_after(each), 2, place), (place, each, CERTIFICATE)) for place, each in handed_on
        )
        for _, item in heapq.merge(facts, checkpoints, certificates, key=lambda placed: placed[0]):
            yield item


def _after(signed: Signed) -> int:
    try:
        return msgspec.json.decode(signed.data, type=Certificate).number
    except UNREADABLE:
        return 0


def id_of(folder: Path) -> str:
    """Return the journal's id. Raises `UserError` if the folder holds no record."""
    return _id_of(_paths(folder))


def holding(folder: Path) -> Iterator[tuple[Link, Fact]]:
    """Yield the facts of a record from the first one up to the first that is damaged."""
    paths = _paths(folder)
    journal = _id_of(paths)
    examination = Examination(journal=journal, after=0, head=genesis(journal))
    with suppress(*BROKEN):
        for path in paths:
            with closing(Segment(path)) as segment:
                for link in segment.links():
                    fact = examination.fact(link)
                    if fact is None or examination.findings:
                        return
                    yield link, fact


def _paths(folder: Path) -> list[Path]:
    paths = sorted(entry for entry in folder.glob("journal-*.sqlite") if NAME.fullmatch(entry.name))
    if not paths:
        raise UserError(f"there is no journal in {folder}; give the folder used with `run --data`")
    return paths


def _read_witness(folder: Path) -> tuple[End | None, tuple[str, ...]]:
    try:
        witnessed = witness.read(folder)
    except Damaged:
        witnessed = None
    return witnessed, witness.faults(folder) if witnessed is None or witnessed.closed else ()


def _id_of(paths: list[Path]) -> str:
    why = ""
    for path in paths:
        try:
            with closing(Segment(path)) as segment:
                genesis(segment.opening.journal)
                return segment.opening.journal
        except BROKEN as error:
            why = why or str(error)
    raise UserError(f"none of the files in {paths[0].parent} can be read as a journal ({why})")


def _last_of(path: Path) -> int:
    try:
        with closing(Segment(path)) as segment:
            return segment.last
    except BROKEN:
        return 0


def faults(segment: Segment, *, whole: bool) -> Iterator[str]:
    """Yield what is wrong with one file. `whole` checks every page, which a sealed file's digest makes unnecessary."""
    file = segment.connection
    if _form(file) != _expected_form():
        yield "the table definitions were changed"
    if whole:
        yield from (f"SQLite reports: {row[0]}" for row in file.execute("PRAGMA integrity_check(10)") if row[0] != "ok")
    if segment.first not in (None, segment.opening.after + 1):
        yield f"begins with fact {segment.first} instead of {segment.opening.after + 1}"
    yield from _answer_faults(file)
    yield from _cursor_faults(segment)


def _form(file: sqlite3.Connection) -> Form:
    """Return the type, name, table and SQL of every table, index and trigger."""
    return frozenset(file.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema").fetchall())


@cache
def _expected_form() -> Form:
    with closing(sqlite3.connect(":memory:")) as file:
        file.executescript(TABLES)
        return _form(file)


def _answer_faults(file: sqlite3.Connection) -> Iterator[str]:
    expected: int | None = None
    count = 0
    for age, id_, data, hash_ in file.execute("SELECT age, id, data, hash FROM answers ORDER BY age"):
        count += 1
        if expected not in (None, age):
            yield f"answer {expected} is missing"
        expected = age + 1
        # An edited file may hold values of other types.
        if not isinstance(id_, str) or not isinstance(data, bytes) or hash_ != answer_hash(age, id_, data):
            yield f"answer {age} was changed"
        elif _answers.decode(data).id != id_:
            yield f"answer {age} is stored under the wrong id"
    if expected is not None and count != min(expected - 1, ANSWERS_KEPT):
        yield "the oldest answers are missing"


def _cursor_faults(segment: Segment) -> Iterator[str]:
    last = segment.last
    for consumer, number, hash_ in segment.connection.execute("SELECT consumer, number, hash FROM sent"):
        if not isinstance(consumer, str) or not isinstance(number, int):
            yield "a delivery cursor was changed"
            continue
        if hash_ != cursor_hash(consumer, number):
            yield f"the delivery cursor of {consumer} was changed"
        if not 0 <= number <= last:
            yield f"the delivery cursor of {consumer} is beyond the newest fact"
