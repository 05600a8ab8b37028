"""
The threats of journal/README.md by root, by a thief of the board and by an administrator of a floor.

Each is carried out as far as the attacker can; a test says what finds it, or that nothing does.
"""

import shutil
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.cli import main
from firmware_host.errors import UserError
from firmware_host.journal import anchor, day_keys, witness
from firmware_host.journal.anchor import Agrees, Ignored, Newer
from firmware_host.journal.export import export
from firmware_host.journal.folder import LOCK
from firmware_host.journal.reader import Reader
from firmware_host.journal.signing import Checkpoint, Signer
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from hil.clock import MORNING_MS, VirtualClock
from tests.worlds.busy_table import busy_table

WALL_MS = MORNING_MS + 12 * 3_600_000

HOUR_MS, DAY_MS = 3_600_000, 24 * 3_600_000

BOOTS = count(1)


async def calls(folder: Path, wall_ms: int, ids: Sequence[int]) -> None:
    """Let the table run for a while: one call of the floor, begun or ended, for each id."""
    async with busy_table(folder, VirtualClock(wall_ms=wall_ms, boot=f"boot-{next(BOOTS)}")) as table:
        for number in ids:
            call = EndFloorCall() if table.host.state.floor_called else CallFloor()
            await table.tell(number, lambda _, call=call: call)  # type: ignore[misc]


def copied(folder: Path, name: str) -> Path:
    copy = folder.with_name(name)
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("journal.reserve"))
    return copy


def kept(folder: Path) -> Path:
    """The newest checkpoint of this record, kept away from the board."""
    newest = anchor.newest(folder)
    file = folder.with_name(f"{folder.name}-{newest.number}.checkpoint")
    file.write_bytes(anchor.as_text(newest))
    return file


def first_key(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The key that was written down at commissioning."""
    assert main(["journal", "key", str(folder)]) == 0
    file = folder.with_name(f"{folder.name}.key")
    file.write_text(capsys.readouterr().out)
    return file


def verifies(*words: Path | str) -> bool:
    return main(["journal", "verify", *map(str, words)]) == 0


async def test_root_who_writes_another_present_day_is_found_by_a_checkpoint_kept_elsewhere_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Root has the key of the day: another version from an earlier copy on is signed as well as the first."""
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    before = kept(data)
    forged = copied(data, "forged")
    key = first_key(data, capsys)
    await calls(data, WALL_MS + HOUR_MS, range(10, 20))
    after = kept(data)
    await calls(forged, WALL_MS + HOUR_MS, range(30, 60))

    assert verifies(forged, "--key", key), "nothing inside finds it, nor the first key"
    assert verifies(forged, "--checkpoint", before), "what was signed before the copy is unchanged"
    assert not verifies(forged, "--checkpoint", after)
    found = anchor.compared_in(forged, after.read_bytes())
    assert isinstance(found, Newer)
    assert found.differs


async def test_root_changes_nothing_that_a_checkpoint_kept_elsewhere_covers(tmp_path: Path) -> None:
    """A fact before the checkpoint is another one: then the hash at the checkpoint's number is another one, too."""
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    forged = copied(data, "forged")
    for folder, first in ((data, 10), (forged, 30)):
        await calls(folder, WALL_MS + HOUR_MS, range(first, first + 1))
        await calls(folder, WALL_MS + 2 * HOUR_MS, range(100, 110))
    assert not verifies(forged, "--checkpoint", kept(data))


@pytest.mark.parametrize("also", [(), (LOCK,), (LOCK, witness.FILE)], ids=["key", "key and lock", "all three"])
async def test_a_removed_key_is_found_whatever_else_is_removed_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], also: tuple[str, ...]
) -> None:
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    for name in (day_keys.FILE, *also):
        (data / name).unlink()
    assert not verifies(data)
    assert f"{day_keys.FILE}: is missing" in capsys.readouterr().out
    with pytest.raises(UserError, match="nothing more can be signed"):
        await calls(data, WALL_MS + HOUR_MS, range(10, 12))


async def test_only_who_verifies_a_copy_says_that_it_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    copy = copied(data, "copy")
    (copy / day_keys.FILE).unlink()
    assert verifies(copy, "--copy")
    assert "it can be verified, but not continued" in capsys.readouterr().out
    assert not verifies(copy)
    (copy / day_keys.FILE).write_text("{}")
    (copy / day_keys.FILE).chmod(0o600)
    assert not verifies(copy, "--copy"), "a key that is there has to be the right one"


async def test_a_thief_of_the_board_signs_no_other_version_of_yesterday(tmp_path: Path) -> None:
    """The board holds the key of the present day alone."""
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    yesterday = anchor.newest(data)
    old_key = yesterday.key
    await calls(data, WALL_MS + DAY_MS, range(10, 20))
    held = (data / day_keys.FILE).read_bytes()
    secret = msgspec.json.decode(held, type=day_keys.DayKeyFile).secret
    thief = Signer.of(bytes.fromhex(secret))
    assert thief.key != old_key, "yesterday's key is erased"
    assert not (data / day_keys.WAITING).exists()
    words = msgspec.json.decode(yesterday.data, type=Checkpoint)
    forged = thief.sign(msgspec.json.encode(replace(words, key=thief.key, hash="ab" * 32)))
    found = anchor.compared_in(data, msgspec.json.encode(anchor.document(forged)))
    assert isinstance(found, Ignored)
    assert "with a key that this record used for facts" in found.why


async def test_a_thief_of_the_board_writes_another_present_day_which_a_checkpoint_kept_elsewhere_finds(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    stolen = copied(data, "stolen")
    await calls(data, WALL_MS + HOUR_MS, range(10, 20))
    await calls(stolen, WALL_MS + HOUR_MS, range(30, 60))
    assert verifies(stolen)
    assert not verifies(stolen, "--checkpoint", kept(data))


async def test_a_record_deleted_with_every_trace_is_found_by_what_is_kept_elsewhere_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    key, checkpoint = first_key(data, capsys), kept(data)
    shutil.rmtree(data)
    await calls(data, WALL_MS + HOUR_MS, range(10, 20))
    assert verifies(data), "a new record is as sound as any"
    assert not verifies(data, "--key", key)
    assert not verifies(data, "--checkpoint", checkpoint)
    assert "it is of another record" in capsys.readouterr().out


def exported(folder: Path, name: str) -> tuple[Path, list[bytes]]:
    """What the administrator of a floor has: an export, which he may change before he shows it."""
    with closing(Reader(folder)) as reader:
        lines = b"".join(export(reader)).splitlines(keepends=True)
    return folder.with_name(name), lines


@pytest.mark.parametrize("how", ["another record", "a changed fact", "a fact left out", "facts put in another order"])
async def test_a_floor_that_shows_another_record_is_found_by_the_first_key(
    tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    await calls(data, WALL_MS, range(1, 30))
    await calls(other, WALL_MS, range(1, 30))
    key = first_key(data, capsys)
    file, lines = exported(other if how == "another record" else data, "shown.jsonl")
    middle = len(lines) // 2
    if how == "a changed fact":
        lines[middle] = lines[middle].replace(b"boot-", b"bood-")
    elif how == "a fact left out":
        del lines[middle]
    elif how == "facts put in another order":
        lines[middle], lines[middle + 1] = lines[middle + 1], lines[middle]
    file.write_bytes(b"".join(lines))
    assert not verifies(file, "--key", key)


async def test_a_floor_that_shows_an_older_export_is_found_by_its_number_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is sound; only somebody who knows how far the record goes sees that the newest facts are not in it."""
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    key = first_key(data, capsys)
    file, lines = exported(data, "shown.jsonl")
    older = anchor.newest(data).number
    file.write_bytes(b"".join(lines))
    await calls(data, WALL_MS + HOUR_MS, range(10, 20))
    assert verifies(file, "--key", key)
    assert f"facts up to {older}" in capsys.readouterr().out
    assert anchor.newest(data).number > older
    file.write_bytes(b"".join(lines[: len(lines) // 2]))
    assert not verifies(file, "--key", key), "an export that was cut is found"
    assert "the file was cut short" in capsys.readouterr().out


async def test_a_record_that_nobody_forged_passes_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    await calls(data, WALL_MS, range(1, 8))
    checkpoint, key = kept(data), first_key(data, capsys)
    await calls(data, WALL_MS + DAY_MS, range(10, 20))
    assert isinstance(anchor.compared_in(data, checkpoint.read_bytes()), Agrees)
    assert verifies(data, "--key", key, "--checkpoint", checkpoint)
