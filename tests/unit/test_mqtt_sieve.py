"""What is too large for any topic of a table is let fall as it comes in; the packets before and behind it are whole."""

import random
from collections.abc import Callable, Iterator

import pytest

from firmware_host.mqtt.sieve import KEPT, Sieve

TOPIC = b"fh1/demo/poker-1/cmd/x"


def packet(payload: bytes, *, topic: bytes = TOPIC) -> bytes:
    """A PUBLISH at QoS 0 (MQTT 3.1.1, 3.3)."""
    body = len(topic).to_bytes(2) + topic + payload
    return b"\x30" + length(len(body)) + body


def length(number: int) -> bytes:
    """As MQTT writes it (2.2.3)."""
    made = bytearray()
    while True:
        number, digit = divmod(number, 128)
        made.append(digit | 128 if number else digit)
        if not number:
            return bytes(made)


class Line:
    """What has come from the broker, in such pieces; nothing more at the moment is no end."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._here = b""
        self.most = 0

    def read(self, size: int) -> bytes:
        if not self._here:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            if not piece:
                raise BlockingIOError
            self._here = piece
        taken, self._here = self._here[:size], self._here[size:]
        self.most = max(self.most, len(taken))
        return taken


def received(line: Line, told: Callable[[int], None]) -> bytes:
    """All that a client gets that asks for as much as it may."""
    sieve = Sieve(told=told)
    return drained(lambda size: sieve.recv(size, line.read))


def drained(recv: Callable[[int], bytes]) -> bytes:
    got = bytearray()
    while True:
        try:
            data = recv(2**28)
        except BlockingIOError:
            continue
        if not data:
            return bytes(got)
        got += data


def pieces(data: bytes, chance: random.Random) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = chance.choice((1, 2, 5, 1000, 100_000))
        yield data[at : at + size]
        at += size
        if chance.random() < 0.2:
            yield b""


def test_what_is_no_larger_goes_through_as_it_is(chance: random.Random) -> None:
    sent = b"".join((packet(b"x"), b"\xd0\x00", packet(b"y" * 20_000), packet(b"z" * (KEPT - 2 - len(TOPIC)))))
    told = list[int]()
    assert received(Line(pieces(sent, chance)), told.append) == sent
    assert told == []


@pytest.mark.parametrize("size", [KEPT, 3 * KEPT])
def test_of_what_is_larger_the_beginning_is_left_as_a_whole_packet(chance: random.Random, size: int) -> None:
    before, behind = packet(b"before"), packet(b"behind")
    beginning = packet(b"x" * (KEPT - 2 - len(TOPIC)))
    line = Line(pieces(before + packet(b"x" * size) + behind, chance))
    told = list[int]()
    assert received(line, told.append) == before + beginning + behind
    assert told == [size + 2 + len(TOPIC)]


def test_a_line_that_ends_in_the_middle_of_it_has_ended() -> None:
    sent = packet(b"x" * 3 * KEPT)[: 2 * KEPT]
    assert len(received(Line(iter((sent,))), lambda _: None)) == KEPT + 4


def test_what_is_no_length_goes_to_the_client_which_hangs_up() -> None:
    sent = b"\x30\xff\xff\xff\xff\x01rest"
    assert received(Line(iter((sent,))), lambda _: None) == sent


def test_it_takes_turns_with_everything_else_that_the_controller_does() -> None:
    """However fast it comes in, one call returns before all of it is through."""
    waits = 0

    def counts(size: int) -> bytes:
        nonlocal waits
        try:
            return sieve.recv(size, line.read)
        except BlockingIOError:
            waits += 1
            raise

    sieve, line = Sieve(told=lambda _: None), Line(iter((packet(b"x" * 50 * KEPT),)))
    assert len(drained(counts)) == KEPT + 4
    assert waits > 10
