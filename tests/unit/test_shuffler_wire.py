"""Messages against bytes typed by hand from the tables in PROTOCOL.md."""

import dataclasses

import pytest

from drivers.shuffler.codes import LAYOUTS
from drivers.shuffler.port import (
    Back,
    CommandId,
    CommandStatus,
    DeckLoaded,
    EventId,
    FailReason,
    Identity,
    Mode,
    Progress,
    ShuffleFailed,
    ShuffleFinished,
)
from drivers.shuffler.wire import (
    CommandReport,
    EventAck,
    Identify,
    Message,
    Shuffle,
    WhatBecame,
    WireError,
    decode,
    encode,
)

COMMAND = CommandId(journal=bytes.fromhex("000102030405060708090a0b0c0d0e0f"), number=42)
COMMAND_BYTES = "000102030405060708090a0b0c0d0e0f 000000000000002a"
GOLDEN: list[tuple[Message, str]] = [
    (Identify(), "01"),
    (Shuffle(command=COMMAND, back=Back.BLUE), f"02 {COMMAND_BYTES} 01"),
    (Shuffle(command=COMMAND, back=Back.BLACK), f"02 {COMMAND_BYTES} 04"),
    (WhatBecame(command=COMMAND), f"03 {COMMAND_BYTES}"),
    (EventAck(event=EventId(boot=3, number=17)), "04 00000003 00000011"),
    (
        Identity(model="MD-3", serial="S3-0017"),
        "81 4d442d33000000000000000000000000 53332d30303137000000000000000000",
    ),
    (Progress(command=COMMAND, done=16, of=52), f"82 {COMMAND_BYTES} 10 34"),
    (CommandReport(command=COMMAND, status=CommandStatus.UNKNOWN), f"83 {COMMAND_BYTES} 00"),
    (CommandReport(command=COMMAND, status=CommandStatus.RUNNING), f"83 {COMMAND_BYTES} 01"),
    (CommandReport(command=COMMAND, status=CommandStatus.DONE), f"83 {COMMAND_BYTES} 02"),
    (CommandReport(command=COMMAND, status=CommandStatus.REFUSED), f"83 {COMMAND_BYTES} 03"),
    (DeckLoaded(event=EventId(boot=3, number=16), back=Back.BLUE), "91 00000003 00000010 01"),
    (DeckLoaded(event=EventId(boot=3, number=16), back=Back.RED), "91 00000003 00000010 02"),
    (DeckLoaded(event=EventId(boot=3, number=16), back=Back.GREEN), "91 00000003 00000010 03"),
    (
        ShuffleFinished(
            event=EventId(boot=3, number=17),
            command=COMMAND,
            mode=Mode.SHUFFLE,
            counted=52,
            back=Back.BLUE,
            duration_ms=45_000,
        ),
        f"92 00000003 00000011 {COMMAND_BYTES} 01 34 01 0000afc8",
    ),
    (
        ShuffleFinished(
            event=EventId(boot=0xFFFFFFFF, number=1),
            command=COMMAND,
            mode=Mode.SORT,
            counted=51,
            back=Back.RED,
            duration_ms=1,
        ),
        f"92 ffffffff 00000001 {COMMAND_BYTES} 02 33 02 00000001",
    ),
    *[
        (
            ShuffleFailed(event=EventId(boot=3, number=18), command=COMMAND, reason=reason),
            f"93 00000003 00000012 {COMMAND_BYTES} {code}",
        )
        for reason, code in [
            (FailReason.JAM, "01"),
            (FailReason.LID, "02"),
            (FailReason.POWER, "03"),
            (FailReason.EMPTY, "04"),
        ]
    ],
]


@pytest.mark.parametrize(("message", "golden"), GOLDEN, ids=lambda value: type(value).__name__)
def test_a_message_is_the_bytes_of_the_specification(message: Message, golden: str) -> None:
    assert encode(message) == bytes.fromhex(golden)
    assert decode(bytes.fromhex(golden)) == message


@pytest.mark.parametrize("golden", [golden for _, golden in GOLDEN])
def test_a_byte_more_or_less_is_no_message(golden: str) -> None:
    data = bytes.fromhex(golden)
    for wrong in (data[:-1], data + b"\0"):
        with pytest.raises(WireError):
            decode(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "05",
        "ff",
        f"02 {COMMAND_BYTES} 00",
        f"02 {COMMAND_BYTES} 05",
        f"82 {COMMAND_BYTES} 35 34",
        f"82 {COMMAND_BYTES} 00 00",
        f"83 {COMMAND_BYTES} 04",
        "91 00000003 00000010 00",
        f"92 00000003 00000011 {COMMAND_BYTES} 03 34 01 0000afc8",
        f"93 00000003 00000012 {COMMAND_BYTES} 05",
        "81 00000000000000000000000000000000 53332d30303137000000000000000000",
        "81 4d442d33004100000000000000000000 53332d30303137000000000000000000",
        "81 4d442dff000000000000000000000000 53332d30303137000000000000000000",
    ],
)
def test_a_value_without_a_meaning_is_no_message(wrong: str) -> None:
    with pytest.raises(WireError):
        decode(bytes.fromhex(wrong))


def test_a_name_or_number_that_does_not_fit_is_refused_before_it_is_sent() -> None:
    for message in (
        Identity(model="", serial="S"),
        Identity(model="seventeen letters", serial="S"),
        Identity(model="MD-3", serial="S\0"),
        Progress(command=COMMAND, done=1, of=256),
        EventAck(event=EventId(boot=-1, number=1)),
    ):
        with pytest.raises(ValueError):
            encode(message)
    with pytest.raises(ValueError, match="16 bytes"):
        CommandId(journal=b"short", number=1)


def test_no_field_of_any_message_could_name_a_card() -> None:
    """Every field there is, by name and type: a new one fails here, and must be argued for."""
    fields = {(type(message).__name__, field.name) for message, _ in GOLDEN for field in dataclasses.fields(message)}
    assert {name for _, name in fields} == {
        "back", "command", "counted", "done", "duration_ms", "event", "mode", "model", "of", "reason", "serial",
        "status",
    }  # fmt: skip
    assert len({type(message) for message, _ in GOLDEN}) == len(LAYOUTS)
