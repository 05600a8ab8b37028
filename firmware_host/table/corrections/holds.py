"""What a request for two people is about, and what waits until they have decided."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.round_acts import VoidRound
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.record import AcceptRecordEnd
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.answering import answer_for_two
from firmware_host.table.corrections.correctable import MONEY, SUMS
from firmware_host.table.state.floor import About, Thing
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back

SINCE: Mapping[Thing, str] = {
    Thing.ROUND: "a round has begun or ended since",
    Thing.HALT: "the round was halted for something else since",
    Thing.DECK: "another deck was received since",
    Thing.SUSPICION: "something else was found wrong with the deck since",
    Thing.SUM: "another sum is the last one since, or there is none",
    Thing.RECORD: "the end of the record was accepted, or doubted again, since",
    Thing.PLAYER: "the player it was asked about no longer sits there",
}

"""What became of it, in words."""


def about(state: TableState, act: Approvable) -> tuple[About, ...]:
    """Return all that this act is about, on the table as it stands."""
    return tuple(About(thing=thing, was=was) for thing, was in _about(state, act))


def changed(state: TableState, act: Approvable, asked: tuple[About, ...]) -> Thing | None:
    """Return what this was asked about and is no longer so; none where it all still is."""
    present = about(state, act)
    return next((one.thing for one in asked if one not in present), None)


def _about(state: TableState, act: Approvable) -> Iterator[tuple[Thing, str]]:
    match act:
        case VoidRound() | CorrectWager():
            yield _round(state)
        case AdjustMoney(lines=lines):
            yield _round(state)
            for seat in [line.seat for line in lines if line.seat is not None]:
                yield Thing.PLAYER, f"{seat}: {state.seated.get(seat, 0)}"
        case ContinueRound():
            yield _round(state)
            yield Thing.HALT, str(state.halted_by)
            if state.last_used is not None:
                yield _suspicion(state, state.last_used)
        case OverrideGate(back=back):
            yield _round(state)
            yield _deck(state, back)
        case Recount(back=back):
            yield _deck(state, back)
            yield _suspicion(state, back)
        case CorrectSum():
            last = state.dice.last if state.dice else None
            yield Thing.SUM, f"{last.round}: {last.amended}" if last else ""
        case AcceptRecordEnd():
            yield Thing.RECORD, str(state.end_doubted)
        case AdoptConfiguration():
            # It names the fact that offers the candidate, which is refused once another has taken its place.
            return
        case _:
            assert_never(act)


def _round(state: TableState) -> tuple[Thing, str]:
    return Thing.ROUND, f"{state.round_number} of {state.rounds}"


def _deck(state: TableState, back: Back) -> tuple[Thing, str]:
    deck = state.deck(back)
    return Thing.DECK, str(deck.received if deck else 0)


def _suspicion(state: TableState, back: Back) -> tuple[Thing, str]:
    deck = state.deck(back)
    return Thing.SUSPICION, str(deck.suspected if deck else 0)


def of_seats(state: TableState, *seats: Seat) -> Refusal | None:
    """Say that money before one of these waits for two people; none where none does."""
    lines = {line.seat for act in _wanted(state) if isinstance(act, AdjustMoney) for line in act.lines}
    seat = next((seat for seat in seats if seat in lines), None)
    return None if seat is None else _waits(f"money of seat {seat} is being put right by two people", MONEY)


def of_the_table(state: TableState) -> Refusal | None:
    """
    Say the same of anything that could not be put right any more once nobody plays here: the last sum is among it.

    A player who leaves a mini-dice table before that takes the right to his money along: see `corrections/sums.py`.
    """
    if any(isinstance(act, CorrectSum) for act in _wanted(state)):
        return _waits("the last sum is being put right by two people", SUMS.paragraphs)
    return of_seats(state, *state.seats)


def _wanted(state: TableState) -> Iterator[AdjustMoney | CorrectSum]:
    for pending in state.approvals:
        act = pending.act
        if not isinstance(act, AdjustMoney | CorrectSum) or changed(state, act, pending.about) is not None:
            continue
        if not isinstance(answer_for_two(state, act), Refusal):
            yield act


def _waits(reason: str, paragraphs: Paragraphs) -> Refusal:
    return refuse(reason, "their decision: it is approved or declined", *paragraphs)
