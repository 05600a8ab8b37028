"""Two ends of a link that were paired, with nonces that are numbers, so that every run has the same bytes."""

from itertools import count

from drivers.link.crypto import Pairing, Vocabulary
from drivers.link.device_end import DeviceLink
from drivers.link.frame import Frame, FrameReader, Kind, LinkStatistics
from drivers.link.link import HostLink
from drivers.link.link_events_and_timing import LINK_TIMING, LinkOpened, LinkTiming

PAIRING = Pairing(host=b"a host, 16 bytes", device=b"device, 16 bytes", key=bytes(range(32)))

ANOTHER = Pairing(host=PAIRING.host, device=PAIRING.device, key=bytes(32))

WORDS = Vocabulary.of(range(4))

_NONCES = count(1)


def nonce() -> bytes:
    return next(_NONCES).to_bytes(32, "big")


def host_link(
    *,
    session: int = 7,
    now_ms: int = 0,
    pairings: tuple[Pairing, ...] = (PAIRING,),
    words: Vocabulary = WORDS,
    timing: LinkTiming = LINK_TIMING,
) -> HostLink:
    return HostLink(pairings=pairings, session=session, nonce=nonce(), vocabulary=words, now_ms=now_ms, timing=timing)


def device_link(*, pairing: Pairing | None = PAIRING, timing: LinkTiming = LINK_TIMING) -> DeviceLink:
    return DeviceLink(pairing=pairing, vocabulary=WORDS, nonce=nonce, timing=timing)


def device_link_with(*, pairing: Pairing | None, nonce: bytes, words: Vocabulary) -> DeviceLink:
    """For golden bytes: every nonce is this one."""
    return DeviceLink(pairing=pairing, vocabulary=words, nonce=lambda: nonce)


def opened(session: int = 7) -> LinkOpened:
    return LinkOpened(session=session, pairing=PAIRING, vocabulary=WORDS)


def meet(host: HostLink, device: DeviceLink, now_ms: int = 0) -> None:
    """HELLO, WELCOME, PROVE and its ACK, without loss."""
    assert device.receive(host.take_output(), now_ms) == []
    assert host.receive(device.take_output(), now_ms) == []
    (at_device,) = device.receive(host.take_output(), now_ms)
    (at_host,) = host.receive(device.take_output(), now_ms)
    assert at_device == at_host
    assert host.is_open
    assert device.is_open


def opened_pair(session: int = 7) -> tuple[HostLink, DeviceLink]:
    host, device = host_link(session=session), device_link()
    meet(host, device)
    return host, device


def frames(data: bytes) -> list[Frame]:
    return FrameReader(LinkStatistics()).feed(data)


def kinds(data: bytes) -> list[Kind]:
    return [frame.kind for frame in frames(data)]
