"""
A message larger than any of ours is let fall while it comes in, for a broker may pass on what its limits let through.

MQTT 3.1.1 lets a message have 256 MiB, and the client puts the whole of one together before anybody can look at it. So
what is read from the line is looked at first: of a packet that is too large the client gets the beginning, as a packet
of that length, and the rest is read and forgotten. Nothing is hung up over it: whoever keeps such a message at the
broker could else have the table connect for ever.
"""

import logging
import socket
from collections.abc import Callable
from typing import Any, cast

KEPT = 256 * 1024
"""Of a packet, without its header: many times what the table says or is asked, and what our broker's file lets pass."""
CHUNK = 65536
CHUNKS = 16
"""So many are let fall before everything else has its turn."""
LONGEST_HEADER = 5

Read = Callable[[int], bytes]

log = logging.getLogger(__name__)


class Cutter:
    """Reads packets by their headers (MQTT 3.1.1, 2.2). `told` hears how large one was."""

    def __init__(self, told: Callable[[int], None]) -> None:
        """Before the first packet."""
        self._told = told
        self._header = bytearray()
        """Of the packet whose header is not complete."""
        self._ready: bytes = b""
        """Of the header that is complete, what the client has not asked for yet."""
        self._passing = 0
        self._falling = 0
        """So many bytes are to be passed on, then so many are to be let fall."""

    def recv(self, size: int, read: Read) -> bytes:
        """Give the client what it would have received; raises what `read` raises, and loses nothing by it."""
        if not self._ready and not self._passing and not self._complete(read):
            return b""
        if self._ready:
            given, self._ready = self._ready[:size], self._ready[size:]
            return given
        given = read(min(size, self._passing))
        self._passing -= len(given)
        return given

    def _complete(self, read: Read) -> bool:
        """Come to the end of the next header; return whether there is one."""
        if self._falling and not self._let_fall(read):
            return False
        while not self._header[1:] or (self._header[-1] & 128 and len(self._header) < LONGEST_HEADER):
            byte = read(1)
            if not byte:
                return False
            self._header += byte
        body = 0
        if not self._header[-1] & 128:
            body = sum((digit & 127) << (7 * place) for place, digit in enumerate(self._header[1:]))
        # What is no length is the client's to refuse, and of a right one no byte is changed.
        kept = min(body, KEPT)
        self._ready = bytes(self._header) if kept == body else bytes(self._header[:1]) + _digits(kept)
        self._passing, self._falling = kept, body - kept
        self._header.clear()
        if self._falling:
            self._told(body)
        return True

    def _let_fall(self, read: Read) -> bool:
        for _ in range(CHUNKS):
            fallen = read(min(CHUNK, self._falling))
            if not fallen:
                return False
            self._falling -= len(fallen)
            if not self._falling:
                return True
        raise BlockingIOError


def cut(under: socket.socket, cutter: Cutter) -> None:
    """
    Let everything that is read from this socket go through the cutter.

    The client has no place for a socket of ours, so the one it has becomes one: with or without TLS it reads by `recv`.
    """
    kind = type(under)

    def recv(self: socket.socket, size: int, flags: int = 0) -> bytes:
        return cutter.recv(size, lambda asked: kind.recv(self, asked, flags))

    made: Any = type(f"Cut{kind.__name__}", (kind,), {"__slots__": (), "recv": recv})
    under.__class__ = cast("type[socket.socket]", made)


def _digits(number: int) -> bytes:
    """Return it as MQTT writes a length (2.2.3)."""
    made = bytearray()
    while True:
        number, digit = divmod(number, 128)
        made.append(digit | 128 if number else digit)
        if not number:
            return bytes(made)
