"""A one-time secret becomes a random key at both ends, or nothing has changed; cut anywhere, it is known what holds."""

from itertools import count

import pytest

from drivers.link.crypto import Pairing
from drivers.link.device_end import ATTEMPTS_MAX, WINDOW_MS, DeviceLink, PairingWindow
from drivers.link.frame import Kind, PlainFrame
from drivers.link.link_events_and_timing import ByeReason, LinkLost, LossReason, PairingAccepted
from drivers.link.pairing import (
    ALPHABET,
    HostPairing,
    Offered,
    Paired,
    PairingFailed,
    PairingFailure,
    SecretMistyped,
    new_secret,
    secret_bytes,
)
from tests.drivers.link.link_ends import PAIRING, device_link, frames, host_link, kinds, meet, opened_pair

SECRET = "7K3M-9QXT-01BC-DEFG"  # noqa: S105 - the one of these tests

HOST, DEVICE = PAIRING.host, PAIRING.device

_PRIVATE = count(1)


def private() -> bytes:
    return next(_PRIVATE).to_bytes(32, "big")


def attempt(secret: str = SECRET, session: int = 3) -> HostPairing:
    return HostPairing(host=HOST, secret=secret_bytes(secret), private=private(), session=session, now_ms=0)


def press(device: DeviceLink, secret: str = SECRET, now_ms: int = 0) -> None:
    device.press(PairingWindow(device=DEVICE, secret=secret, private=private, now_ms=now_ms))


def failure(host: HostPairing) -> PairingFailure:
    while (due := host.next_due()) is not None:
        for event in host.poll(due):
            assert isinstance(event, PairingFailed)
            return event.why
    raise AssertionError("neither paired nor failed")


def paired(host: HostPairing, device: DeviceLink) -> Pairing:
    device.receive(host.take_output(), 0)
    (offered,) = host.receive(device.take_output(), 0)
    assert isinstance(offered, Offered)
    host.accept(0)
    (accepted,) = device.receive(host.take_output(), 0)
    assert accepted == PairingAccepted(offered.pairing)
    device.paired(offered.pairing)
    (done,) = [event for frame in frames(device.take_output()) for event in host.receive(frame.to_bytes(), 0)]
    assert done == Paired(offered.pairing)
    return offered.pairing


def test_both_ends_come_to_the_same_key_and_open_a_session_with_it() -> None:
    device = device_link(pairing=None)
    press(device)
    pairing = paired(attempt(), device)
    assert (pairing.host, pairing.device) == (HOST, DEVICE)
    meet(host_link(pairings=(pairing,)), device)


def test_the_same_secret_never_makes_the_same_key() -> None:
    keys = set()
    for _ in range(3):
        device = device_link(pairing=None)
        press(device)
        keys.add(paired(attempt(), device).key)
    assert len(keys) == 3


def test_nothing_on_the_wire_is_the_secret_or_the_key() -> None:
    device = device_link(pairing=None)
    press(device)
    host = attempt()
    heard = host.take_output()
    device.receive(heard, 0)
    heard += (offer := device.take_output())
    (offered,) = host.receive(offer, 0)
    assert isinstance(offered, Offered)
    host.accept(0)
    heard += host.take_output()
    bare = b"".join(frame.payload for frame in frames(heard) if isinstance(frame, PlainFrame))
    assert offered.pairing.key not in bare
    assert secret_bytes(SECRET) not in bare


def test_without_a_press_the_device_is_not_paired() -> None:
    device, host = device_link(), attempt()
    device.receive(host.take_output(), 0)
    host.receive(device.take_output(), 0)
    assert failure(host) is PairingFailure.NO_PRESS


def test_a_press_is_forgotten_after_two_minutes() -> None:
    device, host = device_link(), attempt()
    press(device, now_ms=0)
    device.receive(host.take_output(), WINDOW_MS)
    assert kinds(device.take_output()) == [Kind.REFUSE]


def test_one_press_is_good_for_a_few_attempts_and_a_repeated_one_is_the_same() -> None:
    device = device_link()
    press(device)
    for number in range(ATTEMPTS_MAX):
        said = attempt(session=number).take_output()
        device.receive(said, 0)
        first = device.take_output()
        device.receive(said, 0)
        assert device.take_output() == first
        assert kinds(first) == [Kind.OFFER]
    device.receive(attempt(session=99).take_output(), 0)
    assert kinds(device.take_output()) == [Kind.REFUSE]


def test_with_a_wrong_secret_nothing_changes_at_either_end() -> None:
    old_host, device = opened_pair()
    press(device)
    host = attempt("0000-0000-0000-0000")
    device.receive(host.take_output(), 0)
    assert host.receive(device.take_output(), 0) == []
    assert failure(host) is PairingFailure.WRONG_SECRET
    assert old_host.is_open
    assert device.is_open
    meet(host_link(), device)


def test_somebody_in_between_without_the_secret_pairs_with_nobody() -> None:
    device, host = device_link(), attempt()
    press(device)
    to_device, to_host = attempt("ZZZZ-ZZZZ-ZZZZ-ZZZZ"), device_link(pairing=None)
    press(to_host, "ZZZZ-ZZZZ-ZZZZ-ZZZZ")
    device.receive(to_device.take_output(), 0)
    assert to_device.receive(device.take_output(), 0) == []
    to_host.receive(host.take_output(), 0)
    assert host.receive(to_host.take_output(), 0) == []
    assert (to_device.statistics.forged, host.statistics.forged) == (1, 1)


def test_a_pair_said_in_between_spoils_an_attempt_as_a_cut_wire_does_and_gains_nothing() -> None:
    old_host, device = opened_pair()
    press(device)
    host = attempt()
    device.receive(host.take_output(), 0)
    (offered,) = host.receive(device.take_output(), 0)
    assert isinstance(offered, Offered)
    device.receive(attempt("ZZZZ-ZZZZ-ZZZZ-ZZZZ", session=4).take_output(), 0)
    device.take_output()
    host.accept(0)
    assert device.receive(host.take_output(), 0) == []
    assert failure(host) is PairingFailure.IN_DOUBT
    assert old_host.is_open
    meet(host_link(pairings=(offered.pairing, PAIRING)), device)
    again = attempt(session=5)
    assert paired(again, device).key not in (PAIRING.key, offered.pairing.key)


def test_a_recorded_pairing_pairs_nobody() -> None:
    device, host = device_link(pairing=None), attempt()
    press(device)
    recorded = host.take_output()
    device.receive(recorded, 0)
    offer = device.take_output()
    host.receive(offer, 0)
    host.accept(0)
    recorded += host.take_output()
    later = device_link()
    press(later)
    assert later.receive(recorded, 0) == []
    assert later.statistics.forged == 1
    stranger = attempt()
    assert stranger.receive(offer, 0) == []
    assert stranger.statistics.forged == 1


def test_an_offer_said_back_as_an_acceptance_is_none() -> None:
    device, host = device_link(pairing=None), attempt()
    press(device)
    device.receive(host.take_output(), 0)
    (offer,) = frames(device.take_output())
    assert isinstance(offer, PlainFrame)
    mirrored = PlainFrame(kind=Kind.ACCEPT, session=offer.session, payload=offer.payload[-16:])
    assert device.receive(mirrored.to_bytes(), 0) == []


@pytest.mark.parametrize("public", [bytes(32), b"\x01" + bytes(31)], ids=["zero", "one"])
def test_a_public_value_that_leaves_no_secret_is_refused(public: bytes) -> None:
    device, host = device_link(), attempt()
    press(device)
    device.receive(PlainFrame(kind=Kind.PAIR, session=3, payload=HOST + public).to_bytes(), 0)
    assert kinds(device.take_output()) == [Kind.REFUSE]
    for number in range(ATTEMPTS_MAX):
        device.receive(attempt(session=number).take_output(), 0)
        assert kinds(device.take_output()) == [Kind.OFFER], "it was none of the five"
    weak = PlainFrame(kind=Kind.OFFER, session=3, payload=DEVICE + public + bytes(16))
    assert host.receive(weak.to_bytes(), 0) == []
    assert host.statistics.forged == 1


def test_a_new_pairing_ends_the_session_of_the_old_one_and_its_key() -> None:
    old_host, device = opened_pair()
    press(device)
    host = attempt()
    device.receive(host.take_output(), 0)
    (offered,) = host.receive(device.take_output(), 0)
    assert isinstance(offered, Offered)
    host.accept(0)
    device.receive(host.take_output(), 0)
    device.paired(offered.pairing)
    assert old_host.receive(device.take_output(), 0) == [LinkLost(LossReason.ENDED, ByeReason.PAIRED_ANEW)]
    late = host_link()
    device.receive(late.take_output(), 0)
    late.receive(device.take_output(), 0)
    assert not kinds(late.take_output()), "the old key proves nothing any more"


def offered_to(host: HostPairing, device: DeviceLink) -> Pairing:
    device.receive(host.take_output(), 0)
    (offered,) = host.receive(device.take_output(), 0)
    assert isinstance(offered, Offered)
    host.accept(0)
    return offered.pairing


def test_only_the_last_offer_can_be_accepted() -> None:
    device, earlier, last = device_link(), attempt(session=1), attempt(session=2)
    press(device)
    offered_to(earlier, device)
    pairing = offered_to(last, device)
    assert device.receive(earlier.take_output(), 0) == []
    assert device.take_output() == b""
    assert device.receive(last.take_output(), 0) == [PairingAccepted(pairing)]


def test_a_confirmation_that_was_lost_is_said_again() -> None:
    device, host = device_link(pairing=None), attempt()
    press(device)
    device.receive(host.take_output(), 0)
    (offered,) = host.receive(device.take_output(), 0)
    assert isinstance(offered, Offered)
    host.accept(0)
    accept = host.take_output()
    device.receive(accept, 0)
    device.paired(offered.pairing)
    device.take_output()
    assert device.receive(accept, 0) == []
    assert host.receive(device.take_output(), 0) == [Paired(offered.pairing)]


@pytest.mark.parametrize("kept_by_device", [False, True], ids=["before it kept it", "after it kept it"])
def test_a_pairing_cut_after_its_acceptance_leaves_two_keys_at_the_host_and_one_of_them_works(
    *, kept_by_device: bool
) -> None:
    device, host = device_link(), attempt()
    press(device)
    device.receive(host.take_output(), 0)
    (offered,) = host.receive(device.take_output(), 0)
    assert isinstance(offered, Offered)
    host.accept(0)
    device = device_link(pairing=offered.pairing if kept_by_device else PAIRING)
    assert failure(host) is PairingFailure.IN_DOUBT
    meet_either = host_link(pairings=(offered.pairing, PAIRING))
    device.receive(meet_either.take_output(), 0)
    meet_either.receive(device.take_output(), 0)
    device.receive(meet_either.take_output(), 0)
    meet_either.receive(device.take_output(), 0)
    assert meet_either.is_open


@pytest.mark.parametrize("typed", ["7k3m9qxto1bcdefg", "7K3M 9QXT 0IBC DEFG", " 7k3m-9qxt-olbc-defg "])
def test_a_secret_is_the_same_however_it_is_typed(typed: str) -> None:
    assert secret_bytes(typed) == b"7K3M9QXT01BCDEFG"


@pytest.mark.parametrize("typed", ["", "7K3M-9QXT-01BC-DEF", "7K3M-9QXT-01BC-DEFU", "A" * 33])
def test_what_is_no_secret_is_refused_without_repeating_it(typed: str) -> None:
    with pytest.raises(SecretMistyped) as mistyped:
        secret_bytes(typed)
    assert typed == "" or typed not in str(mistyped.value)


def test_a_new_secret_has_eighty_bits_and_is_never_the_same() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert len(secret_bytes(new_secret())) * 5 == 80
    assert len({new_secret() for _ in range(50)}) == 50


# Frames of PROTOCOL.md section 6: X25519 by `openssl pkeyutl -derive`, the rest by hashlib and hmac, not by this code.
PAIR = bytes.fromhex(
    "3b 01 04 01020304 101112131415161718191a1b1c1d1e1f"
    "79a631eede1bf9c98f12032cdeadd0e7 a079398fc786b88cc846ec89af85a51a 6bd1e582 00"
)

OFFER = bytes.fromhex(
    "4b 01 05 01020304 202122232425262728292a2b2c2d2e2f"
    "675dd574ed7789310b3d2e7681f3790b 466c773b1521fecf36577958371ea52f"
    "86be1c78ba52e09c30cbf295f2084eb8 93411616 00"
)

ACCEPT = bytes.fromhex("1b 01 06 01020304 1ebf6e37669e7c36365987d3da887cc3 0e57d256 00")

PAIRED = bytes.fromhex("1b 01 07 01020304 77a4fb98a7b844dcc57d2ad6ec68b0c2 80ada929 00")

GOLDEN = Pairing(
    host=bytes.fromhex("101112131415161718191a1b1c1d1e1f"),
    device=bytes.fromhex("202122232425262728292a2b2c2d2e2f"),
    key=bytes.fromhex("e6e58c52e1009fe02b727b33e639f978df0d3f49d64b23b7d0ce0d66e7fc6f61"),
)


def test_the_host_of_the_specification_pairs_with_these_bytes() -> None:
    host = HostPairing(
        host=GOLDEN.host,
        secret=secret_bytes(SECRET),
        private=bytes(range(0x40, 0x60)),
        session=0x01020304,
        now_ms=0,
    )
    assert host.take_output() == b"\0" + PAIR
    assert host.receive(OFFER, 0) == [Offered(GOLDEN)]
    host.accept(0)
    assert host.take_output() == ACCEPT
    assert host.receive(PAIRED, 0) == [Paired(GOLDEN)]
    assert host.next_due() is None


def test_the_device_of_the_specification_pairs_with_these_bytes() -> None:
    device = device_link(pairing=None)
    device.press(PairingWindow(device=GOLDEN.device, secret=SECRET, private=lambda: bytes(range(0x60, 0x80)), now_ms=0))
    device.receive(PAIR, 0)
    assert device.take_output() == OFFER
    assert device.receive(ACCEPT, 0) == [PairingAccepted(GOLDEN)]
    device.paired(GOLDEN)
    assert device.take_output() == PAIRED
