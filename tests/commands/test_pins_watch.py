"""`firmware-host pins watch` beside the simulated pins, as whoever aligns a switch uses it."""

import asyncio
import json
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from hil.dice.world import dice_toml
from hil.pins.pin_world import PinWorld
from tests.support.command_line import PROGRAM, ended

DOCK, SHAKE, LAMP = 4, 3, 25

END_S = 20


@asynccontextmanager
async def watching(folder: Path, *words: str) -> AsyncIterator[tuple[PinWorld, Process]]:
    (folder / "table.toml").write_text(dice_toml(broker="mqtt://127.0.0.1:1", door=folder / "door"))
    async with asyncio.timeout(END_S), PinWorld(folder / "pins") as world:
        process = await asyncio.create_subprocess_exec(
            PROGRAM,
            "pins",
            "watch",
            str(folder / "table.toml"),
            *words,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, "GPIOZERO_PIN_FACTORY": "hil", "HIL_PINS": str(folder / "pins")},
        )
        try:
            await world.connected()
            yield world, process
        finally:
            if process.returncode is None:
                process.kill()
            await ended(process)


async def line(process: Process) -> str:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode()


async def until(process: Process, pin: int, **wanted: object) -> dict[str, Any]:
    """Read on until this pin says so."""
    while True:
        said: dict[str, Any] = json.loads(await line(process))
        if said["pin"] == pin and wanted.items() <= said.items():
            return said


async def test_programs_get_an_object_for_each_input_and_for_each_that_moves(tmp_path: Path) -> None:
    async with watching(tmp_path, "--json") as (world, process):
        first = [json.loads(await line(process)) for _ in range(13)]
        assert {said["name"] for said in first} >= {"the dock switch", "the key next", "the tamper contact"}
        assert LAMP not in {said["pin"] for said in first}, "lamps are left alone"
        await world.bounce(DOCK, [0, 1, 0, 1, 0])
        said = await until(process, DOCK, closed=True, edges=5)
        assert said["bounces"] == said["worst_bounces"] == 4
        for _ in range(3):
            await world.bounce(SHAKE, [0, 1], every_ms=5)
        assert (await until(process, SHAKE, edges=6))["pulses"] == 3
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0


async def test_the_shake_sensor_is_counted_by_the_terms_of_the_table(tmp_path: Path) -> None:
    async with watching(tmp_path, "--json") as (world, process):
        first = await until(process, SHAKE, edges=0)
        assert (first["settle_ms"], first["believed"], first["shakes"]) == (4, 0, 0)
        await world.bounce(SHAKE, [0, 1, 0, 1, 0, 1], every_ms=15)
        said = await until(process, SHAKE, shakes=1)
        assert said["believed"] == said["pulses"] == 3


async def test_without_a_terminal_it_is_plain_lines_and_ends_when_told(tmp_path: Path) -> None:
    async with watching(tmp_path, "--seconds", "0.5") as (_, process):
        out, errors = await ended(process)
        assert process.returncode == 0, errors
        assert "\x1b" not in out.decode()
        assert "GPIO 4   the dock switch                       open    0 edges" in out.decode()


async def test_an_input_that_floods_is_shown_as_that(tmp_path: Path) -> None:
    async with watching(tmp_path, "--json") as (world, process):
        await line(process)
        for number in range(20_000):
            world.drive(DOCK, 1 if number % 2 else 0)
        assert (await until(process, DOCK, flooded=True))["edges"] < 20_000


@pytest.mark.parametrize("seconds", ["0", "soon"])
async def test_a_time_that_is_none_is_one_clear_line(tmp_path: Path, seconds: str) -> None:
    process = await asyncio.create_subprocess_exec(
        PROGRAM, "pins", "watch", "--seconds", seconds, cwd=tmp_path, stdout=PIPE, stderr=PIPE
    )
    _, errors = await ended(process)
    assert process.returncode == 2
    assert errors.decode().count("\n") == 1
