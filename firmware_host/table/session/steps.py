"""What may be done with the table as a whole, in words for the dealer."""

from firmware_host.rules.answers import Key, Refusal, Role, Step
from firmware_host.rules.record import Paragraphs
from firmware_host.table.contract import TableStep
from firmware_host.table.decks import preparing
from firmware_host.table.decks.deck import Stage
from firmware_host.table.session.acts import CloseTable, IdleTable, OpenTable
from firmware_host.table.session.decide import (
    OPENING,
    at_rest,
    cannot_close,
    cannot_stop,
    not_taken,
    too_few_to_open,
    who_opens,
)
from firmware_host.table.state import TableState

Steps = tuple[TableStep, ...]


def opening_step(state: TableState) -> Steps:
    """Return the opening, once both decks lie face up and two players are there to look."""
    seats = who_opens(state)
    prepared = all(deck.stage is Stage.READY or (deck.stage is Stage.SPREAD and deck.face_up) for deck in state.decks)
    if state.is_open or not prepared:
        return ()
    if state.dice is not None:
        return (_open(f"Open the table: {len(seats)} players seated.", ("I-2",)),)
    if too_few_to_open(state) is not None:
        return ()
    away = f" and {len(state.away)} away" if state.away else ""
    say = (
        f"Let two players look at both decks, then open the table: {len(seats)} players seated{away}{not_taken(state)}."
    )
    return (_open(say, OPENING),)


def waits_for_players(state: TableState) -> Refusal | None:
    """Say that all that is missing are two players to look at the decks, which lie there (14.4(c), 14.5(d))."""
    lie_there = all(deck.stage in (Stage.SPREAD, Stage.READY) for deck in state.decks)
    return too_few_to_open(state) if lie_there and not state.is_open else None


def _open(say: str, paragraphs: Paragraphs) -> TableStep:
    return Step(act=OpenTable(), say=say, role=Role.DEALER, key=Key.NEXT, paragraphs=paragraphs, expected=True)


def other_steps(state: TableState) -> Steps:
    """Return how play may stop between rounds."""
    if state.round is not None:
        return ()
    if state.dice is not None:
        close = Step(act=CloseTable(), say="Close the table.", role=Role.DEALER)
        return (close,) if state.is_open and at_rest(state.dice) and cannot_close(state) is None else ()
    close = Step(act=CloseTable(), say="Close the table.", role=Role.DEALER, paragraphs=OPENING)
    idle = Step(act=IdleTable(), say="Nobody plays: spread both decks.", role=Role.DEALER, paragraphs=preparing.IDLE)
    idling = (idle,) if state.is_open and cannot_stop(state) is None else ()
    closing = (close,) if (state.is_open or state.idle) and cannot_close(state) is None else ()
    return (*idling, *closing)
