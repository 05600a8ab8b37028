"""
A real record for tests that read one: the host writes it by a clock that moves when told to.

    async with recorded(folder, HOLDEM_FULL) as table:
        await table.opened()
        await table.ready(Back.BLUE)
        await table.does(Deal(), dealing(), "seat 4 raises to $8", ...)
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from firmware_host.host.host import Host
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.pots.rake import PercentageRake
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.decks import CutDeck, SenseDeck
from firmware_host.table.acts.floor import EnrolPerson
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent
from firmware_host.table.acts.system import Start
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.identities import STAFF
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back
from hil.clock import VirtualClock
from tests.opening import SECOND_SUPERVISOR, opening, trusted, trusted_too
from tests.pure_table import configuration, given_out, report, usual_asker
from tests.rules.driver import said

STEP_MS = 2_000

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
)


class RecordedTable:
    """Ask it as people and devices do; time goes on by itself between two acts."""

    def __init__(self, host: Host, clock: VirtualClock) -> None:
        self.host = host
        self.clock = clock
        self._ids = count(1)

    @property
    def state(self) -> TableState:
        return self.host.state

    async def ask(self, act: Act, *, actor: str | None = None, role: Role | None = None) -> Answer:
        await self.clock.advance(STEP_MS)
        usual, via = usual_asker(act)
        intent = Intent(
            id=f"{self.clock.boot}:{next(self._ids)}",
            actor=actor or {Role.DEVICE: "shuffler", Role.DEALER: "dealer-1"}.get(usual, usual),
            role=role or usual,
            via=via,
            at=self.clock.stamp(),
            seen=self.state.last,
            act=act,
        )
        return await self.host.submit(intent)

    async def does(self, *acts: Act | str, actor: str | None = None, role: Role | None = None) -> None:
        """Ask for what must be granted; a word is what a dealer says of a player."""
        for act in acts:
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
        await self.does(RequestApproval(act=act, why="it has to be"), actor="floorperson", role=supervisor)
        request = Approve(request=self.state.approvals[-1].number)
        await self.does(request, actor=SECOND_SUPERVISOR, role=supervisor)

    async def opened(self) -> None:
        config = self.state.config
        assert config is not None
        await self.does(trusted("floorperson"), trusted_too(), *opening(config))

    async def ready(self, back: Back) -> None:
        """Everything before the deal."""
        await self.does(SenseDeck(back=back))
        deck = self.state.deck(back)
        assert deck is not None
        assert deck.order is not None, "loading a deck orders its shuffle"
        await self.does(report(deck.order, back, journal=self.state.journal))
        await self.does(given_out(self.state, back), CutDeck(back=back))


@asynccontextmanager
async def recorded(
    folder: Path, config: TableConfig, clock: VirtualClock | None = None, *, day_starts: int = 6
) -> AsyncIterator[RecordedTable]:
    """Run a table on this folder; when the block ends its record is closed."""
    clock = clock or VirtualClock()
    journal = Journal.open(folder, at=clock.stamp())
    host = Host(journal=journal, clock=clock)
    running = asyncio.create_task(host.run())
    table = RecordedTable(host, clock)
    try:
        await table.does(Start(software="firmware-host 0", config=config, day_starts=day_starts))
        yield table
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        journal.close()


async def write(folder: Path, facts: Sequence[Fact]) -> None:
    """Make a record of facts that were told elsewhere."""
    journal = Journal.open(folder)
    try:
        await journal.append(tuple(replace(fact, journal=journal.id) for fact in facts))
    finally:
        journal.close()
