"""The journal as the host and the outbox see it: append, look up, read on from a number, sign."""

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
from firmware_host.journal import anchor, day_keys, disk_space, recovery, schema, segments
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
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.record import RecordEndDoubted
from firmware_host.table.stamp import Stamp

log = logging.getLogger(__name__)


class Statement(Record, frozen=True, kw_only=True):
    """What a checkpoint says beside where the record stands."""

    at: Stamp
    rules: str
    software: str


class Journal:
    """
    One record in one folder, held by one process.

    Create it with `Journal.open`. Only the writer writes; this object reads through connections that cannot.
    Appending, signing, changing the key and sealing are for one task alone, one after the other.
    """

    def __init__(
        self, *, folder: Path, config: JournalConfig, reader: Reader, writer: Writer, reserve: Reserve, found: Found
    ) -> None:
        """Store what `open` has opened."""
        self.id = reader.id
        self.day = found.certificate.day
        """The gaming day whose key is in force."""
        self.checkpoint = found.checkpoint
        """The newest checkpoint, as it is published."""
        self.certificates = found.certificates
        """Those of the newest days, which a checkpoint carries."""
        self.doubt = found.doubt
        """Why nothing vouched for the end of the record when it was opened; none once a fact says so."""
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
        Open the folder's journal or make a new one; `at` is the time, for the gaming day of a new one's first key.

        Raises `UserError` when the folder cannot be written, another process has it, the record is damaged or what
        there was of it is gone; a damaged file is left as it is.
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
                # From here on there is a writer, and what is read changes.
                reader.reopen()
            reserve = Reserve(folder, least_mib=config.reserve_mib)
            seen = Witness(folder)
            found = replace(found, end=seen.begin(replace(found.end, doubt=found.doubt or UNSET)))
            writer = Writer(reader.newest.path, witness=seen, reserve=reserve, written=found.end.written)
            journal = cls(folder=folder, config=config, reader=reader, writer=writer, reserve=reserve, found=found)
            journal._closing.callback(journal._finish, seen, opened.pop_all())
        return journal

    @staticmethod
    def tried(folder: Path) -> int | None:
        """
        Return how many facts `open` would go on from, None where it would begin a record; nothing is written or made.

        Raises `UserError` where `open` would for what lies there. A folder that cannot be written is not found out.
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
        """Return how long each commit took since the start."""
        return self._writer.commits

    @property
    def unsigned(self) -> bool:
        """Return whether facts have come since the newest checkpoint."""
        return self._end.number > self._end.checkpoint

    @property
    def is_full(self) -> bool:
        """Return whether the file that is written is to be sealed when nothing is under way."""
        facts = self._last - self._reader.newest.opening.after
        full = self._config.segment_mib * MIB
        return facts > 0 and (facts >= self._config.segment_facts or self._reader.newest.path.stat().st_size >= full)

    @property
    def snapshot_facts(self) -> int:
        """Return after how many facts the state is to be stored."""
        return self._config.snapshot_facts

    @property
    def reserve_mib(self) -> int:
        """Return how much has to be free on the disk before a round is begun."""
        return self._config.reserve_mib

    def free_mib(self) -> int:
        """Return what is free on the disk; nothing as long as the room kept for a round under way is used up."""
        return self._reserve.free_mib()

    def facts(self, *, after: int = 0) -> Iterator[Fact]:
        """Yield the facts that follow, one at a time, each checked onto the one before it."""
        return self._reader.facts(after=after)

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield the stored states that a fact proves, the newest first."""
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
        Return when these facts, numbered on from `last`, and these answers are durable.

        `state` is what the last of the facts, a `SnapshotTaken`, speaks of. With `sign` a checkpoint goes with them.
        """
        links = self._linked(facts)
        parts = [schema.insert_facts(links)] if links else []
        if answers:
            parts.append(schema.insert_answers(answers, after=self._end.answers))
        number, head = (links[-1].number, links[-1].hash.hex()) if links else (self._end.number, self._end.hash)
        end = self._following(number=number, hash=head, answers=self._end.answers + len(answers))
        if state is not None:
            parts.append(schema.insert_snapshot(end.number, state))
        checkpoint = self._signed_now(sign, end) if sign and end.number > end.checkpoint else None
        if checkpoint:
            parts.append(schema.insert_checkpoint(end.number, checkpoint))
            end = replace(end, checkpoint=end.number)
        if self.doubt and any(isinstance(fact.body, RecordEndDoubted) for fact in facts):
            end = replace(end, doubt=UNSET)
        work = schema.together(parts)
        # Whatever breaks it off before this has changed nothing.
        self._end = end
        self._kept.gave(len(answers), last=end.number)
        await self._writer.write(work, end)
        self.doubt = end.doubt or None
        if links:
            self._last, self._head = links[-1].number, links[-1].hash
        self.checkpoint = checkpoint or self.checkpoint

    async def compared(self, payload: bytes) -> anchor.Comparison:
        """Compare a checkpoint that somebody else kept with this record."""
        return await asyncio.to_thread(anchor.compared_in, self._folder, payload)

    async def answers(self) -> None:
        """Return once the writer has answered; raise `JournalFailed` if it can write nothing any more."""
        await self._writer.answers()

    async def mark_sent(self, consumer: str, number: int) -> None:
        """Return once it is durable that `consumer` has everything up to `number`."""
        self._end = self._following(sent={**self._end.sent, consumer: number})
        await self._writer.write(schema.insert_cursors({consumer: number}), self._end)

    def sent(self, consumer: str) -> int:
        """Return the number up to which `consumer` has everything, as far as that is durable."""
        return self._reader.newest.sent().get(consumer, 0)

    def after(self, number: int, *, limit: int) -> tuple[Link, ...]:
        """Return the stored facts that follow `number`, the oldest first."""
        return tuple(self._reader.links(after=number, to=min(number + limit, self._last)))

    def answer_to(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the file that is written; see `answering`."""
        return self._kept.answer_to(intent)

    def answer_before(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the newest sealed file."""
        return self._kept.answer_before(intent)

    def may_have_forgotten(self, seen: int, *, last: int) -> bool:
        """Return whether what was asked on fact `seen` may have an answer that is not kept any more."""
        return self._kept.may_have_forgotten(seen, last=last)

    async def change_key(self, sign: Statement) -> None:
        """Take up the gaming day's key: the old one signs where the record stands and the new one, and is erased."""
        await self.append((), sign=sign)
        old, new = self._signer, Signer.made()
        day = day_keys.gaming_day(sign.at, starts=self._config.gaming_day_starts)
        word = day_keys.certificate(old, new, journal=self.id, day=day, number=self._last, head=self._head, at=sign.at)
        try:
            await asyncio.to_thread(day_keys.prepare, self._folder, self.id, new, in_force=old.key)
        except (OSError, UserError) as error:
            log.error("the signing key of the day cannot be written (%s); it is tried again", error)  # noqa: TRY400
            return
        self._end = self._following(certificates=self._end.certificates + 1)
        await self._writer.write(schema.insert_certificate(self._end.certificates, word), self._end)
        self._signer, self.day = new, day
        self.certificates = (*self.certificates, word)[-recovery.DAYS :]
        try:
            await asyncio.to_thread(day_keys.take_up, self._folder)
        except OSError as error:
            log.error("the old signing key cannot be erased (%s); the next start does it", error)  # noqa: TRY400

    def is_of_today(self, at: Stamp) -> bool:
        """Return whether the key in force is that of the gaming day it is."""
        return self.day == day_keys.gaming_day(at, starts=self._config.gaming_day_starts)

    async def seal(self) -> bool:
        """
        Go on in a new file; return whether that could be done now. Somebody who looks into this one delays it.

        A stop waits for the end of it: the thread that does it cannot be called back, and where the record goes on has
        to be known to whoever closes it.
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
            return segments.create(self._folder, before, schema.insert_cursors(end.sent))

        exchanging = self._writer.exchange(following, end)
        stop: asyncio.CancelledError | None = None
        while not exchanging.done():
            try:
                await asyncio.wait((exchanging,))
            except asyncio.CancelledError as told:
                stop = told
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
        """End the writer, then let the folder go."""
        self._closing.close()

    def _finish(self, seen: Witness, held: ExitStack) -> None:
        """The last to close folds the log into the file, so the readers go first."""
        with held:
            self._kept.close()
            self._reader.newest.close()
            if self._writer.close(self._end):
                seen.close(self._end)
            else:
                seen.abandon()

    def _following(self, **changes: int | str | dict[str, int]) -> End:
        """Return where the record ends with the next commit; each is told to the witness under a number of its own."""
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
    """The time for a journal that is opened by a tool and not by a table."""
    return Stamp(wall_ms=time.time_ns() // 1_000_000, mono_ms=0, boot="", synced=False)
