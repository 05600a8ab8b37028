"""
Rounds of hold 'em told to a HostedTable, step by step.

Every step has an id of its own and the same in each run, so a session that was cut off is told again and goes on where
it was. What people asked is asked again from the beginning on, with the same `seen`: nothing of it acts twice. Devices
and the host tell nothing again but the newest step, which they may not know to be recorded.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from firmware_host.journal.journal_config import JournalConfig
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.table.acts.decks import CountCards, CutDeck, SenseDeck
from firmware_host.table.acts.intent import Act, Answer, Intent
from firmware_host.table.acts.round import Deal, SensePuck
from firmware_host.table.acts.system import Start
from firmware_host.table.decide import acts_on_what_was_seen
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Counted
from hil.clock import VirtualClock
from tests.worlds.hosted_table import PROCEDURE, SOFTWARE, HostedTable, running_host
from tests.worlds.opening import opening, trusted
from tests.worlds.pure_table import configuration, given_out, report

Step = Callable[[TableState], Act]

STEP_MS = 1_000

SMALL = JournalConfig(segment_facts=40, snapshot_facts=12, reserve_mib=0)
"""Everything that happens once in days happens every other round."""


def steps(rounds: int) -> Iterator[Step]:
    """What people and devices do in so many rounds, from the opening on."""
    for act in (trusted(), *opening(configuration())):
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
        # Known by its back and not by the state, so that it is the same when it is told again.
        yield lambda _, here=here: CountCards(what=Counted.DISCARDS, back=here, said_right=True)  # type: ignore[misc]
        yield lambda state: SensePuck(seat=state.button)


def _report(state: TableState, back: Back) -> Act:
    deck = state.deck(back)
    # Told again after it was taken up, nobody looks at the number any more.
    order = deck.order if deck and deck.order else 0
    return report(order, back, journal=state.journal)


class BusyTable(HostedTable):
    """Told step by step; each step has its own id."""

    async def tell(self, number: int, step: Step) -> Answer:
        await self.clock.advance(STEP_MS)
        return await self.host.submit(self._step(number, step))

    def _step(self, number: int, step: Step) -> Intent:
        return replace(self.intent(step(self.state)), id=f"step:{number}")

    async def play(self, rounds: int, *, heard: Callable[[Answer], None] = lambda _: None) -> None:
        """Tell it all, again or for the first time."""
        before = {fact.cause: fact.number - 1 for fact in reversed(tuple(self.journal.facts()))}
        newest = max((number for number, _ in enumerate(steps(rounds)) if f"step:{number}" in before), default=-1)
        for number, step in enumerate(steps(rounds)):
            if number > newest:
                heard(await self.tell(number, step))
                continue
            again = self._step(number, step)
            if acts_on_what_was_seen(again) or number == newest:
                heard(await self.host.submit(replace(again, seen=before[again.id])))


@asynccontextmanager
async def busy_table(
    folder: Path, clock: VirtualClock | None = None, *, config: JournalConfig = SMALL
) -> AsyncIterator[BusyTable]:
    """Start it on this folder, with files of the record that are soon full; leaving it is an orderly stop."""
    clock = clock or VirtualClock()
    async with running_host(folder, clock, config=config, signs_off=True) as running:
        table = BusyTable(running, clock)
        await table.ask(Start(software=SOFTWARE, config=PROCEDURE))
        yield table
