"""The parts of a script."""

from enum import StrEnum

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.config import TableConfig


class Unreadable(Exception):  # noqa: N818 - named after the text
    """A line that cannot be read; the message is for the author of the script."""

    def __init__(self, line: int, why: str) -> None:
        """Store the line number, counted from 1."""
        super().__init__(f"{line}: {why}")
        self.line = line
        self.why = why


class Kind(StrEnum):
    """The kinds of expectation. Each word is the beginning of a line."""

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
    """One expectation. In `text`, `...` matches any words, and `?` is filled in by `--write`."""

    line: int
    kind: Kind
    text: str
    paragraphs: Paragraphs = ()

    @property
    def blank(self) -> bool:
        """Return whether the text is still to be filled in."""
        return self.text == "?"


class Speaker(Record, frozen=True, kw_only=True):
    """The person or device that acts."""

    role: Role
    name: str | None = None


class Saying(Record, frozen=True, kw_only=True):
    """
    A person or device does something, in words; several seats act one after the other.

    `trying` means that it must be refused; `late` that the person has not seen the present turn.
    """

    speaker: Speaker
    words: tuple[str, ...]
    trying: bool = False
    late: bool = False


class Waiting(Record, frozen=True, kw_only=True):
    """Time passes."""

    ms: int


class GoingOn(Record, frozen=True, kw_only=True):
    """All do what the table expects, until it says something that begins like this."""

    until: str


class Rewriting(Record, frozen=True, kw_only=True):
    """table.toml is changed; the controller reads it at its next start."""

    config: TableConfig


class Restarting(Record, frozen=True, kw_only=True):
    """
    The controller restarts; after a power cut it had been off for `off_ms` and starts on a new boot.

    `synced` is whether the wall clock of that boot is synchronised.
    """

    off_ms: int | None = None
    synced: bool = True


class SettingClock(Record, frozen=True, kw_only=True):
    """The wall clock is moved, or gains or loses synchronisation."""

    by_ms: int = 0
    synced: bool | None = None


class Filling(Record, frozen=True, kw_only=True):
    """The free space on the disk changes."""

    free_mib: int


class Beginning(Record, frozen=True, kw_only=True):
    """The controller starts for the first time."""


Happening = Beginning | Saying | Waiting | GoingOn | Rewriting | Restarting | SettingClock | Filling


class Deed(Record, frozen=True, kw_only=True):
    """A line of the script with its expectations. `part` is the heading above it."""

    line: int
    part: str
    what: Happening
    expected: tuple[Expectation, ...] = ()


class Header(Record, frozen=True, kw_only=True):
    """The top of a script: its subject and its table."""

    title: str
    paragraphs: Paragraphs
    config: TableConfig
    begins_ms: int
    """The wall time at the start."""


class Script(Record, frozen=True, kw_only=True):
    """A whole script."""

    header: Header
    deeds: tuple[Deed, ...]
    source: tuple[str, ...]
