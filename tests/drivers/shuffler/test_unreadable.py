"""What a device chose to say is never repeated to people, and a kept event that cannot be read ends no session."""

import hashlib

import pytest

from drivers.shuffler.fields import CommandId, EventId
from drivers.shuffler.messages import UnreadableEvent, WireError, decode, fingerprint, unreadable

EVENT = bytes.fromhex("0000000300000011")
COMMAND = bytes(range(16)) + (42).to_bytes(8)
NAMED = CommandId(journal=bytes(range(16)), number=42)
NONCE = bytes(range(0xF0, 0x100))

SAID = bytes(range(0x40, 0x60))


def finished(mode: int = 1, back: int = 1) -> bytes:
    return b"\x92" + EVENT + COMMAND + bytes((mode, 52, back)) + (45_000).to_bytes(4) + NONCE


@pytest.mark.parametrize(
    "data",
    [
        b"\x7f" + SAID,
        b"\x81" + SAID + SAID,
        b"\x81" + b"As 2c 9d Kh Tc 4s".ljust(32, b"\xff"),
        finished(mode=3),
        finished()[:-1],
    ],
    ids=["unknown tag", "other length", "a name of bytes", "a value", "cut short"],
)
def test_a_refusal_names_length_and_digest_and_repeats_no_byte(data: bytes) -> None:
    with pytest.raises(WireError) as refused:
        decode(data)
    said = str(refused.value)
    assert fingerprint(data) in said
    assert data[1:].hex() not in said
    assert not any(data[at : at + 4].hex() in said.split("SHA-256", maxsplit=1)[0] for at in range(1, len(data) - 4))
    assert "b'" not in said, "no repr"
    assert "\\x" not in said, "no repr"


@pytest.mark.parametrize(
    ("data", "what", "command"),
    [
        (finished(mode=3), "SHUFFLE_FINISHED", NAMED),
        (finished(back=0), "SHUFFLE_FINISHED", NAMED),
        (finished()[:-1], "SHUFFLE_FINISHED", NAMED),
        (b"\x92" + EVENT, "SHUFFLE_FINISHED", None),
        (b"\x96" + EVENT + b"\x00", "JAMMED", None),
        (b"\x9a" + EVENT + COMMAND + bytes((0, 52)), "DELIVERED", NAMED),
    ],
)
def test_a_kept_event_that_cannot_be_read_is_named_by_its_tag(
    data: bytes, what: str, command: CommandId | None
) -> None:
    assert unreadable(data) == UnreadableEvent(
        event=EventId(boot=3, number=17),
        what=what,
        length=len(data),
        digest=hashlib.sha256(data).hexdigest()[:16],
        command=command,
    )


@pytest.mark.parametrize("data", [b"", b"\x7f" + EVENT, b"\x92" + EVENT[:-1], b"\xa0" + EVENT, b"\x01" + EVENT])
def test_what_is_no_kept_event_is_none(data: bytes) -> None:
    assert unreadable(data) is None
