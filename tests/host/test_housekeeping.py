"""Checkpoints, the day's key, stored states and sealed files: what a host leaves behind as it plays."""

import asyncio
import json
import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware_host.cli import main
from firmware_host.errors import UserError
from firmware_host.host import housekeeping
from firmware_host.host.program_digest import fold_digest, software_digest
from firmware_host.journal import day_keys, disk_space, segments, witness
from firmware_host.journal.export import examined, export
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import Segment, listed, path_of
from firmware_host.journal.signing import Certificate, Checkpoint, Signed, is_signed
from firmware_host.journal.store import Journal
from firmware_host.journal.upcast import fact_of
from firmware_host.journal.verify import verified
from firmware_host.rules.round_facts import RoundCompleted
from firmware_host.table.acts.floor import CallFloor
from firmware_host.table.facts.system import SnapshotTaken
from hil.clock import VirtualClock
from tests.support.record_files import a_refusal, some_facts
from tests.worlds.busy_table import SMALL, busy_table

pytestmark = pytest.mark.slow


MINUTE_MS = 60_000

DAY_MS = 24 * 60 * MINUTE_MS

NOON_MS = int(datetime(2026, 1, 1, 12).astimezone().timestamp() * 1000)

ROUNDS = 6

LARGE = JournalConfig(reserve_mib=0)


def checkpoints(folder: Path) -> list[Checkpoint]:
    with closing(Reader(folder)) as reader:
        return [msgspec.json.decode(signed.data, type=Checkpoint) for signed in reader.checkpoints()]


def certificates(folder: Path) -> list[tuple[Certificate, Signed]]:
    with closing(Reader(folder)) as reader:
        return [(msgspec.json.decode(each.data, type=Certificate), each) for each in reader.certificates()]


def findings(folder: Path, *, key: str | None = None) -> list[str]:
    return [str(finding) for finding in verified(folder, fold=fold_digest(), key=key).findings]


def everything(folder: Path) -> dict[str, bytes]:
    """Every file but the room that is kept, byte for byte."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != disk_space.RESERVE_FILE}


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A record of several files, stopped in order."""
    folder = tmp_path / "data"
    async with busy_table(folder, VirtualClock(wall_ms=NOON_MS)) as table:
        await table.play(ROUNDS)
    return folder


async def test_the_end_of_every_round_is_signed_with_what_is_in_force(tmp_path: Path) -> None:
    async with busy_table(tmp_path, config=LARGE) as table:
        await table.play(3)
        ends = [fact.number for fact in table.journal.facts() if isinstance(fact.body, RoundCompleted)]
        newest = table.journal.checkpoint
    signed = checkpoints(tmp_path)
    assert len(ends) == 3
    numbers = [checkpoint.number for checkpoint in signed]
    assert all(any(end <= number < end + 4 for number in numbers) for end in ends)
    assert {checkpoint.software for checkpoint in signed} == {software_digest()}
    assert newest is not None
    with closing(Reader(tmp_path)) as reader:
        rules = {fact_of(link.data).number: fact_of(link.data).rules for link in reader.links()}
    assert all(checkpoint.rules == rules[checkpoint.number] for checkpoint in signed)


async def test_between_rounds_a_fact_is_signed_within_a_minute_and_a_table_at_rest_signs_nothing(
    tmp_path: Path,
) -> None:
    clock = VirtualClock(wall_ms=NOON_MS)
    async with busy_table(tmp_path, clock, config=LARGE) as table:
        await table.tell(1, lambda _: CallFloor())
        assert table.journal.unsigned
        due_ms = clock.mono_ms + MINUTE_MS
        await clock.alarm_set_for(due_ms)
        with table.host.watch() as changed:
            await clock.advance(MINUTE_MS)
            await changed.wait()
        before = checkpoints(tmp_path)
        assert before[-1].number == table.journal.last
        await clock.advance(60 * MINUTE_MS)
        assert checkpoints(tmp_path) == before


async def test_an_orderly_stop_signs_what_there_is(tmp_path: Path) -> None:
    async with busy_table(tmp_path, config=LARGE) as table:
        await table.tell(1, lambda _: CallFloor())
        last = table.journal.last
    assert checkpoints(tmp_path)[-1].number == last


async def test_each_gaming_day_has_its_key_certified_by_the_one_before(tmp_path: Path) -> None:
    clock = VirtualClock(wall_ms=NOON_MS)
    async with busy_table(tmp_path, clock, config=LARGE) as table:
        for number in range(6):
            # The key changes behind the first answer of a day, before the second.
            await table.tell(number, lambda _: CallFloor())
            if number % 2:
                await clock.advance(DAY_MS)
    made = certificates(tmp_path)
    assert [certificate.day for certificate, _ in made] == ["2026-01-01", "2026-01-02", "2026-01-03"]
    signers = [made[0][0].key, *(certificate.key for certificate, _ in made[:-1])]
    assert [certificate.by for certificate, _ in made] == signers
    assert all(is_signed(signed, key=key) for (_, signed), key in zip(made, signers, strict=True))
    assert findings(tmp_path, key=made[0][0].key) == []
    assert findings(tmp_path, key=made[1][0].key) != [], "proof begins with the key that was written down"


async def test_the_hour_at_which_a_gaming_day_begins_is_a_setting(tmp_path: Path) -> None:
    clock = VirtualClock(wall_ms=int(datetime(2026, 1, 2, 3).astimezone().timestamp() * 1000))
    for starts, day in ((6, "2026-01-01"), (2, "2026-01-02")):
        folder = tmp_path / str(starts)
        config = JournalConfig(gaming_day_starts=starts, reserve_mib=0)
        Journal.open(folder, config=config, at=clock.stamp()).close()
        assert certificates(folder)[0][0].day == day


async def test_the_key_of_yesterday_is_nowhere_any_more(tmp_path: Path) -> None:
    clock = VirtualClock(wall_ms=NOON_MS)
    async with busy_table(tmp_path, clock, config=LARGE) as table:
        await table.tell(1, lambda _: CallFloor())
        secret = json.loads((tmp_path / day_keys.FILE).read_bytes())["secret"]
        await clock.advance(DAY_MS)
        await table.tell(2, lambda _: CallFloor())
        await table.tell(3, lambda _: CallFloor())
    assert (tmp_path / day_keys.FILE).stat().st_mode & 0o777 == 0o600
    for data in everything(tmp_path).values():
        assert secret.encode() not in data
        assert bytes.fromhex(secret) not in data


async def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    Journal.open(tmp_path).close()
    (tmp_path / day_keys.FILE).chmod(0o640)
    with pytest.raises(UserError, match="other accounts can read"):
        Journal.open(tmp_path).close()


async def test_a_start_folds_from_the_stored_state_and_comes_to_the_same(played: Path) -> None:
    async with busy_table(played, VirtualClock(wall_ms=NOON_MS + DAY_MS // 24, boot="boot-2")) as table:
        resumed, last = table.host.state, table.journal.last
    with closing(Journal.open(played)) as journal:
        (newest, *_) = journal.snapshots()
        assert last - newest.of < 3 * SMALL.snapshot_facts, "not the whole record is folded"
    assert findings(played) == [], "stored states are worked out again from the facts alone"
    assert resumed.rounds == ROUNDS


async def test_an_edited_state_is_said_loudly_and_an_earlier_one_is_taken(
    played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with busy_table(played, VirtualClock(wall_ms=NOON_MS, boot="boot-2")) as table:
        whole = table.host.state
    for path in reversed(listed(played)):
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("UPDATE snapshots SET data = CAST(replace(data, '\"rounds\":', '\"rounds\":9') AS BLOB)")
            edited = file.execute("SELECT count(*) FROM snapshots").fetchone()[0]
        if edited:
            break
    (played / witness.FILE).unlink()
    async with busy_table(played, VirtualClock(wall_ms=NOON_MS, boot="boot-3")) as table:
        assert table.host.state.rounds == whole.rounds
    assert "does not match the digest in its fact" in caplog.text
    assert findings(played) != []


async def test_without_any_stored_state_the_whole_record_is_folded_and_the_log_says_how_far_it_is(
    played: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(housekeeping, "PROGRESS_EVERY_S", 0.0)
    caplog.set_level(logging.INFO)
    for path in listed(played):
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("DELETE FROM snapshots")
    async with busy_table(played, VirtualClock(wall_ms=NOON_MS, boot="boot-2")) as table:
        assert table.host.state.rounds == ROUNDS
    assert "reading the whole record once" in caplog.text
    assert "(100 %)" in caplog.text


async def test_a_stored_state_is_told_by_a_fact_of_the_host(played: Path) -> None:
    with closing(Reader(played)) as reader:
        taken = [fact for fact in reader.facts() if isinstance(fact.body, SnapshotTaken)]
    assert taken
    assert {fact.actor for fact in taken} == {"host"}
    assert {fact.round for fact in taken} == {0}, "between rounds"
    assert all(isinstance(fact.body, SnapshotTaken) and fact.body.of == fact.number - 1 for fact in taken)


async def test_a_full_file_is_sealed_between_rounds_and_the_next_opens_with_its_last_hash(played: Path) -> None:
    paths = listed(played)
    assert len(paths) >= 3
    with closing(Reader(played)) as reader:
        facts = list(reader.facts())
        assert [fact.number for fact in facts] == list(range(1, reader.last + 1)), "read as one"
        for after in range(0, reader.last, 7):
            assert next(reader.links(after=after)).number == after + 1
    for path in paths[:-1]:
        assert not path.with_name(f"{path.name}-wal").exists(), "a sealed file stands alone"
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
            newest = file.execute("SELECT max(number) FROM facts").fetchone()[0]
        assert facts[newest].round == 0 or facts[newest].round != facts[newest - 1].round


async def test_a_sealed_file_whose_log_is_taken_away_as_it_is_opened_stands_alone_all_the_same(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed, connect = listed(played)[0], sqlite3.connect
    logs = [sealed.with_name(f"{sealed.name}-{what}") for what in ("wal", "shm")]
    for log in logs:
        log.touch()

    def a_moment_later(*given: Any, **named: Any) -> sqlite3.Connection:
        disk_space.remove_empty_log(sealed)
        connection: sqlite3.Connection = connect(*given, **named)
        return connection

    monkeypatch.setattr(sqlite3, "connect", a_moment_later)
    with closing(Segment(sealed)) as segment:
        assert segment.answered("step:0")[0], "it is read"
    assert not [log.name for log in logs if log.exists()]


async def test_what_an_older_version_left_beside_the_record_is_no_fault_of_it(played: Path) -> None:
    """Versions up to 0.1 kept an index of every id beside the record, in a file that nothing looks at any more."""
    index = played / "journal.ids"
    index.write_bytes(b"whatever it holds")
    async with busy_table(played, VirtualClock(wall_ms=NOON_MS, boot="boot-2")) as table:
        assert table.host.state.rounds == ROUNDS
    assert findings(played) == []
    assert index.read_bytes() == b"whatever it holds"


def lose_a_file_between(folder: Path) -> None:
    path_of(folder, 2).unlink()


def lose_the_newest_file(folder: Path) -> None:
    listed(folder)[-1].unlink()


def lose_every_file(folder: Path) -> None:
    for path in listed(folder):
        path.unlink()


def lose_the_key(folder: Path) -> None:
    (folder / day_keys.FILE).unlink()


def cut_the_end_off(folder: Path) -> None:
    with closing(sqlite3.connect(listed(folder)[-1], isolation_level=None)) as file:
        file.execute("DROP TRIGGER facts_last")
        file.execute("DELETE FROM facts WHERE number = (SELECT max(number) FROM facts)")


def forget_a_checkpoint(folder: Path) -> None:
    with closing(sqlite3.connect(listed(folder)[-1], isolation_level=None)) as file:
        file.execute("DROP TRIGGER checkpoints_last")
        file.execute("DELETE FROM checkpoints WHERE number = (SELECT max(number) FROM checkpoints)")


@pytest.mark.parametrize(
    "damage",
    [lose_a_file_between, lose_the_newest_file, lose_every_file, lose_the_key, cut_the_end_off, forget_a_checkpoint],
    ids=lambda damage: damage.__name__,
)
async def test_what_is_gone_is_refused_at_the_start_and_nothing_is_begun_in_its_place(
    played: Path, damage: Callable[[Path], None]
) -> None:
    damage(played)
    before = everything(played)
    with pytest.raises(UserError, match="left unchanged"):
        Journal.open(played, config=SMALL).close()
    assert everything(played) == before


async def test_a_log_cut_short_is_refused(tmp_path: Path) -> None:
    """The record fits together and only ends too soon: the witness knows better."""
    running, copied = tmp_path / "running", tmp_path / "copied"
    copied.mkdir()
    async with busy_table(running, config=LARGE) as table:
        await table.play(2)
        for path in running.iterdir():
            if path.suffix != ".sqlite-shm" and path.name != disk_space.RESERVE_FILE:
                (copied / path.name).write_bytes(path.read_bytes())
    log = path_of(copied, 1).with_suffix(".sqlite-wal")
    written = log.read_bytes().rstrip(b"\0")
    log.write_bytes(written[: len(written) * 2 // 3])
    with pytest.raises(UserError, match="the end was cut off"):
        Journal.open(copied).close()


async def test_an_export_is_proved_far_from_its_table_and_every_line_counts(played: Path) -> None:
    key = certificates(played)[0][0].key
    with closing(Reader(played)) as reader:
        lines = list(export(reader))
        part = list(export(reader, first=20, last=30))
    assert examined(lines, key=key).findings == []
    assert examined(part, key=key).findings == []
    assert examined(lines, key="ab" * 32).findings != []
    for at in range(1, len(lines)):
        assert examined([*lines[:at], *lines[at + 1 :]], key=key).findings != [], f"line {at} is missed"


def test_the_first_key_is_printed_and_proves_the_record(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["journal", "key", str(played)]) == 0
    file = tmp_path / "house.key"
    file.write_text(capsys.readouterr().out)
    assert main(["journal", "verify", str(played), "--key", str(file)]) == 0
    file.write_text("ab" * 32)
    assert main(["journal", "verify", str(played), "--key", str(file)]) == 1


async def test_a_stop_while_a_file_is_sealed_leaves_a_record_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread cannot be called back, so it is waited for: what is closed says where the record went on."""
    begun, may_go_on = threading.Event(), threading.Event()
    usual = segments.digest_of

    def slowly(path: Path) -> bytes:
        begun.set()
        may_go_on.wait(5)
        return usual(path)

    journal = Journal.open(tmp_path, config=SMALL)
    await journal.append(some_facts(journal, 3), (a_refusal("asked"),))
    with monkeypatch.context() as slow:
        slow.setattr(segments, "digest_of", slowly)
        sealing = asyncio.create_task(journal.seal())
        await asyncio.to_thread(begun.wait, 20)
        for _ in range(2):
            sealing.cancel()
            await asyncio.sleep(0)
        assert not sealing.done()
        may_go_on.set()
        await asyncio.wait((sealing,))
        assert sealing.cancelled()
    await journal.append(some_facts(journal, 1))
    journal.close()
    with closing(Journal.open(tmp_path, config=SMALL)) as again:
        assert again.last == 4
    assert len(segments.listed(tmp_path)) == 2
