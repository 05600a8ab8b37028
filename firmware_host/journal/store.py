"""The journal as the host and the outbox use it: append, look up, read from a number, sign."""

import asyncio
import hashlib
import logging
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from firmware_host.errors import UserError
from firmware_host.journal import anchor, day_keys, disk_space, recovery, segments, sqlite_schema
from firmware_host.journal import folder as folders
from firmware_host.journal.answers import KeptAnswers
from firmware_host.journal.chain import Damaged, Link, next_hash, reported
from firmware_host.journal.disk_space import MIB, Reserve
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.reader import Reader
from firmware_host.journal.recovery import Found, Snapshot
from firmware_host.journal.segments import Opening
from firmware_host.journal.signing import Checkpoint, Signed, Signer
from firmware_host.journal.witness import End, Witness
from firmware_host.journal.writer import Writer
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Answer
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.record_in_doubt import RecordEndDoubted

log = logging.getLogger(__name__)


class Statement(Record, frozen=True, kw_only=True):
    """The content of a checkpoint besides the end of the record."""

    at: Stamp
    rules: str
    software: str


class Journal:
    """
    One record in one folder, locked by one process.

    Create it with `Journal.open`. Only the writer thread writes; this object reads through read-only connections.
    Only one task may append, sign, change the key and seal, one after the other.
    """

    def __init__(
        self, *, folder: Path, config: JournalConfig, reader: Reader, writer: Writer, reserve: Reserve, found: Found
    ) -> None:
        self.id = reader.id
        self.day = found.certificate.day
        """The gaming day whose key is in force."""
        self.checkpoint = found.checkpoint
        """The newest checkpoint."""
        self.certificates = found.certificates
        """The certificates of the newest keys, which a published checkpoint carries."""
        self.doubt = found.doubt
        """Why nothing vouched for the end of the record when it was opened; None once a fact records it."""
        self._folder = folder
        self._config = config
        self._reader = reader
        self._writer = writer
        self._reserve = reserve
        self._signer = found.signer
        self._end = found.end
        self._head = found.head
        self._last = found.end.number
        self._kept = KeptAnswers(reader, found.end)
        self._closing = ExitStack()

    @classmethod
    def open(cls, folder: Path, *, config: JournalConfig | None = None, at: Stamp | None = None) -> "Journal":
        """
        Open the folder's journal or create one; `at` is the time, for the gaming day of a new journal's first key.

        Raises `UserError` if the folder cannot be written or is locked by another process, and if the record is damaged
        or lost; a damaged file is left unchanged.
        """
        config = config or JournalConfig()
        with ExitStack() as opened:
            for lock in folders.locked(folder):
                opened.callback(os.close, lock)
            with reported(folder):
                if not segments.listed(folder):
                    recovery.make(folder, config, at or _now())
                reader = Reader(folder)
                opened.callback(reader.close)
                found = recovery.found(folder, reader)
                for path in reader.sealed:
                    disk_space.remove_empty_log(path)
                # Reopen as live: the writer starts now.
                reader.reopen()
            reserve = Reserve(folder, least_mib=config.reserve_mib)
            witness = Witness(folder)
            found = replace(found, end=witness.begin(replace(found.end, doubt=found.doubt or UNSET)))
            writer = Writer(reader.newest.path, witness=witness, reserve=reserve, written=found.end.written)
            journal = cls(folder=folder, config=config, reader=reader, writer=writer, reserve=reserve, found=found)
            journal._closing.callback(journal._finish, witness, opened.pop_all())
        return journal

    @staticmethod
    def tried(folder: Path) -> int | None:
        """
        Return the number of facts that `open` would find, or None if it would begin a record; change nothing.

        Raises `UserError` as `open` does, but does not notice a folder that cannot be written.
        """
        with ExitStack() as opened:
            for lock in folders.locked_as_it_is(folder):
                opened.callback(os.close, lock)
            with reported(folder):
                if segments.listed(folder):
                    reader = opened.enter_context(closing(Reader(folder)))
                    return recovery.found(folder, reader, signer_of=day_keys.held).end.number
                gone = recovery.is_missing(folder)
                if gone:
                    raise Damaged(gone)
                return None

    @property
    def key(self) -> str:
        """Return the public half of the key in force."""
        return self._signer.key

    @property
    def last(self) -> int:
        """Return the number of the newest durable fact."""
        return self._last

    @property
    def commits(self) -> LatencyHistogram:
        """The duration of each commit since the start."""
        return self._writer.commits

    @property
    def unsigned(self) -> bool:
        """Return whether there are facts after the newest checkpoint."""
        return self._end.number > self._end.checkpoint

    @property
    def is_full(self) -> bool:
        """Return whether the newest file is due to be sealed at the end of the round."""
        facts = self._last - self._reader.newest.opening.after
        full = self._config.segment_mib * MIB
        return facts > 0 and (facts >= self._config.segment_facts or self._reader.newest.path.stat().st_size >= full)

    @property
    def snapshot_facts(self) -> int:
        """Return the number of facts from one snapshot to the next."""
        return self._config.snapshot_facts

    @property
    def reserve_mib(self) -> int:
        """Return the free disk space that a new round needs."""
        return self._config.reserve_mib

    def free_mib(self) -> int:
        """Return the free disk space; 0 as long as the reserve is used up."""
        return self._reserve.free_mib()

    def facts(self, *, after: int = 0) -> Iterator[Fact]:
        """Yield the facts after number `after`, each checked against the hash chain."""
        return self._reader.facts(after=after)

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield the snapshots that a fact proves, the newest first."""
        return recovery.snapshots(self._reader)

    async def append(
        self,
        facts: tuple[Fact, ...],
        answers: tuple[Answer, ...] = (),
        *,
        state: bytes | None = None,
        sign: Statement | None = None,
    ) -> None:
        """
        Return once these facts, numbered from `last` + 1, and these answers are durable.

        `state` is the snapshot whose digest the last fact, a `SnapshotTaken`, holds. `sign` adds a checkpoint.
        """
        links = self._linked(facts)
        parts = [sqlite_schema.insert_facts(links)] if links else []
        if answers:
            parts.append(sqlite_schema.insert_answers(answers, after=self._end.answers))
        number, head = (links[-1].number, links[-1].hash.hex()) if links else (self._end.number, self._end.hash)
        end = self._following(number=number, hash=head, answers=self._end.answers + len(answers))
        if state is not None:
            parts.append(sqlite_schema.insert_snapshot(end.number, state))
        checkpoint = self._signed_now(sign, end) if sign and end.number > end.checkpoint else None
        if checkpoint:
            parts.append(sqlite_schema.insert_checkpoint(end.number, checkpoint))
            end = replace(end, checkpoint=end.number)
        if self.doubt and any(isinstance(fact.body, RecordEndDoubted) for fact in facts):
            end = replace(end, doubt=UNSET)
        work = sqlite_schema.together(parts)
        # An exception before this line changes nothing.
        self._end = end
        self._kept.gave(len(answers), last=end.number)
        await self._writer.write(work, end)
        self.doubt = end.doubt or None
        if links:
            self._last, self._head = links[-1].number, links[-1].hash
        self.checkpoint = checkpoint or self.checkpoint

    async def compared(self, payload: bytes, *, consumer: str) -> anchor.Comparison:
        """Compare a checkpoint that `consumer` kept with this record."""
        return await asyncio.to_thread(anchor.compared_in, self._folder, payload, known_to=consumer)

    async def answers(self) -> None:
        """Return once the writer has answered; raise `JournalFailed` if it cannot write any more."""
        await self._writer.answers()

    async def mark_sent(self, consumer: str, number: int) -> None:
        """Record durably that `consumer` has everything up to `number`."""
        self._end = self._following(sent={**self._end.sent, consumer: number})
        await self._writer.write(sqlite_schema.insert_cursors({consumer: number}), self._end)

    def sent(self, consumer: str) -> int:
        """Return the number up to which `consumer` durably has everything."""
        return self._reader.newest.sent().get(consumer, 0)

    def after(self, number: int, *, limit: int) -> tuple[Link, ...]:
        """Return up to `limit` stored facts after `number`, the oldest first."""
        return tuple(self._reader.links(after=number, to=min(number + limit, self._last)))

    def answer_to(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the newest file; see `answers`."""
        return self._kept.answer_to(intent)

    def answer_before(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the newest sealed file."""
        return self._kept.answer_before(intent)

    def may_have_forgotten(self, seen: int, *, last: int) -> bool:
        """Return whether an intent with this `seen` may have had an answer that is no longer kept."""
        return self._kept.may_have_forgotten(seen, last=last)

    async def change_key(self, sign: Statement) -> None:
        """Change to the gaming day's key: the old key signs the record so far and the new key, and is then erased."""
        await self.append((), sign=sign)
        old, new = self._signer, Signer.made()
        day = day_keys.gaming_day(sign.at, starts=self._config.gaming_day_starts)
        word = day_keys.certificate(old, new, journal=self.id, day=day, number=self._last, head=self._head, at=sign.at)
        try:
            await asyncio.to_thread(day_keys.prepare, self._folder, self.id, new, in_force=old.key)
        except (OSError, UserError) as error:
            log.error("cannot write the new day's signing key (%s); the old key stays in force; trying again", error)  # noqa: TRY400
            return
        self._end = self._following(certificates=self._end.certificates + 1)
        await self._writer.write(sqlite_schema.insert_certificate(self._end.certificates, word), self._end)
        self._signer, self.day = new, day
        self.certificates = (*self.certificates, word)[-recovery.DAYS :]
        try:
            await asyncio.to_thread(day_keys.take_up, self._folder)
        except OSError as error:
            log.error("cannot erase the old signing key (%s); the next start tries again", error)  # noqa: TRY400

    def is_of_today(self, at: Stamp) -> bool:
        """Return whether the key in force belongs to the gaming day at this time."""
        return self.day == day_keys.gaming_day(at, starts=self._config.gaming_day_starts)

    async def seal(self) -> bool:
        """
        Seal the newest file and continue in a new one; return False if a reader of the file prevents that now.

        A cancellation waits until this is finished: the writer thread cannot be interrupted, and `close` has to know
        where the record ends.
        """
        full = self._reader.newest.path
        end = self._following(segment=self._end.segment + 1, answers=0)
        self._end = replace(self._end, written=end.written)

        def following() -> Path:
            before = Opening(
                journal=self.id,
                segment=end.segment,
                after=end.number,
                hash=bytes.fromhex(end.hash),
                before=segments.digest_of(full),
            )
            return segments.create(self._folder, before, sqlite_schema.insert_cursors(end.sent))

        exchanging = self._writer.exchange(following, end)
        stop: asyncio.CancelledError | None = None
        while not exchanging.done():
            try:
                await asyncio.wait((exchanging,))
            except asyncio.CancelledError as cancelled:
                stop = cancelled
        done = exchanging.result()
        if done:
            # A cursor may have moved meanwhile.
            self._end = replace(self._end, segment=end.segment, answers=0)
            self._reader.reopen()
            self._writer.retire()
            self._kept.sealed()
        if stop is not None:
            raise stop
        return done

    def close(self) -> None:
        """End the writer, then unlock the folder."""
        self._closing.close()

    def _finish(self, witness: Witness, held: ExitStack) -> None:
        """The last connection to close merges the log into the file, so close the readers first."""
        with held:
            self._kept.close()
            self._reader.newest.close()
            if self._writer.close(self._end):
                witness.close(self._end)
            else:
                witness.abandon()

    def _following(self, **changes: int | str | dict[str, int]) -> End:
        """Return the end of the record after the next commit, with a new number for the witness."""
        return replace(self._end, written=self._end.written + 1, **changes)

    def _linked(self, facts: tuple[Fact, ...]) -> tuple[Link, ...]:
        links = []
        number, head = self._last, self._head
        for fact in facts:
            number += 1
            if fact.number != number:
                raise ValueError(f"fact {fact.number} cannot follow {number - 1}")
            data = msgspec.json.encode(fact)
            head = next_hash(head, data)
            links.append(Link(number=number, cause=fact.cause, data=data, hash=head))
        return tuple(links)

    def _signed_now(self, sign: Statement, end: End) -> Signed:
        before = self.checkpoint
        words = Checkpoint(
            journal=self.id,
            number=end.number,
            hash=end.hash,
            rules=sign.rules,
            software=sign.software,
            at=sign.at,
            previous=hashlib.sha256(before.data).hexdigest() if before else "",
            key=self._signer.key,
        )
        return self._signer.sign(msgspec.json.encode(words))


def _now() -> Stamp:
    """The time for a journal that a tool opens, without a table."""
    return Stamp(wall_ms=time.time_ns() // 1_000_000, mono_ms=0, boot="", synced=False)
