"""A round's facts, folded into the table."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules import round as play
from firmware_host.rules.bodies import DrawCompleted, RoundBody, RoundCompleted, RoundStarted, RoundVoided
from firmware_host.rules.game import Tracking
from firmware_host.rules.games import GAMES
from firmware_host.table.contract import Fact
from firmware_host.table.decks.deck import Deck, Place
from firmware_host.table.play.bodies import PlayBody, RoundContinued, RoundHalted
from firmware_host.table.seating import owed
from firmware_host.table.seating.away import on_the_table
from firmware_host.table.state import TableState


def folded(state: TableState, body: PlayBody | RoundBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    if isinstance(body, PlayBody):
        return _about_the_round(state, body, fact)
    if isinstance(body, RoundStarted):
        settled = owed.dealt(state.owed, body.seats, with_blinds=GAMES[body.game].button)
        return replace(state, rounds=state.rounds + 1, round=play.evolve(None, body), untold=False, owed=settled)
    if isinstance(body, RoundCompleted | RoundVoided):
        return _over(state, body)
    untold = state.untold or (isinstance(body, DrawCompleted) and body.drawn is None)
    return replace(state, round=play.evolve(state.round, body), untold=untold)


def stub_is_known(state: TableState) -> bool:
    """
    Say whether anybody but the dealer can know how many cards the stub has.

    Where folds and draws are not told, a game that deals to each player after the first street keeps it from us.
    """
    round_ = state.round
    if round_ is None or state.untold:
        return False
    later = round_.rules.streets[1:]
    return round_.tracking is Tracking.FULL or not any(street.down or street.up or street.draw for street in later)


def _about_the_round(state: TableState, body: PlayBody, fact: Fact) -> TableState:
    match body:
        case RoundHalted():
            return replace(state, halted=body, halted_by=fact.number)
        case RoundContinued():
            return replace(state, halted=None)
        case _:
            assert_never(body)


def _over(state: TableState, body: RoundCompleted | RoundVoided) -> TableState:
    home = tuple(_home(deck) if deck.place is Place.IN_PLAY else deck for deck in state.decks)
    known = isinstance(body, RoundCompleted) and stub_is_known(state)
    return replace(
        state,
        round=None,
        halted=None,
        decks=home,
        stacks=_stacks(state, body),
        stub_left=body.stub if known and isinstance(body, RoundCompleted) else None,
        discards_left=body.hands if known and isinstance(body, RoundCompleted) else None,
        rounds_since_counted=state.rounds_since_counted + 1,
        owed=owed.over(state.owed, state.seats, is_void=isinstance(body, RoundVoided)),
    )


def _home(deck: Deck) -> Deck:
    return replace(deck, place=Place.STORAGE, apart=True)


def _stacks(state: TableState, body: RoundCompleted | RoundVoided) -> dict[int, int]:
    if state.round is None or not body.stacks:
        return state.stacks
    after = dict(zip(sorted(state.round.seats), body.stacks, strict=True))
    return {**state.stacks, **on_the_table(after, state.away)}
