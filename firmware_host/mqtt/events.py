"""What goes on the wire: facts as CloudEvents 1.0 (structured JSON), and the retained documents."""

from datetime import UTC, datetime

import msgspec

from firmware_host.journal.chain import Link
from firmware_host.journal.signing import Signed
from firmware_host.journal.statements import Checkpoint
from firmware_host.journal.upcasting import fact_of
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.record import Record
from firmware_host.table.bodies import Body

EVENT = "fh1.fact."


class Status(Record, frozen=True, kw_only=True):
    """The `status` topic; `online` false is the will. `configuration` says whether table.toml is what is in force."""

    online: bool
    journal: str
    software: str
    configuration: str


class SignedCheckpoint(Record, frozen=True, kw_only=True):
    """
    The `checkpoint` topic: where the record stood when it was last signed, and with which key.

    `data` are the signed bytes themselves, in base64, with more in them; what stands beside is for reading only.
    """

    journal: str
    number: int
    hash: str
    key: str
    data: bytes
    signature: bytes


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


def checkpoint_document(signed: Signed) -> bytes:
    """Return what the `checkpoint` topic says."""
    words = msgspec.json.decode(signed.data, type=Checkpoint)
    return msgspec.json.encode(
        SignedCheckpoint(
            journal=words.journal,
            number=words.number,
            hash=words.hash,
            key=words.key,
            data=signed.data,
            signature=signed.signature,
        )
    )


def kind_of(body: Body) -> str:
    """Return the body's tag."""
    return str(body.__struct_config__.tag)
