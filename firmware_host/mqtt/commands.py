"""
What comes in and goes back on `cmd/{actor}` and `reply/{actor}`.

A subscriber cannot see who published, so a command carries its own proof: the bytes of a `Command`, the name of a key,
and the signature of that key over exactly these bytes.
"""

from typing import Annotated

from msgspec import Meta

from firmware_host.mqtt.tally import Wrong
from firmware_host.rules.record import Record, Tagged
from firmware_host.table.acts import Act
from firmware_host.table.contract import Answer, JournalId
from firmware_host.table.keys.key import KeyId
from firmware_host.table.people.person import PersonName

LONGEST_ID = 64
"""Of a command. With the key's name before it, it is the intent's: nobody can answer in another's name."""


HIGHEST = 2**53 - 1
"""Of any number that is asked with: what every JSON reader has exactly (RFC 8259, 6), more facts and more milliseconds
than there will be. A number without a bound is as long as its asker likes, and no arithmetic is made for that."""


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
