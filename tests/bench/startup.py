"""How long a person waits: for help, for the demo's first round, for the controller's first word to the broker."""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench._figures import row
from tests.integration.table import played_table

PROGRAM = str(Path(sys.executable).with_name("firmware-host"))


def main(*, full: bool) -> None:
    """Print the figures; the aims are in brackets."""
    runs = 20 if full else 5
    print(row("firmware-host --help  (aim 150)", [_help() for _ in range(runs)]))
    print(row("python -c pass, the floor of that", [_floor() for _ in range(runs)]))
    print(row("demo: command to first round over  (aim 10,000)", [_first_round() for _ in range(3 if full else 1)]))
    print(row("run: command to first retained state", [asyncio.run(_first_state()) for _ in range(runs)]))


def _timed(*command: str) -> float:
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begin


def _help() -> float:
    return _timed(PROGRAM, "--help")


def _floor() -> float:
    return _timed(sys.executable, "-c", "pass")


def _first_round() -> float:
    begin = time.perf_counter()
    with subprocess.Popen([PROGRAM, "demo", "--rounds", "1"], stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        for line in demo.stdout:
            if "Round 1 is over" in line:
                took = time.perf_counter() - begin
                demo.stdout.read()
                return took
    raise RuntimeError("the demo ended before its first round did")


async def _first_state() -> float:
    with tempfile.TemporaryDirectory() as folder:
        async with played_table(Path(folder), stop_after=0) as table:
            begin = time.perf_counter()
            await table.world.controller.start()
            await table.subscriber.until(lambda: table.subscriber.view is not None)
            return time.perf_counter() - begin
