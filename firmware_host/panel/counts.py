"""What the panel counts: open pages, refusals by reason, and what the pages tell of themselves."""

from collections import Counter
from enum import StrEnum


class Why(StrEnum):
    """Why a request or a message was refused before it reached the table."""

    HOST = "host"
    """Another host name than the configured ones (DNS rebinding)."""
    ORIGIN = "origin"
    """Another page's origin, or none."""
    CONTENT_TYPE = "content-type"
    TOO_LARGE = "too-large"
    SLOW_BODY = "slow-body"
    UNREADABLE = "unreadable"
    BINARY = "binary"
    CODE = "code"
    """A one-time code that is unknown, used or too old."""
    PIN = "pin"
    """A PIN that is wrong, or not checked because the person is unknown or locked out."""
    NO_SESSION = "no-session"
    SESSIONS = "sessions"
    """Too many people are signed in."""
    PAGES = "pages"
    """Too many pages are open."""
    TOO_FAST = "too-fast"
    TOO_SLOW = "too-slow"
    STANDING = "standing"
    """The page may not send this message."""
    BUSY = "busy"


class Counts:
    """Counters since the start."""

    def __init__(self) -> None:
        self.refused: Counter[Why] = Counter()
        self.views = 0
        """Views computed and encoded: one a commit at most, however many pages are open."""
        self.sent = 0
        """Messages sent to pages."""
        self.asked = 0
        """Acts that pages requested."""
