"""The demo as a newcomer starts it."""

import asyncio
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hil.broker import free_port
from hil.micropython import interpreter as micropython
from tests.commands.test_command_line import clear_line
from tests.support.brokers import mosquitto
from tests.support.command_line import ended

DEMO = (sys.executable, "-m", "hil", "demo")


def demo(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*DEMO, *words], capture_output=True, text=True, timeout=240, check=False, stdin=subprocess.DEVNULL
    )


def test_it_plays_the_rounds_asked_for_says_so_in_plain_lines_and_ends_with_zero() -> None:
    result = demo("--rounds", "2", "--speed", "200", "--seed", "7")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    assert re.search(r"mosquitto_sub -h 127\.0\.0\.1 -p \d+ -v -t 'fh1/demo/poker-1/#'", result.stdout)
    assert "The blue deck passes the deal gate" in result.stdout
    assert "14.10(g)" in result.stdout
    assert "2 rounds played, all right" in result.stdout


def test_it_plays_with_the_second_shuffler_too() -> None:
    try:
        micropython.command()
    except micropython.NoInterpreterError as why:
        pytest.skip(str(why))
    result = demo("--rounds", "1", "--speed", "200", "--seed", "7", "--device", "micropython")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Shuffler up: MPY-1 MPY-0001." in result.stdout
    assert "52 of 52 cards, attested by the shuffler" in result.stdout
    assert "1 round played, all right" in result.stdout


def test_a_second_shuffler_is_for_a_table_with_one() -> None:
    result = demo("--game", "mini-dice", "--device", "micropython")
    assert result.returncode == 2
    assert "leave out --deal and --game mini-dice" in result.stderr


async def test_it_publishes_to_the_broker_it_is_given(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as url:
        result = demo("--rounds", "1", "--speed", "200", "--broker", url)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"-p {url.rsplit(':', 1)[1]} " in result.stdout


def test_a_second_run_goes_on_with_the_record_of_the_first(tmp_path: Path) -> None:
    for rounds in (1, 2):
        result = demo("--rounds", "1", "--speed", "200", "--data", str(tmp_path))
        assert result.returncode == 0, result.stdout + result.stderr
        assert f"Round {rounds} is over" in result.stdout
        assert f"journal show --data {tmp_path}" in result.stdout
    assert not list(tmp_path.glob("*.toml")), "what stands around the table is not the user's to find there"


def test_ctrl_c_ends_it_in_order() -> None:
    process = subprocess.Popen([*DEMO, "--speed", "200"], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if "Round 1 is over" in line:
                os.kill(process.pid, signal.SIGINT)
                break
        rest = process.stdout.read()
        assert process.wait(timeout=30) == 0
    assert "all right" in rest


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--frobnicate",), "--frobnicate"),
        (("--speed", "fast"), "'fast' is not a speed"),
        (("--rounds", "0"), "'0' is not a number of rounds"),
        (("--seed", "x"), "--seed"),
        (("--broker", "localhost"), "write mqtt://host or mqtt://host:1883"),
    ],
)
def test_a_wrong_word_is_one_clear_line(words: tuple[str, ...], said: str) -> None:
    line = clear_line(demo(*words))
    assert line.startswith("python3 -m hil")
    assert said in line


def test_a_broker_that_is_not_there_is_one_clear_line() -> None:
    assert "no broker answers" in clear_line(demo("--broker", f"mqtt://127.0.0.1:{free_port()}"))


async def test_output_that_nobody_reads_any_more_ends_the_demo_without_a_word() -> None:
    shell = await asyncio.create_subprocess_exec(
        "sh",
        "-c",
        f"{shlex.join(DEMO)} --rounds 3 --speed 500 | head -1",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    out, err = await ended(shell)
    assert len(out.splitlines()) == 1
    assert err == b""
