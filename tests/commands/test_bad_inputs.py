"""Bad inputs over all commands: each is one clear line and an exit code, never a traceback or a Python name."""

import io
import re
import shlex
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.cli import COMMANDS, main
from firmware_host.commands.command import Group
from firmware_host.errors import UserError
from firmware_host.journal.chain import reported
from firmware_host.journal.segments import path_of
from hil.world import table_toml
from tests.commands.bad_inputs import LINES

RECORD = Path(__file__).parents[1] / "golden" / "records" / "holdem-full.tar.xz"

TYPED = tuple(line for line in LINES.splitlines() if line)

ENDED_BADLY = (2, 3)

LONGEST = 500

LIMIT_S = 30

INTERNALS = re.compile(
    r"Traceback|<class|<function|object at 0x|\b[A-Z]\w*(Error|Exception)\b|\bNoneType\b|\[Errno|PosixPath|msgspec"
    r"|\b(dict|tuple|list|set)\(|sqlite3?\."
)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files and folders that the command lines name."""
    folder = tmp_path_factory.mktemp("bad")
    with tarfile.open(RECORD) as packed:
        packed.extractall(folder, filter="data")
        packed.extractall(folder / "damaged", filter="data")
    record, damaged = folder / "holdem-full", folder / "damaged" / "holdem-full"
    path_of(damaged, 1).write_bytes(b"not a database at all, but long enough to look at" * 100)
    table = table_toml(broker="mqtt://127.0.0.1:1", port="/dev/ttyNone")
    files = {
        "file": "not what it is taken for\n",
        "broken": table.replace("[mqtt]", "[mqtt"),
        "deep": f"a = {'[' * 5000}{']' * 5000}\n",
        "table": table,
        "missing_section": table.partition("[mqtt]")[0],
        "unknown_game": table.replace('"holdem"', '"snap"'),
        "wrong_type": table.replace('game = "holdem"', "game = 7"),
        "huge_number": table.replace("[table]", "[table]\nrelief_minutes = 999999999999999999999999"),
        "phh": "variant = 'NT'\nactions = 7\n",
        "export": '{"kind": "nothing"}\n',
    }
    for name, text in files.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)
    (folder / "binary").write_bytes(bytes(range(256)) * 20)
    (folder / "binary").chmod(0o600)
    (folder / "empty").mkdir()
    key = folder / "pit.key"
    assert main(["mqtt", "key", "make", str(key), "--actor", "pit-1"]) == 0
    return {name: str(folder / name) for name in (*files, "binary", "empty", "none", "new")} | {
        "record": str(record),
        "damaged": str(damaged),
        "key": str(key),
        "proc": "/proc/no/such",
        "deep_json": "[" * 5000,
    }


SEND = "mqtt send '{}' --url mqtt://127.0.0.1:1 --table demo/poker-1 --key {{key}}"


@contextmanager
def limited() -> Iterator[None]:
    """Fail a command that waits for ever."""

    def late(*_: object) -> None:
        raise AssertionError(f"no answer within {LIMIT_S} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LIMIT_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def ended(words: list[str]) -> int:
    try:
        with limited():
            return main(words)
    except SystemExit as end:
        return int(end.code or 0)


@pytest.mark.parametrize("line", TYPED, ids=lambda line: line[:60])
def test_a_bad_input_is_one_clear_line(
    line: str,
    places: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.chdir(tmp_path)
    code = ended(shlex.split(line.format_map(places)))
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert code in ENDED_BADLY, (code, said)
    assert len(lines) in (1, 2), said
    assert lines[0].startswith("firmware-host"), said
    assert not INTERNALS.search(said.err), said.err
    assert max(map(len, lines)) <= LONGEST + 2 * len(places["file"]), said.err


def test_there_are_enough_of_them_and_they_cover_every_command() -> None:
    assert len(TYPED) >= 200
    commands = {
        tuple(words[:2]) if isinstance(COMMANDS.get(words[0]), Group) else (words[0],)
        for words in map(str.split, TYPED)
    }
    for name, entry in COMMANDS.items():
        if isinstance(entry, Group):
            assert {(name, inner) for inner in entry.entries} <= commands
        else:
            assert (name,) in commands


@pytest.mark.parametrize("words", ["rules", "acts --json", "check --explain", "mqtt asyncapi"])
def test_output_to_a_full_disk_is_one_clear_line(words: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "firmware_host", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert ran.returncode == 2
    assert ran.stderr == (
        "firmware-host: cannot write the output or read a file (No space left on device); "
        "check the disk, then run the command again\n"
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("journal verify {record} --checkpoint {empty}", "give its file, or - for standard input"),
        ("mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1", "check that it is running"),
        (
            "mqtt watch --url mqtt://127.0.0.1:1 --table demo/poker-1 --credentials {none}",
            "cannot read {none} (No such file or directory); fix --credentials",
        ),
        ("override --why x --by a --and b --deck", "--deck needs a value"),
        ("shuffler selftest --port /dev/null --data {empty}", "/dev/null is not a serial port; name the right port"),
        ("people list --data {empty}", "give the folder used with `run --data`, or start the controller once"),
        ("journal restore {record} --data {new} --by a --and a", "name two different people with --by and --and"),
        ("journal verify {record} --checkpoint ''", "names no file; give the file that holds the checkpoint"),
        ("journal checkpoint --data {record} --qr {new}.txt", "name a file that ends in .svg, .png or .pdf"),
        ("backup --make-key {new} --to age1zz", "only makes a key"),
        ("run {table} --data ''", "--data: the name is empty; name a file or a folder"),
        ("acts fold --role ''", "unknown choice '' for --role"),
        ("people add 'A B' --role dealer --by pit-1 --data {record}", "'A B' is not a valid name"),
        (
            "people add pit-9 --role floorperson --by pit-1 --and pit-1 --data {record}",
            "--by and --and must be two different people",
        ),
        (
            "init --house a --table b --game snap --json --config {new}-t/t.toml --data {new}-t",
            "snap is not valid; expected one of holdem",
        ),
        (
            "init --house A --table b --json --config {new}-t/t.toml --data {new}-t",
            "not valid; expected name of small letters",
        ),
        (SEND.format('{{"kind": "fold", "seat": "four"}}'), "`seat` is a text in quotes; write a whole number"),
        (SEND.format('{{"kind": "fold", "cents": 5}}'), "there is no field `cents`"),
        (SEND.format('{{"kind": "fold", "seat": 0}}'), "`seat` is out of range; write a whole number, 1 or more"),
        (SEND.format('{{"kind": "relieve-dealer", "dealer": "A B"}}'), "write small letters, digits and hyphens"),
        (SEND.format("7"), "it is a whole number; write an object in braces"),
    ],
)
def test_what_was_unclear_when_read_cold_says_what_to_do(
    line: str, words: str, places: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert ended(shlex.split(line.format_map(places))) == 2
    said = capsys.readouterr().err
    assert words.format_map(places) in said
    assert "[mqtt]" not in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\ufeff[table]\n", "line 1: the file begins with a byte order mark; save the file as UTF-8 without one"),
        ("[table]\nhouse demo\n", "line 2: there is no = after the name of an option"),
        ("[table]\nhouse = demo\n", "line 2: the value after = is neither a text in quotes"),
        ('[table]\nhouse = "demo\n', "line 2: a text in quotes has no closing quote on its line"),
        ('[table]\nhouse = "a"\nhouse = "b"\n', "line 3: an option is given a second time"),
        ("[table]\n[table]\n", "line 2: a section is given a second time"),
        ("[table\n", "line 1: the name of a section has no closing ]"),
        ("[table]\nseats = [1, 2\n", "a list has no closing ]"),
        ('[table]\nhouse = "a" b\n', "line 2: there is more after the value"),
        ('[table]\n"\\u001b[2J" = 1\n', "unknown name `?[2J` in [table]"),
    ],
)
def test_a_slip_in_table_toml_is_told_to_somebody_who_knows_no_toml(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    assert ended(["check", str(file)]) == 2
    assert words in capsys.readouterr().err


def test_an_account_that_may_not_read_the_record_is_not_told_that_it_is_damaged(
    places: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # root may read everything
    with (
        pytest.raises(UserError, match="run this as root, or as the account") as raised,
        reported(Path(places["empty"])),
    ):
        raise PermissionError(13, "Permission denied")
    assert "damaged" not in str(raised.value)


def test_a_folder_in_place_of_a_command_key_keeps_its_mode(
    places: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    act = '{"kind": "fold", "seat": 1}'
    at = ["--url", "mqtt://127.0.0.1:1", "--table", "demo/poker-1", "--key", places["record"]]
    assert ended(["mqtt", "send", act, *at]) == 2
    said = capsys.readouterr().err
    assert "is a folder; give the key file" in said
    assert "chmod" not in said


@pytest.mark.parametrize("closed", ["1", "2"])
@pytest.mark.parametrize("words", ["pay field 5 --dice 1,2", "check /no/such/file"])
def test_a_closed_output_is_no_traceback(words: str, closed: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shell = f'exec "$0" -m firmware_host {words} {closed}>&- {"2" if closed == "1" else "1"}>"$1"'
    ran = subprocess.run(["sh", "-c", shell, sys.executable, str(other)], check=False, timeout=60)
    assert ran.returncode == (0 if words.startswith("pay") else 2)
    assert "Traceback" not in other.read_text()


def test_what_is_repeated_in_an_error_is_cut_to_a_length_that_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["explain", "x" * 100_000]) == 2
    assert len(capsys.readouterr().err) < LONGEST
