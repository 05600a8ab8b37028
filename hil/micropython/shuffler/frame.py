"""Section 2 of the protocol page: COBS, CRC-32, plain and sealed frames, and a reader that drops what is no frame."""

import binascii
import struct

from .crypto import hmac, same

VERSION = 1

HELLO, WELCOME, REFUSE, PAIR, OFFER, ACCEPT, PAIRED = 1, 2, 3, 4, 5, 6, 7
PROVE, DATA, ACK, PING, PONG, BUSY, BYE = 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17

LONGEST_RUN = 237
_SHORTEST = 10
_SEALED_HEAD = 16
_TAG = 16
_PLAIN_PAYLOAD = {HELLO: 80, PAIR: 48, ACCEPT: 16}
_SEALED_PAYLOAD = {PROVE: (0, 0), DATA: (1, 200), ACK: (0, 0), PING: (0, 0), PONG: (0, 0), BYE: (1, 1)}


def stuff(data: bytes) -> bytes:
    out = bytearray(1)
    code = 0
    for byte in data:
        if byte:
            out.append(byte)
        if not byte or len(out) - code == 255:
            out[code] = len(out) - code
            code = len(out)
            out.append(0)
    out[code] = len(out) - code
    return bytes(out)


def unstuff(run: bytes) -> bytes | None:
    out = bytearray()
    at = 0
    while at < len(run):
        code = run[at]
        if code == 0 or at + code > len(run):
            return None
        out.extend(run[at + 1 : at + code])
        at += code
        if code < 255 and at < len(run):
            out.append(0)
    return bytes(out)


def on_the_wire(body: bytes) -> bytes:
    """A frame as it is sent: its sum, stuffed, and the 0x00."""
    return stuff(body + struct.pack(">I", binascii.crc32(body))) + b"\0"


def plain(kind: int, session: int, payload: bytes) -> bytes:
    """A plain frame from version to payload: the bytes that proofs are made of."""
    return struct.pack(">BBI", VERSION, kind, session) + payload


def sealed(kind: int, session: int, counter: int, sequence: int, payload: bytes, *, key: bytes) -> bytes:
    body = struct.pack(">BBIQH", VERSION, kind, session, counter, sequence) + payload
    return body + hmac(key, body)[:_TAG]


def kind_of(body: bytes) -> int:
    return body[1]


def session_of(body: bytes) -> int:
    return int.from_bytes(body[2:6], "big")


def plain_payload(body: bytes) -> bytes:
    return body[6:]


def well_formed(body: bytes) -> bool:
    """Whether a host may send this kind, with a payload of this length."""
    kind = body[1]
    if kind in _PLAIN_PAYLOAD:
        return len(body) - 6 == _PLAIN_PAYLOAD[kind]
    if kind in _SEALED_PAYLOAD:
        shortest, longest = _SEALED_PAYLOAD[kind]
        return shortest <= len(body) - _SEALED_HEAD - _TAG <= longest
    return False


def opens(body: bytes, key: bytes) -> bool:
    return same(hmac(key, body[:-_TAG])[:_TAG], body[-_TAG:])


def sealed_fields(body: bytes) -> tuple[int, int, bytes]:
    """Counter, sequence and payload of a frame whose tag is right."""
    counter, sequence = struct.unpack(">QH", body[6:16])
    return counter, sequence, body[16:-_TAG]


class Reader:
    """Bytes from the line become frames; what is no frame is dropped and counted."""

    def __init__(self) -> None:
        self._run = bytearray()
        self._overlong = False
        self.damaged = 0
        self.overlong = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Whole frames, without their sum, of any version and kind."""
        bodies: list[bytes] = []
        for byte in data:
            if byte:
                self._keep(byte)
                continue
            if self._overlong:
                self._overlong = False
            elif self._run:
                body = self._whole(bytes(self._run))
                if body is None:
                    self.damaged += 1
                else:
                    bodies.append(body)
            self._run = bytearray()
        return bodies

    def _keep(self, byte: int) -> None:
        if self._overlong:
            return
        if len(self._run) == LONGEST_RUN:
            self._overlong = True
            self.overlong += 1
            self._run = bytearray()
            return
        self._run.append(byte)

    def _whole(self, run: bytes) -> bytes | None:
        data = unstuff(run)
        if data is None or len(data) < _SHORTEST:
            return None
        body = data[:-4]
        return body if struct.pack(">I", binascii.crc32(body)) == data[-4:] else None
