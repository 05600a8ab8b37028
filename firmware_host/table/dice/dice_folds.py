"""A mini-dice table's facts, folded."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.dice import shaker
from firmware_host.rules.dice.shaker import Shaker
from firmware_host.rules.dice.wagers import Dice
from firmware_host.rules.struct import Seat
from firmware_host.table.facts import dice as it
from firmware_host.table.facts.fact import Fact
from firmware_host.table.state.dice import DiceState, LastShake, WagerUp
from firmware_host.table.state.table import TableState

ShakerBody = (
    it.CoverPutOn
    | it.CoverTakenOff
    | it.DiceShaken
    | it.ShakeFellShort
    | it.ShakerOffered
    | it.ShakerRefused
    | it.ShakerAccepted
    | it.ShakerKept
    | it.ShakerReturned
    | it.ShakerRelinquished
)

"""What changes nothing but the shaker."""


def folded(state: TableState, body: it.DiceBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    if state.dice is None:
        raise ValueError(f"fact {fact.number} tells of a shaker, and this is no mini-dice table")
    rounds = state.rounds + 1 if isinstance(body, it.WagersOpened) else state.rounds
    return replace(state, rounds=rounds, dice=_dice(state.dice, body, fact))


def without_player(dice: DiceState, seat: Seat) -> DiceState:
    """
    Forget what this player refused; what he had in his hands is the dealer's again (I-15).

    Nobody leaves his wagers on the table, but an amended sum may leave one there that was taken for lost: it goes back.
    """
    return _refusing_nothing(replace(dice, wagers=tuple(up for up in dice.wagers if up.seat != seat)), seat)


def moved_player(dice: DiceState, seat: Seat, to: Seat) -> DiceState:
    """Forget what this player refused at the old seat; a wager that stands by an amended sum goes along."""
    moved = (replace(up, seat=to) if up.seat == seat else up for up in dice.wagers)
    return _refusing_nothing(replace(dice, wagers=_in_order(moved)), seat)


def _refusing_nothing(dice: DiceState, seat: Seat) -> DiceState:
    return replace(dice, shaker=shaker.left(dice.shaker, seat))


def _dice(dice: DiceState, body: it.DiceBody, fact: Fact) -> DiceState:
    number = fact.number
    if isinstance(body, ShakerBody):
        return replace(dice, shaker=_shaker(dice.shaker, body), slip=_slip(dice, body))
    match body:
        case it.BetsClosed():
            stand = tuple(replace(up, stood_cents=up.cents) for up in dice.wagers)
            closed = replace(dice, shaker=shaker.bets_closed(dice.shaker), wagers=stand, last=None)
            return replace(closed, slip=(number,) if body.word is it.Word.SENSED else ())
        case it.WagersOpened():
            return replace(dice, shaker=shaker.wagers_opened(dice.shaker), faces=(), slip=(), collected_cents=0)
        case it.WagerPlaced():
            return replace(dice, wagers=_placed(dice.wagers, body))
        case it.WagerTakenDown(seat=seat, wager=wager, cents=cents):
            return replace(dice, wagers=_lowered(dice.wagers, seat, wager, cents))
        case it.DieNoted(face=face):
            return replace(dice, faces=(face,), slip=(number,))
        case it.SumCalled(dice=faces):
            return replace(dice, shaker=shaker.sum_called(dice.shaker), faces=faces, slip=(*dice.slip, number))
        case it.NoRollCalled() | it.ShakeSpoiled():
            return replace(dice, shaker=shaker.decided_nothing(dice.shaker), faces=(), slip=())
        case it.LosersCollected(wagers=lost):
            cents = sum(one.cents for one in lost)
            last = LastShake(round=fact.round, dice=_both(dice), wagers=dice.wagers)
            gone = replace(dice, wagers=_without(dice.wagers, lost), slip=(), collected_cents=cents, last=last)
            return replace(gone, shaker=shaker.losers_collected(dice.shaker))
        case it.WinnersPaid(wagers=won):
            return replace(dice, wagers=_without(dice.wagers, won))
        case it.ShakeSettled(total=total):
            return replace(dice, shaker=_settled(dice.shaker, total))
        case it.ShakerDocked(docked=docked):
            return replace(dice, docked=docked)
        case it.ShakerTampered(open=opened):
            return replace(dice, tampered=opened)
        case it.CoveredEarly():
            return dice
        case _:
            assert_never(body)


def _slip(dice: DiceState, body: ShakerBody) -> tuple[int, ...]:
    """
    Keep what may be taken back of a roll until it is settled, whoever has the right to the next.

    Once the dice have been shaken wagers are not opened again; the cover alone leaves everything as it was.
    """
    return dice.slip if dice.faces or isinstance(body, it.CoverPutOn | it.CoverTakenOff) else ()


def _shaker(now: Shaker, body: ShakerBody) -> Shaker:
    match body:
        case it.CoverPutOn():
            return shaker.covered(now)
        case it.CoverTakenOff():
            return shaker.uncovered(now)
        case it.DiceShaken():
            return shaker.shaken(now)
        case it.ShakeFellShort():
            return shaker.fell_short(now)
        case it.ShakerOffered(seat=seat):
            return shaker.offered(now, seat)
        case it.ShakerRefused(seat=seat):
            return shaker.declined(now, seat)
        case it.ShakerAccepted(seat=holder):
            return shaker.accepted(now, holder)
        case it.ShakerKept():
            return shaker.kept(now)
        case it.ShakerReturned():
            return shaker.returned(now)
        case it.ShakerRelinquished(seat=seat, why=it.Relinquished.LEFT) if seat is not None:
            return shaker.left(now, seat)
        case it.ShakerRelinquished():
            return shaker.relinquished(now)
        case _:
            assert_never(body)


def _settled(now: Shaker, total: int) -> Shaker:
    """A player's 7 passes the shaker (13.7(a)1i), also where the settlement was amended to one."""
    after = shaker.settled(now)
    passes = total == shaker.SEVEN and after.right.holder is not None and not after.right.open
    return shaker.relinquished(after) if passes else after


def _placed(wagers: tuple[WagerUp, ...], body: it.WagerPlaced) -> tuple[WagerUp, ...]:
    for at, up in enumerate(wagers):
        if (up.seat, up.wager) == (body.seat, body.wager):
            return (*wagers[:at], replace(up, cents=up.cents + body.cents), *wagers[at + 1 :])
    added = WagerUp(seat=body.seat, wager=body.wager, cents=body.cents)
    return _in_order((*wagers, added))


def _in_order(wagers: Iterable[WagerUp]) -> tuple[WagerUp, ...]:
    return tuple(sorted(wagers, key=lambda up: (up.seat, up.wager)))


def _lowered(wagers: tuple[WagerUp, ...], seat: int, wager: str, cents: int) -> tuple[WagerUp, ...]:
    lowered = (replace(up, cents=up.cents - cents) if (up.seat, up.wager) == (seat, wager) else up for up in wagers)
    return tuple(up for up in lowered if up.cents)


def _both(dice: DiceState) -> Dice:
    if dice.dice is None:
        raise ValueError("nothing is collected before the sum is called")
    return dice.dice


def _without(wagers: tuple[WagerUp, ...], decided: tuple[it.Decided, ...]) -> tuple[WagerUp, ...]:
    gone = {(one.seat, one.wager) for one in decided}
    return tuple(up for up in wagers if (up.seat, up.wager) not in gone)
