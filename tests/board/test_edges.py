"""Edges on a kernel's pin: what comes fast comes whole, and what the kernel had to drop is told."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hil.board.board_controller import INSIDE
from hil.board.guest import Guest, Program

PIN = 16

EDGES = 1000

WITHIN_S = 60.0

Lines = Callable[[], Awaitable[str]]


@asynccontextmanager
async def counting(guest: Guest, name: str) -> AsyncIterator[Lines]:
    """Have a program on the board count; the lines that it prints are returned one by one."""
    log = guest.machine.shared / f"{name}.log"
    log.touch()
    program = Program(
        guest,
        argv=[sys.executable, "-m", "hil.board.count_edges", str(PIN)],
        log=f"{INSIDE}/{log.name}",
        environment={},
    )
    read = 0

    async def following() -> str:
        nonlocal read
        async with asyncio.timeout(WITHIN_S):
            while len(lines := await asyncio.to_thread(_lines, log)) <= read:
                assert program.running, "\n".join(lines)
                await asyncio.sleep(0.05)
        read += 1
        return lines[read - 1]

    await program.start()
    try:
        yield following
    finally:
        await program.end()


def _lines(log: Path) -> list[str]:
    return [line for line in log.read_text().splitlines(keepends=True) if line.endswith("\n")]


@pytest.fixture
async def lines(guest: Guest) -> AsyncIterator[Lines]:
    async with counting(guest, "edges") as lines:
        assert await lines() == "ready\n"
        yield lines


async def test_a_thousand_come_whole_at_two_and_at_one_millisecond_and_a_burst_is_told(
    guest: Guest, lines: Lines
) -> None:
    for every_s in (0.002, 0.001):
        took_s = await guest.make_edges(PIN, EDGES, every_s=every_s)
        heard = json.loads(await lines())
        print(f"{EDGES} edges, one every {every_s * 1000:g} ms, in {took_s:.2f} s: {heard}")
        assert (heard["edges"], heard["lost"], heard["alternate"]) == (EDGES, 0, True)

    took_s = await guest.make_edges(PIN, EDGES, every_s=0.0001)
    heard = json.loads(await lines())
    print(f"a burst of {EDGES} in {took_s * 1000:.0f} ms: {heard}")
    assert (heard["edges"] + heard["lost"], heard["lost"]) == (EDGES, 0)

    took_s = await guest.make_edges(PIN, 3 * EDGES, every_s=0)
    heard = json.loads(await lines())
    print(f"a burst of {3 * EDGES} in {took_s * 1000:.0f} ms: {heard}")
    assert heard["edges"] + heard["lost"] == 3 * EDGES, "what the kernel dropped is told, to the last edge"
    assert heard["lost"] > 0, "else this test does not see what a lost edge is"
