"""Fold the facts of rounds, the button and the game."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules import round as play
from firmware_host.rules.cards import DECK
from firmware_host.rules.games import GAMES
from firmware_host.rules.round.left_over import Played, played
from firmware_host.rules.round_facts import RoundBody, RoundCompleted, RoundStarted, RoundVoided
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.round import (
    ButtonBody,
    ButtonMoved,
    ButtonPlaced,
    ButtonTakenAway,
    GamesBody,
    KillButtonCollected,
    KillButtonLapsed,
    KillButtonMoved,
    KillButtonPlaced,
    PlayBody,
    PuckSeen,
    RoundContinued,
    RoundHalted,
)
from firmware_host.table.state import seating
from firmware_host.table.state.decks import Deck, Place
from firmware_host.table.state.seating import on_the_table
from firmware_host.table.state.table import TableState


def folded(state: TableState, body: PlayBody | RoundBody, fact: Fact) -> TableState:
    """Fold a fact of a round."""
    if isinstance(body, PlayBody):
        return _about_the_round(state, body, fact)
    if isinstance(body, RoundStarted):
        state = replace(state, stub_counted=None, discards_due=False)
        settled = seating.dealt(state.owed, body.seats, with_blinds=GAMES[body.game].button)
        return replace(state, rounds=state.rounds + 1, round=play.evolve(None, body), owed=settled)
    if isinstance(body, RoundCompleted | RoundVoided):
        return _over(state, body)
    return replace(state, round=play.evolve(state.round, body))


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
    left = None if state.round is None else played(state.round)
    return replace(
        state,
        round=None,
        halted=None,
        decks=home,
        stacks=_stacks(state, body),
        left=left,
        discards_due=_can_be_counted(state) and _has_cards_out(left),
        rounds_since_counted=state.rounds_since_counted + 1,
        owed=seating.over(state.owed, state.seats, is_void=isinstance(body, RoundVoided)),
    )


def _can_be_counted(state: TableState) -> bool:
    """A deck that is held is counted whole, by two people."""
    deck = None if state.last_used is None else state.deck(state.last_used)
    return deck is not None and deck.suspect is None


def _has_cards_out(left: Played | None) -> bool:
    """A round that is void before its first card leaves no discards."""
    return left is None or left.stub < DECK


def _home(deck: Deck) -> Deck:
    return replace(deck, place=Place.STORAGE, apart=True)


def _stacks(state: TableState, body: RoundCompleted | RoundVoided) -> dict[int, int]:
    if state.round is None or not body.stacks:
        return state.stacks
    after = dict(zip(sorted(state.round.seats), body.stacks, strict=True))
    return {**state.stacks, **on_the_table(after, state.away)}


def button_folded(state: TableState, body: ButtonBody, fact: Fact) -> TableState:
    """Fold a fact about the button or the kill button."""
    del fact
    match body:
        case ButtonPlaced(seat=seat) | ButtonMoved(seat=seat):
            return replace(state, button=seat)
        case ButtonTakenAway():
            return replace(state, button=None, button_before_stud=state.button)
        case KillButtonPlaced(seat=seat) | KillButtonMoved(seat=seat):
            return replace(state, kill_button=seat)
        case KillButtonCollected() | KillButtonLapsed():
            return replace(state, kill_button=None)
        case PuckSeen(seat=seat):
            return replace(state, puck=seat, puck_known=True)
        case _:
            assert_never(body)


def games_folded(state: TableState, body: GamesBody, fact: Fact) -> TableState:
    """Fold a change of game."""
    del fact
    if state.config is None or state.adopted is None:
        return state
    posted = next((game for game in state.adopted.all_games if game.game is body.game), None)
    if posted is None:
        raise ValueError(f"{body.game} is not posted")
    playing = replace(state.config, game=posted.game, blinds=posted.blinds, stakes=posted.stakes, kill=posted.kill)
    return replace(state, config=playing)
