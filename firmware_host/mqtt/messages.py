"""The messages: facts as CloudEvents, the retained documents, commands and their replies."""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from firmware_host.journal import anchor
from firmware_host.journal.chain import Link
from firmware_host.journal.signing import Signed
from firmware_host.journal.upcast import fact_of
from firmware_host.mqtt.counters import Wrong
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.struct import Record, Tagged
from firmware_host.table.acts.intent import Act, Answer
from firmware_host.table.facts.fact import Body, sentence
from firmware_host.table.floor.alert_kinds import is_over
from firmware_host.table.identities import KeyId, PersonName
from firmware_host.table.state.floor import Alert
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import READABLE_ID, JournalId

EVENT = "fh1.fact."

LONGEST_ID = 64
"""Length of a command's id. The intent's id has the key's id before it, so two actors' ids cannot collide."""

LONGEST_SAY = 1000
"""Length of the sentence in a fact's event; an amendment of many facts says more than a reader reads."""

HIGHEST = 2**53 - 1
"""The highest number in a request: the largest that every JSON reader holds exactly (RFC 8259, 6). Without a bound a
sender could make a number of any length."""


class Status(Record, frozen=True, kw_only=True):
    """The `status` topic; the will has `online` false. `configuration` says whether table.toml is in force."""

    online: bool
    journal: str
    """The id of the journal; a restored table begins another one."""
    software: str
    """The name and version of the controller's program."""
    configuration: str


class AlertMessage(Alert, frozen=True, kw_only=True):
    """The `alert/{id}` topic: a standing alert. `over` says that its cause is gone and a person has to clear it."""

    over: bool


def alert_messages(state: TableState) -> tuple[AlertMessage, ...]:
    """Return the standing alerts as they are published."""
    return tuple(AlertMessage(**asdict(alert), over=is_over(state, alert)) for alert in state.alerts)


class FactEvent(msgspec.Struct, frozen=True, kw_only=True):
    """
    A fact in its CloudEvents envelope.

    `id` is `journal:number`, the same in every duplicate. `data` is the fact byte for byte as stored, so a consumer can
    check `factdigest`, the hash that continues the fact before, without trusting the broker. `sequence`, `factdigest`
    and `say` are extension attributes (CloudEvents 1.0, 3.1). `data` stays the last member, so that a consumer can cut
    its bytes out.
    """

    specversion: str = "1.0"
    """Version of CloudEvents."""
    id: str
    """The journal's id and the number of the fact; the same in every duplicate."""
    source: str
    """The table that recorded the fact: the prefix of its topics."""
    type: str
    """The kind of the fact, after `fh1.fact.`"""
    time: datetime
    """When the fact was recorded, by the table's wall clock."""
    datacontenttype: str = "application/json"
    """Media type of `data`."""
    sequence: str
    """The number of the fact, as a string."""
    factdigest: str
    """SHA-256 over the digest of the fact before and the bytes of `data`, in hexadecimal."""
    say: str
    """The fact in English, for people. The wording may change, and `factdigest` does not cover the sentence."""
    data: msgspec.Raw
    """The fact, byte for byte as stored."""


def fact_event(topics: Topics, link: Link) -> bytes:
    """Return the message for the `fact` topic."""
    fact = fact_of(link.data)
    event = FactEvent(
        id=fact.name,
        source=f"/{topics.base}",
        type=EVENT + kind_of(fact.body),
        time=datetime.fromtimestamp(fact.at.wall_ms / 1000, UTC),
        sequence=str(fact.number),
        factdigest=link.hash.hex(),
        say=_text(sentence(fact)),
        data=msgspec.Raw(link.data),
    )
    return msgspec.json.encode(event)


def _text(said: str) -> str:
    """Return a sentence as CloudEvents allows it in an attribute: without control characters, of bounded length."""
    clean = "".join(letter if letter.isprintable() else " " for letter in said)
    return clean if len(clean) <= LONGEST_SAY else f"{clean[: LONGEST_SAY - 3]}..."


def checkpoint_document(signed: Signed, certificates: tuple[Signed, ...] = ()) -> bytes:
    """Return the document for the `checkpoint` topic."""
    return msgspec.json.encode(anchor.document(signed, certificates))


def kind_of(body: Body) -> str:
    """Return the body's tag."""
    return str(body.__struct_config__.tag)


class Command(Record, frozen=True, kw_only=True):
    """
    An intent from a remote asker. The key determines the person and the role.

    `table` is the prefix of the table's topics. `seen` is the newest fact the asker knew. `at_ms` is the asker's wall
    clock, for an asker whose clock follows a time server; without it, the age of the command is judged by `seen` alone.
    """

    journal: JournalId
    table: str
    actor: PersonName
    """The staff name of the sender, to whom the key belongs."""
    id: Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, pattern=READABLE_ID)]
    """
    Chosen by the sender, in printable ASCII. A command takes effect once; sent again, it gets its first answer again.
    """
    seen: Annotated[int, Meta(ge=0, le=HIGHEST)]
    at_ms: Annotated[int, Meta(ge=0, le=HIGHEST)] | None = None
    act: Act


class SignedCommand(Record, frozen=True, kw_only=True):
    """A message on `cmd/{actor}`: a `Command` as JSON, in base64; the key's id; the Ed25519 signature of the JSON."""

    body: bytes
    """The command as JSON, in base64."""
    key: KeyId | None = None
    sig: bytes | None = None
    """The Ed25519 signature of the bytes in `body`, in base64."""


class CommandReply(Tagged, frozen=True, kw_only=True, tag="command-reply"):
    """
    The reply on `reply/{actor}` to a command. `command` is the SHA-256 of the received message.

    With `command` an asker distinguishes the answer to its own message from the refusal of a forgery. A repeated
    command gets the same answer. `wrong` says why a command was refused before it reached the table.
    """

    journal: str
    command: str
    answer: Answer
    """What the table answers: the facts it recorded, or why it refused."""
    wrong: Wrong | None = None


def intent_id(key: str, id_: str) -> str:
    """
    Return the intent's id, which is the `cause` of the facts it becomes.

    >>> intent_id("0123456789abcdef", "recut-1")
    'mqtt:0123456789abcdef:recut-1'
    """
    return f"mqtt:{key}:{id_}"
