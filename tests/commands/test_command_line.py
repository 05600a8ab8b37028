"""A person types something wrong, or names what is not there: one clear line, exit code 2, no traceback."""

import asyncio
import contextlib
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from firmware_host.cli import COMMANDS, main
from firmware_host.commands.command import Entry, Group
from firmware_host.journal.segments import path_of
from hil.broker import free_port
from hil.world import table_toml
from tests.support.brokers import any_broker
from tests.support.command_line import PROGRAM
from tests.worlds.played_table import played_table


def typed(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "GPIOZERO_PIN_FACTORY": "mock", **environment},
    )


def clear_line(result: subprocess.CompletedProcess[str]) -> str:
    """The one line on stderr; fails where there is more, or a traceback, or another exit code."""
    lines = [line for line in result.stderr.splitlines() if line]
    assert result.returncode == 2, result.stderr
    assert len(lines) == 1, result.stderr
    return lines[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "COMMAND"),
        (("frobnicate",), "frobnicate"),
        (("run", "--frobnicate", "table.toml"), "--frobnicate"),
        (("run",), "TABLE.TOML"),
        (("run", "no-such.toml"), "no file no-such.toml"),
    ],
)
def test_a_wrong_word_is_one_clear_line(words: tuple[str, ...], said: str) -> None:
    line = clear_line(typed(*words))
    assert said in line
    assert line.startswith("firmware-host")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('game = "holdem"', 'game = "snap"', "snap"),
        ("[mqtt]", "[mqtt", "line"),
        ("seats = [1, 2, 4, 5, 7, 8, 10]", "seats = [1]", "at least two players (14.6(b)) (in [table])"),
        ("seats = [1, 2, 4, 5, 7, 8, 10]", "seats = [1, 1, 2]", "`seats` names a seat twice; remove one"),
        ('house = "demo"', 'house = "DEMO"', "`house` in [table]"),
        ('house = "demo"', 'house = "demo"\nlimit = 3', "limit"),
        ('accepts = ["reported"]', "accepts = []", "`accepts` is empty"),
        ("[devices.shuffler]", "[devices.keys]\nnext = 2\n[devices.shuffler]", "GPIO 2 is used twice"),
        ('port = "', 'port = "carrier-pigeon:', "carrier-pigeon"),
        ('url = "mqtt://', 'url = "http://', "not a broker address"),
        ("\n[mqtt]", '\ndecks = ["blue", "blue"]\n[mqtt]', "14.2(d)1"),
    ],
)
async def test_a_broken_table_toml_is_one_clear_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    async with any_broker(tmp_path) as url:
        text = table_toml(broker=url, port="/dev/null-shuffler")
        assert old in text
        path = tmp_path / "table.toml"
        path.write_text(text.replace(old, new))
        assert said in clear_line(typed("run", str(path)))


def test_a_broker_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(table_toml(broker=f"mqtt://127.0.0.1:{free_port()}", port="/dev/ttyNone"))
    line = clear_line(typed("run", str(path)))
    assert "no broker answers at mqtt://127.0.0.1" in line
    assert "start the broker" in line


async def test_a_port_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url:
        path = tmp_path / "table.toml"
        path.write_text(table_toml(broker=url, port="/dev/ttyNone"))
        line = clear_line(typed("run", str(path)))
    assert "/dev/ttyNone" in line
    assert "[devices.shuffler]" in line


async def test_pins_that_are_not_there_are_one_clear_line(tmp_path: Path) -> None:
    async with played_table(tmp_path) as table:
        config = str(table.world.data.with_name("table.toml"))
        line = clear_line(typed("run", config, GPIOZERO_PIN_FACTORY="no-such-factory"))
    assert "no-such-factory" in line


async def test_a_second_controller_on_the_same_data_is_one_clear_line(tmp_path: Path) -> None:
    async with played_table(tmp_path) as table:
        await table.world.controller.start()
        await table.rounds(1)
        line = clear_line(typed("run", str(tmp_path / "table.toml"), "--data", str(table.world.data)))
    assert "another firmware-host" in line


async def test_a_full_disk_stops_the_table_with_one_clear_line_and_loses_nothing(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url, stop_after=1000) as table:
        controller = table.world.controller
        await controller.start()
        await table.rounds(1)
        await controller.stop()
        size = path_of(table.world.data, 1).stat().st_size
        before = table.recorded()

        await controller.start()
        pid = controller.pid
        # No file of this process may grow any further: what a full disk is to it.
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + 60_000, size + 60_000))
        assert await controller.ended() == 2
        last = controller.words().strip().splitlines()[-1]
        assert "cannot write to the journal" in last
        assert "Traceback" not in controller.words()

        at_stop = table.recorded()
        assert at_stop[: len(before)] == before
        await controller.start()
        await table.rounds(3, within_s=60)
        assert table.recorded()[: len(at_stop)] == at_stop
        assert table.complaints() == []


async def test_a_changed_table_toml_is_not_applied_by_a_restart(tmp_path: Path) -> None:
    async with played_table(tmp_path) as table:
        controller = table.world.controller
        await controller.start()
        await table.rounds(1)
        await controller.stop()
        config = tmp_path / "table.toml"
        config.write_text(config.read_text().replace('accepts = ["attested"]', 'accepts = ["by-hand"]'))

        await controller.start()
        status = table.subscriber
        await status.until(lambda: status.status is not None and status.status.configuration == "differs")
        assert "differs from the settings in force: accepts" in controller.words()
        assert table.kinds.count("configuration-adopted") == 1


def test_help_names_every_command_and_an_example() -> None:
    result = typed("--help")
    assert result.returncode == 0
    assert "run" in result.stdout
    assert "example: firmware-host" in typed("run", "--help").stdout


def every_command(commands: Mapping[str, Entry | Group], *above: str) -> Iterator[tuple[str, ...]]:
    for name, entry in commands.items():
        yield (*above, name)
        if isinstance(entry, Group):
            yield from every_command(entry.entries, *above, name)


@pytest.mark.parametrize("words", list(every_command(COMMANDS)), ids=" ".join)
def test_each_command_of_the_table_has_help_and_an_example(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    assert "example: firmware-host" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "imported"),
    [
        (("--help",), ["command"]),
        (("journal", "--help"), ["command"]),
        (("rules", "--help"), ["command", "rules"]),
        (("journal", "key", "--help"), ["command", "journal_options"]),
    ],
)
def test_only_the_chosen_command_is_imported(words: tuple[str, ...], imported: list[str]) -> None:
    start = (
        "import atexit, sys; from firmware_host.cli import main; begin = 'firmware_host.commands.'; "
        "atexit.register(lambda: print(*sorted(m.removeprefix(begin) for m in sys.modules if m.startswith(begin)))); "
        f"main({list(words)!r})"
    )
    ran = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1].split() == imported


@pytest.mark.parametrize("reason", ["says nothing", "refuses"])
async def test_a_broker_that_is_there_and_useless_is_one_clear_line(tmp_path: Path, reason: str) -> None:
    """A first start says it; a wrong name or a missing permission must not look like a broker that is only late."""

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer):
            await reader.read(2)
            if reason == "refuses":
                writer.write(bytes([0x20, 2, 0, 5]))  # CONNACK: not authorised
            await reader.read()

    server = await asyncio.start_server(visit, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    path = tmp_path / "table.toml"
    path.write_text(table_toml(broker=f"mqtt://127.0.0.1:{port}", port="/dev/ttyNone"))
    line = clear_line(await asyncio.to_thread(typed, "run", str(path)))
    server.close()
    await server.wait_closed()
    if reason == "refuses":
        assert "refuses the table (Not authorized)" in line
    else:
        assert "no broker answers" in line


def test_a_pipe_as_table_toml_is_one_clear_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "table.toml")
    assert "is not a file" in clear_line(typed("run", str(tmp_path / "table.toml")))
    assert "is not a file" in clear_line(typed("run", str(tmp_path)))


@pytest.mark.parametrize("verb", ["add", "revoke", "reset-pin", "list"])
def test_each_verb_about_people_has_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["people", verb, "--help"])
    assert f"example: firmware-host people {verb}" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("verb", ["make", "enroll", "revoke", "list"])
def test_each_verb_about_keys_has_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["mqtt", "key", verb, "--help"])
    assert f"example: firmware-host mqtt key {verb}" in " ".join(capsys.readouterr().out.split())
