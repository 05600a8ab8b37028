"""`firmware-host shuffler trace`: prints the frames of a session in words as they pass."""

import argparse
import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from drivers.link.pairing import KeysMissing
from drivers.serial.port_errors import PortTrouble
from drivers.serial.port_opening import open_stream, parse_address
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.tracing import Traced, Tracer, Way
from firmware_host.commands.shuffler_port import port_unavailable
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.errors import UserError

ARROWS = {Way.TO_DEVICE: "->", Way.TO_HOST: "<-"}

Say = Callable[[Traced], None]


def run(options: argparse.Namespace) -> int:
    """Print frames until `--seconds` have passed or Ctrl-C."""
    tracer, began = Tracer(), time.monotonic()

    def say(frame: Traced) -> None:
        at_ms = round((time.monotonic() - began) * 1000)
        print(_as_json(at_ms, frame) if options.json else _as_line(at_ms, frame), flush=True)

    def heard(way: Way, data: bytes) -> None:
        for frame in tracer.feed(way, data):
            say(frame)

    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(_listen(options, heard) if options.listen else _talk(options, heard))
    except PortTrouble as trouble:
        raise UserError(
            f"{port_unavailable(trouble)}; or use --listen with a tap, which works while the table runs"
        ) from None
    except KeysMissing as missing:
        raise UserError(f"{missing}; --listen needs no key") from None
    noise = sum(counts.damaged + counts.overlong + counts.foreign for counts in tracer.statistics.values())
    if noise and not options.json:
        print(f"{noise} runs of bytes were not valid frames: noise on the line, a wrong baud rate, or another device")
    return 0


async def _talk(options: argparse.Namespace, heard: Callable[[Way, bytes], None]) -> None:
    """Open a session and trace it; only the handshake is sent, and no event is acknowledged."""
    keys = PairingKeyFile(options.data)
    keys.pairings()
    driver = await SerialShuffler.create(
        url=options.port,
        keyring=keys,
        sent=lambda data: heard(Way.TO_DEVICE, data),
        heard=lambda data: heard(Way.TO_HOST, data),
    )
    running = asyncio.create_task(driver.run())
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(options.seconds):
                async for _ in driver.events():
                    pass
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _listen(options: argparse.Namespace, heard: Callable[[Way, bytes], None]) -> None:
    """Trace the bytes that come in at a tap on one of the two wires; write nothing."""
    stream = await open_stream(parse_address(options.port))
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(options.seconds):
                while True:
                    heard(Way(options.listen), await stream.read(until=None))
    finally:
        stream.close()


def _as_line(at_ms: int, frame: Traced) -> str:
    counted = "" if frame.counter is None else f" {frame.counter}/{frame.sequence}"
    return f"{at_ms:8d} ms {ARROWS[frame.way]} {frame.session:08x}{counted:8} {frame.kind.name:8}{frame.says}".rstrip()


def _as_json(at_ms: int, frame: Traced) -> str:
    told = {
        "at_ms": at_ms,
        "way": frame.way,
        "kind": frame.kind.name,
        "session": f"{frame.session:08x}",
        "counter": frame.counter,
        "sequence": frame.sequence,
        "says": frame.says,
    }
    return msgspec.json.encode(told).decode()
