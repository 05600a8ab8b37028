"""Several demos on one broker: an earlier one's retained messages are not believed, a running one is not disturbed."""

import asyncio
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from firmware_host.table.facts.record_in_doubt import NewerRecordFound
from hil.faults.running import facts
from tests.support.brokers import mosquitto

DEMO = (sys.executable, "-m", "hil", "demo")


def demo(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*DEMO, *words], capture_output=True, text=True, timeout=240, check=False, stdin=subprocess.DEVNULL
    )


@pytest.mark.slow
async def test_a_second_demo_on_one_broker_plays_its_rounds(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as url:
        for _ in range(2):
            result = await asyncio.to_thread(demo, "--rounds", "1", "--speed", "200", "--broker", url)
            assert result.returncode == 0, result.stdout + result.stderr
            assert "1 round played, all right; " in result.stdout
            assert ", all right; 0 facts" not in result.stdout


@pytest.mark.slow
async def test_an_older_copy_of_a_record_is_played_by_what_it_says_and_not_by_what_the_broker_retains(
    tmp_path: Path,
) -> None:
    """The state of the newer record is retained: its rounds are not those of this run. The gate stays shut (S2)."""
    data, older = tmp_path / "data", tmp_path / "older"
    async with mosquitto(tmp_path) as url:
        played = ("--rounds", "1", "--speed", "200", "--broker", url)
        first = await asyncio.to_thread(demo, *played, "--data", str(data))
        shutil.copytree(data, older)
        second = await asyncio.to_thread(demo, *played, "--data", str(data))
        assert (first.returncode, second.returncode) == (0, 0), second.stdout
        await asyncio.to_thread(_in_doubt, *played, "--data", str(older))


@pytest.mark.slow
async def test_a_demo_beside_a_running_one_is_refused_in_one_line_and_one_may_try_commands(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as url:
        await asyncio.to_thread(_two_demos, url)


def _in_doubt(*words: str) -> None:
    """Let the demo run until the record says that a newer one exists."""
    with subprocess.Popen([*DEMO, *words], stdout=subprocess.PIPE, text=True) as running:
        try:
            _until_in_doubt(Path(words[-1]))
        finally:
            running.terminate()
            running.communicate(timeout=120)


def _until_in_doubt(folder: Path) -> None:
    over_s = time.monotonic() + 120
    while not any(isinstance(fact.body, NewerRecordFound) for fact in facts(folder)):
        assert time.monotonic() < over_s, "the newer checkpoint at the broker was not found"
        time.sleep(0.1)


def _two_demos(url: str) -> None:
    with subprocess.Popen([*DEMO, "--speed", "40", "--broker", url], stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        try:
            found = _until_a_round(first.stdout)
            second = demo("--rounds", "1", "--broker", url)
            assert second.returncode == 2
            assert second.stderr.count("\n") == 1
            assert "another table fh1/demo/poker-1 runs on" in second.stderr
            voided = _voided_in_a_round(found["data"], found["pin"])
            assert voided.returncode == 0, voided.stderr
            assert "The round is void, and all wagers are returned; recorded as facts" in voided.stdout
        finally:
            first.terminate()
        rest = first.stdout.read()
    assert first.returncode == 0, rest


def _until_a_round(out: IO[str]) -> re.Match[str]:
    """Return the folder and the PIN that the head names, once a round is under way."""
    found = None
    for line in out:
        found = found or re.search(r"--data (?P<data>\S+), as pit-1 .* or floor-1, PIN (?P<pin>\d+)", line)
        if line.startswith("Dealt: "):
            break
    assert found is not None
    return found


def _voided_in_a_round(data: str, pin: str) -> subprocess.CompletedProcess[str]:
    """Try until it falls neither between two rounds nor after the round that was under way when it began."""
    done = _void(data, pin)
    for _ in range(20):
        if "no round" not in done.stderr and "is over" not in done.stderr:
            break
        done = _void(data, pin)
    return done


def _void(data: str, pin: str) -> subprocess.CompletedProcess[str]:
    words = ("void", "--why", "to try it", "--by", "pit-1", "--and", "floor-1", "--data", data)
    return subprocess.run(
        [sys.executable, "-m", "firmware_host", *words],
        input=f"{pin}\n{pin}\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
