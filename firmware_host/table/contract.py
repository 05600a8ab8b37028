"""
The types every part meets on: stamps, intents, facts, answers, deadlines, outstanding commands.

An intent is what a person asked or a sensor saw; a fact is what then became true. Tags and names here go to the
journal, to MQTT and into tests alike, and never change meaning.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.answers import Code, Draft, Refusal, Role, Step
from firmware_host.rules.record import Paragraphs, Record
from firmware_host.table.acts import Act
from firmware_host.table.bodies import Body
from firmware_host.table.decks.deck import Back
from firmware_host.table.stamp import Stamp

__all__ = [
    "Accepted",
    "Act",
    "Alarm",
    "Answer",
    "Body",
    "ClearCommand",
    "Code",
    "Deadline",
    "DeliverCommand",
    "DeviceCommand",
    "DeviceReport",
    "Fact",
    "Intent",
    "IntentId",
    "JournalId",
    "ReconcileCommand",
    "Refusal",
    "Refused",
    "Role",
    "ShuffleCommand",
    "Stamp",
    "TableDraft",
    "TableStep",
    "Via",
]

JournalId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
"""128 random bits, made once when a journal is made."""

IntentId = Annotated[str, Meta(min_length=1, max_length=96)]
"""Made by the asker. It acts once; asked again it gets its first answer again."""

TableStep = Step[Act]
TableDraft = Draft[Body]


class Via(StrEnum):
    """The way an intent came in."""

    PANEL = "panel"
    KEYS = "keys"
    MQTT = "mqtt"
    SENSOR = "sensor"
    CLOCK = "clock"
    SCRIPT = "script"


class Intent(Record, frozen=True, kw_only=True):
    """What somebody asks of the table. `seen` is the last fact number the asker knew, 0 for a sensor or a key."""

    id: IntentId
    actor: str
    role: Role
    via: Via
    at: Stamp
    seen: int
    act: Act


FACT_VERSION = 1
"""Goes up when a fact's shape changes in a way that no default can bridge; see `journal/upcasting.py`."""


class Fact(Record, frozen=True, kw_only=True, omit_defaults=True):
    """
    What became true. The host alone adds number, stamp and hash.

    `cause` is the intent's id; `rules` the digest of the rules and configuration in force; `round` is 0 between
    rounds. Named outwardly as `journal:number`.
    """

    journal: JournalId
    number: int
    at: Stamp
    round: int
    cause: IntentId
    actor: str
    rules: str
    paragraphs: Paragraphs
    body: Body
    version: int = 1
    """Of the shape of facts: written only where it is not 1."""

    @property
    def name(self) -> str:
        """Return the fact's name everywhere outside the journal."""
        return f"{self.journal}:{self.number}"


class Accepted(Record, frozen=True, kw_only=True, tag_field="kind", tag="accepted"):
    """The intent became these facts, durable before this answer; none when it told nothing new."""

    id: IntentId
    numbers: tuple[int, ...] = ()


class Refused(Record, frozen=True, kw_only=True, tag_field="kind", tag="refused"):
    """The intent changed nothing."""

    id: IntentId
    refusal: Refusal


Answer = Accepted | Refused


class Deadline(Record, frozen=True, kw_only=True):
    """
    Something must have happened by `due_ms` of the monotonic clock of `boot`; people hear `say` at `warn_ms`.

    It bites between rounds; one that is `in_round` does so at once, because it only tells of something.
    """

    name: str
    boot: str
    due_ms: int
    warn_ms: int | None = None
    say: str = ""
    in_round: bool = False
    paragraphs: Paragraphs


class Alarm(Record, frozen=True, kw_only=True):
    """A deadline of this name has something to say at `at_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    at_ms: int


class DeviceReport(Record, frozen=True, kw_only=True):
    """How a device is, now. Not a fact: it is shown, not recorded."""

    device: str
    up: bool
    detail: str
    done: int | None = None
    of: int | None = None


class ShuffleCommand(Record, frozen=True, kw_only=True):
    """A shuffle that should be under way or done. Its name, `journal:number` of the order, is sent to the device."""

    journal: JournalId
    number: int
    back: Back


class ClearCommand(Record, frozen=True, kw_only=True):
    """The shuffler's path is to be run empty, once people have seen to a jam."""

    journal: JournalId
    number: int


class ReconcileCommand(Record, frozen=True, kw_only=True):
    """The shuffler is to compare its cards in with its cards out."""

    journal: JournalId
    number: int


class DeliverCommand(Record, frozen=True, kw_only=True):
    """The shuffled deck whose turn it is is to be given out; named by the fact that proved its shuffle."""

    journal: JournalId
    number: int


DeviceCommand = ShuffleCommand | ClearCommand | ReconcileCommand | DeliverCommand
