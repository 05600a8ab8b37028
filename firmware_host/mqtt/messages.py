"""What is on the wire: facts as CloudEvents, the retained documents, commands and their replies."""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from firmware_host.journal import anchor
from firmware_host.journal.chain import Link
from firmware_host.journal.signing import Signed
from firmware_host.journal.upcast import fact_of
from firmware_host.mqtt.counters import Wrong
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.struct import Record, Tagged
from firmware_host.table.acts.intent import Act, Answer
from firmware_host.table.facts.fact import Body
from firmware_host.table.identities import KeyId, PersonName
from firmware_host.table.terms import JournalId

EVENT = "fh1.fact."

LONGEST_ID = 64
"""Of a command. With the key's name before it, it is the intent's: nobody can answer in another's name."""

HIGHEST = 2**53 - 1
"""Of any number that is asked with: what every JSON reader has exactly (RFC 8259, 6), more facts and more milliseconds
than there will be. A number without a bound is as long as its asker likes, and no arithmetic is made for that."""


class Status(Record, frozen=True, kw_only=True):
    """The `status` topic; `online` false is the will. `configuration` says whether table.toml is what is in force."""

    online: bool
    journal: str
    software: str
    configuration: str


class FactEvent(msgspec.Struct, frozen=True, kw_only=True):
    """
    A fact in its CloudEvents envelope.

    `id` is `journal:number` and the same in every duplicate. `data` is the fact byte for byte as stored, so that a
    consumer can check `factdigest`, its hash onto the fact before, without trusting the broker.
    """

    specversion: str = "1.0"
    id: str
    source: str
    type: str
    time: datetime
    datacontenttype: str = "application/json"
    sequence: str
    factdigest: str
    data: msgspec.Raw


def fact_event(topics: Topics, link: Link) -> bytes:
    """Return what the `fact` topic says of one stored fact."""
    fact = fact_of(link.data)
    event = FactEvent(
        id=fact.name,
        source=f"/{topics.base}",
        type=EVENT + kind_of(fact.body),
        time=datetime.fromtimestamp(fact.at.wall_ms / 1000, UTC),
        sequence=str(fact.number),
        factdigest=link.hash.hex(),
        data=msgspec.Raw(link.data),
    )
    return msgspec.json.encode(event)


def checkpoint_document(signed: Signed, certificates: tuple[Signed, ...] = ()) -> bytes:
    """Return what the `checkpoint` topic says."""
    return msgspec.json.encode(anchor.document(signed, certificates))


def kind_of(body: Body) -> str:
    """Return the body's tag."""
    return str(body.__struct_config__.tag)


class Command(Record, frozen=True, kw_only=True):
    """
    An intent, as somebody far away asks it. Who it is, and in which role, the key says.

    `table` is what all topics of the table begin with. `seen` is the newest fact the asker knew. `at_ms` is the asker's
    wall clock, for an asker whose clock follows a time server; without it `seen` alone says how old the look was.
    """

    journal: JournalId
    table: str
    actor: PersonName
    id: Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
    seen: Annotated[int, Meta(ge=0, le=HIGHEST)]
    at_ms: Annotated[int, Meta(ge=0, le=HIGHEST)] | None = None
    act: Act


class SignedCommand(Record, frozen=True, kw_only=True):
    """What `cmd/{actor}` takes: a `Command` as JSON, in base64; its key; the Ed25519 signature of those bytes."""

    body: bytes
    key: KeyId | None = None
    sig: bytes | None = None


class CommandReply(Tagged, frozen=True, kw_only=True, tag="command-reply"):
    """
    What `reply/{actor}` says of a command. `command` is SHA-256 of the message that was received.

    By that an asker tells the answer to its own message from the refusal of somebody's forgery of it. An answer is told
    again to whoever asks again; `wrong` says what kept it from being asked of the table at all.
    """

    journal: str
    command: str
    answer: Answer
    wrong: Wrong | None = None


def intent_id(key: str, id_: str) -> str:
    """
    Return the intent's id, which is the `cause` of the facts it becomes.

    >>> intent_id("0123456789abcdef", "recut-1")
    'mqtt:0123456789abcdef:recut-1'
    """
    return f"mqtt:{key}:{id_}"
