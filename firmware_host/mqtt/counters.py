"""What was sent, taken in and refused since the start: for whoever watches the controller."""

from collections import Counter
from enum import StrEnum

from firmware_host.rules.struct import Record


class Wrong(StrEnum):
    """Why something that came in was not even asked of the table."""

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
    """Counts; nothing here is evidence, and a restart begins at nothing."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.sessions = 0
        self.lost_sessions = 0
        self.acknowledged = 0
        """Publishes the broker has taken."""
        self.set_aside = 0
        self.commands = 0
        """Signed commands that were asked of the table."""
        self.known_ids = 0
        """Of those, such as could not act any more: answered before, or too old."""
        self.replayed = 0
        self.lost = 0
        """Came in while more was waiting than is ever kept, and was let fall unread."""
        self.unanswered = 0
        """Refused without a word, because so much was refused already."""
        self.refused: Counter[Wrong] = Counter()

    def counted(self, *, waiting: int) -> Counts:
        """Return how it stands; `waiting` is the depth of the outbox, facts recorded and not yet taken."""
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
