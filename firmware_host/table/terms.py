"""Types shared by acts, facts and state: backs, grades, counts, places of a jam, kinds of alert; shared paragraphs."""

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


JournalId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
"""128 random bits, drawn when a journal is created."""


IntentId = Annotated[str, Meta(min_length=1, max_length=96)]
"""Chosen by the asker. An intent takes effect once; sent again, it gets its first answer again."""


READABLE_ID = r"^[!-~]([ -~]*[!-~])?$(?!\n)"

"""
What an id from outside consists of: printable ASCII, with spaces only inside. It is shown as the cause of facts.

`IntentId` stays as wide as it was: a record of an earlier version may hold another id.
"""


DEVICE = "shuffler"
"""The shuffler's name among the devices."""


class JamPlace(StrEnum):
    """Where cards are jammed, in the order of a card's path through the shuffler."""

    FEED = "feed"
    CAMERA = "camera"
    SHELVES = "shelves"
    OUTPUT = "output"


RECOVERY: Mapping[JamPlace, str] = {
    JamPlace.FEED: (
        "open the lid, lift the deck out of the feed, remove the card stuck at the feed's entrance, close the lid"
    ),
    JamPlace.CAMERA: "open the lid, pull the card back towards the feed, wipe the window, close the lid",
    JamPlace.SHELVES: (
        "open the lid, take the cards from the shelves by their edges, check between all shelves, close the lid"
    ),
    JamPlace.OUTPUT: (
        "take the cards out of the output, open the lid, remove the card stuck at the output's exit, close the lid"
    ),
}
"""How to clear a jam at each place."""


class FirmwareList(Record, frozen=True, kw_only=True):
    """A list of approved firmware: its signing key, serial number and digest."""

    house_key: str
    serial: int
    sha256: str


class Worn(StrEnum):
    """Why the shuffler needs attention."""

    SERVICE = "service"
    """The cycles since its last service have reached the limit."""
    LIFE = "life"
    """It is close to the end of its rated cycles."""
    JAMS = "jams"
    """It jams too often."""


class AlertKind(StrEnum):
    """The kind of an alert. Its words, paragraphs and responsible roles are in `floor/alert_kinds.py`."""

    APPROVAL_EXPIRED = "approval-expired"
    CARDS_ASTRAY = "cards-astray"
    CHECKPOINT_IGNORED = "checkpoint-ignored"
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
    NEWER_RECORD_FOUND = "newer-record-found"
    POT_MISPUSHED = "pot-mispushed"
    PROGRAM_CHANGED = "program-changed"
    PUBLISH_SET_ASIDE = "publish-set-aside"
    PEOPLE_BY_ROOT = "people-by-root"
    PINS_REFUSED = "pins-refused"
    PROOF_TOO_LOW = "proof-too-low"
    PROOF_VOIDED = "proof-voided"
    PUCK_ELSEWHERE = "puck-elsewhere"
    RECORD_END_DOUBTED = "record-end-doubted"
    RELIEF_DUE = "relief-due"
    SHAKE_SPOILED = "shake-spoiled"
    SHAKER_OPENED = "shaker-opened"
    SHAKES_TOO_SHORT = "shakes-too-short"
    HOUSE_KEY_DIFFERS = "house-key-differs"
    HOUSING_OPENED = "housing-opened"
    LINK_TAMPERED = "link-tampered"
    ROUND_HALTED = "round-halted"
    SHUFFLER_DISAGREES = "shuffler-disagrees"
    SHUFFLER_FAULTY = "shuffler-faulty"
    SHUFFLER_FOREIGN = "shuffler-foreign"
    SHUFFLER_JAMMED = "shuffler-jammed"
    SHUFFLER_OPEN = "shuffler-open"
    SHUFFLER_RESTARTED = "shuffler-restarted"
    SHUFFLER_SORTS = "shuffler-sorts"
    SHUFFLER_WORN = "shuffler-worn"
    SHUFFLE_OVERDUE = "shuffle-overdue"
    SHUFFLE_REJECTED = "shuffle-rejected"
    WRONG_COUNT = "wrong-count"


class Pins(StrEnum):
    """What a record says of the board's pins; it never changes from real to simulated or back."""

    UNKNOWN = "unknown"
    """Recorded before the pin factory was a fact, or by a command that opens no pins."""
    REAL = "real"
    SIMULATED = "simulated"


class Severity(StrEnum):
    """How serious an alert is: play continues, play will soon stop, something is out of use, or a rule was broken."""

    NOTICE = "notice"
    WARNING = "warning"
    FAULT = "fault"
    VIOLATION = "violation"


class Change(Record, frozen=True, kw_only=True):
    """One option of the configuration that changed; nested options have dots in their name."""

    name: str
    """The option, such as `stakes.min_cents`."""
    was: str
    """The value before, as text."""
    now: str
    """The value from now on, as text."""


class Previous(Record, frozen=True, kw_only=True):
    """The journal that this one continues, after a restored backup or a replaced board."""

    journal: str
    """The id of the old journal."""
    number: int
    """The last fact of the old journal that could be read."""
    hash: str


FAILURES = {
    "jam": "cards jammed in the shuffler",
    "lid": "the lid of the shuffler was opened",
    "power": "the shuffler lost power",
    "empty": "the shuffler held no cards",
    "double-feed": "two cards went through the shuffler as one",
    "broken": "a part of the shuffler does not work; run its self-test",
}
"""What the shuffler says of an order that failed, in words."""


def failure_in_words(reason: str) -> str:
    """Return the reason of a failed order in words; what the host itself says is in words already."""
    return FAILURES.get(reason, reason)


class Back(StrEnum):
    """The colour of a deck's backs; the two decks of a table differ (14.2(d)1)."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    BLACK = "black"


class Grade(StrEnum):
    """
    How well a shuffle is proved.

    `REPORTED` is a cycle reported by a device that did not prove its identity: not enough for a casino floor and never
    called attested. `OVERRIDDEN` is not a shuffle at all: two people answer for the round dealt on it.
    """

    ATTESTED = "attested"
    WITNESSED = "witnessed"
    BY_HAND = "by-hand"
    PRE_SHUFFLED = "pre-shuffled"
    REPORTED = "reported"
    OVERRIDDEN = "overridden"


class Known(StrEnum):
    """
    How well the reporting shuffler is identified; each value is the grade of the proof that its report makes.

    No value stands for a shuffle by hand or an override, since a device cannot report those.
    """

    ATTESTED = "attested"
    """The shuffler proved that it is the paired device and runs firmware of the signed list."""
    WITNESSED = "witnessed"
    """The shuffler has no protocol; its lamps were read."""
    REPORTED = "reported"

    @property
    def grade(self) -> Grade:
        return Grade(self.value)


class Mode(StrEnum):
    """What the shuffler was set to do. Checked, because a sorted deck must never be dealt as a shuffled one."""

    SHUFFLE = "shuffle"
    SORT = "sort"


class Fill(StrEnum):
    """How full the shuffler's feed is, as a sensor sees it without counting cards."""

    EMPTY = "empty"
    SHORT = "short"
    PLAUSIBLE = "plausible"
    LONG = "long"
    MIXED = "mixed"
    """Backs of more than one colour."""


class Rest(Record, frozen=True, kw_only=True):
    """
    The shuffler's own status, requested once its motor should have stopped.

    `moving`: it still moved when the host had waited long enough, so the other fields mean nothing.
    """

    mode: Mode = Mode.SHUFFLE
    lid_open: bool = False
    """Whether the lid is open."""
    jam: JamPlace | None = None
    """Where cards are jammed; null if they are not."""
    feed: Back | None = None
    """The deck in the feed; null if it is empty."""
    shelf: Back | None = None
    """The deck on the shelf; null if it is empty."""
    shelf_cards: int = 0
    """How many cards lie on the shelf."""
    output: Back | None = None
    """The deck in the output; null if it is empty."""
    output_cards: int = 0
    """How many cards lie in the output."""
    astray: int = 0
    moving: bool = False


class Clock(StrEnum):
    """The time limits on a deck (14.2(b))."""

    SORT = "sort"
    """Three hours since the deck was last in suit and sequence."""
    CHANGE = "change"
    """Six hours since the deck was opened."""


class Counted(StrEnum):
    """What was counted."""

    STUB = "stub"
    DISCARDS = "discards"
    DECK = "deck"
    """All cards of the deck."""


class AwayStakes(StrEnum):
    """What happened to the table stakes of a player who is away."""

    COUNTED = "counted"
    """Counted before the player took them along; the same amount is counted in again (14.7(c)5i)."""
    COVERED = "covered"
    """The stakes stay on the table under a cover, at the player's request (14.7(c)5ii)."""


class HeldBadBeat(Record, frozen=True, kw_only=True):
    """A bad beat that a supervisor has to verify. `number` is its fact, `seats` are the players dealt in."""

    number: int
    losers: tuple[Seat, ...]
    """The seats of the losing hand; more than one if they tie."""
    winners: tuple[Seat, ...]
    """The seats of the winning hand; more than one if they tie."""
    words: str
    beaten_by: str
    seats: tuple[Seat, ...]
    rules: BadBeatRules
    """The posted terms when the hand was lost."""


class Adjustment(Record, frozen=True, kw_only=True):
    """A correction of the money at this seat, or in the pot where `seat` is null."""

    seat: Seat | None = None
    cents: Difference
    """Cents more, or if negative less, than the record says."""
