"""The answers of the rules: a refusal, drafts of facts, or the steps that may come next."""

from enum import StrEnum
from typing import Generic, TypeVar

from msgspec.structs import force_setattr

from firmware_host.rules.struct import Paragraphs, Record, Seat, once


class Role(StrEnum):
    """The role of the person who asks. The order here says nothing about authority."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    POKER_SHIFT_SUPERVISOR = "poker-shift-supervisor"
    CASINO_SUPERVISOR = "casino-supervisor"
    TECHNICIAN = "technician"
    SURVEILLANCE = "surveillance"
    DEVICE = "device"
    HOST = "host"


class Key(StrEnum):
    """The dealer's physical keys; `HELD` is the same key held down."""

    NEXT = "next"
    NEXT_HELD = "next-held"
    NO_ROLL = "no-roll"
    NO_ROLL_HELD = "no-roll-held"
    CALL_FLOOR = "call-floor"
    CALL_FLOOR_HELD = "call-floor-held"
    DICE_1 = "dice-1"
    """One of the six lighted keys of a mini-dice table, one for each face."""
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
    """Why a request was refused, for programs; `Refusal.reason` says the same for people."""

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
    PROGRAM_CHANGED = "program-changed"
    RECORD_IN_DOUBT = "record-in-doubt"
    FAULT = "fault"
    """An internal error of the controller; the details are in the log."""
    STOPPED = "stopped"
    OUTCOME_UNKNOWN = "outcome-unknown"
    """Recording failed half way: the next start knows whether it happened, and answers by the same id."""
    BUSY = "busy"


class Refusal(Record, frozen=True, kw_only=True):
    """Why a request was refused: the paragraphs that apply, the reason, and what to do."""

    code: Code
    """The reason for programs."""
    paragraphs: Paragraphs = ()
    reason: str
    """The reason, for people."""
    allowed_by: str
    """What to do, for people."""


def refused_because(refusal: Refusal) -> str:
    """Return a refusal as one line for the command line, with the command that explains its code."""
    see = f"see `firmware-host explain {refusal.code}`"
    if refusal.allowed_by.endswith("."):
        return f"{refusal.reason}. {refusal.allowed_by} S{see[1:]}"
    return f"{refusal.reason}; {refusal.allowed_by}; {see}"


def refuse(reason: str, allowed_by: str, *paragraphs: str, code: Code = Code.NOT_NOW) -> Refusal:
    """Return a refusal: why, and what would allow the act."""
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
    """What the numbers count."""


A_co = TypeVar("A_co", covariant=True)

B = TypeVar("B")

B_co = TypeVar("B_co", covariant=True)


class Draft(Record, Generic[B_co], frozen=True, kw_only=True):
    """A fact before the host gives it a number, a stamp and a hash."""

    body: B_co
    paragraphs: Paragraphs


def draft(body: B, *paragraphs: str) -> Draft[B]:
    """Draft a fact with the paragraphs it rests on."""
    return Draft(body=body, paragraphs=once(paragraphs))


class Step(Record, Generic[A_co], frozen=True, kw_only=True):
    """
    One thing that may be done next. Panel, keys, robots, scripts and demo act only through steps.

    `say` is the prompt for the dealer (14.6(e)2). `expected` marks the normal next step; the others are options.
    `seats` are the seats the act may be for; if there are several, the act names the first.
    A step without a key is done by hand, and a sensor reports it (loading a deck, for example).
    """

    act: A_co
    """The act to send; fill in the amount, the seat or the cards if there is a choice."""
    say: str
    role: Role
    """The role that may do it."""
    seat: Seat | None = None
    key: Key | None = None
    """The dealer's key that does it; null without a key."""
    amounts: Amounts | None = None
    """The amounts that the act may carry; null if it carries none."""
    paragraphs: Paragraphs = ()
    expected: bool = False
    seats: tuple[Seat, ...] = ()
    watch: str = ""
    """What the players do before the step; a part of `say`. Empty where the dealer acts at once."""
    do: tuple[str, ...] = ()
    """What the dealer does, one after the other, in the words of `say`; empty where `say` is one sentence."""
    short: str = ""
    """The step in a few words, for a button; empty where `say` is short, or the kind of the act names it."""

    def __post_init__(self) -> None:
        """Cite each paragraph once."""
        if len(self.paragraphs) > 1:
            force_setattr(self, "paragraphs", once(self.paragraphs))
