"""
The right to the mini-dice shaker, 19:47-13.7: who has the right, when it is open, and the order in which it is offered.

This is the right to shake after the dealer's shake. `holder` is the player who accepted it, None if the dealer accepted
it for the players. An open right is offered after the dealer's next shake, clockwise from the left of the last holder;
the round of offers ends before that player (I-15), and if no player accepts, the dealer does (13.7(b)).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.struct import Record, Seat


class Right(Record, frozen=True, kw_only=True):
    """
    Who may shake after the dealer. `passed` means that no one holds the right, `left` that the last holder has left.

    `refused` are the players who refused since they last accepted; a player who leaves is removed (I-15). At the start
    there is no earlier holder, and the first offer goes to the dealer's left.
    """

    holder: Seat | None = None
    open: bool = True
    passed: bool = True
    left: bool = False
    refused: tuple[Seat, ...] = ()


def must_offer(right: Right, seats: Iterable[Seat]) -> bool:
    """
    Return whether the shaker is offered now.

    A relinquished right is offered to every player, also to those who refused earlier (13.7(b)). A dealer who shook for
    the players offers it if any seated player has not refused (13.7(a)2), and may do so if all have.
    """
    return right.open and (right.passed or any(seat not in right.refused for seat in seats))


def circle(right: Right, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """
    Return the seats to which the right is offered, in order.

    >>> circle(Right(holder=4), (1, 2, 4, 7))
    (7, 1, 2)
    """
    if right.holder is None:
        return tuple(sorted(seats))
    return tuple(seat for seat in clockwise_from(right.holder, seats) if right.left or seat != right.holder)


def next_offer(right: Right, seats: Iterable[Seat], after: Seat | None = None) -> Seat | None:
    """Return the next seat to offer the right to; `after` is the previous one, which may have left by now."""
    if after is None:
        return next(iter(circle(right, seats)), None)
    order = circle(right, {*seats, after})
    return next(iter(order[order.index(after) + 1 :]), None)


def accepted(right: Right, holder: Seat | None) -> Right:
    """Give the right to a player, whose earlier refusal is forgotten, or to the dealer for the players."""
    return Right(
        holder=holder, open=False, passed=False, refused=tuple(seat for seat in right.refused if seat != holder)
    )


def refused(right: Right, seat: Seat) -> Right:
    """Record that this player refused."""
    return replace(right, refused=tuple(sorted({*right.refused, seat})))


def relinquished(right: Right) -> Right:
    """Open the right. A holder who passes has not refused (I-15)."""
    return replace(right, open=True, passed=True)


def settled(right: Right) -> Right:
    """Settle a shake: a player keeps the right until it is passed, the dealer's is open again (13.7(a)2)."""
    return replace(right, open=True) if right.holder is None else right


def kept(right: Right) -> Right:
    """Leave the right with its holder for another shake."""
    return replace(right, open=False, passed=False)


def left(right: Right, seat: Seat) -> Right:
    """Forget this player's refusal; if this player held the right, offer it from the left of that seat (I-15)."""
    gone = replace(right, refused=tuple(other for other in right.refused if other != seat))
    return replace(relinquished(gone), left=True) if right.holder == seat else gone
