"""`python3 -m hil demo --deal` as a user types it."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import msgspec
import pytest

from firmware_host.panel import bundle
from hil.practice.practice_score import Score

PATIENCE_S = 90.0


async def started(*more: str, folder: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "hil", "demo", "--deal", "--seed", "3", *more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
    )


def left(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@pytest.mark.skipif(bundle.read().index is None, reason="the pages are not built here")
@pytest.mark.parametrize("game", ["holdem", "mini-dice"])
async def test_it_prints_the_address_and_after_ctrl_c_the_score_and_leaves_nothing(game: str, tmp_path: Path) -> None:
    process = await started("--game", game, "--json", folder=tmp_path)
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE_S):
        while b"/practice/" not in (line := await process.stderr.readline()):
            assert line, "it ended before it printed the address"
        process.send_signal(signal.SIGINT)
        out, _ = await process.communicate()
    assert process.returncode == 0
    score = msgspec.json.decode(out, type=Score)
    assert (score.percent, score.rounds, score.mistakes) == (100, 0, ())
    assert not left(tmp_path)


@pytest.mark.skipif(bundle.read().index is None, reason="the pages are not built here")
async def test_an_unknown_fault_lists_those_that_fit(tmp_path: Path) -> None:
    process = await started("--fault", "earthquake", folder=tmp_path)
    async with asyncio.timeout(PATIENCE_S):
        _, error = await process.communicate()
    assert process.returncode not in (0, None)
    assert b"lid-opened" in error
