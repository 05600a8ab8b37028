"""What happens at a mini-dice table, a line for each kind of fact."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.rules.dice.shaker import NoRoll
from firmware_host.rules.money import money
from firmware_host.rules.struct import Seat
from firmware_host.table.facts import dice as it

GIVEN_UP = {
    it.Relinquished.VOLUNTARILY: "passes the shaker",
    it.Relinquished.SEVEN: "shook a 7 and passes the shaker",
    it.Relinquished.DELAY: "has to pass the shaker on the floorperson's order: delay of the game",
    it.Relinquished.INVALID_SHAKES: "has to pass the shaker on the floorperson's order: repeated invalid shakes",
    it.Relinquished.VIOLATION: "has to pass the shaker on the floorperson's order: a violation",
    it.Relinquished.LEFT: "has left; the shaker is offered from the left of that seat",
}

NO_ROLL = {NoRoll.NOT_FLAT: "a die does not lie flat", NoRoll.FELL_OUT: "a die fell out"}

SPOILED = {
    it.Spoiled.COVER_OFF: "the cover came off too early",
    it.Spoiled.TAMPERED: "the shaker's base was opened",
}


def _who(seat: Seat | None) -> str:
    return "The dealer" if seat is None else f"Seat {seat}"


def _vouched(said: str, word: it.Word) -> str:
    return f"{said}." if word is it.Word.SENSED else f"{said}, on the {word}'s word."


def _shaken(body: it.DiceShaken) -> str:
    times = "three times or more" if body.times is None else f"{body.times} times"
    return _vouched(f"{_who(body.seat)} shakes {times}", body.word)


def _accepted(body: it.ShakerAccepted) -> str:
    return "Nobody accepts: the dealer does for the players." if body.seat is None else f"Seat {body.seat} accepts."


def _collected(body: it.LosersCollected) -> str:
    return f"Losing wagers are collected{_named(body.wagers)}."


def _paid(body: it.WinnersPaid) -> str:
    return f"Winners are paid{_named(body.wagers)}."


def _named(wagers: tuple[it.Decided, ...]) -> str:
    told = (
        f"seat {one.seat} {one.wager} {money(one.cents)}{f' wins {money(one.pays_cents)}' if one.pays_cents else ''}"
        for one in wagers
    )
    return f": {', '.join(told)}" if wagers else ""


WORDS: Mapping[type, Callable[[Any], str]] = {
    it.WagersOpened: lambda _: "Wagers are open.",
    it.WagerPlaced: lambda told: f"Seat {told.seat} puts {money(told.cents)} on {told.wager}.",
    it.WagerTakenDown: lambda told: f"Seat {told.seat} takes {money(told.cents)} back from {told.wager}.",
    it.BetsClosed: lambda told: (
        "No more bets: the cover goes on." if told.word is it.Word.SENSED else "No more bets is called."
    ),
    it.CoverPutOn: lambda told: _vouched("The cover is on", told.word),
    it.CoveredEarly: lambda _: "The cover went back on before the last winner was paid.",
    it.CoverTakenOff: lambda told: _vouched("The cover is off", told.word),
    it.DiceShaken: _shaken,
    it.ShakeFellShort: lambda told: f"{_who(told.seat)} shakes only {told.times} times: to be shaken again.",
    it.ShakerOffered: lambda told: f"The shaker is offered to seat {told.seat}.",
    it.ShakerRefused: lambda told: f"Seat {told.seat} does not take it.",
    it.ShakerAccepted: _accepted,
    it.ShakerKept: lambda told: f"{_who(told.seat)} keeps the right to the shaker.",
    it.ShakerReturned: lambda told: _vouched(f"Seat {told.seat} gives the shaker back to the dealer", told.word),
    it.ShakerRelinquished: lambda told: f"{_who(told.seat)} {GIVEN_UP[told.why]}.",
    it.DieNoted: lambda told: f"One die shows {told.face}.",
    it.SumCalled: lambda told: f"{told.dice[0]} and {told.dice[1]}: {told.total}.",
    it.NoRollCalled: lambda told: f"No roll: {NO_ROLL[told.why]}. Wagers and right stay as they are.",
    it.ShakeSpoiled: lambda told: f"The shake is begun again: {SPOILED[told.why]}.",
    it.LosersCollected: _collected,
    it.WinnersPaid: _paid,
    it.ShakeSettled: lambda told: f"The shake of {told.total} is settled.",
    it.ShakerDocked: lambda told: (
        "The shaker stands before the dealer." if told.docked else "The shaker is taken from its place."
    ),
    it.ShakerTampered: lambda told: (
        f"Nothing watches the base of the shaker any more: {told.why}."
        if told.why
        else f"The base of the shaker is {'open' if told.open else 'closed again'}."
    ),
}
