"""A round's facts, folded into the table."""

from msgspec.structs import replace

from firmware_host.rules import round as play
from firmware_host.rules.bodies import RoundBody, RoundCompleted, RoundStarted, RoundVoided
from firmware_host.table.contract import Fact
from firmware_host.table.decks.deck import Place
from firmware_host.table.seating.away import on_the_table
from firmware_host.table.state import TableState


def folded(state: TableState, body: RoundBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    if isinstance(body, RoundStarted):
        return replace(state, rounds=state.rounds + 1, round=play.evolve(None, body))
    if isinstance(body, RoundCompleted | RoundVoided):
        home = tuple(replace(d, place=Place.STORAGE) if d.place is Place.IN_PLAY else d for d in state.decks)
        return replace(state, round=None, decks=home, stacks=_stacks(state, body))
    return replace(state, round=play.evolve(state.round, body))


def _stacks(state: TableState, body: RoundCompleted | RoundVoided) -> dict[int, int]:
    if state.round is None or not body.stacks:
        return state.stacks
    after = dict(zip(sorted(state.round.seats), body.stacks, strict=True))
    return {**state.stacks, **on_the_table(after, state.away)}
