"""
The shuffler's link: what it costs beside raw pyserial on the same pseudo-terminal, and whoever owns the wire.

Both round trips carry the same bytes in the same run, turn by turn: a message and its acknowledgement as the link would
write them. `--full`: 10 million fuzzed frames and 10 thousand hostile sessions, each seeded.
"""

import asyncio
import os
import pty
import statistics
import threading
import time
import tty
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import serial

from drivers.link.device import DeviceLink
from drivers.link.events import PayloadReceived
from drivers.link.host import HostLink
from drivers.serial.opening import open_stream, parse_address
from tests.bench._figures import row
from tests.hostile import HostileSession, fuzz_frames
from tests.link_ends import device_link, host_link, meet, opened_pair

ROUND_TRIPS, QUICK_ROUND_TRIPS = 20_000, 2_000
TURNS = 10
FRAMES, QUICK_FRAMES = 10_000_000, 50_000
FRAMES_EACH = 50_000
SESSIONS, QUICK_SESSIONS = 10_000, 100
PAYLOAD = bytes(range(1, 43))
"""As long as SHUFFLE."""
BITS_A_BYTE, BAUD = 10, 115_200


def main(*, full: bool) -> None:
    """Print cost, round trips and what became of the hostile ones."""
    trips = ROUND_TRIPS if full else QUICK_ROUND_TRIPS
    _cost(trips)
    _round_trips(trips)
    _hostile(FRAMES if full else QUICK_FRAMES, SESSIONS if full else QUICK_SESSIONS)


def _cost(count: int) -> None:
    """Our own work for one payload and its acknowledgement, both ends, nothing between them."""
    host, device = opened_pair()
    took = []
    for _ in range(count):
        began = time.perf_counter()
        size = _exchange(host, device)
        took.append(time.perf_counter() - began)
    wire_s = size * BITS_A_BYTE / BAUD
    share = statistics.median(took) / wire_s
    print(row("both ends' own work for a payload and its ACK", took))
    print(f"  {size} bytes are {wire_s * 1e3:.1f} ms on the wire at {BAUD}; our share of that {share:.1%}")


def _exchange(host: HostLink, device: DeviceLink) -> int:
    host.send(PAYLOAD, 0)
    down = host.take_output()
    assert device.receive(down, 0) == [PayloadReceived(PAYLOAD)]
    up = device.take_output()
    host.receive(up, 0)
    return len(down) + len(up)


def _round_trips(count: int) -> None:
    """Raw and ours in turns, so that a mood of the machine meets both."""
    raw: list[float] = []
    ours: list[float] = []
    for _ in range(TURNS):
        raw += _raw(count // TURNS)
        ours += _ours(count // TURNS)
    print(row("raw pyserial, the same bytes", raw))
    print(row("the link over the port's stream", ours))
    print(f"  p50 {statistics.median(ours) / statistics.median(raw):.2f} times raw")


def _raw(count: int) -> list[float]:
    down, up = _sample()
    with _answering(lambda data: up if len(data) >= len(down) else b"", len(down)) as path:
        port = serial.Serial(path, 115_200, timeout=5)
        try:
            took = []
            for _ in range(count):
                began = time.perf_counter()
                port.write(down)
                if len(port.read(len(up))) != len(up):
                    raise TimeoutError("the echo has stopped")
                took.append(time.perf_counter() - began)
            return took
        finally:
            port.close()


def _ours(count: int) -> list[float]:
    host, device = host_link(), device_link()
    meet(host, device)

    def answer(data: bytes) -> bytes:
        device.receive(data, 0)
        return device.take_output()

    with _answering(answer, 1) as path:
        return asyncio.run(_talk(host, path, count))


async def _talk(host: HostLink, path: str, count: int) -> list[float]:
    stream = await open_stream(parse_address(path))
    loop = asyncio.get_running_loop()
    took = []
    try:
        for _ in range(count):
            began = time.perf_counter()
            host.send(PAYLOAD, 0)
            stream.write(host.take_output())
            while not host.idle:
                host.receive(await stream.read(until=loop.time() + 5), 0)
            took.append(time.perf_counter() - began)
    finally:
        stream.close()
    return took


def _sample() -> tuple[bytes, bytes]:
    host, device = opened_pair()
    host.send(PAYLOAD, 0)
    down = host.take_output()
    device.receive(down, 0)
    return down, device.take_output()


@contextmanager
def _answering(answer: Callable[[bytes], bytes], at_least: int) -> Iterator[str]:
    """A pseudo-terminal whose other end answers from a thread, the same one for raw and for ours."""
    master, slave = pty.openpty()
    tty.setraw(slave)

    def serve() -> None:
        held = b""
        while True:
            try:
                held += os.read(master, 4096)
            except OSError:
                return
            if held == b"\xff":
                return
            if len(held) >= at_least:
                os.write(master, answer(held))
                held = b""

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        os.write(slave, b"\xff")
        thread.join(5)
        os.close(slave)
        os.close(master)


def _hostile(frames: int, sessions: int) -> None:
    began = time.perf_counter()
    told: Counter[str] = Counter()
    for seed in range(frames // FRAMES_EACH):
        told += fuzz_frames(FRAMES_EACH, seed)
    took = time.perf_counter() - began
    print(f"{frames:,} fuzzed frames in {took:.0f} s ({frames / took:,.0f}/s), none believed: {_said(told)}")
    began = time.perf_counter()
    met: Counter[str] = Counter()
    for seed in range(sessions):
        met += HostileSession(seed).run()
    print(f"{sessions:,} hostile sessions in {time.perf_counter() - began:.0f} s, no act twice: {_said(met)}")


def _said(counts: Counter[str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in counts.most_common())
