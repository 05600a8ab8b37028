"""Counts of what was sent, received and refused since the start, for monitoring."""

from collections import Counter
from enum import StrEnum

from firmware_host.rules.struct import Record


class Wrong(StrEnum):
    """Why a received message was refused before it reached the table."""

    TOO_LARGE = "too-large"
    RETAINED = "retained"
    UNREADABLE = "unreadable"
    UNSIGNED = "unsigned"
    UNKNOWN_KEY = "unknown-key"
    REVOKED_KEY = "revoked-key"
    WRONG_SIGNATURE = "wrong-signature"
    OTHER_ACTOR = "other-actor"
    OTHER_TABLE = "other-table"
    OTHER_JOURNAL = "other-journal"
    STALE = "stale"
    FROM_THE_FUTURE = "from-the-future"
    NOT_BY_MQTT = "not-by-mqtt"
    TOO_MANY = "too-many"
    UNKNOWN_FACTS = "unknown-facts"


class Counts(Record, frozen=True, kw_only=True):
    """The counts at one moment."""

    sessions: int
    lost_sessions: int
    acknowledged: int
    waiting: int
    set_aside: int
    commands: int
    known_ids: int
    replayed: int
    lost: int
    unanswered: int
    refused: dict[str, int]


class Counters:
    """Counters that begin at 0 at each start; they are not evidence."""

    def __init__(self) -> None:
        """Begin at 0."""
        self.sessions = 0
        self.lost_sessions = 0
        self.acknowledged = 0
        """Publishes that the broker has acknowledged."""
        self.set_aside = 0
        self.commands = 0
        """Signed commands that reached the table."""
        self.known_ids = 0
        """The commands among them that could not act: answered before, or too old."""
        self.replayed = 0
        self.lost = 0
        """Messages dropped unread because the receive queue was full."""
        self.unanswered = 0
        """Refusals without a reply, because there were too many."""
        self.refused: Counter[Wrong] = Counter()

    def counted(self, *, waiting: int) -> Counts:
        """Return the present counts; `waiting` is the number of facts that the broker has not acknowledged."""
        return Counts(
            sessions=self.sessions,
            lost_sessions=self.lost_sessions,
            acknowledged=self.acknowledged,
            waiting=waiting,
            set_aside=self.set_aside,
            commands=self.commands,
            known_ids=self.known_ids,
            replayed=self.replayed,
            lost=self.lost,
            unanswered=self.unanswered,
            refused={str(why): count for why, count in sorted(self.refused.items())},
        )
