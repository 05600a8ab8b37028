"""Messages against bytes typed by hand from the tables in PROTOCOL.md."""

import dataclasses
from enum import StrEnum
from typing import get_args

import pytest

from drivers.shuffler.device_messages import Attestation, CommandReport
from drivers.shuffler.host_messages import (
    Attest,
    CheckLoad,
    Clear,
    Deliver,
    EventAck,
    GetStatus,
    GetWear,
    Identify,
    Reconcile,
    SelfTest,
    Shuffle,
    WhatBecame,
)
from drivers.shuffler.layout import LAYOUTS
from drivers.shuffler.messages import Message, WireError, decode, encode
from drivers.shuffler.port import (
    ActFailed,
    Activity,
    Back,
    Cleared,
    CommandId,
    CommandStatus,
    DeckLoaded,
    Delivered,
    Emptied,
    EventId,
    FailReason,
    Fill,
    Identity,
    Jammed,
    LidClosed,
    LidOpened,
    Load,
    Mode,
    ModeSwitched,
    Place,
    Progress,
    Reconciled,
    Restarted,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Status,
    Verdict,
    Wear,
)

COMMAND = CommandId(journal=bytes.fromhex("000102030405060708090a0b0c0d0e0f"), number=42)

COMMAND_BYTES = "000102030405060708090a0b0c0d0e0f 000000000000002a"

GOLDEN: list[tuple[Message, str]] = [
    (Identify(), "01"),
    (Shuffle(command=COMMAND, back=Back.BLUE), f"02 {COMMAND_BYTES} 01 {'00' * 16}"),
    (
        Shuffle(command=COMMAND, back=Back.BLACK, nonce=bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")),
        f"02 {COMMAND_BYTES} 04 f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
    ),
    (Attest(nonce=bytes.fromhex("a0" * 32)), f"05 {'a0' * 32}"),
    (Attestation(digest=bytes.fromhex("d1" * 32)), f"84 {'d1' * 32}"),
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
            nonce=bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"),
        ),
        f"92 00000003 00000011 {COMMAND_BYTES} 01 34 01 0000afc8 f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
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
        f"92 ffffffff 00000001 {COMMAND_BYTES} 02 33 02 00000001 {'00' * 16}",
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
            (FailReason.DOUBLE_FEED, "05"),
            (FailReason.BROKEN, "06"),
        ]
    ],
    (CommandReport(command=COMMAND, status=CommandStatus.BUSY), f"83 {COMMAND_BYTES} 04"),
    (GetStatus(), "10"),
    (CheckLoad(), "11"),
    (GetWear(), "12"),
    (SelfTest(command=COMMAND), f"18 {COMMAND_BYTES}"),
    (Deliver(command=COMMAND), f"19 {COMMAND_BYTES}"),
    (Clear(command=COMMAND), f"1a {COMMAND_BYTES}"),
    (Reconcile(command=COMMAND), f"1b {COMMAND_BYTES}"),
    (LidOpened(event=EventId(boot=3, number=19)), "94 00000003 00000013"),
    (LidClosed(event=EventId(boot=3, number=20)), "95 00000003 00000014"),
    *[
        (Jammed(event=EventId(boot=3, number=21), place=place), f"96 00000003 00000015 {code}")
        for place, code in [(Place.FEED, "01"), (Place.CAMERA, "02"), (Place.SHELVES, "03"), (Place.OUTPUT, "04")]
    ],
    (ModeSwitched(event=EventId(boot=3, number=22), mode=Mode.SORT), "97 00000003 00000016 02"),
    (Restarted(event=EventId(boot=4, number=1)), "98 00000004 00000001"),
    (Cleared(event=EventId(boot=4, number=2), command=COMMAND, found=16), f"99 00000004 00000002 {COMMAND_BYTES} 10"),
    (
        Delivered(event=EventId(boot=4, number=3), command=COMMAND, back=Back.BLUE, counted=52),
        f"9a 00000004 00000003 {COMMAND_BYTES} 01 34",
    ),
    (
        Reconciled(event=EventId(boot=4, number=4), command=COMMAND, went_in=312, came_out=260, lying=36, astray=16),
        f"9b 00000004 00000004 {COMMAND_BYTES} 0138 0104 24 10",
    ),
    (
        SelfTested(
            event=EventId(boot=4, number=5),
            command=COMMAND,
            feed=Verdict.GOOD,
            camera=Verdict.FAILED,
            shelves=Verdict.WORN,
            output=Verdict.GOOD,
            lid=Verdict.GOOD,
            memory=Verdict.GOOD,
        ),
        f"9c 00000004 00000005 {COMMAND_BYTES} 01 03 02 01 01 01",
    ),
    (
        ActFailed(event=EventId(boot=4, number=6), command=COMMAND, reason=FailReason.LID),
        f"9d 00000004 00000006 {COMMAND_BYTES} 02",
    ),
    (Emptied(event=EventId(boot=4, number=7), place=Place.SHELVES), "9e 00000004 00000007 03"),
    (
        Status(
            activity=Activity.IDLE,
            mode=Mode.SHUFFLE,
            lid_open=False,
            jam=None,
            feed=Back.RED,
            shelf=Back.BLUE,
            shelf_cards=52,
            output=None,
            output_cards=0,
            astray=0,
        ),
        "a0 00 01 00 00 02 01 34 00 00 00",
    ),
    (
        Status(
            activity=Activity.RECONCILING,
            mode=Mode.SORT,
            lid_open=True,
            jam=Place.OUTPUT,
            feed=None,
            shelf=None,
            shelf_cards=0,
            output=Back.BLACK,
            output_cards=36,
            astray=16,
        ),
        "a0 05 02 01 04 00 00 00 04 24 10",
    ),
    *[
        (
            Status(
                activity=activity,
                mode=Mode.SHUFFLE,
                lid_open=False,
                jam=None,
                feed=None,
                shelf=None,
                shelf_cards=0,
                output=None,
                output_cards=0,
                astray=0,
            ),
            f"a0 {code} 01 00 00 00 00 00 00 00 00",
        )
        for activity, code in [
            (Activity.SHUFFLING, "01"),
            (Activity.TESTING, "02"),
            (Activity.DELIVERING, "03"),
            (Activity.CLEARING, "04"),
        ]
    ],
    *[
        (Load(back=back, fill=fill), f"a1 {code}")
        for back, fill, code in [
            (None, Fill.EMPTY, "00 00"),
            (Back.BLUE, Fill.SHORT, "01 01"),
            (Back.RED, Fill.PLAUSIBLE, "02 02"),
            (Back.GREEN, Fill.LONG, "03 03"),
            (Back.BLACK, Fill.MIXED, "04 04"),
        ]
    ],
    (
        Wear(cycles=260_000, since_service=12_000, service_every=25_000, life=300_000),
        "a2 0003f7a0 00002ee0 000061a8 000493e0",
    ),
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
        f"83 {COMMAND_BYTES} 05",
        "91 00000003 00000010 00",
        f"92 00000003 00000011 {COMMAND_BYTES} 03 34 01 0000afc8",
        f"93 00000003 00000012 {COMMAND_BYTES} 07",
        "96 00000003 00000015 00",
        "96 00000003 00000015 05",
        "a0 06 01 00 00 02 01 34 00 00 00",
        "a0 00 01 02 00 02 01 34 00 00 00",
        "a0 00 01 00 05 02 01 34 00 00 00",
        "a0 00 01 00 00 05 01 34 00 00 00",
        "a1 00 05",
        f"9c 00000004 00000005 {COMMAND_BYTES} 01 03 02 01 01 00",
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
        "activity", "astray", "back", "came_out", "camera", "command", "counted", "cycles", "done", "duration_ms",
        "event", "feed", "fill", "found", "jam", "lid", "lid_open", "life", "lying", "memory", "mode", "model", "of",
        "output", "output_cards", "place", "reason", "serial", "service_every", "shelf", "shelf_cards", "shelves",
        "since_service", "status", "went_in",
        # said by the host and said back, or compared with those of a list: no other value is believed
        "nonce", "digest",
    }  # fmt: skip


def test_every_message_of_the_vocabulary_has_its_layout_and_its_golden_bytes() -> None:
    kinds = set(get_args(Message))
    assert {layout.kind for layout in LAYOUTS.values()} == kinds
    assert {type(message) for message, _ in GOLDEN} == kinds


def test_every_word_of_the_vocabulary_has_its_golden_number() -> None:
    """A word that can be said and was never written down would be free to change its number."""
    said = {value for message, _ in GOLDEN for value in vars_of(message) if isinstance(value, StrEnum)}
    words = (Activity, Back, CommandStatus, FailReason, Fill, Mode, Place, Verdict)
    assert {word for kind in words for word in kind} <= said


def vars_of(message: Message) -> list[object]:
    return [getattr(message, field.name) for field in dataclasses.fields(message)]
