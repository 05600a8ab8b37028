"""The order of seats. Numbers run clockwise from the dealer's left."""

from collections.abc import Iterable

from firmware_host.rules.struct import Seat


def clockwise_from(start: Seat, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """
    Return every seat once, starting with the first one to the left of `start`; `start` itself comes last.

    >>> clockwise_from(5, (1, 3, 5, 8))
    (8, 1, 3, 5)
    """
    ring = sorted(seats)
    return (*(s for s in ring if s > start), *(s for s in ring if s <= start))


def first_button(seats: Iterable[Seat]) -> Seat:
    """Return the first seat of the button: the first player on the dealer's right, the highest seat (14.10(c)2)."""
    return max(seats)
