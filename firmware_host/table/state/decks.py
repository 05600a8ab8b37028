"""The two decks of the table: how far each is prepared, where it is, and the proof it carries (14.2, 14.4, 14.5)."""

from enum import StrEnum

from firmware_host.rules.struct import Record
from firmware_host.table.stamp import Stamp
from firmware_host.table.terms import Back, Clock, Counted, Grade


class Stage(StrEnum):
    """How far a deck is prepared for play (14.4). Each stage follows the one before; only `READY` may be shuffled."""

    AWAITED = "awaited"
    """No inspected deck with these backs is at the table."""
    INSPECTED = "inspected"
    VERIFIED = "verified"
    SPREAD = "spread"
    SHOWN = "shown"
    """Two players were afforded an opportunity to look at it."""
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
    A shuffle that may be dealt once. `order` names it: the number of the fact that ordered it, or that tells of it.

    `counted` is none where nobody counted: a deck shuffled by hand. `proved` is the fact that tells of it, where a
    shuffler made it. `why` is what keeps it from a better grade, where the shuffler's host told that.
    """

    grade: Grade
    order: int
    counted: int | None
    proved: int = 0
    why: str | None = None


class Deck(Record, frozen=True, kw_only=True):
    """
    One deck.

    `order` is the shuffle that is under way since `ordered_at`, `trouble` why the last gave no proof. `opened_at` and
    `sorted_at` are what its clocks run from; `ran_out` is the clock that has reached its end. `suspect` says why it
    may not be dealt until two people have counted all 52 cards.

    `miscounted` is what was counted wrong and has not been counted right since (I-8), `by_number` that a number was: no
    key ends that; `apart` that stub, burns and
    discards lie as its last round left them, so that each can be counted by itself.
    `uncounted` is one that was put into the shuffler, as long as nothing tells that all of it is out again.
    `received` is the fact that these cards were inspected, and tells them from others with the same backs; `suspected`
    the latest one that put them in doubt. `inspected_by` is whoever inspected them, and so does not verify them.
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
