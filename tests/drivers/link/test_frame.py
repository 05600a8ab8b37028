"""Frames against bytes typed from the specification, whose sums and tags were worked out apart from this code."""

import pytest

from drivers.link.crypto import Pairing, Sealer, Vocabulary
from drivers.link.frame import (
    PAYLOAD_MAX,
    PAYLOAD_SIZES,
    STUFFED_MAX,
    Frame,
    FrameDamaged,
    FrameForeign,
    FrameReader,
    Kind,
    LinkStatistics,
    NotStuffed,
    PlainFrame,
    SealedFrame,
    frame_of,
    stuff,
    unstuff,
)
from drivers.link.link import HostLink
from drivers.link.link_events_and_timing import ByeReason, LinkLost, LossReason, PayloadReceived, PeerBusy
from tests.drivers.link.link_ends import device_link_with

SESSION = 0x01020304

PAIRING = Pairing(
    host=bytes.fromhex("101112131415161718191a1b1c1d1e1f"),
    device=bytes.fromhex("202122232425262728292a2b2c2d2e2f"),
    key=bytes.fromhex("000102030405060708090a0b0c0d0e0f 101112131415161718191a1b1c1d1e1f"),
)

HOST_NONCE = bytes.fromhex("a0a1a2a3a4a5a6a7a8a9aaabacadaeaf b0b1b2b3b4b5b6b7b8b9babbbcbdbebf")

DEVICE_NONCE = bytes.fromhex("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf d0d1d2d3d4d5d6d7d8d9dadbdcdddedf")

WORDS = Vocabulary.of([0x01, 0x02, 0x03, 0x04, 0x81, 0x82, 0x83, 0x91, 0x92, 0x93])


HELLO = bytes.fromhex(
    "37 01 01 01020304 101112131415161718191a1b1c1d1e1f"
    "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf b0b1b2b3b4b5b6b7b8b9babbbcbdbebf"
    "010101010101010101010101020e020e 0101010101010101010101010101061e 1d5ec11a 00"
)

WELCOME = bytes.fromhex(
    "37 01 02 01020304 202122232425262728292a2b2c2d2e2f"
    "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf d0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
    "010101010101010101010101020e020e 0101010101010101010101010101161e"
    "7eb09b3db21c27fe5d7ded69bf339d08 ea9183c4 00"
)

PROVE = bytes.fromhex("07 01 11 01020304 010101010101 02 01 01 15 03d01e6ed0f00fbc357994aaf20a021a 9a8476c0 00")

PROVE_ACK = bytes.fromhex("07 01 13 01020304 010101010101 02 01 01 15 c66d9506aa8f2ea8958854223570bab2 25c72c46 00")

IDENTIFY = bytes.fromhex("07 01 12 01020304 010101010101 02 02 17 01 01 5baf586f63267733eeaaa2cc16761233 fe1edd66 00")

IDENTIFY_ACK = bytes.fromhex("07 01 13 01020304 010101010101 02 02 16 01 09a4376c60140b2629531822909c8f61 e462e49d 00")

IDENTIFY_AGAIN = bytes.fromhex(
    "07 01 12 01020304 010101010101 02 03 17 01 01 f7867d217daa155198f7a18662d5eb49 4ef0d1e9 00"
)

WHAT_BECAME = bytes.fromhex(
    "07 01 12 01020304 010101010101 02 04 03 02 03 10 0102030405060708090a0b0c0d0e0f"
    "010101010101 16 2a 06a1f638b8d27a2cce72bbf7fe54fa25 f524e4bf 00"
)

PING = bytes.fromhex("07 01 14 01020304 010101010101 02 05 01 15 335c203afb1dbfbd2990b1069490e525 1f0592a9 00")

PONG = bytes.fromhex("07 01 15 01020304 010101010101 02 03 01 15 564077cb8c9ab81bd3eeead404ac2fd6 f20548a9 00")

BUSY = bytes.fromhex("07 01 16 01020304 010101010101 02 04 01 17 1f40634e21714078d2302bbc49e7826742402cc0 7ff5 00")

BYE = bytes.fromhex("07 01 17 01020304 010101010101 02 05 01 16 01 40f55cfd65e7d361e445e83fc11377f3 88ac6e0d 00")

REFUSE = bytes.fromhex("0c 01 03 01020304 01 3bcb0c94 00")

HELLO_OF_VERSION_2 = bytes.fromhex("0b 02 01 01020304 56120dc9 00")

FRAME_OF_KIND_9 = bytes.fromhex("0b 01 09 01020304 e0f634a6 00")

WHOLE = (HELLO, WELCOME, PROVE, PROVE_ACK, IDENTIFY, IDENTIFY_ACK, IDENTIFY_AGAIN, WHAT_BECAME, PING, PONG, BUSY, BYE)


def golden_host() -> HostLink:
    return HostLink(pairings=(PAIRING,), session=SESSION, nonce=HOST_NONCE, vocabulary=WORDS, now_ms=0)


def test_the_host_of_the_specification_says_these_bytes() -> None:
    host = golden_host()
    assert host.take_output() == b"\0" + HELLO
    assert host.receive(WELCOME, 0) == []
    assert host.take_output() == PROVE
    host.receive(PROVE_ACK, 0)
    assert host.is_open
    host.send(b"\x01", 0)
    assert host.take_output() == IDENTIFY
    host.poll(50)
    assert host.take_output() == IDENTIFY_AGAIN
    host.receive(IDENTIFY_ACK, 50)
    host.send(bytes.fromhex("03 000102030405060708090a0b0c0d0e0f 000000000000002a"), 50)
    assert host.take_output() == WHAT_BECAME
    assert host.receive(PONG, 60) == []
    assert host.receive(BUSY, 70) == [PeerBusy(8070)]
    assert host.receive(BYE, 80) == [LinkLost(LossReason.ENDED, ByeReason.STOPPING)]


def test_the_device_of_the_specification_says_these_bytes() -> None:
    device = device_link_with(pairing=PAIRING, nonce=DEVICE_NONCE, words=WORDS)
    device.receive(b"\0" + HELLO, 0)
    assert device.take_output() == WELCOME
    assert len(device.receive(PROVE, 0)) == 1
    assert device.take_output() == PROVE_ACK
    assert device.is_open
    assert device.receive(IDENTIFY, 0) == [PayloadReceived(b"\x01")]
    assert device.take_output() == IDENTIFY_ACK
    assert device.receive(PING, 0) == []
    assert device.take_output() == PONG
    device.busy(8000)
    assert device.take_output() == BUSY
    device.end(ByeReason.STOPPING)
    assert device.take_output() == BYE


def test_a_device_that_is_not_paired_says_this() -> None:
    device = device_link_with(pairing=None, nonce=DEVICE_NONCE, words=WORDS)
    device.receive(HELLO, 0)
    assert device.take_output() == REFUSE


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


def test_the_longest_frame_is_238_bytes_and_a_longer_payload_is_refused() -> None:
    sealer = Sealer(key=bytes(32), session=1)
    longest = sealer.seal(Kind.DATA, 1, b"\0" * PAYLOAD_MAX).to_bytes()
    assert len(longest) == 238 == STUFFED_MAX + 1
    assert isinstance(frame_of(longest[:-1]), SealedFrame)
    with pytest.raises(ValueError, match="a frame holds 200"):
        sealer.seal(Kind.DATA, 2, b"\0" * (PAYLOAD_MAX + 1))
    with pytest.raises(ValueError, match="a frame holds 200"):
        PlainFrame(kind=Kind.HELLO, session=1, payload=b"\0" * (PAYLOAD_MAX + 1)).to_bytes()


def test_a_frame_of_another_version_or_kind_is_foreign_and_not_damaged() -> None:
    with pytest.raises(FrameForeign) as foreign:
        frame_of(HELLO_OF_VERSION_2[:-1])
    assert foreign.value.version == 2
    with pytest.raises(FrameForeign) as foreign:
        frame_of(FRAME_OF_KIND_9[:-1])
    assert foreign.value.kind == 9


@pytest.mark.parametrize("bare", [b"", b"\x01", b"\x01\x01\0\0\0\0\0"], ids=["empty", "a byte", "no sum"])
def test_a_frame_that_is_too_short_is_damaged(bare: bytes) -> None:
    with pytest.raises(FrameDamaged):
        frame_of(stuff(bare))


@pytest.mark.parametrize("kind", Kind)
def test_a_frame_of_a_length_that_its_kind_does_not_have_is_dropped(kind: Kind) -> None:
    """No frame but DATA can carry more than what is written for it, not even under the right key."""

    def read(size: int) -> Frame:
        if kind.sealed:
            return frame_of(Sealer(key=bytes(32), session=1).seal(kind, 0, bytes(size)).to_bytes()[:-1])
        return frame_of(PlainFrame(kind=kind, session=1, payload=bytes(size)).to_bytes()[:-1])

    sizes = PAYLOAD_SIZES[kind]
    for size in (sizes[0], sizes[-1]):
        assert read(size).kind is kind
    for size in {*range(PAYLOAD_MAX + 1)} - {*sizes}:
        with pytest.raises(FrameForeign):
            read(size)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_frames_are_found_however_the_bytes_are_cut(size: int) -> None:
    statistics = LinkStatistics()
    reader = FrameReader(statistics)
    stream = b"\0" + b"".join(WHOLE)
    found = [frame for at in range(0, len(stream), size) for frame in reader.feed(stream[at : at + size])]
    assert b"".join(frame.to_bytes() for frame in found) == b"".join(WHOLE)
    assert (statistics.frames_in, statistics.damaged) == (len(WHOLE), 0)


def test_noise_is_counted_and_the_next_frame_is_found() -> None:
    statistics = LinkStatistics()
    reader = FrameReader(statistics)
    (found,) = reader.feed(b"boot v1.2\r\n\0" + HELLO_OF_VERSION_2 + FRAME_OF_KIND_9 + WELCOME)
    assert found.to_bytes() == WELCOME
    assert (statistics.damaged, statistics.foreign, statistics.other_version) == (1, 2, 1)


@pytest.mark.parametrize("size", [1, 100, 5000])
def test_an_endless_run_is_dropped_once_and_reading_starts_afresh(size: int) -> None:
    statistics = LinkStatistics()
    reader = FrameReader(statistics)
    for _ in range(5000 // size):
        assert reader.feed(b"\x55" * size) == []
    (found,) = reader.feed(b"\0" + HELLO)
    assert found.to_bytes() == HELLO
    assert (statistics.overlong, statistics.damaged) == (1, 0)
