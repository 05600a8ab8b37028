"""One rule of PROTOCOL.md sections 3 and 4 per test; time is a number."""

import pytest

from drivers.link.events import LinkLost, LinkOpened, LossReason, PayloadReceived
from drivers.link.frame import Frame, FrameReader, Kind
from drivers.link.session import QUEUE_MAX, Link, LinkClosed, LinkFull
from drivers.link.statistics import LinkStatistics

HELLO_OF_VERSION_2 = bytes.fromhex("07 02 01 01 02 03 04 01 05 25 50 54 57 00")


def frames(link: Link) -> list[Frame]:
    return FrameReader(LinkStatistics()).feed(link.take_output())


def kinds(link: Link) -> list[Kind]:
    return [frame.kind for frame in frames(link)]


def opened_pair(session: int = 7) -> tuple[Link, Link]:
    host, device = Link.host(session=session, now_ms=0), Link.device()
    assert device.receive(host.take_output(), 0) == [LinkOpened(session)]
    assert host.receive(device.take_output(), 0) == [LinkOpened(session)]
    return host, device


def due_times(link: Link, until_lost_by: int) -> list[int]:
    """When the link does something of itself, up to and including its loss."""
    times = []
    while (due := link.next_due()) is not None:
        assert due < until_lost_by
        link.poll(due)
        times.append(due)
    return times


def test_a_session_is_opened_by_hello_and_welcome() -> None:
    host, device = opened_pair()
    assert host.is_open
    assert device.is_open


def test_a_payload_arrives_once_and_is_acknowledged() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    host.send(b"two", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"one")]
    host.receive(device.take_output(), 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"two")]
    host.receive(device.take_output(), 0)
    assert host.idle


def test_a_duplicate_is_acknowledged_again_and_not_delivered_again() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    once = host.take_output()
    assert device.receive(once + once, 0) == [PayloadReceived(b"one")]
    assert kinds(device) == [Kind.ACK, Kind.ACK]
    assert device.statistics.duplicates == 1


def test_a_late_acknowledgement_of_an_earlier_frame_releases_nothing() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    host.send(b"two", 0)
    device.receive(host.take_output(), 0)
    ack = device.take_output()
    host.receive(ack, 0)
    host.receive(ack, 0)
    assert not host.idle


def test_a_sequence_that_cannot_be_is_dropped_without_an_answer() -> None:
    _, device = opened_pair()
    assert device.receive(Frame(kind=Kind.DATA, session=7, sequence=9, payload=b"x").to_bytes(), 0) == []
    assert kinds(device) == []
    assert device.statistics.unexpected == 1


def test_sequences_go_round() -> None:
    host, device = opened_pair()
    for number in range(65_540):
        payload = b"%d" % number
        host.send(payload, 0)
        assert device.receive(host.take_output(), 0) == [PayloadReceived(payload)]
        host.receive(device.take_output(), 0)


def test_unacknowledged_data_is_sent_six_times_and_the_link_is_lost() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    sent = [0]
    for now_ms in range(1, 10_000):
        pong = Frame(kind=Kind.PONG, session=7).to_bytes() if now_ms % 500 == 0 else b""
        host.receive(pong, now_ms)  # it answers pings, and never acknowledges
        host.take_output()
        events = host.poll(now_ms)
        if Kind.DATA in kinds(host):
            sent.append(now_ms)
        if events:
            assert events == [LinkLost(LossReason.NOT_ACKNOWLEDGED)]
            assert sent == [0, 200, 600, 1400, 3000, 4600]
            assert now_ms == 6200
            break
    else:
        pytest.fail("never lost")
    assert not device.statistics.duplicates


def test_a_hello_without_an_answer_is_sent_six_times_and_the_link_is_lost() -> None:
    host = Link.host(session=7, now_ms=0)
    assert due_times(host, 7000) == [200, 600, 1400, 3000, 4600, 6200]
    assert kinds(host) == [Kind.HELLO] * 6
    assert not host.is_open


def test_a_silent_peer_is_asked_three_times_and_the_link_is_lost() -> None:
    host, _ = opened_pair()
    assert due_times(host, 7000) == [2000, 3000, 4000, 5000]
    assert kinds(host) == [Kind.PING] * 3


def test_a_pong_ends_the_asking() -> None:
    host, device = opened_pair()
    host.poll(2000)
    device.receive(host.take_output(), 2000)
    host.receive(device.take_output(), 2001)
    assert host.next_due() == 4001


def test_a_late_poll_asks_before_it_gives_up() -> None:
    host, _ = opened_pair()
    assert host.poll(60_000) == []
    assert host.next_due() == 61_000


def test_frames_of_another_session_are_dropped_and_counted() -> None:
    host, _ = opened_pair(session=7)
    for kind in (Kind.DATA, Kind.ACK, Kind.PING, Kind.PONG, Kind.WELCOME):
        payload = b"x" if kind is Kind.DATA else b""
        frame = Frame(kind=kind, session=8, sequence=1, payload=payload)
        assert host.receive(frame.to_bytes(), 0) == []
    assert kinds(host) == []
    assert host.statistics.other_session == 5


def test_a_restarted_host_starts_both_directions_afresh() -> None:
    _, device = opened_pair(session=7)
    device.send(b"old", 0)
    device.send(b"older", 0)
    device.take_output()
    host = Link.host(session=8, now_ms=50)
    assert device.receive(host.take_output(), 50) == [LinkOpened(8)]
    device.send(b"new", 50)
    assert host.receive(device.take_output(), 50) == [LinkOpened(8), PayloadReceived(b"new")]


def test_a_hello_said_twice_changes_nothing() -> None:
    host, device = Link.host(session=7, now_ms=0), Link.device()
    hello = host.take_output()
    device.receive(hello, 0)
    device.send(b"one", 0)
    assert device.receive(hello, 0) == []
    assert kinds(device) == [Kind.WELCOME, Kind.DATA, Kind.WELCOME]


def test_a_session_given_up_is_not_opened_again() -> None:
    host, device = Link.host(session=7, now_ms=0), Link.device()
    hello = host.take_output()
    device.receive(hello, 0)
    due_times(device, 7000)
    device.take_output()
    assert device.receive(hello, 7000) == []
    assert kinds(device) == []


def test_data_before_the_welcome_waits_for_its_repetition() -> None:
    host = Link.host(session=7, now_ms=0)
    data = Frame(kind=Kind.DATA, session=7, sequence=1, payload=b"one").to_bytes()
    assert host.receive(data, 0) == []
    welcome = Frame(kind=Kind.WELCOME, session=7).to_bytes()
    assert host.receive(welcome + data, 0) == [LinkOpened(7), PayloadReceived(b"one")]


def test_a_peer_of_another_version_is_named_as_such() -> None:
    host = Link.host(session=7, now_ms=0)
    host.receive(HELLO_OF_VERSION_2, 0)
    lost = []
    while (due := host.next_due()) is not None:
        lost += host.poll(due)
    assert lost == [LinkLost(LossReason.OTHER_VERSION)]


def test_a_frame_for_the_other_role_is_counted_and_ignored() -> None:
    host, device = opened_pair()
    assert host.receive(Frame(kind=Kind.HELLO, session=9).to_bytes(), 0) == []
    assert device.receive(Frame(kind=Kind.WELCOME, session=7).to_bytes(), 0) == []
    assert (host.statistics.unexpected, device.statistics.unexpected) == (1, 1)


def test_the_queue_is_bounded_and_closed_before_a_session() -> None:
    with pytest.raises(LinkClosed):
        Link.device().send(b"x", 0)
    host, _ = opened_pair()
    for _ in range(QUEUE_MAX + 1):
        host.send(b"x", 0)
    assert host.room == 0
    with pytest.raises(LinkFull):
        host.send(b"x", 0)
    for wrong in (b"", b"x" * 201):
        with pytest.raises(ValueError, match="can be sent"):
            host.send(wrong, 0)
