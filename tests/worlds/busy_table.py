"""
Rounds of hold 'em told to a host on a real journal, step by step and by a clock that moves when told to.

Every step has an id of its own and the same in each run, so a session that was cut off is told again and goes on where
it was. What people asked is asked again from the beginning on, with the same `seen`: nothing of it acts twice. Devices
and the host tell nothing again but the newest step, which they may not know to be recorded.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from firmware_host.host.host import Host
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.store import Journal
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.table.acts.decks import CutDeck, SenseDeck
from firmware_host.table.acts.intent import Act, Answer, Intent
from firmware_host.table.acts.round import Deal, SensePuck
from firmware_host.table.acts.system import Start
from firmware_host.table.decide import acts_on_what_was_seen
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back
from hil.clock import VirtualClock
from tests.worlds.opening import opening, trusted, usual_actor
from tests.worlds.pure_table import configuration, given_out, report, usual_asker

Step = Callable[[TableState], Act]

STEP_MS = 1_000

SMALL = JournalConfig(segment_facts=40, snapshot_facts=12, reserve_mib=0)

"""Everything that happens once in days happens every other round."""


def steps(rounds: int) -> Iterator[Step]:
    """What people and devices do in so many rounds, from the opening on."""
    for act in (trusted("somebody"), *opening(configuration())):
        yield lambda _, act=act: act  # type: ignore[misc]
    yield lambda _: SenseDeck(back=Back.BLUE)
    yield lambda state: _report(state, Back.BLUE)
    for number in range(rounds):
        here, there = (Back.BLUE, Back.RED) if number % 2 == 0 else (Back.RED, Back.BLUE)
        yield lambda state, here=here: given_out(state, here)  # type: ignore[misc]
        yield lambda _, here=here: CutDeck(back=here)  # type: ignore[misc]
        yield lambda _, there=there: SenseDeck(back=there)  # type: ignore[misc]
        yield lambda _: Deal()
        yield lambda state, there=there: _report(state, there)  # type: ignore[misc]
        yield from (lambda _: CompleteBetting() for _ in range(4))
        yield lambda _: AwardPot()
        yield lambda state: SensePuck(seat=state.button)


def _report(state: TableState, back: Back) -> Act:
    deck = state.deck(back)
    # Told again after it was taken up, nobody looks at the number any more.
    order = deck.order if deck and deck.order else 0
    return report(order, back, journal=state.journal)


class BusyTable:
    """A host that runs, and what it is told."""

    def __init__(self, *, host: Host, journal: Journal, clock: VirtualClock) -> None:
        self.host = host
        self.journal = journal
        self.clock = clock

    async def tell(self, number: int, step: Step) -> Answer:
        await self.clock.advance(STEP_MS)
        return await self.host.submit(self._intent(number, step))

    def _intent(self, number: int, step: Step) -> Intent:
        act = step(self.host.state)
        role, via = usual_asker(act)
        return Intent(
            id=f"step:{number}",
            actor=usual_actor(act),
            role=role,
            via=via,
            at=self.clock.stamp(),
            seen=self.host.state.last,
            act=act,
        )

    async def start(self) -> Answer:
        act = Start(software="firmware-host 0", config=configuration())
        role, via = usual_asker(act)
        id_ = f"start:{self.clock.boot}:{self.journal.last}"
        return await self.host.submit(
            Intent(id=id_, actor="host", role=role, via=via, at=self.clock.stamp(), seen=0, act=act)
        )

    async def play(self, rounds: int, *, heard: Callable[[Answer], None] = lambda _: None) -> None:
        """Tell it all, again or for the first time."""
        before = {fact.cause: fact.number - 1 for fact in reversed(tuple(self.journal.facts()))}
        newest = max((number for number, _ in enumerate(steps(rounds)) if f"step:{number}" in before), default=-1)
        for number, step in enumerate(steps(rounds)):
            if number > newest:
                heard(await self.tell(number, step))
                continue
            again = self._intent(number, step)
            if acts_on_what_was_seen(again) or number == newest:
                heard(await self.host.submit(replace(again, seen=before[again.id])))


@asynccontextmanager
async def busy_table(
    folder: Path, clock: VirtualClock | None = None, *, config: JournalConfig = SMALL
) -> AsyncIterator[BusyTable]:
    """Start the controller's middle on this folder; leaving it is an orderly stop."""
    clock = clock or VirtualClock()
    journal = Journal.open(folder, config=config, at=clock.stamp())
    try:
        host = Host(journal=journal, clock=clock)
        running = asyncio.create_task(host.run())
        table = BusyTable(host=host, journal=journal, clock=clock)
        try:
            await table.start()
            yield table
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        await host.sign_off()
    finally:
        journal.close()
