"""Every command finds the record that `run TABLE.TOML` writes, from any folder."""

import asyncio
import os
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.commands.command import data_beside, data_folder
from firmware_host.journal.store import Journal
from tests.support.record_files import some_facts


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table.toml with a record at the default place of `run`."""
    config = tmp_path / "house" / "table.toml"
    config.parent.mkdir()
    config.write_text("")

    async def record() -> None:
        with closing(Journal.open(data_beside(config))) as journal:
            await journal.append(some_facts(journal, 3))

    asyncio.run(record())
    return config


BY_DATA = ["verify", "key", "show", "explain 1", "blast 1", "export --out /dev/null", "checkpoint"]


@pytest.mark.parametrize("command", BY_DATA)
def test_every_journal_command_takes_the_record_by_data_and_says_so_alike(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["journal", command.split(maxsplit=1)[0], "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "--data FOLDER|TABLE.TOML the folder of the record, the one used with `run --data`; if you give a "
        "TABLE.TOML instead, the folder `data` beside it, as with `run TABLE.TOML` (default: data)" in said
    )


@pytest.mark.parametrize("command", ["verify", "key"])
def test_a_record_named_twice_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["journal", command, "here", "--data", "there"])
    assert stopped.value.code == 2
    assert "not allowed with argument" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "journal verify --data {}",
        "journal key --data {}",
        "journal show --data {}",
        "journal verify {}",
        "journal key {}",
    ],
)
@pytest.mark.parametrize("typed", ["{table}", "{folder}"])
def test_a_record_is_named_by_its_folder_or_by_its_table_toml(
    words: str, typed: str, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words.format(typed.format(table=table, folder=data_beside(table))).split()) == 0


@pytest.mark.parametrize("words", ["journal verify", "journal key", "journal show"])
def test_beside_the_table_toml_no_folder_has_to_be_named(
    words: str, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table.parent)
    assert main(words.split()) == 0


@pytest.mark.parametrize(
    ("typed", "folder"),
    [
        ("table.toml", "data"),
        ("/srv/7/table.toml", "/srv/7/data"),
        ("/srv/7/data", "/srv/7/data"),
        ("/etc/firmware-host/table.toml", "/var/lib/firmware-host"),
    ],
)
def test_a_table_toml_stands_for_the_folder_beside_it(typed: str, folder: str) -> None:
    assert os.fspath(data_folder(typed)) == folder


@pytest.mark.parametrize("words", ["run", "check", "support-bundle", "journal show", "journal verify", "people list"])
def test_the_help_says_where_the_record_is_by_default(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*words.split(), "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "`data` beside" in said
