"""
The one writer: intent -> decide -> journal -> evolve -> tell everybody.

Intents wait in an inbox, at most so many; only the host's own clock is never told to ask again. All that wait are
decided one after the other, each on the state the one before left, and go to the journal as one commit; only when that
is durable are they answered and told. Nobody ever sees a state that a crash could take back.
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
from firmware_host.table.deadlines import alarms
from firmware_host.table.decide import acts_on_what_was_seen
from firmware_host.table.history import rules_digest
from firmware_host.table.stamp import Stamp
from firmware_host.table.state.clocks import Alarm
from firmware_host.table.state.table import TableState

INBOX = 256
BATCH = 64


class Asked(Record, frozen=True, kw_only=True):
    """An intent in the inbox, and who waits for its answer."""

    intent: Intent
    answer: "asyncio.Future[Answer]"


class Host:
    """Runs one table on one journal. `run` must be running for `submit` to be answered."""

    def __init__(self, *, journal: Journal, clock: Clock) -> None:
        """Fold the journal; nothing else is ever the state."""
        self._journal = journal
        self._clock = clock
        self._keeper = Keeper(journal)
        self._ledger = self._keeper.resumed()
        self._rules = rules_digest(self._ledger.state.adopted)
        self._inbox: asyncio.Queue[Asked | None] = asyncio.Queue()
        """Bounded at the door, in `submit`. None asks for nothing but that the host looks after its record."""
        self._watchers = set[asyncio.Event]()
        self._stopped: Refusal | None = None
        self.refusals: Counter[Code] = Counter()
        """How often each was the answer since the start; one that is repeated from the record is not counted again."""

    @property
    def stopped(self) -> Refusal | None:
        """Return why nothing is allowed any more; None while all is well."""
        return self._stopped

    @property
    def state(self) -> TableState:
        """Return the table as of the newest durable fact."""
        return self._ledger.state

    @property
    def checkpoint(self) -> Signed | None:
        """Return the newest signed word of where the record stands."""
        return self._journal.checkpoint

    async def submit(self, intent: Intent) -> Answer:
        """Return the answer once it is durable; asked again with the same id, the same answer."""
        if self._stopped is None and self._inbox.qsize() >= INBOX:
            return Refused(id=intent.id, refusal=_busy())
        return await self._put(intent)

    async def _put(self, intent: Intent) -> Answer:
        """Ask past the bound: for the host's own clock, which asks one thing at a time and is in nobody's way."""
        if self._stopped is not None:
            return Refused(id=intent.id, refusal=self._stopped)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(Asked(intent=intent, answer=answer))
        return await answer

    def acts_no_more(self, intent: Intent) -> bool:
        """Return whether nothing can come of it: it gets its first answer again, or is too old to be asked."""
        return self._known(intent) is not None or self._is_too_old(intent, last=self.state.last)

    @contextmanager
    def watch(self) -> Iterator[asyncio.Event]:
        """Give an event that is set whenever the state has changed; the watcher clears it."""
        event = asyncio.Event()
        self._watchers.add(event)
        try:
            yield event
        finally:
            self._watchers.discard(event)

    async def run(self) -> None:
        """Serve until cancelled. Raises `JournalFailed` when nothing can be recorded any more."""
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
        """Sign what is not signed yet, at an orderly stop; `run` must have ended."""
        if self._stopped is None and self._journal.unsigned:
            now = self._clock.stamp()
            await self._journal.append((), sign=self._keeper.statement(self._rules, now))

    async def serve(self) -> None:
        """Answer what is asked, and nothing else: the clock is not kept. For a command that only adds a few facts."""
        while True:
            waiting = [await self._inbox.get()]
            while len(waiting) < BATCH and not self._inbox.empty():
                waiting.append(self._inbox.get_nowait())
            batch = [asked for asked in waiting if asked is not None]
            try:
                await self._settle(batch)
                # Storing the state and sealing a file take a while: those who were answered go on first.
                await asyncio.sleep(0)
                await self._store()
                await self._keeper.rest(self._ledger, self._rules, self._clock.stamp())
            except JournalFailed as failed:
                self._stop(batch, failed)
                raise

    async def _settle(self, batch: list[Asked]) -> None:
        now = self._clock.stamp()
        turn = Batch(self._ledger, rules=self._rules, clock=self._clock)
        for act in self._keeper.news(turn.ledger.state, now):
            turn.tell(act)
        for asked in batch:
            self._take(turn, asked)
        await self._record(turn, now)
        self._ledger, self._rules = turn.ledger, turn.rules
        self.refusals.update(answer.refusal.code for answer in turn.told if isinstance(answer, Refused))
        for asked in batch:
            _set(asked.answer, turn.answers[asked.intent.id])

    def _take(self, turn: Batch, asked: Asked) -> None:
        intent = asked.intent
        known = turn.answers.get(intent.id) or self._known(intent)
        if known is not None:
            turn.answers[intent.id] = known
        elif self._is_too_old(intent, last=turn.ledger.state.last):
            # Not recorded: it never becomes less old.
            turn.answers[intent.id] = Refused(id=intent.id, refusal=_too_old(intent))
            self.refusals[Code.OUT_OF_DATE] += 1
        else:
            turn.take(intent)

    def _known(self, intent: Intent) -> Answer | None:
        """Return the first answer, if it is kept (see `journal.answering`)."""
        known = self._journal.answer_to(intent.id)
        if known is None and not acts_on_what_was_seen(intent):
            return self._journal.answer_before(intent.id)
        return known

    def _is_too_old(self, intent: Intent, *, last: int) -> bool:
        return acts_on_what_was_seen(intent) and self._journal.may_have_forgotten(intent.seen, last=last)

    async def _record(self, turn: Batch, now: Stamp, *, state: bytes | None = None) -> None:
        """Make the turn durable, with all that goes with it in one commit, and tell everybody."""
        sign = self._keeper.statement(turn.rules, now) if self._keeper.signs(turn.ledger, turn.facts, now) else None
        if not (turn.facts or turn.told or sign):
            return
        await self._journal.append(tuple(turn.facts), tuple(turn.told), state=state, sign=sign)
        self._keeper.went(turn.facts, now)
        for event in self._watchers:
            event.set()

    async def _store(self) -> None:
        """Store the state when that is due: it takes a while, so nobody's answer waits for it."""
        stored = self._keeper.snapshot(self._ledger)
        if stored is None:
            return
        turn = Batch(self._ledger, rules=self._rules, clock=self._clock)
        turn.tell(stored.act)
        await self._record(turn, self._clock.stamp(), state=stored.data)
        self._ledger, self._rules = turn.ledger, turn.rules

    def _stop(self, batch: list[Asked], failed: JournalFailed) -> None:
        """Latch, and leave nobody waiting: neither those being answered nor those still in the inbox."""
        self._stopped = refusal = _stopped(failed)
        for asked in batch if failed.is_unknown else ():
            _set(asked.answer, Refused(id=asked.intent.id, refusal=_unknown(failed)))
        while not self._inbox.empty():
            waiting = self._inbox.get_nowait()
            batch.extend([waiting] if waiting else [])
        for asked in batch:
            _set(asked.answer, Refused(id=asked.intent.id, refusal=refusal))

    async def _sign_in_time(self) -> None:
        """See to it that no fact is unsigned for longer than a minute."""
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
        """Say what the clock has reached. Of what came to nothing nobody asks again, and it is in no other's way."""
        came_to_nothing = set[Alarm]()
        with self.watch() as changed:
            while True:
                if changed.is_set():
                    came_to_nothing.clear()
                changed.clear()
                waiting = (alarm for alarm in alarms(self.state) if alarm not in came_to_nothing)
                alarm = min(waiting, key=self._at_ms, default=None)
                if alarm is None:
                    await changed.wait()
                elif await self._reached(alarm, changed):
                    answer = await self._put(self._passed(alarm))
                    if not (isinstance(answer, Accepted) and answer.numbers):
                        came_to_nothing.add(alarm)

    async def _reached(self, alarm: Alarm, changed: asyncio.Event) -> bool:
        """Wait for the alarm or for a change of state; return whether it was the alarm."""
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
        """Return when it is on this boot's clock; what ran on another boot's is now."""
        now = self._clock.stamp()
        return alarm.at_ms if alarm.boot == now.boot else now.mono_ms

    def _passed(self, alarm: Alarm) -> Intent:
        """
        Ask for what follows. The state the clock looked at is part of the id.

        A deadline that found a round begun in the last moment comes again at its end, and is to be answered anew.
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
    return Refusal(code=Code.BUSY, reason="too much is being asked at once", allowed_by="ask again in a moment")


def _too_old(intent: Intent) -> Refusal:
    return Refusal(
        code=Code.OUT_OF_DATE,
        reason=f"this was asked on fact {intent.seen}, so long ago that it may have been answered already",
        allowed_by="look again and ask anew",
    )


def _stopped(why: JournalFailed) -> Refusal:
    return Refusal(
        code=Code.STOPPED,
        reason=f"nothing can be recorded any more ({why}), so nothing is allowed",
        allowed_by=f"{why.mend}, then start again",
    )


def _unknown(why: JournalFailed) -> Refusal:
    return Refusal(
        code=Code.OUTCOME_UNKNOWN,
        reason=f"recording this failed half way ({why}): nobody knows yet whether it was recorded",
        allowed_by=f"{why.mend}, start again, then ask again by the same id: it happened once or not at all",
    )


def _set(answer: "asyncio.Future[Answer]", value: Answer) -> None:
    """Whoever asked may have gone meanwhile."""
    if not answer.done():
        answer.set_result(value)
