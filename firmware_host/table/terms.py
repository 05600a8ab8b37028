"""Paragraphs that several modules of the table cite."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.pots.bad_beat import BadBeatRules
from firmware_host.rules.struct import Paragraphs, Record, Seat
from firmware_host.rules.wording import Difference

SHUFFLED: Paragraphs = ("14.5(a)",)
TABLE_STAKES: Paragraphs = ("14.7(c)1", "14.1")
FUND: Paragraphs = ("14.19", "I-10")
MISREAD_WAGER: Paragraphs = ("14.7(d)", "14.7(e)")
WRONG_SUM: Paragraphs = ("13.5(e)", "13.5(f)")
MISCOUNTED_MONEY: Paragraphs = ("14.7(c)1", "14.7(h)")


JournalId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]

"""128 random bits, made once when a journal is made."""


IntentId = Annotated[str, Meta(min_length=1, max_length=96)]

"""Made by the asker. It acts once; asked again it gets its first answer again."""


DEVICE = "shuffler"

"""Its name among the devices."""


class JamPlace(StrEnum):
    """Where in the machine, in the order in which a card passes."""

    FEED = "feed"
    CAMERA = "camera"
    SHELVES = "shelves"
    OUTPUT = "output"


RECOVERY: Mapping[JamPlace, str] = {
    JamPlace.FEED: "open the lid, lift the deck out of the feed, take out the card that is half in, close the lid",
    JamPlace.CAMERA: "open the lid, draw the card back towards the feed, wipe the window, close the lid",
    JamPlace.SHELVES: (
        "open the lid, take the cards from the shelves by their edges, look between all shelves, close the lid"
    ),
    JamPlace.OUTPUT: (
        "take the cards out of the output, open the lid, take out the card that is half out, close the lid"
    ),
}

"""What people do about a jam there."""


class FirmwareList(Record, frozen=True, kw_only=True):
    """A list of approved firmware by its serial, who signed it, and what it says."""

    house_key: str
    serial: int
    sha256: str


class Worn(StrEnum):
    """Why the shuffler is to be seen to."""

    SERVICE = "service"
    """It has made as many cycles since it was serviced as it may."""
    LIFE = "life"
    """It has made nearly as many cycles as it is made for."""
    JAMS = "jams"
    """It jams too often."""


class AlertKind(StrEnum):
    """What is the matter. Its words, paragraphs and people are in `kinds.py`."""

    APPROVAL_EXPIRED = "approval-expired"
    CARDS_ASTRAY = "cards-astray"
    CLOCK_JUMPED = "clock-jumped"
    CLOCK_NEAR = "clock-near"
    CLOCK_UNSYNCHRONISED = "clock-unsynchronised"
    CONFIGURATION_DIFFERS = "configuration-differs"
    COVERED_EARLY = "covered-early"
    DECK_AGED = "deck-aged"
    DECK_SUSPECT = "deck-suspect"
    DEVICE_DOWN = "device-down"
    DISK_LOW = "disk-low"
    FOREIGN_DECK = "foreign-deck"
    GATE_OVERRIDDEN = "gate-overridden"
    POT_MISPUSHED = "pot-mispushed"
    PUBLISH_SET_ASIDE = "publish-set-aside"
    PINS_REFUSED = "pins-refused"
    PROOF_TOO_LOW = "proof-too-low"
    PROOF_VOIDED = "proof-voided"
    PUCK_ELSEWHERE = "puck-elsewhere"
    RELIEF_DUE = "relief-due"
    SHAKE_SPOILED = "shake-spoiled"
    SHAKER_OPENED = "shaker-opened"
    SHAKES_TOO_SHORT = "shakes-too-short"
    HOUSING_OPENED = "housing-opened"
    ROUND_HALTED = "round-halted"
    SHUFFLER_FAULTY = "shuffler-faulty"
    SHUFFLER_JAMMED = "shuffler-jammed"
    SHUFFLER_OPEN = "shuffler-open"
    SHUFFLER_RESTARTED = "shuffler-restarted"
    SHUFFLER_SORTS = "shuffler-sorts"
    SHUFFLER_WORN = "shuffler-worn"
    SHUFFLE_OVERDUE = "shuffle-overdue"
    SHUFFLE_REJECTED = "shuffle-rejected"
    WRONG_COUNT = "wrong-count"


class Severity(StrEnum):
    """How much it matters: the game goes on, it soon will not, something is closed, or a rule was broken."""

    NOTICE = "notice"
    WARNING = "warning"
    FAULT = "fault"
    VIOLATION = "violation"


class Previous(Record, frozen=True, kw_only=True):
    """The journal this one goes on from: a restored backup or a replaced board."""

    journal: str
    number: int
    hash: str


class Back(StrEnum):
    """The colour of a deck's backs; the two decks of a table differ (14.2(d)1)."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    BLACK = "black"


class Grade(StrEnum):
    """
    How a shuffle is known to have happened.

    `REPORTED` is a completed cycle told by a device whose identity was not proved: not enough for a casino floor,
    and never called attested. `OVERRIDDEN` is no shuffle at all: two people answer for the round that is dealt on it.
    """

    ATTESTED = "attested"
    WITNESSED = "witnessed"
    BY_HAND = "by-hand"
    PRE_SHUFFLED = "pre-shuffled"
    REPORTED = "reported"
    OVERRIDDEN = "overridden"


class Known(StrEnum):
    """
    How well the device that tells of a shuffle is known; each word is the grade of proof that its telling makes.

    A device can never tell of what only people can do: there is no word for a shuffle by hand or an override.
    """

    ATTESTED = "attested"
    """It proved that it is the paired device, and that it runs an image of the signed list."""
    WITNESSED = "witnessed"
    """It speaks no protocol: its lamps were read."""
    REPORTED = "reported"

    @property
    def grade(self) -> Grade:
        return Grade(self.value)


class Mode(StrEnum):
    """What the shuffler was set to do. A sorted deck was dealt as a shuffled one before now; not here."""

    SHUFFLE = "shuffle"
    SORT = "sort"


class Fill(StrEnum):
    """How high the cards lie in the shuffler's feed, as far as a sensor tells without counting them."""

    EMPTY = "empty"
    SHORT = "short"
    PLAUSIBLE = "plausible"
    LONG = "long"
    MIXED = "mixed"
    """Backs of more than one colour."""


class Clock(StrEnum):
    """What runs on a deck (14.2(b))."""

    SORT = "sort"
    """Three hours without suit and sequence."""
    CHANGE = "change"
    """Six hours from its opening."""


class Counted(StrEnum):
    """What was counted."""

    STUB = "stub"
    DISCARDS = "discards"
    DECK = "deck"
    """All of its cards."""


class AwayStakes(StrEnum):
    """What became of the table stakes of a player who is away."""

    COUNTED = "counted"
    """Counted before the player took them along; the same amount is counted in again (14.7(c)5i)."""
    COVERED = "covered"
    """They lie on the table under a cover, at the player's request (14.7(c)5ii)."""


class HeldBadBeat(Record, frozen=True, kw_only=True):
    """A bad beat that a supervisor has to look at. `number` is the fact of it, `seats` who was dealt in."""

    number: int
    losers: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    words: str
    beaten_by: str
    seats: tuple[Seat, ...]
    rules: BadBeatRules


class Adjustment(Record, frozen=True, kw_only=True):
    """So many cents more, or less, before this seat; in the pot where it names none."""

    seat: Seat | None = None
    cents: Difference
