"""
The host, the only writer: intent -> decide -> journal -> evolve -> answer and publish.

Intents wait in a bounded inbox; only the host's own clock may exceed the bound. All waiting intents are decided in
turn, each on the state that the one before left, and go to the journal as one commit. They are answered and published
only once that commit is durable, so nobody sees a state that a crash could take back.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from firmware_host.host.batch import Batch
from firmware_host.host.clock import Clock
from firmware_host.host.housekeeping import Keeper
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.signing import Signed
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Accepted, Answer, Intent, Refused, Via
from firmware_host.table.acts.system import PassDeadline
from firmware_host.table.clocks import Alarm, Stamp
from firmware_host.table.deadlines import alarms
from firmware_host.table.decide import acts_on_what_was_seen
from firmware_host.table.history import rules_digest
from firmware_host.table.state.table import TableState

INBOX = 256
BATCH = 64


class Asked(Record, frozen=True, kw_only=True):
    """An intent in the inbox, and the future for its answer."""

    intent: Intent
    answer: "asyncio.Future[Answer]"


class Host:
    """Runs one table on one journal. `run` must be running for `submit` to be answered."""

    def __init__(self, *, journal: Journal, clock: Clock) -> None:
        """Fold the journal into the state."""
        self._journal = journal
        self._clock = clock
        self._keeper = Keeper(journal)
        self._ledger = self._keeper.resumed()
        self._rules = rules_digest(self._ledger.state.adopted)
        self._inbox: asyncio.Queue[Asked | None] = asyncio.Queue()
        """Bounded in `submit`. None wakes the host for the housekeeping of its record."""
        self._watchers = set[asyncio.Event]()
        self._stopped: Refusal | None = None
        self.refusals: Counter[Code] = Counter()
        """Refusals by code since the start, without repeated answers."""

    @property
    def stopped(self) -> Refusal | None:
        """Return why the host has stopped; None while it runs."""
        return self._stopped

    @property
    def state(self) -> TableState:
        """Return the table as of the newest durable fact."""
        return self._ledger.state

    @property
    def checkpoint(self) -> Signed | None:
        """Return the newest checkpoint of the record."""
        return self._journal.checkpoint

    async def submit(self, intent: Intent) -> Answer:
        """Return the answer once it is durable; an id that was used before gets its first answer again."""
        if self._stopped is None and self._inbox.qsize() >= INBOX:
            return Refused(id=intent.id, refusal=_busy())
        return await self._put(intent)

    async def _put(self, intent: Intent) -> Answer:
        """Submit without the bound: for the host's own clock, which submits one intent at a time."""
        if self._stopped is not None:
            return Refused(id=intent.id, refusal=self._stopped)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(Asked(intent=intent, answer=answer))
        return await answer

    def acts_no_more(self, intent: Intent) -> bool:
        """Return whether this intent cannot act: it was answered before, or it is too old."""
        return self._known(intent) is not None or self._is_too_old(intent, last=self.state.last)

    @contextmanager
    def watch(self) -> Iterator[asyncio.Event]:
        """Yield an event that is set at each change of the state; the watcher clears the event."""
        event = asyncio.Event()
        self._watchers.add(event)
        try:
            yield event
        finally:
            self._watchers.discard(event)

    async def run(self) -> None:
        """Serve until cancelled. Raises `JournalFailed` if the journal cannot be written any more."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.serve(), name="host inbox")
            group.create_task(self._keep_time(), name="host deadlines")
            group.create_task(self._sign_in_time(), name="host checkpoints")

    async def sign_now(self) -> None:
        """Sign what is not signed yet, while `run` serves; return once that is durable, or can never be."""
        with self.watch() as changed:
            self._keeper.sign_soon()
            self._inbox.put_nowait(None)
            while self._journal.unsigned and self._stopped is None:
                await changed.wait()
                changed.clear()

    @property
    def certificates(self) -> tuple[Signed, ...]:
        """Return the certificates of the newest signing keys."""
        return self._journal.certificates

    async def sign_off(self) -> None:
        """Sign the unsigned facts at an orderly stop; `run` must have ended."""
        if self._stopped is None and self._journal.unsigned:
            now = self._clock.stamp()
            await self._journal.append((), sign=self._keeper.statement(self._rules, now))

    async def serve(self) -> None:
        """Answer intents without watching deadlines: for a command that only adds a few facts."""
        while True:
            waiting = [await self._inbox.get()]
            while len(waiting) < BATCH and not self._inbox.empty():
                waiting.append(self._inbox.get_nowait())
            asked_now = [asked for asked in waiting if asked is not None]
            try:
                await self._settle(asked_now)
                # Storing the state and sealing a file take a while: let the answered tasks continue first.
                await asyncio.sleep(0)
                await self._store()
                await self._keeper.rest(self._ledger, self._rules, self._clock.stamp())
            except JournalFailed as failed:
                self._stop(asked_now, failed)
                raise

    async def _settle(self, asked_now: list[Asked]) -> None:
        now = self._clock.stamp()
        batch = Batch(self._ledger, rules=self._rules, clock=self._clock)
        for act in self._keeper.news(batch.ledger.state, now):
            batch.decide_own(act)
        for asked in asked_now:
            self._take(batch, asked)
        await self._record(batch, now)
        self._ledger, self._rules = batch.ledger, batch.rules
        self.refusals.update(answer.refusal.code for answer in batch.factless_answers if isinstance(answer, Refused))
        for asked in asked_now:
            _set(asked.answer, batch.answers[asked.intent.id])

    def _take(self, batch: Batch, asked: Asked) -> None:
        intent = asked.intent
        known = batch.answers.get(intent.id) or self._known(intent)
        if known is not None:
            batch.answers[intent.id] = known
        elif self._is_too_old(intent, last=batch.ledger.state.last):
            # Not recorded: it stays too old.
            batch.answers[intent.id] = Refused(id=intent.id, refusal=_too_old(intent))
            self.refusals[Code.OUT_OF_DATE] += 1
        else:
            batch.take(intent)

    def _known(self, intent: Intent) -> Answer | None:
        """Return the first answer, if it is kept (see `journal.answers`)."""
        known = self._journal.answer_to(intent.id)
        if known is None and not acts_on_what_was_seen(intent):
            return self._journal.answer_before(intent.id)
        return known

    def _is_too_old(self, intent: Intent, *, last: int) -> bool:
        return acts_on_what_was_seen(intent) and self._journal.may_have_forgotten(intent.seen, last=last)

    async def _record(self, batch: Batch, now: Stamp, *, state: bytes | None = None) -> None:
        """Record the batch with its answers, snapshot and checkpoint in one commit, then wake the watchers."""
        sign = self._keeper.statement(batch.rules, now) if self._keeper.signs(batch.ledger, batch.facts, now) else None
        if not (batch.facts or batch.factless_answers or sign):
            return
        await self._journal.append(tuple(batch.facts), tuple(batch.factless_answers), state=state, sign=sign)
        self._keeper.went(batch.facts, now)
        for event in self._watchers:
            event.set()

    async def _store(self) -> None:
        """Store a snapshot if one is due; answers are sent before, as this takes a while."""
        stored = self._keeper.snapshot(self._ledger)
        if stored is None:
            return
        batch = Batch(self._ledger, rules=self._rules, clock=self._clock)
        batch.decide_own(stored.act)
        await self._record(batch, self._clock.stamp(), state=stored.data)
        self._ledger, self._rules = batch.ledger, batch.rules

    def _stop(self, asked_now: list[Asked], failed: JournalFailed) -> None:
        """Latch the refusal, and answer every intent of the batch and of the inbox."""
        self._stopped = refusal = _stopped(failed)
        for asked in asked_now if failed.is_unknown else ():
            _set(asked.answer, Refused(id=asked.intent.id, refusal=_unknown(failed)))
        while not self._inbox.empty():
            waiting = self._inbox.get_nowait()
            asked_now.extend([waiting] if waiting else [])
        for asked in asked_now:
            _set(asked.answer, Refused(id=asked.intent.id, refusal=refusal))

    async def _sign_in_time(self) -> None:
        """Wake the host in time to sign every fact within a minute."""
        with self.watch() as changed:
            while True:
                changed.clear()
                due_ms = self._keeper.due_ms
                if due_ms is None:
                    await changed.wait()
                else:
                    await self._clock.sleep_until(due_ms)
                    changed.clear()
                    if self._keeper.due_ms == due_ms:
                        self._inbox.put_nowait(None)
                        await changed.wait()

    async def _keep_time(self) -> None:
        """Submit deadlines as they fall due. One that led to no fact is skipped until the state changes."""
        without_effect = set[Alarm]()
        with self.watch() as changed:
            while True:
                if changed.is_set():
                    without_effect.clear()
                changed.clear()
                waiting = (alarm for alarm in alarms(self.state) if alarm not in without_effect)
                alarm = min(waiting, key=self._at_ms, default=None)
                if alarm is None:
                    await changed.wait()
                elif await self._reached(alarm, changed):
                    answer = await self._put(self._passed(alarm))
                    if not (isinstance(answer, Accepted) and answer.numbers):
                        without_effect.add(alarm)

    async def _reached(self, alarm: Alarm, changed: asyncio.Event) -> bool:
        """Wait for the alarm or for a change of state; return whether the alarm came first."""
        due = asyncio.ensure_future(self._clock.sleep_until(self._at_ms(alarm)))
        change = asyncio.ensure_future(changed.wait())
        try:
            done, _ = await asyncio.wait((due, change), return_when=asyncio.FIRST_COMPLETED)
            return due in done
        finally:
            due.cancel()
            change.cancel()
            await asyncio.gather(due, change, return_exceptions=True)

    def _at_ms(self, alarm: Alarm) -> int:
        """Return when the alarm is due on this boot's clock; one that ran on another boot's clock is due now."""
        now = self._clock.stamp()
        return alarm.at_ms if alarm.boot == now.boot else now.mono_ms

    def _passed(self, alarm: Alarm) -> Intent:
        """
        Return the intent for a deadline that has passed. The newest fact is part of the id.

        A deadline that had no effect because a round had just begun is submitted again after the round, under a new id.
        """
        return Intent(
            id=f"deadline:{alarm.name}:{alarm.boot}:{alarm.at_ms}:{self.state.last}",
            actor="clock",
            role=Role.HOST,
            via=Via.CLOCK,
            at=self._clock.stamp(),
            seen=self.state.last,
            act=PassDeadline(name=alarm.name),
        )


def _busy() -> Refusal:
    return Refusal(
        code=Code.BUSY, reason="the controller is busy: too many requests at once", allowed_by="ask again in a moment"
    )


def _too_old(intent: Intent) -> Refusal:
    return Refusal(
        code=Code.OUT_OF_DATE,
        reason=(
            f"the request refers to fact {intent.seen}, which is so old that the request may have been answered already"
        ),
        allowed_by="look at the table again, then repeat the request",
    )


def _stopped(why: JournalFailed) -> Refusal:
    return Refusal(
        code=Code.STOPPED,
        reason=f"the record cannot be written ({why}), so the table has stopped",
        allowed_by=f"{why.mend}, then start the controller again",
    )


def _unknown(why: JournalFailed) -> Refusal:
    return Refusal(
        code=Code.OUTCOME_UNKNOWN,
        reason=f"writing this to the record failed half way ({why}), so it is not known whether it was recorded",
        allowed_by=(
            f"{why.mend}, start the controller again, then send the same request with the same id again: "
            "it is never carried out twice"
        ),
    )


def _set(answer: "asyncio.Future[Answer]", value: Answer) -> None:
    """Settle the future; the waiting task may have been cancelled meanwhile."""
    if not answer.done():
        answer.set_result(value)
