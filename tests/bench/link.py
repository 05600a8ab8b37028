"""
The shuffler's link: its cost compared with raw pyserial on the same pseudo-terminal, and attacks on the wire.

Both round trips carry the same bytes in the same run, in turns: a message and its acknowledgement as the link writes
them. Also measured: the time to recover after the cable was replugged while the port stayed open. `--full` runs ten
replugs, 10 million fuzzed frames and 10 thousand hostile sessions, all seeded.
"""

import asyncio
import os
import pty
import statistics
import threading
import time
import tty
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import serial

from drivers.link.crypto import NONCE_BYTES
from drivers.link.device_end import DeviceLink
from drivers.link.frame import Kind
from drivers.link.link import HostLink
from drivers.link.link_events_and_timing import LINK_TIMING, PayloadReceived
from drivers.serial.port_opening import open_stream, parse_address
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.port import LinkUp
from hil.shuffler.device import SimulatedShuffler
from tests.bench._figures import row
from tests.drivers.link.hostile_wire import HostileSession, fuzz_frames
from tests.drivers.link.link_ends import PAIRING, WORDS, device_link_with, kinds, opened_pair

ROUND_TRIPS, QUICK_ROUND_TRIPS = 20_000, 2_000

TURNS = 10

FRAMES, QUICK_FRAMES = 10_000_000, 50_000

FRAMES_EACH = 50_000

SESSIONS, QUICK_SESSIONS = 10_000, 100

PAYLOAD = bytes(range(1, 43))
"""As long as the message SHUFFLE."""

LOST_S = 0.05

BITS_A_BYTE, BAUD = 10, 115_200

Script = list[tuple[bytes, bytes]]
"""What the host sends, and the answer to it, in turn."""


def main(*, full: bool) -> None:
    """Print the recovery time, the cost, the round trips and the results of the attacks."""
    trips = ROUND_TRIPS if full else QUICK_ROUND_TRIPS
    _replugged(TURNS if full else 1)
    _cost(trips)
    _round_trips(trips)
    _hostile(FRAMES if full else QUICK_FRAMES, SESSIONS if full else QUICK_SESSIONS)


def _replugged(times: int) -> None:
    """Replug the cable at the worst moment, right after the last HELLO of an attempt; the port stays open."""
    took = [asyncio.run(_replugged_once()) for _ in range(times)]
    print(row("link back after a replug at the worst moment", took))


async def _replugged_once() -> float:
    async with SimulatedShuffler() as device:
        device.muted = True
        # Cut in the second attempt, when the wait between two attempts is the longest.
        hellos, last = count(1), asyncio.Event()

        def sent(data: bytes) -> None:
            if Kind.HELLO in kinds(data) and next(hellos) == 2 * LINK_TIMING.tries:
                last.set()

        shuffler = SerialShuffler(url=device.port, keyring=device.host_keys, sent=sent)
        running = asyncio.create_task(shuffler.run())
        try:
            await last.wait()
            # The frame was sent, and is lost in the cut.
            await asyncio.sleep(LOST_S)
            device.muted = False
            began = time.perf_counter() - LOST_S
            async for event in shuffler.events():
                if isinstance(event, LinkUp):
                    return time.perf_counter() - began
            raise AssertionError
        finally:
            running.cancel()
            await asyncio.wait([running])


def _cost(count: int) -> None:
    """Measure the work of both ends for one payload and its acknowledgement, without a wire."""
    host, device = opened_pair()
    took, size = [], 0
    for _ in range(count):
        began = time.perf_counter()
        size = _exchange(host, device)
        took.append(time.perf_counter() - began)
    wire_s = size * BITS_A_BYTE / BAUD
    share = statistics.median(took) / wire_s
    print(row("work of both ends for a payload and its ACK", took))
    print(f"  {size} bytes are {wire_s * 1e3:.1f} ms on the wire at {BAUD} baud; the work is {share:.1%} of that")


def _exchange(host: HostLink, device: DeviceLink) -> int:
    host.send(PAYLOAD, 0)
    down = host.take_output()
    assert device.receive(down, 0) == [PayloadReceived(PAYLOAD)]
    up = device.take_output()
    host.receive(up, 0)
    return len(down) + len(up)


def _round_trips(count: int) -> None:
    """Measure raw pyserial and the link in turns, so that drifts hit both; the other end answers both alike."""
    raw: list[float] = []
    ours: list[float] = []
    for _ in range(TURNS):
        script = _script(count // TURNS)
        raw += _raw(script)
        ours += _ours(script)
    print(row("raw pyserial, the same bytes", raw))
    print(row("the link over the port's stream", ours))
    print(f"  p50 {statistics.median(ours) / statistics.median(raw):.2f} times raw")


def _host() -> HostLink:
    return HostLink(pairings=(PAIRING,), session=7, nonce=bytes(NONCE_BYTES), vocabulary=WORDS, now_ms=0)


def _script(count: int) -> Script:
    """Record a session; a host with the same nonces repeats it exactly."""
    host, device = _host(), device_link_with(pairing=PAIRING, nonce=bytes(NONCE_BYTES), words=WORDS)
    said = []
    for number in range(count + 2):
        if number >= 2:  # after HELLO and PROVE
            host.send(PAYLOAD, 0)
        down = host.take_output()
        device.receive(down, 0)
        up = device.take_output()
        host.receive(up, 0)
        said.append((down, up))
    return said


def _raw(script: Script) -> list[float]:
    with _answering(script) as path:
        port = serial.Serial(path, BAUD, timeout=5)
        try:
            took = []
            for down, up in script:
                began = time.perf_counter()
                port.write(down)
                if port.read(len(up)) != up:
                    raise TimeoutError("the other end has stopped")
                took.append(time.perf_counter() - began)
            return took[2:]
        finally:
            port.close()


def _ours(script: Script) -> list[float]:
    with _answering(script) as path:
        return asyncio.run(_talk(_host(), path, len(script) - 2))


async def _talk(host: HostLink, path: str, count: int) -> list[float]:
    stream = await open_stream(parse_address(path))
    loop = asyncio.get_running_loop()
    took = []
    try:
        while not host.is_open:
            stream.write(host.take_output())
            host.receive(await stream.read(until=loop.time() + 5), 0)
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


@contextmanager
def _answering(script: Script) -> Iterator[str]:
    """Open a pseudo-terminal; a thread at its other end reads and answers each line of the script."""
    master, slave = pty.openpty()
    tty.setraw(slave)

    def serve() -> None:
        for down, up in script:
            wanted = len(down)
            while wanted > 0:
                wanted -= len(os.read(master, wanted))
            os.write(master, up)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        thread.join(5)
        os.close(slave)
        os.close(master)


def _hostile(frames: int, sessions: int) -> None:
    began = time.perf_counter()
    told: Counter[str] = Counter()
    for seed in range(frames // FRAMES_EACH):
        told += fuzz_frames(FRAMES_EACH, seed)
    took = time.perf_counter() - began
    print(f"{frames:,} fuzzed frames in {took:.0f} s ({frames / took:,.0f}/s), none accepted: {_said(told)}")
    began = time.perf_counter()
    met: Counter[str] = Counter()
    for seed in range(sessions):
        met += HostileSession(seed).run()
    print(
        f"{sessions:,} hostile sessions in {time.perf_counter() - began:.0f} s, no order executed twice: {_said(met)}"
    )


def _said(counts: Counter[str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in counts.most_common())
