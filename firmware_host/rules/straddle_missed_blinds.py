"""
Blinds outside the usual order: a straddle, and making up missed blinds (I-7).

    coming = coming_in((1, 4, 7, 8), owing=(8,), promised=(8,), button=4, blinds=2)
    coming.made_up                      (8,): dealt in, because that player makes up the missed blinds
    coming.seats                        who is dealt in
    straddling_seat(coming, ...)        the seat to the left of the last blind, if it may straddle

As in most card rooms, a player who missed a blind waits for the last blind, or makes up all missed blinds: the last
blind live, the others dead. A player may not make up blinds on the button or in the position of a smaller blind.
"""

from collections.abc import Collection
from enum import StrEnum

from firmware_host.rules.round.blinds_and_order import deal_order, posting_order
from firmware_host.rules.stakes import HeadsUp, Stakes
from firmware_host.rules.struct import Record, Seat

I_7 = ("I-7",)


class MissedBlind(StrEnum):
    """Which blind a player missed, counted from the last and largest."""

    BIG = "big"
    SMALL = "small"
    FIRST = "first"
    """With three blinds, the one before the small blind."""


FROM_THE_LAST = tuple(MissedBlind)


class ComingIn(Record, frozen=True, kw_only=True):
    """Who is dealt in; `made_up` are those who make up missed blinds."""

    seats: tuple[Seat, ...]
    made_up: tuple[Seat, ...] = ()


def passed_by(seat: Seat, dealt: Collection[Seat], *, button: Seat, blinds: int) -> MissedBlind | None:
    """Return the blind this player would have posted, if dealt in with the others."""
    at = deal_order((*dealt, seat), button).index(seat)
    return FROM_THE_LAST[blinds - 1 - at] if at < blinds else None


def coming_in(
    playing: Collection[Seat],
    *,
    owing: Collection[Seat],
    promised: Collection[Seat],
    button: Seat | None,
    blinds: int,
) -> ComingIn:
    """
    Return who of `playing` is dealt in; some owe a blind, and some of those have promised to make it up.

    If fewer than two players would remain, nobody waits: all are dealt in and owe nothing any more.
    """
    waiting = [seat for seat in deal_order(tuple(playing), button) if seat in owing]
    seats = tuple(seat for seat in playing if seat not in owing)
    made_up: tuple[Seat, ...] = ()
    for seat in waiting:
        at = deal_order((*seats, seat), button).index(seat)
        late = at >= blinds and seat != button and seat in promised
        if late:
            made_up = (*made_up, seat)
        if late or at == blinds - 1:
            seats = (*seats, seat)
    if len(seats) < 2:
        return ComingIn(seats=tuple(sorted(playing)))
    return ComingIn(seats=tuple(sorted(seats)), made_up=made_up)


def straddling_seat(coming: ComingIn, *, button: Seat | None, blinds: int) -> Seat | None:
    """Return the seat that may straddle: the first to the left of the last blind, with three players or more."""
    order = deal_order(coming.seats, button)
    posting = posting_order(order, HeadsUp.BY_PARAGRAPH, blinds)
    left = order[len(posting) :]
    return left[0] if left and len(order) > 2 and left[0] not in coming.made_up else None


def straddle_cents(stakes: Stakes) -> int:
    """Return the amount of a straddle: exactly twice the last blind."""
    return 2 * stakes.blinds_cents[-1]


def live_cents(missed: Collection[MissedBlind], stakes: Stakes) -> int:
    """Return the live part of missed blinds: the last blind, which counts towards a call."""
    return stakes.blinds_cents[-1] if MissedBlind.BIG in missed else 0


def dead_cents(missed: Collection[MissedBlind], stakes: Stakes) -> int:
    """Return the dead part of missed blinds: the smaller ones, which do not count towards a call."""
    smaller = zip(FROM_THE_LAST[1:], reversed(stakes.blinds_cents[:-1]), strict=False)
    return sum(cents for blind, cents in smaller if blind in missed)
