"""Two links over a bad line, in virtual time: in order, exactly once, or lost and said so.

The line loses, damages, repeats and delays; it does not change the order, which no serial line does.
"""

import random
from collections import deque
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.link.link import Link
from drivers.link.link_events_and_timing import (
    LinkEvent,
    LinkLost,
    LinkOpened,
    LinkTiming,
    PairingAccepted,
    PayloadReceived,
    PeerBusy,
)
from tests.drivers.link.link_ends import device_link, host_link, opened

PATIENT = LinkTiming(tries=60, pings=60)
"""On a line that loses a third of everything six tries are not always enough; whether they are is not the question."""

PAYLOADS = st.lists(st.binary(min_size=1, max_size=20), max_size=12)

GIVE_UP_MS = 3_600_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Badness:
    """How bad a line is: of a hundred pieces so many are lost, damaged or repeated, each delayed by up to so much."""

    seed: int
    lost: int
    damaged: int
    twice: int
    delay_ms: int


BADNESS = st.builds(
    Badness,
    seed=st.integers(0, 2**32),
    lost=st.integers(0, 30),
    damaged=st.integers(0, 15),
    twice=st.integers(0, 30),
    delay_ms=st.integers(0, 300),
)


@dataclass(slots=True)
class Line:
    """One direction. What is written in one piece shares one fate."""

    bad: Badness
    chance: random.Random
    under_way: deque[tuple[int, bytes]] = field(default_factory=deque)
    free_at: int = 0

    def write(self, data: bytes, now_ms: int) -> None:
        if not data:
            return
        fate = self.chance.randrange(100) - self.bad.lost
        if fate < 0:
            return
        if fate < self.bad.damaged:
            hit = self.chance.randrange(len(data))
            data = data[:hit] + bytes([data[hit] ^ 1 << self.chance.randrange(8)]) + data[hit + 1 :]
        elif fate < self.bad.damaged + self.bad.twice:
            data += data
        self.free_at = max(self.free_at, now_ms + self.chance.randint(0, self.bad.delay_ms))
        self.under_way.append((self.free_at, data))

    def read(self, now_ms: int) -> bytes:
        out = b""
        while self.under_way and self.under_way[0][0] <= now_ms:
            out += self.under_way.popleft()[1]
        return out


@dataclass(slots=True)
class End:
    link: Link
    inward: Line
    outward: Line
    to_send: deque[bytes]
    events: list[LinkEvent] = field(default_factory=list)

    def step(self, now_ms: int) -> None:
        self.events += self.link.receive(self.inward.read(now_ms), now_ms)
        self.events += self.link.poll(now_ms)
        while self.to_send and self.link.room:
            self.link.send(self.to_send.popleft(), now_ms)
        self.outward.write(self.link.take_output(), now_ms)

    @property
    def done(self) -> bool:
        return self.link.is_open and not self.to_send and self.link.idle

    def received(self) -> list[bytes]:
        """In the session that is open now."""
        received: list[bytes] = []
        for event in self.events:
            match event:
                case LinkOpened():
                    received = []
                case PayloadReceived(payload=payload):
                    received.append(payload)
                case LinkLost() | PeerBusy() | PairingAccepted():
                    raise AssertionError(event)
        return received


def run(host: End, device: End, now_ms: int, until_ms: int) -> int:
    """Steps both ends from one due time to the next, until all is said or the time is up."""
    while now_ms < until_ms and not (host.done and device.done):
        host.step(now_ms)
        device.step(now_ms)
        due = [at for line in (host.inward, host.outward) for at, _ in list(line.under_way)[:1]]
        due += [at for end in (host, device) if (at := end.link.next_due()) is not None]
        now_ms = max(now_ms + 1, min(due, default=until_ms))
    return now_ms


def lines(bad: Badness) -> tuple[Line, Line]:
    return Line(bad, random.Random(bad.seed)), Line(bad, random.Random(bad.seed + 1))


@settings(deadline=None)
@given(BADNESS, PAYLOADS, PAYLOADS)
def test_everything_arrives_in_order_exactly_once(bad: Badness, down: list[bytes], up: list[bytes]) -> None:
    to_device, to_host = lines(bad)
    host = End(host_link(session=1, now_ms=0, timing=PATIENT), to_host, to_device, deque(down))
    device = End(device_link(timing=PATIENT), to_device, to_host, deque(up))
    run(host, device, 0, GIVE_UP_MS)
    assert host.done
    assert device.done
    assert device.received() == down
    assert host.received() == up


@settings(deadline=None)
@given(BADNESS, PAYLOADS, PAYLOADS, st.integers(0, 5000))
def test_a_host_that_restarts_gets_a_session_of_its_own(
    bad: Badness, down: list[bytes], up: list[bytes], restart_ms: int
) -> None:
    to_device, to_host = lines(bad)
    first = End(host_link(session=1, now_ms=0, timing=PATIENT), to_host, to_device, deque([b"first"] * 30))
    device = End(device_link(timing=PATIENT), to_device, to_host, deque([b"old"] * 30))
    now_ms = run(first, device, 0, restart_ms)
    device.to_send.clear()
    second = End(host_link(session=2, now_ms=now_ms, timing=PATIENT), to_host, to_device, deque(down))
    while not (device.events and device.events[-1] == opened(2)):
        now_ms = run(second, device, now_ms, now_ms + 1)
    device.to_send.extend(up)
    run(second, device, now_ms, now_ms + GIVE_UP_MS)
    assert device.received() == down
    assert second.received() == up


@given(st.binary(max_size=400), st.integers(0, 10_000))
def test_noise_is_never_an_event(noise: bytes, now_ms: int) -> None:
    assert device_link().receive(noise, now_ms) == []
    assert host_link(session=1, now_ms=0).receive(noise, now_ms) == []
