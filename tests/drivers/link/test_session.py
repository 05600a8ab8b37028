"""One rule of PROTOCOL.md sections 3 and 4 per test; time is a number."""

import pytest

from drivers.link.crypto import Sealer, session_keys, split_welcome
from drivers.link.device_end import DeviceLink
from drivers.link.frame import Kind, PlainFrame
from drivers.link.link import HostLink, Link
from drivers.link.link_events_and_timing import ByeReason, LinkLost, LossReason, PayloadReceived, PeerBusy, RefuseReason
from drivers.link.session import QUEUE_MAX, LinkClosed, LinkFull
from tests.drivers.link.link_ends import PAIRING, device_link, frames, host_link, kinds, meet, opened, opened_pair

REFUSE_OF_VERSION_2 = "0c 02 03 01020304 03 e42d7725 00"

HELLO_OF_VERSION_2 = bytes.fromhex("07 02 01 01 02 03 04 01 05 25 50 54 57 00")


def due_times(link: Link, until_lost_by: int) -> list[int]:
    """When the link does something of itself, up to and including its loss."""
    times = []
    while (due := link.next_due()) is not None:
        assert due < until_lost_by
        link.poll(due)
        times.append(due)
    return times


def carry(host: HostLink, device: DeviceLink, now_ms: int = 0) -> None:
    """Whatever both have to say, until they have said it."""
    while down := host.take_output():
        device.receive(down, now_ms)
        host.receive(device.take_output(), now_ms)


def test_a_session_is_opened_by_hello_welcome_and_a_proof_of_each_end() -> None:
    host, device = host_link(), device_link()
    hello = host.take_output()
    assert kinds(hello) == [Kind.HELLO]
    device.receive(hello, 0)
    welcome = device.take_output()
    assert kinds(welcome) == [Kind.WELCOME]
    assert host.receive(welcome, 0) == []
    assert not host.is_open
    prove = host.take_output()
    assert kinds(prove) == [Kind.PROVE]
    assert device.receive(prove, 0) == [opened()]
    assert host.receive(device.take_output(), 0) == [opened()]


def test_a_payload_arrives_once_and_is_acknowledged() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    host.send(b"two", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"one")]
    host.receive(device.take_output(), 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"two")]
    host.receive(device.take_output(), 0)
    assert host.idle


def test_a_repetition_is_acknowledged_again_and_not_delivered_again() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"one")]
    assert kinds(device.take_output()) == [Kind.ACK]
    assert host.poll(50) == []
    again = host.take_output()
    assert kinds(again) == [Kind.DATA]
    assert device.receive(again, 50) == []
    assert kinds(device.take_output()) == [Kind.ACK]
    assert device.statistics.duplicates == 1


def test_a_late_acknowledgement_of_an_earlier_frame_releases_nothing() -> None:
    host, device = opened_pair()
    host.send(b"one", 0)
    host.send(b"two", 0)
    one = host.take_output()
    host.poll(50)
    device.receive(one + host.take_output(), 50)
    host.receive(device.take_output(), 50)
    assert host.statistics.duplicates == 1
    assert not host.idle


@pytest.mark.slow
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
    sent = []
    for now_ms in range(10_000):
        if now_ms % 500 == 499:  # a device that pings and never acknowledges: what it was sent is lost
            device.poll(device.next_due() or 0)
            host.receive(device.take_output(), now_ms)
        events = host.poll(now_ms)
        if Kind.DATA in kinds(host.take_output()):
            sent.append(now_ms)
        if events:
            assert events == [LinkLost(LossReason.NOT_ACKNOWLEDGED)]
            assert sent == [0, 50, 150, 350, 750, 1550]
            assert now_ms == 3150
            break
    else:
        pytest.fail("never lost")


def test_a_hello_without_an_answer_is_sent_six_times_and_the_link_is_lost() -> None:
    host = host_link()
    assert due_times(host, 7000) == [200, 600, 1400, 3000, 4600, 6200]
    assert kinds(host.take_output()) == [Kind.HELLO] * 6
    assert not host.is_open


def test_a_silent_peer_is_asked_three_times_and_the_link_is_lost() -> None:
    host, _ = opened_pair()
    assert due_times(host, 7000) == [2000, 3000, 4000, 5000]
    assert kinds(host.take_output()) == [Kind.PING] * 3


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


def test_a_restarted_host_starts_both_directions_afresh() -> None:
    _, device = opened_pair(session=7)
    device.send(b"old", 0)
    device.send(b"older", 0)
    device.take_output()
    host = host_link(session=8, now_ms=50)
    meet(host, device, 50)
    device.send(b"new", 50)
    assert host.receive(device.take_output(), 50) == [PayloadReceived(b"new")]


def test_a_hello_said_twice_is_welcomed_twice_alike() -> None:
    host, device = host_link(), device_link()
    hello = host.take_output()
    device.receive(hello + hello, 0)
    welcomes = device.take_output()
    assert welcomes[: len(welcomes) // 2] * 2 == welcomes
    host.receive(welcomes, 0)
    carry(host, device)
    assert host.is_open
    assert host.statistics.duplicates == 1


def test_the_hello_of_an_open_session_is_welcomed_alike_and_anew_once_that_session_is_over() -> None:
    host, device = host_link(), device_link()
    hello = host.take_output()
    device.receive(hello, 0)
    welcomed = device.take_output()
    host.receive(welcomed, 0)
    carry(host, device)
    device.receive(hello, 0)
    assert device.take_output() == welcomed
    assert device.is_open
    device.end(ByeReason.STOPPING)
    device.take_output()
    device.receive(hello, 0)
    assert kinds(again := device.take_output()) == [Kind.WELCOME]
    assert again != welcomed, "its nonce is a new one, so nothing of the session before opens under it"


def test_before_any_data_the_one_before_is_data_0() -> None:
    host, device = host_link(), device_link()
    hello = host.take_output()
    device.receive(hello, 0)
    (said,), (welcome,) = frames(hello), frames(device.take_output())
    assert isinstance(said, PlainFrame)
    assert isinstance(welcome, PlainFrame)
    split = split_welcome(welcome)
    assert split is not None
    sealer = Sealer(key=session_keys(PAIRING, said, split[0]).from_host, session=said.session)
    assert device.receive(sealer.seal(Kind.PROVE).to_bytes(), 0) == [opened()]
    device.take_output()
    for sequence, answered in ((0, [Kind.ACK]), (0xFFFF, []), (2, [])):
        assert device.receive(sealer.seal(Kind.DATA, sequence, b"early").to_bytes(), 0) == []
        assert kinds(device.take_output()) == answered


def test_a_proof_with_another_sequence_opens_no_session_and_ends_none() -> None:
    host, device = opened_pair()
    another = host_link(session=8).take_output()
    device.receive(another, 0)
    (said,), (welcome,) = frames(another), frames(device.take_output())
    assert isinstance(said, PlainFrame)
    assert isinstance(welcome, PlainFrame)
    split = split_welcome(welcome)
    assert split is not None
    sealer = Sealer(key=session_keys(PAIRING, said, split[0]).from_host, session=said.session)
    assert device.receive(sealer.seal(Kind.PROVE, 5).to_bytes(), 0) == []
    assert device.take_output() == b""
    host.send(b"still here", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"still here")]


def test_an_answer_to_the_proof_that_was_lost_is_said_again() -> None:
    host, device = host_link(), device_link()
    device.receive(host.take_output(), 0)
    host.receive(device.take_output(), 0)
    assert device.receive(host.take_output(), 0) == [opened()]
    device.take_output()
    device.send(b"early", 0)
    assert host.receive(device.take_output(), 0) == []
    host.poll(200)
    assert device.receive(host.take_output(), 200) == []
    assert host.receive(device.take_output(), 200) == [opened()]


def test_a_device_that_lost_its_power_between_welcome_and_proof_is_met_again() -> None:
    host, device = host_link(), device_link()
    hello = host.take_output()
    device.receive(hello, 0)
    host.receive(device.take_output(), 0)
    device = device_link()
    device.receive(hello, 10)
    host.receive(host.take_output() and device.take_output(), 10)
    carry(host, device, 10)
    assert host.is_open
    assert device.is_open


def test_a_peer_of_another_version_is_named_as_such() -> None:
    host = host_link()
    host.receive(bytes.fromhex(REFUSE_OF_VERSION_2), 0)
    lost = []
    while (due := host.next_due()) is not None:
        lost += host.poll(due)
    assert lost == [LinkLost(LossReason.OTHER_VERSION)]


def test_a_device_of_another_version_says_so_whatever_it_is_greeted_with() -> None:
    """It answers in its own version; a host takes that for a hint, once nothing else has come."""
    device = device_link()
    assert device.receive(HELLO_OF_VERSION_2, 0) == []
    (refused,) = frames(device.take_output())
    assert isinstance(refused, PlainFrame)
    assert (refused.kind, refused.payload) == (Kind.REFUSE, bytes([RefuseReason.OTHER_VERSION]))
    assert device.receive(HELLO_OF_VERSION_2 * 50, 0) == []
    assert 0 < len(frames(device.take_output())) < 50, "noise is not answered without end"


def test_a_frame_for_the_other_role_is_counted_and_ignored() -> None:
    host, device = opened_pair()
    other_host, other_device = host_link(session=9), device_link()
    hello = other_host.take_output()
    other_device.receive(hello, 0)
    assert host.receive(hello, 0) == []
    assert device.receive(other_device.take_output(), 0) == []
    assert (host.statistics.unexpected, device.statistics.unexpected) == (1, 1)


def test_the_queue_is_bounded_and_closed_before_a_session() -> None:
    with pytest.raises(LinkClosed):
        device_link().send(b"x", 0)
    host, _ = opened_pair()
    for _ in range(QUEUE_MAX + 1):
        host.send(b"x", 0)
    assert host.room == 0
    with pytest.raises(LinkFull):
        host.send(b"x", 0)
    for wrong in (b"", b"x" * 201):
        with pytest.raises(ValueError, match="can be sent"):
            host.send(wrong, 0)


@pytest.mark.parametrize("why", ByeReason)
def test_a_session_that_is_closed_is_lost_at_once_with_its_reason(why: ByeReason) -> None:
    host, device = opened_pair()
    device.end(why)
    assert host.receive(device.take_output(), 0) == [LinkLost(LossReason.ENDED, why)]
    assert host.next_due() is None
    host, device = opened_pair()
    host.end(why)
    assert device.receive(host.take_output(), 0) == [LinkLost(LossReason.ENDED, why)]
    assert not device.is_open


def test_a_busy_device_is_neither_asked_nor_told_again_before_its_time() -> None:
    host, device = opened_pair()
    host.send(b"hash this", 0)
    device.receive(host.take_output(), 0)
    device.take_output()  # the acknowledgement is lost
    device.busy(8000)
    assert host.receive(device.take_output(), 10) == [PeerBusy(8010)]
    assert host.next_due() == 8060
    host.poll(8060)
    assert kinds(host.take_output()) == [Kind.DATA]


def test_a_device_cannot_be_busy_for_ever() -> None:
    host, device = opened_pair()
    now_ms = 0
    while (due_ms := host.next_due()) is not None and now_ms < 120_000:
        now_ms = min(now_ms + 1000, due_ms)
        if now_ms % 1000 == 0:
            device.busy(20_000)
        host.receive(device.take_output(), now_ms)
        host.poll(now_ms)
        host.take_output()
    assert 30_000 < now_ms < 40_000
    assert not host.is_open


def test_the_wait_follows_the_line_within_its_bounds() -> None:
    host, device = opened_pair()
    now_ms = 0
    for took_ms in (300,) * 30:
        host.send(b"x", now_ms)
        device.receive(host.take_output(), now_ms)
        now_ms += took_ms
        host.receive(device.take_output(), now_ms)
    host.send(b"x", now_ms)
    assert host.round_trip_ms == pytest.approx(300, rel=0.05)
    assert 300 < (host.next_due() or 0) - now_ms < 500


def test_an_answer_to_a_repeated_frame_measures_nothing() -> None:
    host, device = opened_pair()
    before = host.round_trip_ms
    host.send(b"x", 0)
    lost = host.take_output()
    host.poll(50)
    assert lost
    device.receive(host.take_output(), 900)
    host.receive(device.take_output(), 1000)
    assert host.round_trip_ms == before
    host.send(b"y", 1000)
    assert (host.next_due() or 0) - 1000 == 100, "the doubled wait stays until there is a measure"
