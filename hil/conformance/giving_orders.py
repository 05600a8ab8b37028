"""The kit's orders and how they end; messages in between are kept for later clauses."""

from contextlib import suppress
from typing import Final, TypeVar

from drivers.link.crypto import Vocabulary
from drivers.shuffler.device_messages import CommandReport, DeviceMessage
from drivers.shuffler.host_messages import EventAck, GetStatus, HostMessage, Order, Reconcile, SelfTest, WhatBecame
from drivers.shuffler.layout import tag_of
from drivers.shuffler.messages import TOGETHER, Message, knows
from drivers.shuffler.port import Activity, CommandId, CommandStatus, KeptEvent, Progress, Status
from hil.conformance.bench import Bench
from hil.conformance.card_counts import Ended
from hil.conformance.clauses_at_rest import QUIET_MS, new_command, reported, told_by
from hil.conformance.host_session import ASKED_MS, Session
from hil.conformance.verdicts import CannotAsk, NotMet

MOVES_MS: Final = 180_000

SILENT_MS: Final = 1000
"""After so long without a word what became of the order is asked."""

AFTER_DONE_MS: Final = 2000
"""The event that says how an order ended has come so long after the order is done."""

Answer = TypeVar("Answer", bound=DeviceMessage)


def sayable(kind: type[Message], vocabulary: Vocabulary) -> bool:
    """Return whether a message may be sent under this vocabulary (section 3): the peer knows it and its answer."""
    return all(knows(vocabulary, other) for group in ((kind,), *TOGETHER) if kind in group for other in group)


class Machine:
    """A session in which something may move."""

    def __init__(self, bench: Bench, session: Session) -> None:
        self.session = session
        self.told: list[Progress | KeptEvent] = []
        """Its messages since, except answers."""
        self._bench = bench

    def knows(self, kind: type[Message]) -> bool:
        return sayable(kind, self.session.knows)

    async def answer(self, question: HostMessage, kind: type[Answer]) -> Answer:
        """
        Return the answer.

        Raises NotMet if there is another or none, and CannotAsk if the device does not know the question.
        """
        name = tag_of(type(question)).name
        if not self.knows(type(question)):
            raise CannotAsk(f"the device's vocabulary has no {name}")
        await self.session.tell(question)
        while (message := await self.session.message()) is not None:
            if isinstance(message, kind):
                return message
            if not isinstance(message, Progress | KeptEvent):
                raise NotMet(f"{name} was answered by {type(message).__name__}")
            self.told.append(message)
        raise NotMet(f"{name} had no answer in {ASKED_MS / 1000:g} s")

    async def order(self, order: Order) -> CommandStatus:
        return reported(await self.answer(order, CommandReport), order.command)

    async def became(self, command: CommandId) -> CommandStatus:
        return reported(await self.answer(WhatBecame(command=command), CommandReport), command)

    async def standing(self) -> Status:
        return await self.answer(GetStatus(), Status)

    async def moves_itself(self) -> SelfTest | Reconcile:
        """Move something: by a self-test, or by a comparison if a self-test is unknown or a deck is in its way."""
        status: CommandStatus | None = None
        for order in (SelfTest(command=new_command()), Reconcile(command=new_command())):
            if self.knows(type(order)):
                status = await self.order(order)
                if status is CommandStatus.RUNNING:
                    return order
        raise CannotAsk(f"RECONCILE is {status}: close its lid and clear its jam")

    async def ended(self, command: CommandId) -> Ended:
        """Return the end of an order. Raises NotMet if an accepted order has none."""
        until_s = self._bench.line.now_s() + MOVES_MS / 1000
        while (ended := self._end_of(command)) is None:
            if await self._hears(SILENT_MS):
                continue
            over = await self.became(command) is CommandStatus.DONE
            over = over and (await self.standing()).activity is Activity.IDLE
            if over or self._bench.line.now_s() >= until_s:
                while self._end_of(command) is None and await self._hears(AFTER_DONE_MS):
                    """Whatever it still tells."""
                if self._end_of(command) is None:
                    self._bench.counts.lost()
                    after = "is done" if over else f"was taken {MOVES_MS / 1000:g} s ago"
                    raise NotMet(f"an order {after} and has not ended in an event")
        self._bench.counts.heard(ended)
        return ended

    async def acknowledge(self, ended: Ended) -> None:
        await self.session.tell(EventAck(event=ended.event))

    async def over(self, order: Order) -> Ended:
        """Return the end of an order, acknowledged."""
        ended = await self.ended(order.command)
        await self.acknowledge(ended)
        return ended

    async def says_no_more(self) -> None:
        """Wait for further messages: a second end follows right after the first."""
        while await self._hears(QUIET_MS):
            """Whatever that is."""

    async def lets_end(self, order: Order, status: CommandStatus) -> None:
        """Wait for the end of an order that it should have refused."""
        if status is CommandStatus.RUNNING:
            with suppress(NotMet):
                await self.over(order)

    def ends_of(self, command: CommandId) -> list[Ended]:
        return [it for it in self.told if isinstance(it, Ended) and it.command == command]

    def _end_of(self, command: CommandId) -> Ended | None:
        return next(iter(self.ends_of(command)), None)

    async def _hears(self, within_ms: int) -> bool:
        message = await self.session.message(within_ms=within_ms)
        if isinstance(message, Progress | KeptEvent):
            self.told.append(message)
        return message is not None


async def may_move(bench: Bench) -> tuple[Machine, list[KeptEvent]]:
    """Return a session in which the device has sent every kept event."""
    if not bench.moves:
        raise CannotAsk("this clause makes the device move: run the test again with --moves")
    session, before = await told_by(bench)
    return Machine(bench, session), before
