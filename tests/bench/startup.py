"""Start-up times: `--help`, the demo's first round, the controller's first message to the broker."""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from firmware_host.cli import commands
from hil.pins.pin_world import PinWorld
from hil.world import table_world
from tests.bench._ear import listening
from tests.bench._figures import row
from tests.bench._mqtt_io import EVERYTHING, mqtt_io
from tests.bench.key_to_broker import PIN, SPEED
from tests.support.brokers import any_broker
from tests.support.command_line import PROGRAM

OURS, RIVAL = "run: command to first retained state", "mqtt-io: command to its first publish, taken in turns"


def main(*, full: bool) -> None:
    """Print the figures, with aims in brackets."""
    runs = 20 if full else 5
    print(row("firmware-host --help  (aim 150)", [_help() for _ in range(runs)]))
    print(row("the slowest --help of every command, best of three  (aim 150)", [_slowest_help()]))
    print(row("python -c pass, the lower bound of that", [_floor() for _ in range(runs)]))
    print(row("demo: command to first round over  (aim 10,000)", [_first_round() for _ in range(3 if full else 1)]))
    times = [asyncio.run(_first_words()) for _ in range(runs)]
    for name, took in zip((OURS, f"{OURS}, with [web]", RIVAL), zip(*times, strict=True), strict=True):
        print(row(name, [*took]))


def _timed(*command: str) -> float:
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begin


def _help() -> float:
    return _timed(PROGRAM, "--help")


def _slowest_help() -> float:
    slowest, words = max((min(_timed(PROGRAM, *words, "--help") for _ in range(3)), words) for words in commands())
    print(f"  slowest: {' '.join((*words, '--help'))}")
    return slowest


def _floor() -> float:
    return _timed(sys.executable, "-c", "pass")


def _first_round() -> float:
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "hil", "demo", "--rounds", "1"], stdout=subprocess.PIPE, text=True
    ) as demo:
        assert demo.stdout is not None
        for line in demo.stdout:
            if "Round 1 is over" in line:
                took = time.perf_counter() - begin
                demo.stdout.read()
                return took
    raise RuntimeError("the demo ended before its first round did")


async def _first_words() -> tuple[float, float, float]:
    """Use a separate broker for each, so that retained messages of one table do not count for the next."""
    return await _with_a_broker(_ours), await _with_a_broker(_with_web), await _with_a_broker(_rival)


async def _with_a_broker(timed: Callable[[Path, str], Awaitable[float]]) -> float:
    with tempfile.TemporaryDirectory() as name:
        async with any_broker(Path(name)) as url:
            return await timed(Path(name), url)


async def _with_web(folder: Path, url: str) -> float:
    return await _ours(folder, url, more="\n[web]\nport = 0\n")


async def _ours(folder: Path, url: str, more: str = "") -> float:
    async with table_world(folder / "ours", broker=url, speed=SPEED, seed=1) as world:
        with (folder / "ours" / "table.toml").open("a") as config:
            config.write(more)
        with listening(url, world.topics.state) as ear:
            begin = time.perf_counter()
            await world.controller.start()
            return (await ear.following()).at_s - begin


async def _rival(folder: Path, url: str) -> float:
    sockets = folder / "rival-pins"
    async with PinWorld(sockets) as pins:
        pins.drive(PIN, 1)
        with listening(url, EVERYTHING) as ear:
            begin = time.perf_counter()
            async with mqtt_io(folder, broker=url, pins=sockets, pin=PIN):
                return (await ear.following()).at_s - begin
