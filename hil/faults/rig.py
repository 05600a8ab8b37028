"""A table in this process: the real host, record and shuffler driver, a simulated shuffler, and hands for each step.

What needs the broker, the pins or a process of its own is tested through `firmware-host run`; faults of one device are
quicker here.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from itertools import count
from pathlib import Path
from typing import Final

from drivers.link.link_events_and_timing import LinkTiming
from drivers.link.pairing import HeldKeys
from drivers.shuffler.attestation import Firmware
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.port import Activity, Back
from firmware_host.devices.shuffler_link import NAME, ShufflerLink
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.host.intents import Asker
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Role
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.decks import CutDeck, Recount, SenseDeck
from firmware_host.table.acts.floor import BeginTrust
from firmware_host.table.acts.intent import Act, Answer, Intent, TableStep, Via
from firmware_host.table.acts.shuffler import OrderReconciliation
from firmware_host.table.acts.system import Start
from firmware_host.table.config import TableConfig
from firmware_host.table.device_orders import outstanding, watched
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Grade
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.device import SimulatedShuffler, new_pairing
from hil.shuffler.model import TrayOccupied

TIMING: Final = LinkTiming(first_retry_ms=40, longest_retry_ms=80, tries=5, quiet_ms=120, ping_ms=60, pings=3)
"""A machine that has gone is noticed in half a second."""

PATIENT: Final = LinkTiming(first_retry_ms=80, longest_retry_ms=160, tries=6, quiet_ms=400, ping_ms=250, pings=4)
"""For a device in a process of its own, which the other processes of a busy machine may keep waiting."""

SPEED: Final = 300.0
"""A deck is shuffled in a sixth of a second: long enough to happen in the middle of."""

SEATS: Final = (1, 2, 4, 5, 7)

DEALER, FLOOR, PIT = "dealer-1", "floor-1", "pit-1"

CONFIG: Final = TableConfig(
    house="hil",
    table="faults",
    dealer=DEALER,
    seats=SEATS,
    accepts=(Grade.ATTESTED, Grade.BY_HAND),
    shuffle_least_s=0,
)


HEARD_WITHIN_S: Final = 3.0

AGAIN_S: Final = 0.2
"""After so long the screen is read again, also where nothing new was heard."""

Until = Callable[[TableState], bool]


class Rig:
    """Hands at a table: `play` does what the table expects, step by step, until something is so."""

    def __init__(
        self, *, host: Host, shuffler: BenchShuffler, keys: HeldKeys, journal: Journal, changed: asyncio.Event
    ) -> None:
        """`changed` is set with every fact."""
        self.host = host
        self.shuffler = shuffler
        self.keys = keys
        self.journal = journal
        self.speed = SPEED
        self.loads = 0
        """How many decks these hands still put into the shuffler."""
        self._changed = changed
        self._clock = SystemClock()
        self._ids = count(1)
        self._loaded: set[tuple[str, int, str | None]] = set()

    @property
    def simulated(self) -> SimulatedShuffler:
        """Return the simulated shuffler, where that is what stands at this table."""
        if not isinstance(self.shuffler, SimulatedShuffler):
            raise TypeError(self.shuffler)
        return self.shuffler

    def pair_anew(self) -> None:
        """Pair the device again, as a person does: it forgets everything that it was ordered under the old key."""
        pairing = new_pairing()
        self.shuffler.paired_anew(pairing)
        self.keys.holds(pairing)

    @property
    def things(self) -> Mapping[str, object]:
        """Return the devices that a fault can affect, by name."""
        return {"shuffler": self.shuffler, "line": self.shuffler, "liar": self.shuffler}

    def mended(self) -> None:
        """What was rejected before may go in once more."""
        self._loaded.clear()

    @property
    def state(self) -> TableState:
        """Return the table as it stands."""
        return self.host.state

    async def ask(self, act: Act, *, role: Role, actor: str, via: Via = Via.PANEL) -> Answer:
        """Ask as a person who has just looked at the table."""
        intent = Intent(
            id=f"rig:{next(self._ids)}",
            actor=actor,
            role=role,
            via=via,
            at=self._clock.stamp(),
            seen=self.state.last,
            act=act,
        )
        return await self.host.submit(intent)

    async def commission(self) -> None:
        """Start the table and name its people."""
        await self.ask(Start(software="faults", config=CONFIG), role=Role.HOST, actor="host", via=Via.SCRIPT)
        trusted = BeginTrust(person=FLOOR, roles=(Role.FLOORPERSON, Role.CASINO_SUPERVISOR))
        await self.ask(trusted, role=Role.HOST, actor="root", via=Via.SCRIPT)
        second = BeginTrust(person=PIT, roles=(Role.CASINO_SUPERVISOR,))
        await self.ask(second, role=Role.HOST, actor="root", via=Via.SCRIPT)

    async def play(self, until: Until, *, within_s: float, after_a_fault: bool = False) -> None:
        """
        Play a round.

        With `after_a_fault` people also make the decisions that need two of them. Raises TimeoutError.
        """
        async with asyncio.timeout(within_s):
            while not until(self.state):
                self._changed.clear()
                await self._heard_out()
                if until(self.state):  # the screen is read again before a hand does what it says
                    return
                if await self._step() or (after_a_fault and await self._put_right()):
                    continue
                await self._something_new()

    async def load_and_shuffle(self, *, within_s: float) -> None:
        """
        Load a deck and return while the machine shuffles it. Raises TimeoutError.

        The machine is slow until it is seen to shuffle: at its usual speed here it could have ended before.
        """
        self.shuffler.change_speed(1.0)
        self.loads = 1
        await self.play(lambda state: any(deck.order for deck in state.decks), within_s=within_s)
        try:
            await self.shuffler.wait_until(
                lambda: self.shuffler.model.status().activity is Activity.SHUFFLING, within_s=within_s
            )
        except TimeoutError:
            raise TimeoutError(f"the machine does not begin to shuffle within {within_s:g} s") from None
        self.shuffler.change_speed(self.speed)

    async def _heard_out(self) -> None:
        """Wait until the table has processed everything that the machine has sent; hands are never quicker."""
        with suppress(TimeoutError):  # the cable is cut, or the machine says what nobody acknowledges
            async with asyncio.timeout(HEARD_WITHIN_S):
                await asyncio.sleep(0)
                while self.shuffler.unheard:  # noqa: ASYNC110 - an acknowledgement sets no event
                    await asyncio.sleep(0.001)

    async def _something_new(self) -> None:
        # Not `wait_for`: in Python 3.11 it may swallow the end of the time that `play` has.
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN_S):
                await self._changed.wait()

    async def _step(self) -> bool:
        expected = [step for step in next_steps(self.state) if step.expected]
        hands = [step for step in expected if not isinstance(step.act, SenseDeck)]
        for step in expected:
            if isinstance(step.act, SenseDeck) and await self._load(step.act):
                return True
        if not hands:
            return False
        return await self._take(hands[0])

    async def _take(self, step: TableStep) -> bool:
        if isinstance(step.act, CutDeck):
            if self.state.shuffler.doubt is None and outstanding(self.state):
                # It is being given out; nobody pulls at it.
                return False
            self._take_from_machine(Back(step.act.back))
        actor = DEALER if step.role is Role.DEALER else FLOOR
        answer = await self.ask(step.act, role=step.role, actor=actor)
        return getattr(answer, "numbers", ()) != ()

    def _take_from_machine(self, back: Back) -> None:
        trays = self.shuffler.model.trays
        if any(deck is not None and deck.back is back for deck in (trays.output, trays.shelf)):
            self.shuffler.take_deck()

    async def _load(self, act: SenseDeck) -> bool:
        """Load a deck, once for each reason to do so; a deck in the machine is taken out first and counted by hand."""
        deck = self.state.deck(act.back)
        once = (act.back, self.state.rounds, deck.trouble if deck else None)
        if self.loads <= 0 or once in self._loaded:
            return False
        self._loaded.add(once)
        self.loads -= 1
        await self.shuffler.resting.wait()
        while self.shuffler.take_deck() is not None:
            pass
        try:
            await self.shuffler.load_deck(Back(act.back))
        except TrayOccupied:
            return False
        return True

    async def _put_right(self) -> bool:
        """Decide as the floor does after a fault: void the round, count every card of a held deck."""
        state = self.state
        if state.halted is not None:
            return await self._by_two(VoidRound(why="the deck is in doubt"))
        held = next((deck for deck in state.decks if deck.suspect and deck.place is not Place.IN_PLAY), None)
        if held is not None:
            return await self._by_two(Recount(back=held.back, counted=52))
        offered = next((step for step in next_steps(state) if isinstance(step.act, OrderReconciliation)), None)
        return offered is not None and await self._take(offered)

    async def _by_two(self, act: Approvable) -> bool:
        await self.ask(RequestApproval(act=act, why="a fault"), role=Role.FLOORPERSON, actor=FLOOR)
        request = self.state.approvals[-1].number if self.state.approvals else 0
        answer = await self.ask(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor=PIT)
        # A deck that was counted by two people goes in again though nothing else has changed.
        self._loaded.clear()
        return getattr(answer, "numbers", ()) != ()


def prepared(deck: Deck) -> bool:
    """Return whether it may be shuffled."""
    return deck.stage is Stage.READY


Bench = Callable[[float], AbstractAsyncContextManager[BenchShuffler]]
"""Puts a shuffler of this speed on the bench."""


def simulated(speed: float) -> AbstractAsyncContextManager[BenchShuffler]:
    """Put the simulated shuffler on the bench."""
    return SimulatedShuffler(speed=speed, timing=TIMING)


@asynccontextmanager
async def rig(
    folder: Path, *, speed: float = SPEED, bench: Bench = simulated, timing: LinkTiming = TIMING
) -> AsyncIterator[Rig]:
    """Begin a new record in this folder, and run the table on it."""
    clock = SystemClock()
    with closing(Journal.open(folder)) as journal:
        async with bench(speed) as shuffler:
            host = Host(journal=journal, clock=clock)
            keys = shuffler.host_keys
            listed = Firmware(model=shuffler.identity.model, version="1.0", image=shuffler.image)
            driver = SerialShuffler(url=shuffler.port, keyring=keys, firmware=(listed,), timing=timing)
            link = ShufflerLink(
                driver=driver,
                asker=Asker(table=host, clock=clock, actor=NAME),
                outstanding=lambda: outstanding(host.state),
                report=lambda _report: None,
                watched=lambda: watched(host.state),
            )
            with host.watch() as changed, host.watch() as for_link:
                tasks = [asyncio.create_task(host.run())]
                table = Rig(host=host, shuffler=shuffler, keys=keys, journal=journal, changed=changed)
                table.speed = speed
                await table.commission()
                tasks.append(asyncio.create_task(link.run(for_link)))
                try:
                    yield table
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
