"""Going round the table. Numbers run clockwise from the dealer's left."""

from collections.abc import Iterable

from firmware_host.rules.struct import Seat


def clockwise_from(start: Seat, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """
    Every seat once, beginning at the first one to the left of `start`; `start` itself comes last.

    >>> clockwise_from(5, (1, 3, 5, 8))
    (8, 1, 3, 5)
    """
    ring = sorted(seats)
    return (*(s for s in ring if s > start), *(s for s in ring if s <= start))


def first_button(seats: Iterable[Seat]) -> Seat:
    """14.10(c)2: in front of the first player on the dealer's right, which is the highest occupied seat."""
    return max(seats)
