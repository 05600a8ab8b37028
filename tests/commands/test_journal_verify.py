"""`firmware-host journal verify` as an auditor types it."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.journal.export import export
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.support.record_files import by_hand, some_facts

FACTS = 10


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        await journal.append(some_facts(journal, FACTS))
    return folder


def test_a_whole_record_is_sound_and_says_how_much_was_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "verify", str(folder)]) == 0
    assert "10 facts up to 10" in capsys.readouterr().out


def test_for_programs_it_is_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "verify", str(folder), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["sound"], said["facts"], said["last"], said["findings"]) == (True, FACTS, FACTS, [])


def test_a_changed_fact_is_named_and_the_code_is_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_stay")
        file.execute("UPDATE facts SET data = CAST(replace(data, '\"test\"', '\"toast\"') AS BLOB) WHERE number = 5")
    assert main(["journal", "verify", str(folder)]) == 1
    said = capsys.readouterr().out
    assert "fact 5: does not follow from the one before it" in said
    assert said.endswith("NOT SOUND\n")


def test_a_folder_without_a_record_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "verify", str(tmp_path)]) == 2
    assert "there is no journal in" in capsys.readouterr().err


def test_an_export_without_the_key_that_was_written_down_proves_nothing(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.jsonl"
    with closing(Reader(folder)) as reader:
        file.write_bytes(b"".join(export(reader)))
    assert main(["journal", "verify", str(file)]) == 2
    assert "--key FILE" in capsys.readouterr().err


def test_an_export_of_somebody_elses_key_is_not_sound(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, key = tmp_path / "export.jsonl", tmp_path / "house.key"
    key.write_text("ab" * 32)
    with closing(Reader(folder)) as reader:
        file.write_bytes(b"".join(export(reader)))
    assert main(["journal", "verify", str(file), "--key", str(key)]) == 1
    assert "is not signed with the given key" in capsys.readouterr().out
