"""A record on a medium that cannot be written, as a backup is handed over: mounted so in a name space of its own."""

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal
from tests.support.record_files import some_facts

FACTS = 10

needs_mounts = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("unshare") is None, reason="only root mounts; run as root, with unshare"
)


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        await journal.append(some_facts(journal, FACTS))
    return folder


def verified_read_only(folder: Path) -> subprocess.CompletedProcess[str]:
    mount = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 77'
    script = f'{mount}; exec "$0" -m firmware_host journal verify "$1"'
    command = ["unshare", "--mount", "sh", "-c", script, sys.executable, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode == 77:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    return done


@needs_mounts
def test_it_is_read_as_it_lies_there(folder: Path) -> None:
    assert "10 facts up to 10" in verified_read_only(folder).stdout


@needs_mounts
def test_a_log_that_holds_nothing_is_none(folder: Path) -> None:
    newest = listed(folder)[-1]
    newest.with_name(f"{newest.name}-wal").touch()
    assert "10 facts up to 10" in verified_read_only(folder).stdout


@needs_mounts
async def test_a_log_that_holds_facts_is_said_to_be_unreadable_there_and_what_to_do(tmp_path: Path) -> None:
    running, copied = tmp_path / "running", tmp_path / "copied"
    copied.mkdir()
    with closing(Journal.open(running)) as journal:
        await journal.append(some_facts(journal, FACTS))
        for path in running.glob("journal-*.sqlite*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, copied)
    done = verified_read_only(copied)
    assert done.returncode != 0
    assert "copy the whole folder to a writable disk" in done.stdout + done.stderr
