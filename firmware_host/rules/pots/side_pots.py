"""
The centre pot and the side pots, 19:47-14.6(e)6: a player can win only money that player has matched.

    found = side_pots({1: 500, 4: 2000, 6: 2000}, in_play=(1, 4, 6))
    found.pots                      the centre pot first: 1,500 for seats 1, 4 and 6, then 3,000 for seats 4 and 6
    order_of_award(found.pots)      the side pot made last is awarded first
"""

from collections.abc import Collection, Mapping, Sequence

from firmware_host.rules.struct import Record, Seat


class Pot(Record, frozen=True, kw_only=True):
    """Money, and the seats in play that have matched it and may win it, in numerical order."""

    cents: int
    eligible: tuple[Seat, ...]


class Uncalled(Record, frozen=True, kw_only=True):
    """The part of the largest wager that no other player matched. It goes back to its maker."""

    seat: Seat
    cents: int


class Pots(Record, frozen=True, kw_only=True):
    """All money put in during a round: the centre pot, side pots in the order they were made, any uncalled bet."""

    pots: tuple[Pot, ...]
    uncalled: Uncalled | None = None


def side_pots(contributed: Mapping[Seat, int], in_play: Collection[Seat], *, dead_cents: int = 0) -> Pots:
    """
    Divide what each seat has put in during the whole round among the pots it made.

    `in_play` have not folded; money of folded players stays in, except what was not matched. `dead_cents` is money in
    the centre that is no player's wager, such as one ante for all. Folded money that no seat in play has matched stays
    with the pot below it. Raises ValueError if no player is left to win.
    """
    if not in_play:
        raise ValueError(f"no player is in play for {dict(contributed)}")
    if dead_cents < 0 or any(cents < 0 for cents in contributed.values()):
        raise ValueError(f"amounts cannot be below zero: {dict(contributed)}, dead {dead_cents}")
    uncalled = _uncalled(contributed)
    stays = dict(contributed)
    if uncalled:
        stays[uncalled.seat] -= uncalled.cents
    pots = _by_level(stays, in_play)
    folded_cents = sum(stays.values()) - sum(pot.cents for pot in pots)
    return Pots(pots=_with(pots, dead_cents=dead_cents, folded_cents=folded_cents, in_play=in_play), uncalled=uncalled)


def order_of_award(pots: Sequence[Pot]) -> tuple[Pot, ...]:
    """Return the order of 14.6(e)6: side pots before the centre pot, the one made last first."""
    return tuple(reversed(pots))


def _uncalled(contributed: Mapping[Seat, int]) -> Uncalled | None:
    if not contributed:
        return None
    most = max(contributed, key=contributed.__getitem__)
    matched = max((cents for seat, cents in contributed.items() if seat != most), default=0)
    excess = contributed[most] - matched
    return Uncalled(seat=most, cents=excess) if excess else None


def _by_level(stays: Mapping[Seat, int], in_play: Collection[Seat]) -> list[Pot]:
    """Split at each level where a seat in play could put in no more: no two pots have the same eligible seats."""
    pots = []
    below = 0
    for level in sorted({stays.get(seat, 0) for seat in in_play} - {0}):
        pots.append(
            Pot(
                cents=sum(min(cents, level) - min(cents, below) for cents in stays.values()),
                eligible=tuple(sorted(seat for seat in in_play if stays.get(seat, 0) >= level)),
            )
        )
        below = level
    return pots


def _with(pots: list[Pot], *, dead_cents: int, folded_cents: int, in_play: Collection[Seat]) -> tuple[Pot, ...]:
    """Add dead money to the centre pot, which all in play may win, and unmatched folded money to the last pot."""
    if dead_cents + folded_cents == 0:
        return tuple(pots)
    made = pots if pots and (not dead_cents or len(pots[0].eligible) == len(in_play)) else [_for_all(in_play), *pots]
    added = [0] * len(made)
    added[0] += dead_cents
    added[-1] += folded_cents
    return tuple(Pot(cents=pot.cents + more, eligible=pot.eligible) for pot, more in zip(made, added, strict=True))


def _for_all(in_play: Collection[Seat]) -> Pot:
    return Pot(cents=0, eligible=tuple(sorted(in_play)))
