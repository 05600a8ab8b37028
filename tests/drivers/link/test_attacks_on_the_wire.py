"""
Somebody on the wire, who hears and says everything but has no key: one known attack per test.

PROTOCOL.md, "Security", names them. None may open, change, close or hold up a session by a frame.
"""

import pytest

from drivers.link.crypto import Pairing, Sealer, Vocabulary
from drivers.link.device_end import OPENINGS_MAX
from drivers.link.frame import Kind, PlainFrame, SealedFrame
from drivers.link.link import HostLink
from drivers.link.link_events_and_timing import LinkLost, LossReason, PayloadReceived, RefuseReason
from tests.drivers.link.link_ends import (
    ANOTHER,
    PAIRING,
    WORDS,
    device_link,
    frames,
    host_link,
    kinds,
    meet,
    opened,
    opened_pair,
)

SEALED_KINDS = [kind for kind in Kind if kind.sealed]


def lost_by(host: HostLink) -> LossReason:
    while (due := host.next_due()) is not None:
        for event in host.poll(due):
            assert isinstance(event, LinkLost)
            return event.why
    raise AssertionError("never lost")


@pytest.mark.parametrize("kind", SEALED_KINDS)
def test_a_forged_frame_is_counted_and_neither_answered_nor_believed(kind: Kind) -> None:
    host, device = opened_pair()
    due = host.next_due(), device.next_due()
    payload = {Kind.DATA: b"shuffle", Kind.BUSY: b"\xff\xff", Kind.BYE: b"\x01"}.get(kind, b"")
    for link in (host, device):
        forged = Sealer(key=b"some other key".ljust(32), session=7).seal(kind, 1, payload)
        assert link.receive(forged.to_bytes(), 500) == []
        assert link.take_output() == b""
        assert link.is_open
        assert link.statistics.forged == 1
    assert due == (host.next_due(), device.next_due()), "a forged frame is no sign of life either"


def test_a_forged_acknowledgement_ends_no_waiting() -> None:
    host, _ = opened_pair()
    host.send(b"one", 0)
    host.take_output()
    for sequence in range(3):
        host.receive(Sealer(key=bytes(32), session=7).seal(Kind.ACK, sequence).to_bytes(), 0)
    assert not host.idle
    host.poll(50)
    assert kinds(host.take_output()) == [Kind.DATA]


def test_every_changed_bit_of_a_frame_breaks_its_tag() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    (whole,) = frames(host.take_output())
    assert isinstance(whole, SealedFrame)
    for bit in range(6 * 8, 8 * len(whole.body)):
        body = bytearray(whole.body)
        body[bit // 8] ^= 1 << bit % 8
        changed = SealedFrame(kind=whole.kind, session=whole.session, body=bytes(body), tag=whole.tag)
        assert device.receive(changed.to_bytes(), 0) == []
    assert device.receive(whole.to_bytes(), 0) == [PayloadReceived(b"one")]


def test_a_replayed_frame_does_nothing() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    heard = host.take_output()
    device.receive(heard, 0)
    device.take_output()
    assert device.receive(heard, 0) == []
    assert device.take_output() == b""
    assert device.statistics.replayed == 1


def test_a_replayed_sign_of_life_keeps_no_dead_device_alive() -> None:
    host, device = opened_pair()
    host.poll(2000)
    device.receive(host.take_output(), 2000)
    pong = device.take_output()
    host.receive(pong, 2000)
    while (due := host.next_due()) is not None and due < 60_000:
        host.receive(pong, due)
        host.poll(due)
    assert not host.is_open
    assert host.statistics.replayed == 4


def test_frames_put_in_another_order_are_not_taken_in_that_order() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    first = host.take_output()
    host.poll(50)
    again = host.take_output()
    assert device.receive(again + first, 50) == [PayloadReceived(b"one")]
    assert device.statistics.replayed == 1


def test_what_an_end_said_is_not_believed_when_it_is_said_back_to_it() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    device.send(b"two", 0)
    for link in (host, device):
        assert link.receive(link.take_output(), 0) == []
        assert link.statistics.forged == 1


def test_the_whole_of_a_recorded_session_opens_nothing() -> None:
    host, device = host_link(), device_link()
    recorded = hello = host.take_output()
    device.receive(hello, 0)
    host.receive(device.take_output(), 0)
    recorded += host.take_output()
    device.receive(recorded, 0)
    host.receive(device.take_output(), 0)
    host.send(b"shuffle", 0)
    recorded += host.take_output()
    later = device_link()
    assert later.receive(recorded, 0) == []
    assert not later.is_open
    assert later.statistics.forged == 2


def test_a_recorded_device_opens_nothing() -> None:
    host, device = host_link(), device_link()
    device.receive(host.take_output(), 0)
    welcome = device.take_output()
    later = host_link()
    later.receive(welcome, 0)
    assert lost_by(later) is LossReason.NOT_PROVED


def test_a_frame_of_one_session_is_not_believed_in_the_next() -> None:
    host, device = opened_pair(session=7)
    host.send(b"one", 0)
    spliced = host.take_output()
    meet(host_link(session=7), device)
    assert device.receive(spliced, 0) == []
    assert device.statistics.forged == 1


@pytest.mark.parametrize(
    "at", [16 + 32 + 31, 16 + 32 + 15, 20, 50], ids=["word", "other word", "host nonce", "vocabulary"]
)
def test_a_hello_that_was_changed_on_its_way_opens_nothing(at: int) -> None:
    host, device = host_link(), device_link()
    (hello,) = frames(host.take_output())
    assert isinstance(hello, PlainFrame)
    payload = bytearray(hello.payload)
    payload[at] ^= 1
    device.receive(PlainFrame(kind=Kind.HELLO, session=hello.session, payload=bytes(payload)).to_bytes(), 0)
    host.receive(device.take_output(), 0)
    assert host.statistics.forged == 1
    assert lost_by(host) is LossReason.NOT_PROVED


def test_a_vocabulary_that_was_cut_down_on_its_way_opens_nothing() -> None:
    host, device = host_link(), device_link()
    device.receive(host.take_output(), 0)
    (welcome,) = frames(device.take_output())
    assert isinstance(welcome, PlainFrame)
    fewer = Vocabulary.of([1]).to_bytes()
    payload = welcome.payload[:48] + fewer + welcome.payload[80:]
    host.receive(PlainFrame(kind=Kind.WELCOME, session=7, payload=payload).to_bytes(), 0)
    assert not kinds(host.take_output())
    host.receive(welcome.to_bytes(), 0)
    assert kinds(host.take_output()) == [Kind.PROVE], "the forged one has not spoilt the right one"


def test_a_version_that_was_lowered_or_raised_on_its_way_opens_nothing() -> None:
    host, device = host_link(), device_link()
    hello = host.take_output()
    device.receive(hello.replace(b"\x01\x01", b"\x02\x01", 1), 0)
    assert device.take_output() == b""


def test_a_device_with_another_key_is_not_believed() -> None:
    host, stranger = host_link(), device_link(pairing=ANOTHER)
    stranger.receive(host.take_output(), 0)
    host.receive(stranger.take_output(), 0)
    assert lost_by(host) is LossReason.NOT_PROVED


def test_a_device_with_the_key_and_another_name_is_not_believed() -> None:
    named = Pairing(host=PAIRING.host, device=b"another 16 bytes", key=PAIRING.key)
    host, stranger = host_link(), device_link(pairing=named)
    stranger.receive(host.take_output(), 0)
    host.receive(stranger.take_output(), 0)
    assert lost_by(host) is LossReason.NOT_PROVED


def test_a_host_without_the_key_is_told_nothing_and_ends_no_session() -> None:
    host, device = opened_pair()
    stranger = host_link(pairings=(ANOTHER,), session=9)
    device.receive(stranger.take_output(), 0)
    assert kinds(device.take_output()) == [Kind.WELCOME]
    device.receive(Sealer(key=ANOTHER.key, session=9).seal(Kind.PROVE).to_bytes(), 0)
    assert device.take_output() == b""
    host.send(b"still here", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"still here")]


def test_a_host_of_another_pairing_is_refused_and_ends_no_session() -> None:
    host, device = opened_pair()
    stranger = host_link(pairings=(Pairing(host=bytes(16), device=bytes(16), key=bytes(32)),), session=9)
    device.receive(stranger.take_output(), 0)
    refusal = device.take_output()
    assert kinds(refusal) == [Kind.REFUSE]
    stranger.receive(refusal, 0)
    assert lost_by(stranger) is LossReason.NOT_PAIRED
    host.send(b"still here", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"still here")]


def test_a_forged_refusal_keeps_nobody_out() -> None:
    host, device = host_link(), device_link()
    hello = host.take_output()
    refusal = PlainFrame(kind=Kind.REFUSE, session=7, payload=bytes([RefuseReason.NOT_PAIRED])).to_bytes()
    host.receive(refusal * 100, 0)
    device.receive(hello, 0)
    host.receive(device.take_output(), 0)
    assert device.receive(host.take_output(), 0) == [opened()]
    assert host.receive(device.take_output(), 0) == [opened()]


def test_a_flood_of_hellos_ends_no_session_and_fills_no_memory() -> None:
    host, device = opened_pair()
    for number in range(200):
        stranger = host_link(session=number)
        device.receive(stranger.take_output(), 0)
        device.take_output()
    host.send(b"still here", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"still here")]


def test_a_few_strangers_in_between_do_not_keep_the_right_host_out() -> None:
    host, device = host_link(), device_link()
    device.receive(host.take_output(), 0)
    host.receive(device.take_output(), 0)
    for number in range(OPENINGS_MAX - 1):
        device.receive(host_link(session=number).take_output(), 0)
    device.take_output()
    assert device.receive(host.take_output(), 0) == [opened()]


def test_a_proof_that_was_held_back_does_not_end_a_younger_session() -> None:
    device, first = device_link(), host_link(session=1)
    device.receive(first.take_output(), 0)
    first.receive(device.take_output(), 0)
    held_back = first.take_output()
    second = host_link(session=2)
    meet(second, device)
    assert device.receive(held_back, 0) == []
    assert device.statistics.other_session == 1
    second.send(b"still here", 0)
    assert device.receive(second.take_output(), 0) == [PayloadReceived(b"still here")]


def test_while_a_pairing_is_in_doubt_whichever_the_device_proves_is_the_one() -> None:
    for holds in (PAIRING, ANOTHER):
        host, device = host_link(pairings=(PAIRING, ANOTHER)), device_link(pairing=holds)
        device.receive(host.take_output(), 0)
        host.receive(device.take_output(), 0)
        device.receive(host.take_output(), 0)
        (event,) = host.receive(device.take_output(), 0)
        assert (event.pairing, event.vocabulary) == (holds, WORDS)  # type: ignore[union-attr]


def test_no_key_shows_where_a_pairing_is_printed() -> None:
    assert PAIRING.key.hex() not in repr(PAIRING)
    assert repr(PAIRING.key) not in repr(PAIRING)
