"""A table that plays on while its broker is away: every hand told to a real host, by a clock that is told."""

from firmware_host.table.acts.decks import CountCards
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Counted
from tests.counting import right
from tests.worlds.busy_table import BusyTable, steps

HOURS = 3

HOUR_MS = 3_600_000

USUAL_PACE = 40
"""Hands an hour of a good dealer with a shuffler."""

COUNTS_BEGIN = 1_000_000


async def play_on(table: BusyTable, *, rounds: int, hours: int = HOURS) -> None:
    """Spread so many rounds over the hours; the stub is counted after each (14.6(e)4)."""
    begun_ms, completed = table.clock.mono_ms, 0
    for number, step in enumerate(steps(rounds)):
        await table.tell(number, step)
        state = table.host.state
        if state.rounds > completed and not state.is_playing:
            completed = state.rounds
            await table.tell(COUNTS_BEGIN + completed, _count)
            due_ms = begun_ms + completed * hours * HOUR_MS // rounds
            await table.clock.advance(max(0, due_ms - table.clock.mono_ms))
    assert table.host.state.rounds > 0.95 * rounds, "it has played until its decks had their three hours (14.2(b))"


def _count(state: TableState) -> CountCards:
    assert state.last_used is not None
    return CountCards(what=Counted.STUB, back=state.last_used, counted=right(state, Counted.STUB))
