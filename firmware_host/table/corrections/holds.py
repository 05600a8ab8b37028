"""What a request for two people is about, and what waits until they have decided."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.round_acts import VoidRound
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.floor import EnrolKey, EnrolPerson, ResetPin
from firmware_host.table.acts.record_in_doubt import AcceptRecordEnd
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.shuffler import AdoptHouseKey
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.answering import answer_for_two
from firmware_host.table.corrections.correctable import MONEY, SUMS
from firmware_host.table.state.floor import About, Thing
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back

SINCE: Mapping[Thing, str] = {
    Thing.ROUND: "a round has begun or ended since the request",
    Thing.HALT: "the round was halted for another reason since the request",
    Thing.DECK: "another deck was received since the request",
    Thing.SUSPICION: "a further fault of the deck was found since the request",
    Thing.SUM: "the dice were shaken again, or the sum was corrected, since the request",
    Thing.RECORD: "the end of the record was accepted or doubted again since the request",
    Thing.PLAYER: "the player named in the request has left the seat",
    Thing.PERSON: "the enrollment, roles or PIN of the person have changed since the request",
}
"""The changes in words, for a refusal."""


def about(state: TableState, act: Approvable) -> tuple[About, ...]:
    """Return everything that this act is about, in the present state."""
    return tuple(About(thing=thing, was=was) for thing, was in _about(state, act))


def changed(state: TableState, act: Approvable, asked: tuple[About, ...]) -> Thing | None:
    """Return the first subject that has changed since the request; None if none has."""
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
        case EnrolPerson(person=name) | ResetPin(person=name) | EnrolKey(actor=name):
            person = state.people.get(name)
            yield Thing.PERSON, f"{person.pin_of} {person.revoked} {' '.join(person.roles)}" if person else ""
        case AdoptConfiguration() | AdoptHouseKey():
            # The act names the fact of the candidate and is refused once another candidate replaces it.
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
    """Refuse while a correction of money at one of these seats is pending; None otherwise."""
    lines = {line.seat for act in _wanted(state) if isinstance(act, AdjustMoney) for line in act.lines}
    seat = next((seat for seat in seats if seat in lines), None)
    return None if seat is None else _waits(f"two people are correcting the money of seat {seat}", MONEY)


def of_the_table(state: TableState) -> Refusal | None:
    """
    Refuse to close the table while a correction is pending that would be impossible afterwards, such as the last sum.

    A player who leaves a mini-dice table keeps the right to a corrected payment: see `corrections/sums.py`.
    """
    if any(isinstance(act, CorrectSum) for act in _wanted(state)):
        return _waits("two people are correcting the last sum", SUMS.paragraphs)
    return of_seats(state, *state.seats)


def _wanted(state: TableState) -> Iterator[AdjustMoney | CorrectSum]:
    for pending in state.approvals:
        act = pending.act
        if not isinstance(act, AdjustMoney | CorrectSum) or changed(state, act, pending.about) is not None:
            continue
        if not isinstance(answer_for_two(state, act), Refusal):
            yield act


def _waits(reason: str, paragraphs: Paragraphs) -> Refusal:
    return refuse(reason, "approve or decline their request first", *paragraphs)
