"""The folder of a record: closed to other accounts, held by one process, never mistaken for an empty one."""

import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.access import pepper
from firmware_host.cli import main
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.errors import UserError
from firmware_host.journal import segments
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.support.record_files import newest_file, some_facts
from tests.worlds.busy_table import busy_table


@pytest.fixture
def everybody() -> Iterator[None]:
    """An account that lets everybody read what it makes, if nobody says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("everybody")
async def test_no_other_account_may_enter_the_folder_or_read_a_file_of_the_record(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Journal.open(folder, config=JournalConfig(segment_facts=10))) as journal:
        await journal.append(some_facts(journal, 10))
        assert await journal.seal()
        await journal.append(some_facts(journal, 3))
        assert mode(folder) == 0o700
        wider = {path.name: oct(mode(path)) for path in folder.iterdir() if mode(path) & 0o077}
        assert wider == {}


async def test_a_record_that_others_could_read_is_closed_to_them_at_the_next_start(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        await journal.append(some_facts(journal, 3))
    (folder / "pins.json").write_text("{}")
    folder.chmod(0o755)
    for path in folder.iterdir():
        if path.suffix != ".key":
            path.chmod(0o644)
    with closing(Journal.open(folder)):
        assert mode(folder) == 0o700
        assert [path.name for path in folder.iterdir() if mode(path) & 0o077] == []


def test_a_folder_of_other_things_is_not_shut_but_refused(tmp_path: Path) -> None:
    folder = tmp_path / "srv"
    folder.mkdir()
    folder.chmod(0o755)  # whatever the umask is
    (folder / "somebody-elses").write_text("x")
    with pytest.raises(UserError, match="holds more than a record"):
        Journal.open(folder)
    assert mode(folder) == 0o755
    assert [path.name for path in folder.iterdir()] == ["somebody-elses"]


def test_a_pepper_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "data.pepper"
    pepper.make(file)
    file.chmod(0o640)
    with pytest.raises(UserError, match="chmod 600"):
        pepper.read(file)


async def test_without_its_lock_file_a_record_is_still_held_by_one_process(tmp_path: Path) -> None:
    """`rm journal.lock` and a second start: two writers spoiled the record."""
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        await journal.append(some_facts(journal, 3))
        (folder / "journal.lock").unlink()
        with pytest.raises(UserError, match="another firmware-host is running on"):
            Journal.open(folder)
        with pytest.raises(UserError, match="another firmware-host is running on"):
            Journal.tried(folder)
    with closing(Journal.open(folder)) as journal:
        assert journal.last == 3


async def test_a_version_that_knows_the_lock_file_alone_is_kept_out_too(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Journal.open(folder)), (folder / "journal.lock").open() as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_beside_pins_no_new_record_is_begun_without_a_word(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "pins.json").write_text("{}")
    with pytest.raises(UserError, match=r"pins.json exists, but journal-000001.sqlite is missing"):
        Journal.open(folder)
    assert not segments.listed(folder)


@pytest.mark.parametrize("size", [0, 1, 99])
@pytest.mark.parametrize("what", ["verify", "show", "open", "tried", "restore"])
async def test_a_main_file_cut_to_nothing_leaves_the_log_that_holds_every_fact(
    tmp_path: Path, size: int, what: str
) -> None:
    """SQLite takes an empty file for a new database and deletes the log beside it."""
    folder, copy = tmp_path / "data", tmp_path / "copy"
    async with busy_table(folder, config=JournalConfig(reserve_mib=0)) as table:
        await table.play(1)
        copy.mkdir(mode=0o700)
        for file in folder.iterdir():
            if file.is_file() and not file.name.endswith("-shm"):
                shutil.copy2(file, copy)
    main_file = newest_file(copy)
    log = main_file.with_suffix(".sqlite-wal")
    before = log.read_bytes()
    assert any(before)
    with main_file.open("r+b") as cut:
        cut.truncate(size)
    match what:
        case "verify":
            assert main(["journal", "verify", str(copy)]) == 2
        case "show":
            assert main(["journal", "show", "--data", str(copy)]) == 2
        case "restore":
            where = str(tmp_path / "new")
            assert main(["journal", "restore", str(copy), "--data", where, "--by", "a", "--and", "b"]) == 2
        case "tried":
            with pytest.raises(UserError, match="no database any more"):
                Journal.tried(copy)
        case _:
            with pytest.raises(UserError, match="no database any more"):
                Journal.open(copy)
    assert log.read_bytes() == before
    assert main_file.stat().st_size == size


def test_a_reader_refuses_it_too(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    Journal.open(folder).close()
    newest_file(folder).write_bytes(b"")
    with pytest.raises(UserError, match="no database any more"):
        Reader(folder)


async def test_no_record_begins_beside_pairing_keys_that_another_record_used(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    keys = PairingKeyFile(folder)
    assert keys.host, "the shuffler is paired before the first start"
    with closing(Journal.open(folder)) as journal:
        keys.used_by(journal.id)
        await journal.append(some_facts(journal, 3))
        old = journal.id
    for file in folder.glob("journal*"):
        file.unlink()
    with pytest.raises(UserError) as refused:
        Journal.open(folder)
    assert f"shuffler.key was used with record {old}, but journal-000001.sqlite is missing" in str(refused.value)
    assert "to begin a new record, remove shuffler.key and pair the shuffler again" in str(refused.value)
    keys.path.unlink()
    Journal.open(folder).close()


def test_pairing_keys_of_no_record_let_the_first_one_begin(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert PairingKeyFile(folder).host
    Journal.open(folder).close()


def test_naming_its_record_changes_nothing_else_in_a_pairing_key_file(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    keys.used_by("ab" * 16)
    assert not keys.path.exists(), "nothing is made for it"
    host, secret = keys.host, keys.order_secret
    keys.used_by("ab" * 16)
    assert (keys.host, keys.order_secret) == (host, secret)
    assert mode(keys.path) == 0o600
