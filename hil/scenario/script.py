"""What a script says, line by line."""

from enum import StrEnum

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.config import TableConfig


class Unreadable(Exception):  # noqa: N818 - it is the reader's word for the text
    """A line that means nothing. What is wrong is for whoever wrote it."""

    def __init__(self, line: int, why: str) -> None:
        """Say which line, counted from 1."""
        super().__init__(f"{line}: {why}")
        self.line = line
        self.why = why


class Kind(StrEnum):
    """What may be expected after something was done. The word is the line's beginning."""

    SAYS = "says"
    OFFERS = "offers"
    OFFERS_NOT = "does not offer"
    THEN = "then"
    THEN_NOT = "and not"
    REFUSED = "refused"
    ALLOWED_BY = "allowed by"
    WAITS_FOR = "waits for"
    DUE = "due"
    ALERT = "alert"
    TURN = "turn"
    POT = "pot"
    STACKS = "stacks"
    BUTTON = "button"
    BOARD = "board"
    VIEW = "view"


ONLY_OF_A_REFUSAL = (Kind.REFUSED, Kind.ALLOWED_BY)


class Expectation(Record, frozen=True, kw_only=True):
    """What is to be so now. `text` may leave out words by `...`; `?` stands for what `--write` puts there."""

    line: int
    kind: Kind
    text: str
    paragraphs: Paragraphs = ()

    @property
    def blank(self) -> bool:
        """Whether it is still to be written."""
        return self.text == "?"


class Speaker(Record, frozen=True, kw_only=True):
    """Who does it: a person in a role, or a device."""

    role: Role
    name: str | None = None


class Saying(Record, frozen=True, kw_only=True):
    """
    Somebody does something, in words; for several seats one after the other.

    `trying` is for what must be refused; `late` for one who has not seen what happened last.
    """

    speaker: Speaker
    words: tuple[str, ...]
    trying: bool = False
    late: bool = False


class Waiting(Record, frozen=True, kw_only=True):
    """Time passes."""

    ms: int


class GoingOn(Record, frozen=True, kw_only=True):
    """Everybody does what the table expects until it says something that begins so."""

    until: str


class Rewriting(Record, frozen=True, kw_only=True):
    """Somebody changes table.toml, which is read at the controller's next start."""

    config: TableConfig


class Restarting(Record, frozen=True, kw_only=True):
    """
    The controller starts again; after a power failure it had been off for so long, on another boot's clock.

    The wall clock of that boot follows a time server, or not (`synced`).
    """

    off_ms: int | None = None
    synced: bool = True


class SettingClock(Record, frozen=True, kw_only=True):
    """Somebody sets the wall clock by so much, or it begins or ceases to follow a time server."""

    by_ms: int = 0
    synced: bool | None = None


class Filling(Record, frozen=True, kw_only=True):
    """So much is left on the board's disk."""

    free_mib: int


class Beginning(Record, frozen=True, kw_only=True):
    """The controller starts for the first time."""


Happening = Beginning | Saying | Waiting | GoingOn | Rewriting | Restarting | SettingClock | Filling


class Deed(Record, frozen=True, kw_only=True):
    """Something happens, and what is expected then. `part` is the heading it stands under."""

    line: int
    part: str
    what: Happening
    expected: tuple[Expectation, ...] = ()


class Header(Record, frozen=True, kw_only=True):
    """What the script is about, and the table it is played at."""

    title: str
    paragraphs: Paragraphs
    config: TableConfig
    begins_ms: int
    """The wall clock at the beginning."""


class Script(Record, frozen=True, kw_only=True):
    """A whole script."""

    header: Header
    deeds: tuple[Deed, ...]
    source: tuple[str, ...]
