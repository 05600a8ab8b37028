"""
HostedTable: the real host on a real journal in this process, by a clock that moves when told to.

    async with hosted_table(folder) as table:
        await table.opened()
        await table.ready(Back.BLUE)
        await table.does(Deal())

For tests of the host, of the journal, and of what reads a record. A table on paper is in `pure_table.py`, one with
devices, broker and a process of its own in `played_table.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import msgspec
from msgspec.structs import replace

from firmware_host.host.clock import Clock, SystemClock
from firmware_host.host.host import Host
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.pots.rake import PercentageRake
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.decks import CutDeck, InspectDecks, SenseDeck
from firmware_host.table.acts.floor import EnrolPerson
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.system import Start
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.identities import STAFF
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back
from hil.clock import VirtualClock
from tests.counting import discards_due
from tests.rules.spoken_table import said
from tests.worlds.opening import EVERYBODY, INSPECTOR, SECOND_SUPERVISOR, opening, trusted, trusted_too
from tests.worlds.pure_table import configuration, given_out, report, usual_asker

SOFTWARE = "firmware-host 0"

PACE_MS = 2_000
"""Between two acts of a dealer."""

PROCEDURE = configuration()

RAKED = Stakes(
    limit=Limit.FIXED,
    min_cents=400,
    max_cents=800,
    blinds_cents=(200, 400),
    rake=PercentageRake(per_mille=50, step_cents=100, cap_cents=400),
)

FULL = TableConfig(
    house="demo",
    table="poker-1",
    dealer="dealer-1",
    seats=(2, 5, 7),
    accepts=configuration().accepts,
    tracking=Tracking.FULL,
    stakes=RAKED,
    buy_in_cents=10_000,
    idle_without_round_minutes=0,
)

FACTS = msgspec.json.Decoder(Fact)


@dataclass(frozen=True, kw_only=True)
class RunningHost:
    """The middle of a controller, without its edges."""

    host: Host
    journal: Journal
    task: asyncio.Task[None]


class HostedTable:
    """Ask it as people and devices do; `pace_ms` goes by before each question."""

    def __init__(
        self,
        running: RunningHost,
        clock: VirtualClock,
        *,
        pace_ms: int = 0,
        dealer: str = EVERYBODY,
        floor: str = EVERYBODY,
    ) -> None:
        self.host = running.host
        self.journal = running.journal
        self.running = running.task
        self.clock = clock
        self.pace_ms = pace_ms
        self.dealer = dealer
        self.floor = floor
        self._run = f"{clock.boot}:{running.journal.last}"
        self._ids = count(1)

    @property
    def state(self) -> TableState:
        return self.host.state

    def intent(self, act: Act, *, actor: str | None = None, role: Role | None = None) -> Intent:
        usual, via = usual_asker(act)
        return Intent(
            id=f"{self._run}:{next(self._ids)}",
            actor=actor or self._actor(act, usual),
            role=role or usual,
            via=via,
            at=self.clock.stamp(),
            seen=self.state.last,
            act=act,
        )

    def _actor(self, act: Act, role: Role) -> str:
        if isinstance(act, InspectDecks):
            return INSPECTOR
        return {Role.DEVICE: "shuffler", Role.HOST: "host", Role.DEALER: self.dealer}.get(role, self.floor)

    async def ask(self, act: Act, *, actor: str | None = None, role: Role | None = None) -> Answer:
        if self.pace_ms:
            await self.clock.advance(self.pace_ms)
        return await self.host.submit(self.intent(act, actor=actor, role=role))

    async def does(self, *acts: Act | str, actor: str | None = None, role: Role | None = None) -> None:
        """Ask for what must be granted; a word is what a dealer says of a player."""
        for act in acts:
            if isinstance(act, Deal):
                await self.does(*discards_due(self.state))
            answer = await self.ask(said(act) if isinstance(act, str) else act, actor=actor, role=role)
            assert isinstance(answer, Accepted), f"{act}: {answer}"

    async def by_two(self, act: Approvable) -> None:
        """Let a floorperson ask and a supervisor approve what two people must want."""
        for person in ("supervisor-1", "floor-1"):
            await self.by_supervisors(EnrolPerson(person=person, roles=STAFF))
        await self.does(RequestApproval(act=act, why="it has to be"), actor="floor-1", role=Role.FLOORPERSON)
        request = Approve(request=self.state.approvals[-1].number)
        await self.does(request, actor="supervisor-1", role=Role.CASINO_SUPERVISOR)

    async def by_supervisors(self, act: Approvable) -> None:
        """Let the two casino supervisors want it."""
        supervisor = Role.CASINO_SUPERVISOR
        await self.does(RequestApproval(act=act, why="it has to be"), actor=self.floor, role=supervisor)
        request = Approve(request=self.state.approvals[-1].number)
        await self.does(request, actor=SECOND_SUPERVISOR, role=supervisor)

    async def opened(self) -> None:
        """Everything of 14.4 up to two washed decks."""
        config = self.state.config
        assert config is not None
        await self.does(trusted(self.floor), trusted_too(), *opening(config))

    async def ready(self, back: Back) -> None:
        """Everything before the deal."""
        await self.does(SenseDeck(back=back))
        await self.does(report(self.order(back), back, journal=self.state.journal))
        await self.does(given_out(self.state, back), CutDeck(back=back))

    def order(self, back: Back) -> int:
        deck = self.state.deck(back)
        assert deck is not None, f"the table has no {back} deck"
        assert deck.order is not None, "no shuffle is under way"
        return deck.order

    def recorded(self) -> tuple[Fact, ...]:
        return tuple(FACTS.decode(link.data) for link in self.journal.after(0, limit=10_000))

    def kinds(self) -> list[type]:
        return [type(fact.body) for fact in self.recorded()]

    async def until_recorded(self, kind: type) -> None:
        with self.host.watch() as changed:
            async with asyncio.timeout(10):
                while kind not in self.kinds():
                    await changed.wait()
                    changed.clear()


@asynccontextmanager
async def running_host(
    folder: Path, clock: Clock, *, config: JournalConfig | None = None, signs_off: bool = False
) -> AsyncIterator[RunningHost]:
    """Run a host that was told nothing yet; where it `signs_off`, leaving is an orderly stop."""
    journal = Journal.open(folder, config=config, at=clock.stamp())
    try:
        host = Host(journal=journal, clock=clock)
        task = asyncio.create_task(host.run())
        try:
            yield RunningHost(host=host, journal=journal, task=task)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if signs_off:
            await host.sign_off()
    finally:
        journal.close()


@asynccontextmanager
async def hosted_table(
    folder: Path,
    config: TableConfig = PROCEDURE,
    clock: VirtualClock | None = None,
    *,
    pace_ms: int = 0,
    dealer: str = EVERYBODY,
    floor: str = EVERYBODY,
    day_starts: int = 6,
) -> AsyncIterator[HostedTable]:
    """Start a table on this folder, or go on with the one that is there; when the block ends its record is closed."""
    clock = clock or VirtualClock()
    async with running_host(folder, clock) as running:
        table = HostedTable(running, clock, pace_ms=pace_ms, dealer=dealer, floor=floor)
        await table.does(Start(software=SOFTWARE, config=config, day_starts=day_starts))
        yield table


@asynccontextmanager
async def recorded(
    folder: Path, config: TableConfig, clock: VirtualClock | None = None, *, day_starts: int = 6
) -> AsyncIterator[HostedTable]:
    """Do the same for tests that read the record: people have names in it, and time goes on between two acts."""
    async with hosted_table(
        folder, config, clock, pace_ms=PACE_MS, dealer="dealer-1", floor="floorperson", day_starts=day_starts
    ) as table:
        yield table


async def ran_once(folder: Path, *acts: Act, config: TableConfig = PROCEDURE) -> TableState:
    """Leave the record of a controller that started by the real clock, was told these, and was stopped in order."""
    clock = SystemClock()
    async with running_host(folder, clock, signs_off=True) as running:
        await tell(running.host, clock, Start(software=SOFTWARE, config=config), *acts)
    return running.host.state


async def tell(host: Host, clock: Clock, *acts: Act) -> None:
    """Tell a host what only the controller says of itself; it must be granted."""
    for act in acts:
        role, via = usual_asker(act)
        at, last = clock.stamp(), host.state.last
        answer = await host.submit(
            Intent(id=f"host:{at.boot}:{last}", actor="host", role=role, via=via, at=at, seen=last, act=act)
        )
        assert isinstance(answer, Accepted), f"{act}: {answer}"


async def write(folder: Path, facts: Sequence[Fact]) -> None:
    """Make a record of facts that were told elsewhere."""
    journal = Journal.open(folder)
    try:
        await journal.append(tuple(replace(fact, journal=journal.id) for fact in facts))
    finally:
        journal.close()
