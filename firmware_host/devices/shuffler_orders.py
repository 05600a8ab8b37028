"""
Gives the table's outstanding orders to the shuffler: one at a time, each at most once.

The next order waits for the event that ends the one before. After the answer *busy* an order waits for the next event
(PROTOCOL.md, rule 5). An order that never ends is reported to the table, which may order it again.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final, assert_never

from drivers.shuffler import port
from firmware_host.devices import shuffler_events as telling
from firmware_host.devices.flap_damping import End
from firmware_host.table.acts.decks import ReportLoad
from firmware_host.table.acts.shuffler import ReportActFailure
from firmware_host.table.device_orders import (
    ClearCommand,
    DeliverCommand,
    DeviceCommand,
    ReconcileCommand,
    ShuffleCommand,
)

ORDER_LIMIT_S: Final = 120.0
"""An order other than SHUFFLE that has not ended by then counts as failed; how long a shuffle may take is posted."""

REMEMBERED: Final = 64

Outstanding = Callable[[], tuple[DeviceCommand, ...]]
log = logging.getLogger(__name__)


class OrdersInTurn:
    """Remembers which order the machine has, when it got that order, and whether it may get another one."""

    def __init__(self) -> None:
        self._settled: set[port.CommandId] = set()
        self._running: port.CommandId | None = None
        self._busy = False
        self._given_s: dict[port.CommandId, float] = {}

    def new_session(self) -> None:
        """Start again: WHAT_BECAME tells what still runs in the machine, and ends are sent again after IDENTITY."""
        self._settled.clear()
        self._running = None
        self._busy = False

    def may_be_given(self, id_: port.CommandId) -> bool:
        """Return whether this order may be given now."""
        return not self._busy and self._running is None and id_ not in self._settled

    def about_to_give(self, id_: port.CommandId, now_s: float) -> None:
        """Note when an order is given for the first time."""
        self._given_s.setdefault(id_, now_s)
        while len(self._given_s) > REMEMBERED:
            del self._given_s[next(iter(self._given_s))]

    def taken(self, id_: port.CommandId) -> None:
        """Note that the machine has accepted this order."""
        self._settled.add(id_)
        self._running = id_

    def settled(self, id_: port.CommandId) -> None:
        """Note that nothing runs for this order, and that it is not given again in this session."""
        self._settled.add(id_)

    def turned_down_as_busy(self) -> None:
        """Note the answer *busy*: nothing is given before the next event."""
        self._busy = True

    def heard(self, event: port.KeptEvent | port.UnreadableEvent) -> None:
        """Note an event. It may end the running order, and the machine is no longer *busy*."""
        self._busy = False
        if isinstance(event, End) and event.command == self._running:
            self._running = None
        if isinstance(event, port.UnreadableEvent | port.Restarted):
            self._running = None

    def running_since_s(self) -> tuple[port.CommandId, float] | None:
        """Return the running order, and when it was given."""
        if self._running is None or self._running not in self._given_s:
            return None
        return self._running, self._given_s[self._running]

    def wait_only_for(self, outstanding: Collection[port.CommandId]) -> None:
        """Stop waiting for orders that the table has given up; a machine that still moves answers *busy*."""
        if self._running is not None and self._running not in outstanding:
            self._running = None

    def given_up(self) -> None:
        """Stop waiting for the running order."""
        self._running = None

    def took_ms(self, id_: port.CommandId, now_s: float) -> int | None:
        """Return how long an order took by the host's clock; None if it was given before this start."""
        given_s = self._given_s.get(id_)
        return None if given_s is None else max(0, round(1000 * (now_s - given_s)))


class OrderGiver:
    """Gives outstanding orders to the driver whenever the machine may get one."""

    def __init__(
        self, *, driver: port.SpeakingShuffler, outstanding: Outstanding, told: telling.Teller, orders: OrdersInTurn
    ) -> None:
        """`told` submits an act in the shuffler's name."""
        self._driver = driver
        self._outstanding = outstanding
        self._told = told
        self._orders = orders

    async def give(self, is_up: Callable[[], bool]) -> None:
        """Give the outstanding orders that may be given now."""
        self._orders.wait_only_for({named(command) for command in self._outstanding()})
        for command in self._outstanding():
            if not is_up():
                return
            await self._give_once(command)
        await self._give_up_what_never_ends()

    async def _give_up_what_never_ends(self) -> None:
        running = self._orders.running_since_s()
        now_s = asyncio.get_running_loop().time()
        if running is None or now_s - running[1] < ORDER_LIMIT_S:
            return
        waiting = next((command for command in self._outstanding() if named(command) == running[0]), None)
        self._orders.given_up()
        if waiting is None or isinstance(waiting, ShuffleCommand):
            return
        reason = f"the shuffler has not reported the end of the order for {ORDER_LIMIT_S:g} s"
        never = ReportActFailure(journal=waiting.journal, order=waiting.number, reason=reason, ended=False)
        await self._told(never)

    async def _give_once(self, command: DeviceCommand) -> None:
        id_ = named(command)
        if not self._orders.may_be_given(id_):
            return
        try:
            given = await self._give(id_, command)
        except port.ShufflerAway:
            return
        except port.ShufflerBusy:
            self._orders.turned_down_as_busy()
        except port.CommandRefused:
            if await self._tell_refusal(command):
                self._orders.settled(id_)
        except port.ShufflerMute:
            # It has no such motor: people do this by hand, and it is not asked for again in this session.
            log.info(
                "the shuffler does not know the order %s; people do this by hand",
                type(command).__name__.removesuffix("Command").lower(),
            )
            self._orders.settled(id_)
            if isinstance(command, ClearCommand):
                reason = "this shuffler cannot run its card path empty"
                await self._told(ReportActFailure(journal=command.journal, order=command.number, reason=reason))
        else:
            if given:
                self._orders.taken(id_)

    async def _tell_refusal(self, command: DeviceCommand) -> bool:
        """Report why the machine refused an order, from its STATUS; return False if the machine was lost."""
        try:
            status = await self._driver.status()
        except port.ShufflerAway:
            return False
        await self._told(telling.refusal(command, status), id_=f"refused:{command.number}")
        await self._told(telling.standing(status))
        return True

    async def _give(self, id_: port.CommandId, command: DeviceCommand) -> bool:
        match command:
            case ShuffleCommand(back=back):
                return await self._shuffle(id_, command, port.Back(back))
            case ClearCommand():
                self._note(id_)
                await self._driver.clear(id_)
            case ReconcileCommand():
                self._note(id_)
                await self._driver.reconcile(id_)
            case DeliverCommand():
                self._note(id_)
                await self._driver.deliver(id_)
            case _:
                assert_never(command)
        return True

    async def _shuffle(self, id_: port.CommandId, command: ShuffleCommand, back: port.Back) -> bool:
        """Order the shuffle if the feed may hold a deck. Once the shuffle runs, the feed shows nothing."""
        if await self._driver.status_of(id_) is port.CommandStatus.UNKNOWN:
            unlike = await self._unlike_a_deck(command)
            if unlike is not None:
                await self._told(unlike)
                await self._told(telling.standing(await self._driver.status()))
                return False
            self._note(id_)
        await self._driver.shuffle(id_, back)
        return True

    def _note(self, id_: port.CommandId) -> None:
        self._orders.about_to_give(id_, asyncio.get_running_loop().time())

    async def _unlike_a_deck(self, command: ShuffleCommand) -> ReportLoad | None:
        try:
            return telling.unlike_a_deck(await self._driver.load(), command)
        except port.ShufflerMute:
            return None


def named(command: DeviceCommand) -> port.CommandId:
    """Return the command's name on the wire."""
    return port.CommandId(journal=bytes.fromhex(command.journal), number=command.number)
