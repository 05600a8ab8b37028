"""What the rules answer: a refusal, a draft of a fact, or the steps that may come next."""

from enum import StrEnum
from typing import Generic, TypeVar

from firmware_host.rules.struct import Paragraphs, Record, Seat, once


class Role(StrEnum):
    """Who asks. The order of authority is the regulation's, not this list's."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    POKER_SHIFT_SUPERVISOR = "poker-shift-supervisor"
    CASINO_SUPERVISOR = "casino-supervisor"
    TECHNICIAN = "technician"
    SURVEILLANCE = "surveillance"
    DEVICE = "device"
    HOST = "host"


class Key(StrEnum):
    """The dealer's physical keys; `HELD` is the same key kept down."""

    NEXT = "next"
    NEXT_HELD = "next-held"
    NO_ROLL = "no-roll"
    NO_ROLL_HELD = "no-roll-held"
    CALL_FLOOR = "call-floor"
    CALL_FLOOR_HELD = "call-floor-held"
    DICE_1 = "dice-1"
    """One of the six lighted keys of a mini-dice table, a face each."""
    DICE_1_HELD = "dice-1-held"
    DICE_2 = "dice-2"
    DICE_2_HELD = "dice-2-held"
    DICE_3 = "dice-3"
    DICE_3_HELD = "dice-3-held"
    DICE_4 = "dice-4"
    DICE_4_HELD = "dice-4-held"
    DICE_5 = "dice-5"
    DICE_5_HELD = "dice-5-held"
    DICE_6 = "dice-6"
    DICE_6_HELD = "dice-6-held"


class Code(StrEnum):
    """Why something was refused, for programs; `Refusal.reason` says it to people."""

    NOT_NOW = "not-now"
    NOT_YOUR_ROLE = "not-your-role"
    OUT_OF_DATE = "out-of-date"
    NO_SHUFFLE_PROOF = "no-shuffle-proof"
    GRADE_NOT_ACCEPTED = "grade-not-accepted"
    NOT_CUT = "not-cut"
    WRONG_DECK = "wrong-deck"
    DECK_NOT_PREPARED = "deck-not-prepared"
    DECK_TOO_OLD = "deck-too-old"
    DECK_SUSPECT = "deck-suspect"
    COUNT_DUE = "count-due"
    ROUND_HALTED = "round-halted"
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    NOT_OFFERED = "not-offered"
    NOT_SEATED = "not-seated"
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_CARDS = "wrong-cards"
    WRONG_AMOUNT = "wrong-amount"
    WRONG_WINNER = "wrong-winner"
    NOT_SHOWN = "not-shown"
    NOT_ENROLLED = "not-enrolled"
    WRONG_PIN = "wrong-pin"
    LOCKED_OUT = "locked-out"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    CONFIGURATION_DIFFERS = "configuration-differs"
    TWO_PEOPLE_NEEDED = "two-people-needed"
    UNREADABLE = "unreadable"
    DISK_FULL = "disk-full"
    FAULT = "fault"
    """The controller itself failed at it: a fault of this program, with all of it in the log."""
    STOPPED = "stopped"
    BUSY = "busy"


class Refusal(Record, frozen=True, kw_only=True):
    """Nothing happened. Says which paragraph stands in the way and what would allow it."""

    code: Code
    paragraphs: Paragraphs = ()
    reason: str
    allowed_by: str


def refuse(reason: str, allowed_by: str, *paragraphs: str, code: Code = Code.NOT_NOW) -> Refusal:
    """Refuse something, mostly because it is not due now: why, and what would allow it."""
    return Refusal(code=code, paragraphs=once(paragraphs), reason=reason, allowed_by=allowed_by)


class Unit(StrEnum):
    """What a number typed for a step counts."""

    CENTS = "cents"
    CARDS = "cards"


class Amounts(Record, frozen=True, kw_only=True):
    """The numbers a step may carry, in whole cents or in cards: from `min` in steps of `step` up to `max`."""

    min: int
    step: int
    max: int
    unit: Unit = Unit.CENTS


A_co = TypeVar("A_co", covariant=True)

B = TypeVar("B")

B_co = TypeVar("B_co", covariant=True)


class Draft(Record, Generic[B_co], frozen=True, kw_only=True):
    """A fact before the host gives it a number, a stamp and a hash."""

    body: B_co
    paragraphs: Paragraphs


def draft(body: B, *paragraphs: str) -> Draft[B]:
    """Draft a fact with the paragraphs that make it true."""
    return Draft(body=body, paragraphs=once(paragraphs))


class Step(Record, Generic[A_co], frozen=True, kw_only=True):
    """
    One thing that may be done next. Panel, keys, robots, scripts and demo act only through steps.

    `say` is what the dealer is told (14.6(e)2). `expected` marks what normally comes next; the others are possible.
    `seats` are those the act may be for, where it may be for several and names the first of them.
    A step without a key whose act a sensor reports (loading a deck, say) is done with the hands, not with a key.
    """

    act: A_co
    say: str
    role: Role
    seat: Seat | None = None
    key: Key | None = None
    amounts: Amounts | None = None
    paragraphs: Paragraphs = ()
    expected: bool = False
    seats: tuple[Seat, ...] = ()
