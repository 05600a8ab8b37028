"""
The right to the mini-dice shaker, 19:47-13.7: who has it, when it is open, and to whom it is offered in which order.

Nobody's own shake, only the right to shake after the dealer. `holder` is the player who accepted it, none where the
dealer accepted it for the players. An open right is offered after the dealer's next shake, clockwise from the left of
the last holder; the circle ends before that player (I-15), and if nobody accepts the dealer does (13.7(b)).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.struct import Record, Seat


class Right(Record, frozen=True, kw_only=True):
    """
    Who may shake after the dealer. `passed` says that nobody claims it, `left` that the last holder has gone.

    `refused` are the players who have refused since they last accepted; who leaves is forgotten (I-15). At the start
    nobody has had it, and the first offer goes to the dealer's left as if the dealer had.
    """

    holder: Seat | None = None
    open: bool = True
    passed: bool = True
    left: bool = False
    refused: tuple[Seat, ...] = ()


def must_offer(right: Right, seats: Iterable[Seat]) -> bool:
    """
    Return whether the shaker is offered now.

    What was relinquished is, to those who refused earlier too (13.7(b)). The dealer who has shaken for the players
    offers it if anyone seated has not refused (13.7(a)2), and may do so if all have.
    """
    return right.open and (right.passed or any(seat not in right.refused for seat in seats))


def circle(right: Right, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """
    Return to whom it is offered, in turn.

    >>> circle(Right(holder=4), (1, 2, 4, 7))
    (7, 1, 2)
    """
    if right.holder is None:
        return tuple(sorted(seats))
    return tuple(seat for seat in clockwise_from(right.holder, seats) if right.left or seat != right.holder)


def next_offer(right: Right, seats: Iterable[Seat], after: Seat | None = None) -> Seat | None:
    """Return the first to be offered it, or the one `after` another, who need not be seated any more."""
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
    """Remember that this player refused."""
    return replace(right, refused=tuple(sorted({*right.refused, seat})))


def relinquished(right: Right) -> Right:
    """Open the right, whoever wanted it so: passing is not refusing (I-15)."""
    return replace(right, open=True, passed=True)


def settled(right: Right) -> Right:
    """A shake is settled: a player keeps the right until it is passed, a dealer's is open again (13.7(a)2)."""
    return replace(right, open=True) if right.holder is None else right


def kept(right: Right) -> Right:
    """Leave it with its holder for another shake."""
    return replace(right, open=False, passed=False)


def left(right: Right, seat: Seat) -> Right:
    """Forget what this player refused; if he had the right, it is offered from the left of his seat (I-15)."""
    gone = replace(right, refused=tuple(other for other in right.refused if other != seat))
    return replace(relinquished(gone), left=True) if right.holder == seat else gone
