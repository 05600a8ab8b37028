"""
What the broker sends, packet by packet, before the client sees any of it.

Two things are let fall here, where that costs least. What nobody is going to look at: the client takes more than twice
as long over a message as it takes to see that its topic is flooded. And what is larger than any message of ours, for a
broker may pass on what its limits let through: MQTT 3.1.1 lets one have 256 MiB, and the client puts the whole of it
together before anybody can look. Of that it gets the beginning, as a packet of that length. Nothing is hung up over
it: whoever keeps such a message at the broker could else have the table connect for ever.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, cast

import aiomqtt

KEPT = 256 * 1024
"""Of a packet, without its header: many times what the table says or is asked, and what our broker's file lets pass."""
TURN = 4096
"""So much is read before everything else has its turn; a packet that is not whole yet is read on in one piece."""
CHUNK = 65536
LONGEST_HEADER = 5
NO_LENGTH = -1
PUBLISH = 3

Read = Callable[[int], bytes]
Admits = Callable[[str, bytes, bool], bool]
"""Says of a message, by its topic, its payload and whether it was kept by the broker, whether it is looked at."""


def all_of_them(_topic: str, _payload: bytes, _retained: bool) -> bool:  # noqa: FBT001 - as `Admits` is called
    """Let everything in: whoever subscribes to a table's own topics is in no danger of a flood."""
    return True


class Sieve:
    """Reads packets by their headers (MQTT 3.1.1, 2.2). `told` hears how large one was that is too large."""

    def __init__(self, *, admits: Admits = all_of_them, told: Callable[[int], None]) -> None:
        """Before the first packet."""
        self._admits = admits
        self._told = told
        self._here = bytearray()
        """Read and not sorted out: the beginning of a packet at most."""
        self._ready = bytearray()
        """Whole packets that the client has not asked for yet."""
        self._wanted = TURN
        self._falling = 0
        """So many bytes are to be let fall."""
        self._is_lost = False
        """Whether something came that is no packet: the client is to see it, and hangs up."""

    @property
    def ready(self) -> int:
        """Return how much the client can have without another look at the line."""
        return len(self._ready)

    def recv(self, size: int, read: Read) -> bytes:
        """Give the client what it would have received; raises what `read` raises, and loses nothing by it."""
        if not self._ready:
            received = read(self._wanted)
            if not received:
                return b""
            self._here += received
            self._sort_out()
            if not self._ready:
                raise BlockingIOError
        given = bytes(self._ready[:size])
        del self._ready[:size]
        return given

    def _sort_out(self) -> None:
        self._let_fall()
        self._wanted = TURN
        while self._here and not self._is_lost:
            header = _header(self._here)
            if header is None:
                break
            length, body = header
            if body == NO_LENGTH:
                self._is_lost = True
                break
            kept = min(body, KEPT)
            missing = length + kept - len(self._here)
            if missing > 0:
                self._wanted = max(TURN, missing)
                break
            self._pass_on(length, kept, body)
            if body > kept:
                self._falling = body - kept
                self._told(body)
                self._let_fall()
        if self._is_lost:
            self._ready += self._here
            self._here.clear()
        if self._falling:
            # No more than that, so that nothing behind it is read in so large a piece.
            self._wanted = min(CHUNK, self._falling)

    def _let_fall(self) -> None:
        fallen = min(self._falling, len(self._here))
        del self._here[:fallen]
        self._falling -= fallen

    def _pass_on(self, length: int, kept: int, body: int) -> None:
        packet = bytes(self._here[: length + kept])
        del self._here[: length + kept]
        if self._is_worth_it(packet, length):
            # Of a right one no byte is changed.
            self._ready += packet if kept == body else packet[:1] + _digits(kept) + packet[length:]

    def _is_worth_it(self, packet: bytes, at: int) -> bool:
        """Return whether the client is to see it; of what is no message, or none as it should be, it is to judge."""
        kind, qos, retained = packet[0] >> 4, packet[0] >> 1 & 3, bool(packet[0] & 1)
        if kind != PUBLISH or qos:
            return True
        end = at + 2 + int.from_bytes(packet[at : at + 2], "big")
        try:
            topic = packet[at + 2 : end].decode()
        except UnicodeDecodeError:
            return True
        return self._admits(topic, packet[end:], retained)


def sift(client: aiomqtt.Client, sieve: Sieve) -> None:
    """
    Have this client, which is connected, read all that comes through the sieve, one packet or a few in a turn.

    It has no place for a socket of ours, so the one it has becomes one. Its own way of reading goes on until nothing is
    held back, by TLS or by the sieve, and everything else would wait for that.
    """
    paho: Any = client._client  # noqa: SLF001 - there is no public way to what it reads with
    under = paho.socket()
    if not isinstance(under, socket.socket):
        return
    _cut(under, sieve)
    held_back: Callable[[], int] = getattr(under, "pending", lambda: 0)
    loop = asyncio.get_running_loop()
    is_to_go_on = False

    def read() -> None:
        nonlocal is_to_go_on
        try:
            paho.loop_read()
        except Exception as error:  # noqa: BLE001 - as the client takes it: the connection is broken
            if not client._disconnected.done():  # noqa: SLF001 - what its sessions end by
                client._disconnected.set_exception(error)  # noqa: SLF001 - the same
            return
        if not is_to_go_on and under.fileno() >= 0 and (sieve.ready or held_back()):
            is_to_go_on = True
            loop.call_soon(go_on)

    def go_on() -> None:
        nonlocal is_to_go_on
        is_to_go_on = False
        if under.fileno() >= 0:
            read()

    loop.add_reader(under.fileno(), read)


def _cut(under: socket.socket, sieve: Sieve) -> None:
    """Let everything that is read from this socket, with or without TLS, go through the sieve."""
    kind = type(under)

    def recv(self: socket.socket, size: int, flags: int = 0) -> bytes:
        return sieve.recv(size, lambda asked: kind.recv(self, asked, flags))

    made: Any = type(f"Sieved{kind.__name__}", (kind,), {"__slots__": (), "recv": recv})
    under.__class__ = cast("type[socket.socket]", made)


def _header(data: bytearray) -> tuple[int, int] | None:
    """Return how long a header is and what it says of the length behind it (2.2.3), None where it is not all there."""
    body = 0
    for place in range(1, LONGEST_HEADER):
        if place >= len(data):
            return None
        body |= (data[place] & 127) << (7 * (place - 1))
        if not data[place] & 128:
            return place + 1, body
    return LONGEST_HEADER, NO_LENGTH


def _digits(number: int) -> bytes:
    """Return it as MQTT writes a length (2.2.3)."""
    made = bytearray()
    while True:
        number, digit = divmod(number, 128)
        made.append(digit | 128 if number else digit)
        if not number:
            return bytes(made)
