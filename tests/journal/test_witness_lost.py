"""A witness that is missing or unreadable beside facts: the record says so, for ever, whatever crashes meanwhile."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.cli import main
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal import witness
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.store import Journal
from firmware_host.journal.verify import verified
from firmware_host.journal.witness import Doubt
from firmware_host.table.acts.record_in_doubt import ReportRecordEnd
from firmware_host.table.facts.record_in_doubt import RecordEndDoubted
from tests.support.record_files import FRAME_HEADER, WAL_HEADER, newest_file, some_facts
from tests.worlds.busy_table import busy_table

FACTS = 10

ONE_FILE = JournalConfig(reserve_mib=0)

KEPT = WAL_HEADER + 30 * (FRAME_HEADER + 4096)


async def written(folder: Path) -> None:
    with closing(Journal.open(folder)) as journal:
        await journal.append(some_facts(journal, FACTS))


def missing(file: Path) -> None:
    file.unlink()


def zeroed(file: Path) -> None:
    file.write_bytes(bytes(file.stat().st_size))


def emptied(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("lose", [missing, zeroed, emptied])
async def test_a_lost_witness_is_in_doubt_at_every_start_until_a_fact_says_so(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    folder = tmp_path / "data"
    await written(folder)
    lose(folder / witness.FILE)

    for _ in range(3):
        # Each of these might crash before it has recorded anything.
        with closing(Journal.open(folder)) as journal:
            assert journal.doubt is not None
            assert journal.doubt.last == FACTS
    assert verified(folder, fold=fold_digest()).remarks

    with closing(Journal.open(folder)) as journal:
        doubt = journal.doubt
        assert isinstance(doubt, Doubt)
        (fact,) = some_facts(journal, 1)
        await journal.append((replace(fact, body=RecordEndDoubted(why=doubt.why, last=doubt.last)),))
        assert journal.doubt is None
    with closing(Journal.open(folder)) as journal:
        assert journal.doubt is None


async def test_a_record_with_its_witness_is_not_in_doubt(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    await written(folder)
    with closing(Journal.open(folder)) as journal:
        assert journal.doubt is None
    assert verified(folder, fold=fold_digest()).remarks == []


async def test_a_new_record_is_not_in_doubt(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path / "data")) as journal:
        assert journal.doubt is None


async def test_a_witness_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    await written(folder)
    assert b'"doubt"' not in (folder / witness.FILE).read_bytes(), "the bytes are those of earlier versions"


async def test_a_log_that_was_cut_with_its_witness_is_told_by_verify_for_ever(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The finding: facts gone, a new witness at the next start, and `verify` said sound."""
    folder, copy = tmp_path / "data", tmp_path / "copy"
    async with busy_table(folder, config=ONE_FILE) as table:
        await table.play(1)
        whole = table.journal.last
        newest = newest_file(folder)
        # As after a loss of power: no orderly stop, everything in the log.
        copy.mkdir(mode=0o700)
        for file in folder.iterdir():
            if file.is_file():
                shutil.copy2(file, copy)
    log = (copy / newest.name).with_suffix(".sqlite-wal")
    with log.open("r+b") as cut:
        cut.truncate(KEPT)
    (copy / witness.FILE).unlink()

    async with busy_table(copy, config=ONE_FILE) as table:
        doubt = table.journal.doubt
        assert doubt is not None
        assert doubt.last < whole
        act = ReportRecordEnd(why=doubt.why, last=doubt.last)
        await table.tell(10_000, lambda _: act)
        assert table.host.state.end_doubted
        assert table.host.state.alerts
    async with busy_table(copy, config=ONE_FILE) as table:
        assert table.host.state.end_doubted, "a restart does not open the gate"

    for _ in range(2):
        assert main(["journal", "verify", str(copy)]) == 0
        said = capsys.readouterr().out
        assert f"facts after {doubt.last} may have been cut off" in said
        assert said.strip().endswith("sound; read the remarks")
    assert main(["journal", "verify", str(copy), "--json"]) == 0
    assert "may have been cut off" in capsys.readouterr().out
