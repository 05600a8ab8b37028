"""The two decks of the table: preparation, place and shuffle proof (14.2, 14.4, 14.5)."""

from enum import StrEnum

from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import Back, Clock, Counted, Grade


class Stage(StrEnum):
    """The stages of preparing a deck for play, in order (14.4). Only a `READY` deck may be shuffled."""

    AWAITED = "awaited"
    """No inspected deck with these backs is at the table."""
    INSPECTED = "inspected"
    VERIFIED = "verified"
    SPREAD = "spread"
    SHOWN = "shown"
    """Two players had the opportunity to inspect the deck."""
    READY = "ready"
    """Washed and stacked, or accepted as pre-shuffled."""


class Place(StrEnum):
    """Where a deck is."""

    STORAGE = "storage"
    SHUFFLER = "shuffler"
    TABLE = "table"
    IN_PLAY = "in-play"


class Proof(Record, frozen=True, kw_only=True):
    """
    A shuffle that may be dealt once. `order` names it: the number of the fact that ordered or recorded the shuffle.

    `counted` is none for a deck shuffled by hand. `proved` is the fact of the shuffler's report, if there is one.
    `why` says what prevents a better grade, where that is known.
    """

    grade: Grade
    order: int
    counted: int | None
    proved: int = 0
    why: str | None = None


class Deck(Record, frozen=True, kw_only=True):
    """
    One deck.

    `order` is the shuffle under way since `ordered_at`; `trouble` says why the last shuffle gave no proof. The deck's
    clocks run from `opened_at` and `sorted_at`; `ran_out` is the clock that has expired. `suspect` says why the deck
    may not be dealt until two people have counted all 52 cards.

    `miscounted` lists wrong counts not yet followed by a right one (I-8); `by_number` means that a number was typed for
    one of them, so that no key clears it. `apart` means that stub, burns and discards
    lie as the last round left them, so that each can be counted separately. `uncounted` means that the deck was put
    into the shuffler and it is not known that all of it came out. `dealt_on` is the order of the
    shuffle that it is in play on. `received` is the fact of its inspection, which distinguishes it from other decks
    with the same backs; `suspected` is the latest fact that put it in doubt.
    `inspected_by` is the person who inspected it and therefore may not verify it.
    """

    back: Back
    stage: Stage = Stage.AWAITED
    face_up: bool = False
    place: Place = Place.STORAGE
    opened_at: Stamp | None = None
    sorted_at: Stamp | None = None
    ran_out: Clock | None = None
    suspect: str | None = None
    miscounted: tuple[Counted, ...] = ()
    by_number: bool = False
    apart: bool = False
    uncounted: bool = False
    received: int = 0
    inspected_by: str | None = None
    suspected: int = 0
    order: int | None = None
    ordered_at: Stamp | None = None
    overdue: bool = False
    trouble: str | None = None
    proof: Proof | None = None
    cut: bool = False
    dealt_on: int = 0
