"""
Somebody who owns the wire: hears everything, keeps it, and lets through, drops, delays, repeats, changes and invents.

What he changes he sums anew, so that it gets past the check against noise to the tags. Everything is seeded; time is a
number. Whatever he does, a payload arrives as it was sent, in order and once, or not at all, and when he has gone a new
session opens. `python -m tests.bench link --full` runs it at full size, tests/property/test_link_hostile.py a sample.
"""

import random
import zlib
from collections import Counter
from dataclasses import dataclass, field

from drivers.link.crypto import NONCE_BYTES
from drivers.link.device_end import DeviceLink
from drivers.link.frame import (
    DELIMITER,
    STUFFED_MAX,
    TAG_BYTES,
    FrameReader,
    Kind,
    LinkStatistics,
    PlainFrame,
    SealedFrame,
    stuff,
)
from drivers.link.link import HostLink, Link
from drivers.link.link_events_and_timing import ByeReason, LinkLost, LinkOpened, LinkTiming, PayloadReceived
from drivers.link.session import QUEUE_MAX
from drivers.shuffler.host_messages import Shuffle
from drivers.shuffler.messages import decode, encode
from drivers.shuffler.port import Back, CommandId
from hil.shuffler.model import Deck, ShufflerModel
from tests.drivers.link.link_ends import PAIRING, WORDS, device_link, meet

QUICK = LinkTiming(first_retry_ms=40, longest_retry_ms=160, tries=4, quiet_ms=400, ping_ms=200, pings=3)

COMMANDS = 4

HEARD_MAX = 400

HOSTILE_MS = 6_000

PEACE_MS = 20_000
"""Ten times what losing a session and opening another takes at most."""

STEPS_MAX = 20_000


def framed(bare: bytes) -> bytes:
    """Any bytes with a right sum."""
    return stuff(bare + zlib.crc32(bare).to_bytes(4)) + DELIMITER


def bare_of(data: bytes) -> list[bytes]:
    """The bytes under the sum of every whole frame."""
    found = []
    for frame in FrameReader(LinkStatistics()).feed(data):
        match frame:
            case PlainFrame():
                found.append(frame.body)
            case SealedFrame():
                found.append(frame.body + frame.tag)
    return found


def mutated(chance: random.Random, bare: bytes, others: list[bytes]) -> bytes:
    """Changed in one of the ways in which a forger might hope."""
    changed = bytearray(bare)
    match chance.randrange(7):
        case 0 | 1:
            for _ in range(chance.randint(1, 3)):
                changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        case 2:
            changed[1] = chance.choice(list(Kind))
        case 3 if len(changed) > 14:
            changed[6:14] = chance.randrange(1 << 64).to_bytes(8)
        case 4:
            other = chance.choice(others)
            changed[chance.randrange(len(changed)) :] = other[chance.randrange(len(other)) :]
        case 5:
            del changed[chance.randrange(6, max(len(changed), 7)) :]
        case _:
            changed[-TAG_BYTES:] = chance.randbytes(TAG_BYTES)
    return bytes(changed[: STUFFED_MAX - 5])


def fuzz_frames(count: int, seed: int) -> Counter[str]:
    """Throw `count` changed, replayed and reflected frames at both ends of an open session; say what became of them."""
    chance = random.Random(seed)
    host, device = (
        HostLink(pairings=(PAIRING,), session=7, nonce=chance.randbytes(NONCE_BYTES), vocabulary=WORDS, now_ms=0),
        device_link(),
    )
    meet(host, device)
    heard: dict[Link, list[bytes]] = {host: _talked(host, device), device: _talked(device, host)}
    everything = [bare for bares in heard.values() for bare in bares]
    before = {link: (link.next_due(), link.idle) for link in heard}
    for number in range(count):
        link: Link = host if number & 1 else device
        bare = chance.choice(everything)
        forged = bare if chance.random() < 0.1 else mutated(chance, bare, everything)
        events = link.receive(framed(forged), 0)
        said = link.take_output()
        assert not events, f"seed {seed}, frame {number}: {forged.hex()} became {events}"
        assert all(bare[1] in (Kind.WELCOME, Kind.REFUSE) for bare in bare_of(said)), f"seed {seed}, frame {number}"
    assert before == {link: (link.next_due(), link.idle) for link in heard}, f"seed {seed}: something was believed"
    host.send(b"still here", 0)
    assert device.receive(host.take_output(), 0) == [PayloadReceived(b"still here")], f"seed {seed}"
    told: Counter[str] = Counter()
    for end in heard:
        counts = end.statistics
        told += Counter(
            forged=counts.forged, replayed=counts.replayed, damaged=counts.damaged, foreign=counts.foreign,
            other_session=counts.other_session, unexpected=counts.unexpected, overlong=counts.overlong,
        )  # fmt: skip
    return told


def _talked(one: Link, other: Link) -> list[bytes]:
    """What `one` has said in a short honest talk."""
    said = b""
    for number in range(4):
        one.send(b"message %d" % number, 0)
        output = one.take_output()
        said += output
        other.receive(output, 0)
        one.receive(other.take_output(), 0)
    return bare_of(said)


@dataclass(slots=True)
class Wire:
    """One direction, in his hands."""

    chance: random.Random
    heard: list[bytes]
    badness: float
    under_way: list[tuple[int, bytes]] = field(default_factory=list)

    def write(self, data: bytes, now_ms: int) -> None:
        for bare in bare_of(data):
            if len(self.heard) < HEARD_MAX:
                self.heard.append(bare)
            if self.chance.random() >= self.badness:
                self.under_way.append((now_ms, framed(bare)))
                continue
            match self.chance.randrange(5):
                case 0:
                    pass
                case 1:
                    self.under_way += [(now_ms, framed(bare))] * 2
                case 2:
                    self.under_way.append((now_ms + self.chance.randrange(1, 500), framed(bare)))
                case 3:
                    self.under_way.append((now_ms, framed(mutated(self.chance, bare, self.heard))))
                case _:
                    self.under_way += [(now_ms, framed(self.chance.choice(self.heard))), (now_ms, framed(bare))]

    def read(self, now_ms: int) -> bytes:
        due = [data for at_ms, data in self.under_way if at_ms <= now_ms]
        self.under_way = [(at_ms, data) for at_ms, data in self.under_way if at_ms > now_ms]
        if self.badness and self.chance.random() < self.badness and self.heard:
            due.append(framed(mutated(self.chance, self.chance.choice(self.heard), self.heard)))
        return b"".join(due)


class HostileSession:
    """A host that orders shuffles and orders them again, a device that has a motor, and him in between."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        heard: list[bytes] = []
        badness = self.chance.choice((0.05, 0.2, 0.5, 0.9))
        self.down, self.up = Wire(self.chance, heard, badness), Wire(self.chance, heard, badness)
        self.model = ShufflerModel(speed=1000, seed=seed)
        self.device = DeviceLink(
            pairing=PAIRING, vocabulary=WORDS, nonce=lambda: self.chance.randbytes(NONCE_BYTES), timing=QUICK
        )
        self.now_ms = 0
        self.sessions = 0
        self.ordered: set[CommandId] = set()
        self.to_device: list[bytes] = []
        self.to_host: list[bytes] = []
        self.at_device: list[bytes] = []
        self.at_host: list[bytes] = []
        self.host = self._new_host()

    def run(self) -> Counter[str]:
        """Raises AssertionError, with the seed, for anything that must not happen."""
        self._until(HOSTILE_MS)
        self.down.badness = self.up.badness = 0.0
        came_from = self.sessions
        self._until(self.now_ms + PEACE_MS, at_peace=True)
        assert self.host.is_open, f"seed {self.seed}: no session {PEACE_MS} ms after he had gone"
        assert all(starts == 1 for starts in self.model.motor_starts.values()), f"seed {self.seed}: an act twice"
        assert set(self.model.motor_starts) <= self.ordered, f"seed {self.seed}: an act nobody ordered"
        return Counter(
            sessions=self.sessions,
            after_he_had_gone=self.sessions - came_from,
            payloads=len(self.at_device) + len(self.at_host),
            forged=self.device.statistics.forged,
            replayed=self.device.statistics.replayed,
        )

    def _until(self, end_ms: int, *, at_peace: bool = False) -> None:
        steps = 0
        while self.now_ms < end_ms and not (at_peace and self._settled()):
            self._step()
            steps += 1
            assert steps < STEPS_MAX, f"seed {self.seed}: it goes round and round at {self.now_ms} ms"

    def _settled(self) -> bool:
        return self.host.is_open and self.device.is_open and self.host.idle and self.at_device[-1:] == [_LAST]

    def _step(self) -> None:
        lost = False
        for event in (*self.host.receive(self.up.read(self.now_ms), self.now_ms), *self.host.poll(self.now_ms)):
            lost |= self._host_hears(event)
        self.down.write(self.host.take_output(), self.now_ms)
        for event in (*self.device.receive(self.down.read(self.now_ms), self.now_ms), *self.device.poll(self.now_ms)):
            self._device_hears(event)
        for happening in self.model.advance(self.now_ms):
            self._say(self.device, encode(happening), self.to_host)
        self.up.write(self.device.take_output(), self.now_ms)
        if lost:
            self.host = self._new_host()
        due = [due for link in (self.host, self.device) if (due := link.next_due()) is not None]
        due += [at_ms for wire in (self.down, self.up) for at_ms, _ in wire.under_way]
        self.now_ms = min(max(self.now_ms + 1, min(due, default=self.now_ms + 50)), self.now_ms + 50)

    def _host_hears(self, event: object) -> bool:
        match event:
            case LinkOpened():
                self._begin()
            case PayloadReceived(payload=payload):
                self.at_host.append(payload)
                assert self.to_host[: len(self.at_host)] == self.at_host, (
                    f"seed {self.seed}: {payload.hex()} at the host"
                )
            case LinkLost():
                return True
            case _:
                pass
        return False

    def _begin(self) -> None:
        """Every order again: whether it was carried out before nobody knows here."""
        self.to_device.clear()
        self.at_host.clear()
        for number in range(COMMANDS):
            command = CommandId(journal=bytes(16), number=number)
            self.ordered.add(command)
            self._say(self.host, encode(Shuffle(command=command, back=Back.BLUE)), self.to_device)
        self._say(self.host, _LAST, self.to_device)
        if self.chance.random() < 0.1:
            self.host.end(ByeReason.STOPPING)
            self.host = self._new_host()

    def _device_hears(self, event: object) -> None:
        match event:
            case LinkOpened():
                self.at_device.clear()
                self.to_host.clear()
            case PayloadReceived(payload=payload):
                self.at_device.append(payload)
                sent = self.to_device[: len(self.at_device)]
                assert sent == self.at_device or not self.host.is_open, (
                    f"seed {self.seed}: {payload.hex()} at the device"
                )
                self._act(payload)
            case _:
                pass

    def _act(self, payload: bytes) -> None:
        if payload == _LAST:
            return
        message = decode(payload)
        assert isinstance(message, Shuffle), f"seed {self.seed}"
        if self.model.trays.feed is None:
            self.model.take_deck()
            self.model.load_deck(Deck(back=Back.BLUE))
        self.model.order(message, self.now_ms)

    def _say(self, link: Link, payload: bytes, said: list[bytes]) -> None:
        if link.room:
            link.send(payload, self.now_ms)
            said.append(payload)
        assert link.room <= QUEUE_MAX

    def _new_host(self) -> HostLink:
        self.sessions += 1
        return HostLink(
            pairings=(PAIRING,),
            session=self.chance.choice((7, self.chance.getrandbits(32))),
            nonce=self.chance.randbytes(NONCE_BYTES),
            vocabulary=WORDS,
            now_ms=self.now_ms,
            timing=QUICK,
        )


_LAST = b"\xfelast"
