"""The bundle: what is in it, what never is, and that it makes itself."""

import asyncio
import io
import secrets
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from firmware_host.diagnostics import support_bundle
from firmware_host.diagnostics.log import JsonFormatter, Log, RecentLines
from firmware_host.diagnostics.redaction import HIDDEN, Redaction
from hil.commissioning import PIN, commission
from hil.shuffler.device import SimulatedShuffler
from hil.world import table_toml
from tests.support.command_line import PROGRAM


def opened(data: bytes) -> dict[str, str]:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        found = {entry.name: archive.extractfile(entry) for entry in archive.getmembers()}
        return {name.removeprefix("support/"): part.read().decode() for name, part in found.items() if part}


async def commissioned(folder: Path) -> Path:
    """A paired table with a record, people and a pepper; its broker's password is in a file."""
    config = folder / "table.toml"
    credentials = folder / "credentials.toml"
    credentials.write_text('username = "table"\npassword = "sesame-of-the-broker"\n')
    credentials.chmod(0o600)
    async with SimulatedShuffler(speed=300.0, seed=1) as shuffler:
        text = table_toml(broker="mqtt://127.0.0.1:1", port=shuffler.port)
        config.write_text(text.replace("[mqtt]", f'[mqtt]\ncredentials = "{credentials}"'))
        await commission(config, folder / "data", shuffler)
    return config


def test_a_bundle_has_what_is_needed_and_no_secret(tmp_path: Path) -> None:
    config = asyncio.run(commissioned(tmp_path))
    with config.open("a") as file:
        file.write('# the broker has "sesame-of-the-broker"\n')
    done = subprocess.run(
        [PROGRAM, "support-bundle", str(config), "--into", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (path,) = tmp_path.glob("support-*.tar.gz")
    assert str(path) in done.stdout
    assert path.stat().st_mode & 0o077 == 0
    parts = opened(path.read_bytes())
    assert "verified: no findings" in parts["record.txt"]
    assert "journal-000001.sqlite" in parts["disk.txt"]
    assert "person-enrolled" in parts["facts.jsonl"]
    assert "msgspec" in parts["packages.txt"]
    assert f'# the broker has "{HIDDEN}"' in parts["table.toml"]
    whole = "".join(parts.values())
    for secret in ("sesame-of-the-broker", PIN, *secrets_in(tmp_path)):
        assert secret not in whole


def secrets_in(folder: Path) -> list[str]:
    """Every long word of the files that hold keys, and the pepper."""
    found = [(folder / "data" / "pepper.key").read_bytes().hex()]
    for name in ("journal.key", "shuffler.key"):
        words = (folder / "data" / name).read_text(errors="replace").replace('"', " ").split()
        found += [word.strip(",}{:") for word in words if len(word) >= 60]
    assert len(found) > 2
    return found


def test_a_file_that_will_not_do_is_no_hindrance(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('password = "sesame"\n[table\n')
    done = subprocess.run(
        [PROGRAM, "support-bundle", str(config), "--into", str(tmp_path)], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0
    (path,) = tmp_path.glob("support-*.tar.gz")
    parts = opened(path.read_bytes())
    assert "fix the file" in parts["trouble.txt"]
    assert parts["table.toml"].startswith("left out, because an invalid file may contain a secret: ")
    assert "sesame" not in "".join(parts.values())


def test_a_file_that_is_not_there_is_said_at_the_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [PROGRAM, "support-bundle", str(tmp_path / "none.toml"), "--into", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no file" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_two_within_a_second_are_two(tmp_path: Path) -> None:
    made = [support_bundle.write(tmp_path, {"trouble.txt": f"{number}\n"}, Redaction(), now_s=0) for number in range(3)]
    assert [path.name for path in made] == [
        "support-19700101T000000Z.tar.gz",
        "support-19700101T000000Z-2.tar.gz",
        "support-19700101T000000Z-3.tar.gz",
    ]
    assert [opened(path.read_bytes())["trouble.txt"] for path in made] == ["0\n", "1\n", "2\n"]
    assert len(list(tmp_path.iterdir())) == 3


def test_it_never_grows_too_large_and_keeps_what_stands_first_and_the_end_of_a_log() -> None:
    log = "".join(f'{{"line":{number},"message":"{"it runs " * 120}"}}\n' for number in range(6_000))
    parts = opened(
        support_bundle.packed({"trouble.txt": "it broke\n", "log.jsonl": log, "more.txt": "x" * 999}, Redaction())
    )
    assert parts["trouble.txt"] == "it broke\n"
    assert parts["log.jsonl"].splitlines()[-1].startswith('{"line":5999,')
    assert sum(map(len, parts.values())) <= support_bundle.MOST_BYTES + 2 * len(support_bundle.CUT)


@pytest.mark.parametrize("disk_is_full", [False, True])
def test_at_a_latched_fault_it_makes_itself_somewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, disk_is_full: bool
) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "tmp"
    folder.mkdir()
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(elsewhere))
    said = Log(kept=RecentLines(), redaction=Redaction())
    said.kept.setFormatter(JsonFormatter())
    key = secrets.token_hex(32)
    said.redaction.knows(bytes.fromhex(key))
    where = folder / "nothing" if disk_is_full else folder
    path = support_bundle.bundle_of(where, "", said, why=f"disk I/O error with {key}")
    assert path is not None
    assert path.parent == (elsewhere if disk_is_full else folder)
    assert opened(path.read_bytes())["trouble.txt"] == f"disk I/O error with {HIDDEN}\n"


BROKEN = """
import sys
from firmware_host import cli
from firmware_host.app import controller
async def broken(*_):
    password = "sesame-of-the-broker"
    raise ZeroDivisionError(f"a bug, with {password}")
controller._until_stopped = broken
sys.exit(cli.main(sys.argv[1:]))
"""


def test_any_fault_of_the_controller_that_ends_it_leaves_a_bundle_and_no_secret(tmp_path: Path) -> None:
    config = asyncio.run(commissioned(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", BROKEN, "run", str(config), "--data", str(tmp_path / "data")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "internal error, the controller has stopped" in done.stderr
    (path,) = (tmp_path / "data").glob("support-*.tar.gz")
    parts = opened(path.read_bytes())
    assert "ZeroDivisionError: a bug, with " in parts["trouble.txt"]
    assert "ZeroDivisionError" in parts["log.jsonl"]
    assert "sesame" not in done.stderr + done.stdout + "".join(parts.values())


def test_what_people_have_to_mend_outside_leaves_none(tmp_path: Path) -> None:
    config = asyncio.run(commissioned(tmp_path))
    asked = [PROGRAM, "run", str(config), "--data", str(config)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert not [*tmp_path.rglob("support-*.tar.gz")]
