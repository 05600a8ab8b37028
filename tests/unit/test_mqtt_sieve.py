"""What nobody looks at, or is too large, is let fall as it comes in; the packets before and behind it are whole."""

import asyncio
import random
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import cast

import aiomqtt
import pytest

from firmware_host.mqtt.sieve import KEPT, TURN, Sieve, sift

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
    assert received(Line(iter((sent, packet(b"x"), b"\x30"))), lambda _: None) == sent + packet(b"x") + b"\x30"


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


def worth_it(topic: str, _payload: bytes, _retained: bool) -> bool:  # noqa: FBT001 - as it is called
    return not topic.endswith("/nobody")


def test_what_nobody_looks_at_is_let_fall_and_all_around_it_is_whole(chance: random.Random) -> None:
    rubbish = packet(chance.randbytes(3000), topic=b"fh1/demo/poker-1/cmd/nobody")
    kept = [packet(b"%d" % number) for number in range(50)]
    sent = b"".join(each + rubbish * chance.randrange(4) for each in kept)
    sieve, line = Sieve(admits=worth_it, told=lambda _: None), Line(pieces(sent, chance))
    assert drained(lambda size: sieve.recv(size, line.read)) == b"".join(kept)


def test_it_is_judged_by_its_topic_its_payload_and_whether_the_broker_kept_it() -> None:
    judged = list[tuple[str, bytes, bool]]()

    def admits(topic: str, payload: bytes, retained: bool) -> bool:  # noqa: FBT001 - as it is called
        judged.append((topic, payload, retained))
        return True

    now, kept = packet(b"now"), b"\x31" + packet(b"kept")[1:]
    sieve, line = Sieve(admits=admits, told=lambda _: None), Line(iter((now + kept,)))
    assert drained(lambda size: sieve.recv(size, line.read)) == now + kept
    assert judged == [(TOPIC.decode(), b"now", False), (TOPIC.decode(), b"kept", True)]


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"\x40\x02\x00\x07", id="a PUBACK"),
        pytest.param(b"\xd0\x00", id="a PINGRESP"),
        pytest.param(b"\x32" + packet(b"\x00\x01x")[1:], id="a PUBLISH at QoS 1, which the table asks nobody for"),
        pytest.param(packet(b"x", topic=b"\xff"), id="a topic that is no text"),
        pytest.param(b"\x30\x00", id="a PUBLISH without anything"),
    ],
)
def test_what_is_no_message_of_ours_is_the_clients_to_judge(sent: bytes) -> None:
    sieve, line = Sieve(admits=worth_it, told=lambda _: None), Line(iter((sent,)))
    assert drained(lambda size: sieve.recv(size, line.read)) == sent


def test_of_what_is_too_large_the_beginning_is_judged_and_no_more_is_kept() -> None:
    judged = list[int]()

    def admits(_topic: str, payload: bytes, _retained: bool) -> bool:  # noqa: FBT001 - as it is called
        judged.append(len(payload))
        return False

    told, behind = list[int](), packet(b"behind", topic=b"x")
    sieve, line = Sieve(admits=admits, told=told.append), Line(iter((packet(b"x" * 3 * KEPT) + behind,)))
    assert drained(lambda size: sieve.recv(size, line.read)) == b""
    assert judged == [KEPT - 2 - len(TOPIC), len(b"behind")]
    assert told == [3 * KEPT + 2 + len(TOPIC)]


def test_of_a_flood_no_more_is_read_than_fits_between_two_other_things() -> None:
    rubbish = packet(b"x" * 20, topic=b"fh1/demo/poker-1/cmd/nobody")
    sieve, line = Sieve(admits=worth_it, told=lambda _: None), Line(iter((rubbish * 10_000,)))
    assert drained(lambda size: sieve.recv(size, line.read)) == b""
    assert line.most <= TURN


class Reader:
    """Stands where the client's own client stands: reads one packet each time that it is asked to."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self.events: list[bytes] = []

    def socket(self) -> socket.socket:
        return self._sock

    def loop_read(self) -> None:
        with suppress(BlockingIOError):
            self.events.append(self._sock.recv(len(packet(b"one"))))
            asyncio.get_running_loop().call_soon(self.events.append, b"something else")


async def test_what_came_in_one_piece_is_read_to_its_end_and_everything_else_has_its_turn_in_between() -> None:
    """The line is empty by then: nobody would wake the client for the second and the third."""
    ours, brokers = socket.socketpair()
    with ours, brokers:
        ours.settimeout(0)
        reader = Reader(ours)
        client = SimpleNamespace(_client=reader, _disconnected=asyncio.get_running_loop().create_future())
        sift(cast("aiomqtt.Client", client), Sieve(told=lambda _: None))
        sent = [packet(b"one"), packet(b"two"), packet(b"tri")]
        brokers.sendall(b"".join(sent))
        for _ in range(20):
            await asyncio.sleep(0)
        asyncio.get_running_loop().remove_reader(ours.fileno())
    assert [event for event in reader.events if event in sent] == sent
    assert reader.events[1] == b"something else"


async def test_what_trips_the_client_as_it_reads_ends_its_session() -> None:
    ours, brokers = socket.socketpair()
    with ours, brokers:
        reader = Reader(ours)
        reader.loop_read = failing  # type: ignore[method-assign]
        client = SimpleNamespace(_client=reader, _disconnected=asyncio.get_running_loop().create_future())
        sift(cast("aiomqtt.Client", client), Sieve(told=lambda _: None))
        brokers.sendall(packet(b"one"))
        with pytest.raises(BrokenPipeError):
            await asyncio.wait_for(client._disconnected, 10)
        asyncio.get_running_loop().remove_reader(ours.fileno())


def failing() -> None:
    raise BrokenPipeError
