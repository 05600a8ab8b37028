"""
Blinds beside those posted in their turn: a straddle, and what makes up for a blind that passed an empty place (I-7).

    coming = coming_in((1, 4, 7, 8), owing=(8,), promised=(8,), button=4, blinds=2)
    coming.made_up                      (8,): dealt in, because that player makes up for what was missed
    coming.seats                        who is dealt in
    straddling_seat(coming, ...)        the seat to the left of the last blind, where it may straddle

As card rooms do it: whoever missed a blind waits for the last one to come round, or makes up for all that was missed,
the last blind live and the others dead; never from the button or in the place of a smaller blind.
"""

from collections.abc import Collection
from enum import StrEnum

from firmware_host.rules.round.start import deal_order, posting_order
from firmware_host.rules.stakes import HeadsUp, Stakes
from firmware_host.rules.struct import Record, Seat

I_7 = ("I-7",)


class MissedBlind(StrEnum):
    """Which of the posted blinds passed a player by, counted from the last and largest."""

    BIG = "big"
    SMALL = "small"
    FIRST = "first"
    """Of three blinds the one before the small one."""


FROM_THE_LAST = tuple(MissedBlind)


class ComingIn(Record, frozen=True, kw_only=True):
    """Who is dealt in; `made_up` are those of them who make up for a blind they missed."""

    seats: tuple[Seat, ...]
    made_up: tuple[Seat, ...] = ()


def passed_by(seat: Seat, dealt: Collection[Seat], *, button: Seat, blinds: int) -> MissedBlind | None:
    """Return the blind this player would have posted, had he been dealt in with those who were."""
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
    Return who of `playing` is dealt in, when some owe a blind and some of those have promised to make up for it.

    Where too few would be left to play, nobody waits: all are dealt in and nothing is owed any more.
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
    """Return the seat that may straddle: the first to the left of the last blind, of three players or more."""
    order = deal_order(coming.seats, button)
    posting = posting_order(order, HeadsUp.BY_PARAGRAPH, blinds)
    left = order[len(posting) :]
    return left[0] if left and len(order) > 2 and left[0] not in coming.made_up else None


def straddle_cents(stakes: Stakes) -> int:
    """Return how much a straddle is: twice the last blind, no more and no less."""
    return 2 * stakes.blinds_cents[-1]


def live_cents(missed: Collection[MissedBlind], stakes: Stakes) -> int:
    """Return what a player who missed these puts before him: the last blind, which counts towards a call."""
    return stakes.blinds_cents[-1] if MissedBlind.BIG in missed else 0


def dead_cents(missed: Collection[MissedBlind], stakes: Stakes) -> int:
    """Return what the same player puts into the pot: the smaller blinds, which count towards nothing."""
    smaller = zip(FROM_THE_LAST[1:], reversed(stakes.blinds_cents[:-1]), strict=False)
    return sum(cents for blind, cents in smaller if blind in missed)
