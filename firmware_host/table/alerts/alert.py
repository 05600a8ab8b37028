"""What an alert is called, how much it matters, and one that stands."""

from enum import StrEnum

from firmware_host.rules.record import Paragraphs, Record
from firmware_host.table.stamp import Stamp


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


class Alert(Record, frozen=True, kw_only=True):
    """
    An alert that stands: one for each kind and what it is `about`, until a person clears it.

    `number` is the fact that first raised it and stays its name; `say`, `paragraphs` and `at` are of the `times`-th
    and latest time it was raised.
    """

    number: int
    kind: AlertKind
    about: str
    severity: Severity
    say: str
    paragraphs: Paragraphs
    at: Stamp
    times: int = 1
    acknowledged_by: str | None = None
