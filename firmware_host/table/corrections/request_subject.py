"""
What a request is about, recorded when it is made. If the subject has changed since, the request is out of date.

Two people answer for the same thing. A round that began later, another deck with the same backs or a fault found later
is covered neither by the first person's request nor by the reason given.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.state.floor import About, Thing
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back

SINCE: Mapping[Thing, str] = {
    Thing.ROUND: "a round has begun or ended since the request",
    Thing.HALT: "the round was halted for another reason since the request",
    Thing.DECK: "another deck was received since the request",
    Thing.SUSPICION: "another fault was found with the deck since the request",
    Thing.SUM: "the sum in the request is no longer the last one",
    Thing.PLAYER: "the player in the request no longer sits there",
}

"""The changes in words, for a refusal."""


def about(state: TableState, act: Approvable) -> tuple[About, ...]:
    """Return everything that this act is about, in the present state."""
    return tuple(About(thing=thing, was=was) for thing, was in _about(state, act))


def changed(state: TableState, act: Approvable, asked: tuple[About, ...]) -> Thing | None:
    """Return the first subject that has changed since the request; none where none has."""
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
        case AdoptConfiguration():
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
