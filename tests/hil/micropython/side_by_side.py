"""Drives a device with a host's frames, one step after the other, and writes down in words all that it sends back.

Two devices that are driven by the same steps have to answer in the same words. What may differ is left out: nonces and
tags, how long a shuffle took, names and digest of the firmware, PROGRESS, and the numbers that events have: events are
named in the order in which they appear.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

from drivers.link.crypto import (
    ID_BYTES,
    NONCE_BYTES,
    Introduction,
    Opener,
    Pairing,
    Sealer,
    Vocabulary,
    session_keys,
    split_welcome,
)
from drivers.link.crypto import hello as greeting
from drivers.link.frame import (
    DELIMITER,
    TAG_BYTES,
    FrameReader,
    Kind,
    LinkStatistics,
    PlainFrame,
    SealedFrame,
    opened_body,
)
from drivers.link.pairing import offer_frame, pair_frame, pairing_keys, public_of, secret_bytes, shared_by
from drivers.serial.port_opening import open_stream, parse_address
from drivers.serial.stream import ByteStream
from drivers.shuffler.host_messages import EventAck, HostMessage
from drivers.shuffler.messages import VOCABULARY, decode, encode
from drivers.shuffler.port import EventId, KeptEvent, Progress
from drivers.shuffler.tracing import Way, traced
from hil.micropython.bench_device import MicroPythonShuffler
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.device import SimulatedShuffler

QUIET_S: Final = 0.08

ANSWERS_WITHIN_S: Final = 2.0

MOVES_WITHIN_S: Final = 30.0

SPEED: Final = 400.0

DEBOUNCE_MS: Final = 5

PAIRING: Final = Pairing(host=bytes(range(16)), device=bytes(range(16, 32)), key=bytes(range(32, 64)))

SAME: Final = (
    (re.compile(r"duration_ms=\d+"), "duration_ms=some"),
    (re.compile(r"(digest|model|serial)=\S+"), r"\1=some"),
    (re.compile(r"^id \S+"), "id of the device"),
)


Steps = Callable[["Driven"], Awaitable[None]]


class Driven:
    """One device, its host's end of the line, and what was said so far."""

    def __init__(self, device: BenchShuffler) -> None:
        self.device = device
        self.words: list[str] = []
        self.events: list[EventId] = []
        self._stream: ByteStream | None = None
        self._reader = FrameReader(LinkStatistics())
        self._session = 0
        self._sealer: Sealer | None = None
        self._opener: Opener | None = None
        self._sequence = 0
        self._taken = 0
        self._alive = False
        self._plain: PlainFrame | None = None
        self.last_hello = b""
        self._pairing = PAIRING

    async def begin(self) -> None:
        """Both devices have the same pairing, and nothing else."""
        self.device.paired_anew(PAIRING)
        self._stream = await open_stream(parse_address(self.device.port))

    def end(self) -> None:
        if self._stream is not None:
            self._stream.close()

    # -- what the host sends ---------------------------------------------------------------------------------------

    async def greet(self, number: int, *, words: Vocabulary = VOCABULARY, host: bytes = PAIRING.host) -> None:
        """HELLO, with the same nonce to either device, and the keys of what comes back."""
        said = Introduction(id=host, nonce=bytes((number,)) * NONCE_BYTES, vocabulary=words)
        hello = greeting(number, said)
        self.last_hello = hello.to_bytes()
        before, self._plain = len(self.words), None
        self._write(DELIMITER + self.last_hello)
        await self._until(lambda: self._plain is not None)
        welcome = self._answer_to_hello()
        if welcome is None or welcome.kind is not Kind.WELCOME:
            return
        split = split_welcome(welcome)
        assert split is not None
        device, proof = split
        keys = session_keys(self._pairing, hello, device)
        self.words[before] += " proof right" if keys.proof == proof else " proof WRONG"
        self._session, self._sequence, self._taken = number, 0, 0
        self._sealer, self._opener = Sealer(key=keys.from_host, session=number), Opener(key=keys.from_device)

    def _answer_to_hello(self) -> PlainFrame | None:
        return self._plain

    def sealed(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> SealedFrame:
        assert self._sealer is not None
        return self._sealer.seal(kind, sequence, payload)

    async def prove(self) -> None:
        """PROVE, and from now on the session is there to be asked whether all was said."""
        before = len(self.words)
        self._write(self.sealed(Kind.PROVE).to_bytes())
        await self._until(lambda: len(self.words) > before)
        self._alive = self.words[-1] == "ACK 0"
        await self.heard()

    async def open(self, number: int) -> None:
        await self.greet(number)
        await self.prove()

    @contextmanager
    def beside_the_session(self) -> Iterator[None]:
        """Open another session up to its PROVE; afterwards the one before is used again."""
        before = self._session, self._sealer, self._opener, self._sequence, self._taken, self._alive
        try:
            yield
        finally:
            self._session, self._sealer, self._opener, self._sequence, self._taken, self._alive = before

    async def pair(self, secret: str) -> None:
        """PAIR and ACCEPT with the secret that the device shows; sessions are opened by the new key from now on."""
        private = bytes(range(32))
        pair = pair_frame(77, PAIRING.host, public_of(private))
        self._plain = None
        self._write(DELIMITER + pair.to_bytes())
        await self._until(lambda: self._plain is not None)
        offer = self._answer_to_hello()
        assert offer is not None
        public, proof = offer.payload[ID_BYTES:-TAG_BYTES], offer.payload[-TAG_BYTES:]
        shared = shared_by(private, public)
        assert shared is not None
        unproved = offer_frame(offer.session, offer.payload[:ID_BYTES], public)
        keys = pairing_keys(secret=secret_bytes(secret), shared=shared, pair=pair, unproved_offer=unproved)
        self.words[-1] += " proof right" if keys.device_proof == proof else " proof WRONG"
        self._alive = False
        await self.send(PlainFrame(kind=Kind.ACCEPT, session=pair.session, payload=keys.host_proof).to_bytes())
        self._pairing = keys.pairing

    async def say(self, message: HostMessage | bytes) -> None:
        """Send DATA with the next number."""
        self._sequence = (self._sequence + 1) % (1 << 16)
        payload = message if isinstance(message, bytes) else encode(message)
        await self.send(self.sealed(Kind.DATA, self._sequence, payload).to_bytes())

    async def say_again(self, message: HostMessage, *, ahead: int = 0) -> None:
        """Send DATA with the last number, or one that is not due."""
        await self.send(self.sealed(Kind.DATA, self._sequence + ahead, encode(message)).to_bytes())

    async def acknowledge(self, which: int) -> None:
        """EVENT_ACK for the event that appeared as the so manyth; none if there was none."""
        if self.events:
            await self.say(EventAck(event=self.events[which % len(self.events)]))

    async def send(self, data: bytes) -> None:
        self._write(data)
        await self.heard()

    def _write(self, data: bytes) -> None:
        assert self._stream is not None
        self._stream.write(data)

    # -- what hands do ---------------------------------------------------------------------------------------------

    async def hands(self, do: Callable[[BenchShuffler], object]) -> None:
        do(self.device)
        await self.heard()

    async def rests(self) -> None:
        """Return once nothing moves and all was heard."""
        async with asyncio.timeout(MOVES_WITHIN_S):
            while True:
                await self.heard()
                if self.device.model.status().activity.value == "idle":
                    break
        await self.heard()

    # -- what comes back -------------------------------------------------------------------------------------------

    async def heard(self) -> None:
        """Take in all that comes: until two PINGs are answered and nothing else comes, or for a while at no session."""
        silent = 0
        while self._alive and silent < 2:
            before = len(self.words)
            self._write(self.sealed(Kind.PING).to_bytes())
            self._alive = await self._until(lambda before=before: "PONG" in self.words[before:] or self._over())  # type: ignore[misc]
            if "PONG" in self.words[before:]:
                self.words.reverse()
                self.words.remove("PONG")
                self.words.reverse()
            self._alive = self._alive and not self._over()
            silent = silent + 1 if len(self.words) == before else 0
        if not self._alive:
            await self._until(lambda: False, within_s=QUIET_S)

    async def wait(self, seconds: float) -> None:
        """Listen, and acknowledge, for so long."""
        await self._until(lambda: False, within_s=seconds)

    def _over(self) -> bool:
        return bool(self.words) and self.words[-1].startswith("BYE")

    async def _until(self, condition: Callable[[], bool], *, within_s: float = ANSWERS_WITHIN_S) -> bool:
        assert self._stream is not None
        until_s = asyncio.get_running_loop().time() + within_s
        while not condition():
            if asyncio.get_running_loop().time() >= until_s:
                return False
            for frame in self._reader.feed(await self._stream.read(until=until_s)):
                self._hear(frame)
        return True

    def _hear(self, frame: PlainFrame | SealedFrame) -> None:
        said = traced_words(frame)
        if isinstance(frame, PlainFrame):
            self._plain = frame
            self.words.append(said)
            return
        _, sequence, payload = opened_body(frame.body)
        if frame.session != self._session or self._opener is None:
            self.words.append(f"in another session: {said}")
            return
        self._opener.open(frame)
        if frame.kind is Kind.DATA:
            self._data(sequence, payload, said)
        elif frame.kind is Kind.PING:
            self._answer(Kind.PONG)
        elif frame.kind is Kind.ACK:
            self.words.append(f"ACK {sequence}")
        else:
            self.words.append(said)

    def _data(self, sequence: int, payload: bytes, said: str) -> None:
        self._answer(Kind.ACK, sequence)
        if sequence != (self._taken + 1) % (1 << 16):
            return
        self._taken = sequence
        message = decode(payload)
        if isinstance(message, KeptEvent):
            if message.event not in self.events:
                self.events.append(message.event)
            name = f"event={self.events.index(message.event)}"
            said = said.replace(f"event={message.event}", name)
        if not isinstance(message, Progress):
            self.words.append(said)

    def _answer(self, kind: Kind, sequence: int = 0) -> None:
        self._write(self.sealed(kind, sequence).to_bytes())


def traced_words(frame: PlainFrame | SealedFrame) -> str:
    told = traced(Way.TO_HOST, frame)
    said = told.says
    for pattern, instead in SAME:
        said = pattern.sub(instead, said)
    return f"{told.kind.name} {said}".strip()


async def words_of(device: BenchShuffler, steps: Steps) -> list[str]:
    """Drive one device, and return what it said."""
    driven = Driven(device)
    await driven.begin()
    try:
        await steps(driven)
    finally:
        driven.end()
    return driven.words


async def words_of_both(steps: Steps) -> tuple[list[str], list[str]]:
    """Return what the simulated shuffler and the MicroPython device said. Raises NoInterpreterError."""
    async with SimulatedShuffler(speed=SPEED) as one, MicroPythonShuffler(speed=SPEED, debounce_ms=DEBOUNCE_MS) as two:
        simulated, second = await asyncio.gather(words_of(one, steps), words_of(two, steps))
        return simulated, second
