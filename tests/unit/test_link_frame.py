"""Frames against bytes typed from the specification; their sums were worked out bit by bit, not by this code."""

import pytest

from drivers.link.cobs import NotStuffed, stuff, unstuff
from drivers.link.frame import PAYLOAD_MAX, STUFFED_MAX, Frame, FrameDamaged, FrameForeign, FrameReader, Kind
from drivers.link.statistics import LinkStatistics

SESSION = 0x01020304
COMMAND = "000102030405060708090a0b0c0d0e0f 000000000000002a"
GOLDEN = [
    (Frame(kind=Kind.HELLO, session=SESSION), "07 01 01 01 02 03 04 01 05 ab df 53 b4 00"),
    (Frame(kind=Kind.WELCOME, session=SESSION), "07 01 02 01 02 03 04 01 05 9a 37 49 29 00"),
    (
        Frame(kind=Kind.DATA, session=SESSION, sequence=1, payload=b"\x01"),
        "07 01 03 01 02 03 04 07 01 01 32 9c 41 e1 00",
    ),
    (Frame(kind=Kind.ACK, session=SESSION, sequence=1), "07 01 04 01 02 03 04 06 01 8e e0 4c 85 00"),
    (Frame(kind=Kind.PING, session=SESSION), "07 01 05 01 02 03 04 01 05 5f 90 77 a7 00"),
    (Frame(kind=Kind.PONG, session=SESSION), "07 01 06 01 02 03 04 01 05 6e 78 6d 3a 00"),
    (
        Frame(kind=Kind.DATA, session=SESSION, sequence=2, payload=bytes.fromhex(f"02 {COMMAND} 01")),
        "07 01 03 01 02 03 04 03 02 02 10 01020304 05060708 090a0b0c 0d0e0f 01 01 01 01 01 01 07 2a 01 b57e9fe3 00",
    ),
]
HELLO, WELCOME = bytes.fromhex(GOLDEN[0][1]), bytes.fromhex(GOLDEN[1][1])
HELLO_OF_VERSION_2 = bytes.fromhex("07 02 01 01 02 03 04 01 05 25 50 54 57 00")
FRAME_OF_KIND_9 = bytes.fromhex("07 01 09 01 02 03 04 01 05 98 30 1d d3 00")


@pytest.mark.parametrize(("frame", "golden"), GOLDEN, ids=lambda value: getattr(value, "kind", ""))
def test_a_frame_is_the_bytes_of_the_specification(frame: Frame, golden: str) -> None:
    assert frame.to_bytes() == bytes.fromhex(golden)
    assert Frame.from_bytes(bytes.fromhex(golden)[:-1]) == frame


# Cheshire and Baker's own examples and the two sides of the longest run.
@pytest.mark.parametrize(
    ("plain", "stuffed"),
    [
        ("", "01"),
        ("00", "01 01"),
        ("00 00", "01 01 01"),
        ("11 22 00 33", "03 11 22 02 33"),
        ("11 00 00 00", "02 11 01 01 01"),
        ("ee" * 254, "ff" + "ee" * 254),
        ("ee" * 255, "ff" + "ee" * 254 + "02 ee"),
        ("ee" * 254 + "00", "ff" + "ee" * 254 + "01 01"),
        ("00" + "ee" * 254, "01 ff" + "ee" * 254),
    ],
)
def test_stuffing_is_that_of_its_inventors(plain: str, stuffed: str) -> None:
    assert stuff(bytes.fromhex(plain)) == bytes.fromhex(stuffed)
    assert unstuff(bytes.fromhex(stuffed)) == bytes.fromhex(plain)


@pytest.mark.parametrize("wrong", ["", "02", "05 11 22", "03 11 00"])
def test_what_was_never_stuffed_is_refused(wrong: str) -> None:
    with pytest.raises(NotStuffed):
        unstuff(bytes.fromhex(wrong))


def test_the_longest_frame_is_214_bytes_and_a_longer_payload_is_refused() -> None:
    assert len(Frame(kind=Kind.DATA, session=1, payload=b"\0" * PAYLOAD_MAX).to_bytes()) == 214 == STUFFED_MAX + 1
    with pytest.raises(ValueError, match="a frame holds 200"):
        Frame(kind=Kind.DATA, session=1, payload=b"\0" * (PAYLOAD_MAX + 1)).to_bytes()


def test_a_frame_of_another_version_or_kind_is_foreign_and_not_damaged() -> None:
    with pytest.raises(FrameForeign) as foreign:
        Frame.from_bytes(HELLO_OF_VERSION_2[:-1])
    assert foreign.value.version == 2
    with pytest.raises(FrameForeign) as foreign:
        Frame.from_bytes(FRAME_OF_KIND_9[:-1])
    assert foreign.value.kind == 9


@pytest.mark.parametrize("bare", [b"", b"\x01", b"\x01\x01\0\0\0\0\0\0"], ids=["empty", "a byte", "no sum"])
def test_a_frame_that_is_too_short_is_damaged(bare: bytes) -> None:
    with pytest.raises(FrameDamaged):
        Frame.from_bytes(stuff(bare))


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_frames_are_found_however_the_bytes_are_cut(size: int) -> None:
    statistics = LinkStatistics()
    reader = FrameReader(statistics)
    stream = b"\0" + b"".join(bytes.fromhex(golden) for _, golden in GOLDEN)
    found = [frame for at in range(0, len(stream), size) for frame in reader.feed(stream[at : at + size])]
    assert found == [frame for frame, _ in GOLDEN]
    assert (statistics.frames_in, statistics.damaged) == (len(GOLDEN), 0)


def test_noise_is_counted_and_the_next_frame_is_found() -> None:
    statistics = LinkStatistics()
    reader = FrameReader(statistics)
    assert reader.feed(b"boot v1.2\r\n\0" + HELLO_OF_VERSION_2 + FRAME_OF_KIND_9 + WELCOME) == [GOLDEN[1][0]]
    assert (statistics.damaged, statistics.foreign, statistics.other_version) == (1, 2, 1)


@pytest.mark.parametrize("size", [1, 100, 5000])
def test_an_endless_run_is_dropped_once_and_reading_starts_afresh(size: int) -> None:
    statistics = LinkStatistics()
    reader = FrameReader(statistics)
    for _ in range(5000 // size):
        assert reader.feed(b"\x55" * size) == []
    assert reader.feed(b"\0" + HELLO) == [GOLDEN[0][0]]
    assert (statistics.overlong, statistics.damaged) == (1, 0)
