"""Where the button goes: clockwise after every round, past seats without a player (14.10(c)3)."""

from collections.abc import Collection

from firmware_host.rules.decision import draft
from firmware_host.rules.seats import clockwise_from, first_button
from firmware_host.rules.struct import Seat
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.round import ButtonMoved, ButtonPlaced
from firmware_host.table.state.table import TableState


def next_place(button: Seat, present: Collection[Seat]) -> Seat | None:
    """Return the next player's seat clockwise; none without another player."""
    following = clockwise_from(button, present)
    return following[0] if following and following[0] != button else None


def moved_on(state: TableState) -> Drafts:
    """Move the button on after a round of play."""
    return _moved(state, state.present)


def first_place(config: TableConfig, present: Collection[Seat]) -> Drafts:
    """Place the button at the first player to the right of the dealer as play commences; stud games have none."""
    if config.mini_dice is not None or not config.poker.button or not present:
        return ()
    return (draft(ButtonPlaced(seat=first_button(present)), "14.10(c)2"),)


def settled(state: TableState, present: Collection[Seat]) -> Drafts:
    """
    Move the button away from a seat whose player is gone; `present` are the seats that will be played.

    If play commenced without players, the first player present gets the button.
    """
    if state.button is None:
        return first_place(state.config, present) if state.config is not None and state.is_open else ()
    return () if state.button in present else _moved(state, present)


def between_rounds(state: TableState, present: Collection[Seat]) -> Drafts:
    """Settle the button's place between rounds; in mid-round it stays until the round is over."""
    return () if state.round is not None else settled(state, present)


def _moved(state: TableState, present: Collection[Seat]) -> Drafts:
    button = state.button
    seat = None if button is None else next_place(button, _not_waiting(state, present))
    return () if seat is None else (draft(ButtonMoved(seat=seat), "14.10(c)3"),)


def _not_waiting(state: TableState, present: Collection[Seat]) -> Collection[Seat]:
    """Leave out players waiting for a blind (I-7): with the button there, the same two would post the blinds again."""
    if state.config is None or not state.config.missed_blinds:
        return present
    playing = tuple(seat for seat in present if seat not in state.owed.missed)
    return playing if len(playing) > 1 else present
