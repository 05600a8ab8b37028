"""The record on a real disk: what was acknowledged is there, and what somebody touched is found out."""

import asyncio
import errno
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.errors import UserError
from firmware_host.journal import disk_space, writer
from firmware_host.journal.chain import genesis, next_hash
from firmware_host.journal.disk_space import Reserve
from firmware_host.journal.failures import DiskFull, JournalFailed, JournalLocked
from firmware_host.journal.folder import LOCK
from firmware_host.journal.segments import Segment, path_of
from firmware_host.journal.sqlite_schema import ANSWERS_KEPT
from firmware_host.journal.store import Journal
from firmware_host.journal.witness import End, Witness
from firmware_host.table.acts.intent import Accepted
from firmware_host.table.facts.fact import Fact
from tests.support.command_line import ended
from tests.support.record_files import a_refusal, by_hand, commits, disk_that_takes, some_facts

Damage = Callable[[Path], None]


async def recorded(folder: Path, count: int = 10) -> tuple[str, tuple[bytes, ...]]:
    """Make a journal with so many facts; return its id and their bytes."""
    with closing(Journal.open(folder)) as journal:
        await journal.append(some_facts(journal, count))
        return journal.id, tuple(link.data for link in journal.after(0, limit=count))


def contents(folder: Path) -> dict[str, bytes]:
    """The record: neither the lock, nor the shared memory and the empty log that any look with SQLite makes."""
    read = {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK and path.suffix != ".sqlite-shm"
    }
    return {name: data for name, data in read.items() if data or name.endswith(".sqlite")}


async def test_what_was_appended_is_there_after_reopening(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        facts = some_facts(journal, 3)
        await journal.append(facts[:2])
        await journal.append(facts[2:])
        assert journal.last == 3
        id_ = journal.id

    with closing(Journal.open(tmp_path)) as journal:
        assert (journal.id, journal.last, tuple(journal.facts())) == (id_, 3, facts)


async def test_it_goes_on_where_it_was_and_the_chain_holds_across_openings(tmp_path: Path) -> None:
    for _ in range(3):
        with closing(Journal.open(tmp_path)) as journal:
            await journal.append(some_facts(journal, 2))
    with closing(Journal.open(tmp_path)) as journal:
        digest = genesis(journal.id)
        for link in journal.after(0, limit=100):
            digest = next_hash(digest, link.data)
            assert link.hash == digest
        assert journal.last == 6


async def test_every_journal_has_an_id_of_its_own(tmp_path: Path) -> None:
    ids = {(await recorded(tmp_path / name))[0] for name in ("one", "two", "three")}
    assert len(ids) == 3
    assert all(len(bytes.fromhex(id_)) == 16 for id_ in ids)


async def test_reading_on_from_a_number_gives_what_follows_it_in_order(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        await journal.append(some_facts(journal, 10))
        assert [link.number for link in journal.after(4, limit=3)] == [5, 6, 7]
        assert [link.number for link in journal.after(8, limit=100)] == [9, 10]
        assert journal.after(10, limit=1) == ()


async def test_how_far_a_consumer_is_outlasts_a_restart(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.sent("mqtt") == 0
        for consumer, number in (("mqtt", 7), ("other", 2), ("mqtt", 8)):
            await journal.mark_sent(consumer, number)
    with closing(Journal.open(tmp_path)) as journal:
        assert (journal.sent("mqtt"), journal.sent("other")) == (8, 2)


async def test_facts_out_of_number_are_not_taken(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        facts = some_facts(journal, 3)
        for wrong in (facts[1:], (facts[0], facts[2]), (facts[0], facts[0])):
            with pytest.raises(ValueError, match="cannot follow"):
                await journal.append(wrong)
        assert journal.last == 0
        await journal.append(facts)


async def test_the_first_answer_is_repeated_after_reopening(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        facts = some_facts(journal, 2)
        one_intent = (facts[0], replace(facts[1], cause=facts[0].cause))
        refused, nothing_new = a_refusal("panel:1"), Accepted(id="panel:2")
        await journal.append(one_intent, (refused, nothing_new))

    with closing(Journal.open(tmp_path)) as journal:
        assert journal.answer_to("test:1") == Accepted(id="test:1", numbers=(1, 2))
        assert journal.answer_to("panel:1") == refused
        assert journal.answer_to("panel:2") == nothing_new
        assert journal.answer_to("panel:3") is None


async def test_answers_that_are_no_facts_are_kept_for_long_but_not_for_ever(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        await journal.append((), tuple(Accepted(id=f"old:{number}") for number in range(ANSWERS_KEPT)))
        await journal.append((), (Accepted(id="new"),))
        assert journal.answer_to("old:0") is None
        assert journal.answer_to("old:1") is not None
        assert journal.answer_to("new") is not None


async def test_what_was_asked_before_the_oldest_kept_answer_may_have_been_answered(tmp_path: Path) -> None:
    def too_old(journal: Journal, *, last: int) -> list[int]:
        return [seen for seen in range(last + 1) if journal.may_have_forgotten(seen, last=last)]

    with closing(Journal.open(tmp_path)) as journal:
        await journal.append(some_facts(journal, 3), (Accepted(id="first"),))
        await journal.append(some_facts(journal, 4), tuple(Accepted(id=f"{id_}") for id_ in range(ANSWERS_KEPT - 1)))
        assert too_old(journal, last=7) == [], "all of them are kept"
        await journal.append((), (Accepted(id="one more"),))
        assert journal.answer_to("first") is None
        assert too_old(journal, last=7) == [0, 1, 2, 3]
        assert too_old(journal, last=3) == [0, 1, 2], "on the newest fact the same question has the same answer"
    with closing(Journal.open(tmp_path)) as journal:
        assert too_old(journal, last=9) == list(range(8)), "when each was given is not known any more"


async def test_what_was_asked_before_the_file_began_may_have_been_answered(tmp_path: Path) -> None:
    def only_the_open_file_counts(journal: Journal) -> None:
        assert [journal.may_have_forgotten(seen, last=5) for seen in range(6)] == [True] * 4 + [False] * 2
        assert not journal.may_have_forgotten(3, last=3)
        assert [journal.answer_to(id_) for id_ in ("test:3", "refused")] == [None, None]
        assert journal.answer_to("test:4") == Accepted(id="test:4", numbers=(4,))
        assert journal.answer_before("test:3") == Accepted(id="test:3", numbers=(3,))
        assert journal.answer_before("refused") == a_refusal("refused")
        assert journal.answer_before("test:4") is None

    with closing(Journal.open(tmp_path)) as journal:
        await journal.append(some_facts(journal, 3), (a_refusal("refused"),))
        assert not journal.may_have_forgotten(0, last=3)
        assert await journal.seal()
        await journal.append(some_facts(journal, 2))
        only_the_open_file_counts(journal)
    with closing(Journal.open(tmp_path)) as journal:
        only_the_open_file_counts(journal)


async def test_appends_that_wait_together_become_one_commit(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        await journal.append(some_facts(journal, 1))
        before = commits(tmp_path)
        await asyncio.gather(*(journal.append((), (Accepted(id=f"at-once:{number}"),)) for number in range(200)))
        together = commits(tmp_path) - before
        for number in range(5):
            await journal.append((), (Accepted(id=f"one-by-one:{number}"),))
        assert commits(tmp_path) - before - together == 5, "the count counts"
        assert together <= 20, "200 at once are not 200 waits for the disk"
        assert journal.answer_to("at-once:199") is not None


async def append_for_ever(journal: Journal, acknowledged: list[Fact]) -> None:
    while True:
        facts = some_facts(journal, 1, words="w" * 1000)
        await journal.append(facts)
        acknowledged.extend(facts)


# What somebody with an SQLite tool, or a dying card, may do to the file.


def change_a_fact(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_stay")
        file.execute("UPDATE facts SET data = CAST(replace(data, '\"test\"', '\"toast\"') AS BLOB) WHERE number = 5")


def change_a_hash(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_stay")
        file.execute("UPDATE facts SET hash = randomblob(32) WHERE number = 10")


def change_a_cause(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_stay")
        file.execute("UPDATE facts SET cause = 'somebody:else' WHERE number = 5")


def delete_a_fact(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_last")
        file.execute("DELETE FROM facts WHERE number = 5")


def delete_the_first_fact(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_last")
        file.execute("DELETE FROM facts WHERE number = 1")


def delete_a_fact_and_close_the_gap(folder: Path) -> None:
    delete_a_fact(folder)
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_stay")
        for number in range(6, 11):
            file.execute("UPDATE facts SET number = number - 1 WHERE number = ?", (number,))


def swap_two_facts(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_stay")
        for old, new in ((4, 0), (5, 4), (0, 5)):
            file.execute("UPDATE facts SET number = ? WHERE number = ?", (new, old))


def number_the_facts_anew(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_stay")
        file.execute("UPDATE facts SET number = number + 100")


def put_a_fact_before_the_first(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER facts_follow")
        file.execute("INSERT INTO facts SELECT -1, cause, data, hash FROM facts WHERE number = 1")


def put_a_fact_of_ones_own_at_the_end(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("INSERT INTO facts SELECT 11, cause, data, hash FROM facts WHERE number = 10")


def add_a_fact_no_version_knows(folder: Path) -> None:
    with by_hand(folder) as file:
        (hash_, data) = file.execute("SELECT hash, data FROM facts WHERE number = 10").fetchone()
        future = data.replace(b"host-started", b"from-the-future").replace(b'"number":10', b'"number":11')
        row = (11, "test:10", future, next_hash(hash_, future))
        file.execute("INSERT INTO facts VALUES (?, ?, ?, ?)", row)


def give_it_another_id(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER opening_stays")
        file.execute("UPDATE opening SET journal = ?", ("0" * 32,))


def give_it_no_id_at_all(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER opening_lasts")
        file.execute("DELETE FROM opening")


def give_it_a_wrong_id(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("DROP TRIGGER opening_stays")
        file.execute("UPDATE opening SET journal = 'my journal'")


def make_it_a_later_version(folder: Path) -> None:
    with by_hand(folder) as file:
        file.execute("PRAGMA user_version = 99")


def cut_the_file_short(folder: Path) -> None:
    path = path_of(folder, 1)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty_the_file(folder: Path) -> None:
    (path_of(folder, 1)).write_bytes(b"")


def put_another_file_there(folder: Path) -> None:
    (path_of(folder, 1)).write_text("a letter, not a journal\n" * 500)


def put_another_database_there(folder: Path) -> None:
    path_of(folder, 1).unlink()
    with closing(sqlite3.connect(path_of(folder, 1))) as file:
        file.execute("CREATE TABLE facts (number, cause, data, hash)")


DAMAGES: list[Damage] = [
    change_a_fact,
    change_a_hash,
    change_a_cause,
    delete_a_fact,
    delete_the_first_fact,
    delete_a_fact_and_close_the_gap,
    swap_two_facts,
    number_the_facts_anew,
    put_a_fact_before_the_first,
    put_a_fact_of_ones_own_at_the_end,
    add_a_fact_no_version_knows,
    give_it_another_id,
    give_it_no_id_at_all,
    give_it_a_wrong_id,
    make_it_a_later_version,
    cut_the_file_short,
    empty_the_file,
    put_another_file_there,
    put_another_database_there,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=[damage.__name__ for damage in DAMAGES])
async def test_damage_is_found_at_opening_said_in_a_line_and_left_as_it_is(tmp_path: Path, damage: Damage) -> None:
    await recorded(tmp_path)
    damage(tmp_path)
    before = contents(tmp_path)
    for _ in range(2):
        with pytest.raises(UserError) as said:
            Journal.open(tmp_path).close()
        line = str(said.value)
        assert "\n" not in line
        assert str(tmp_path) in line
        assert "left unchanged" in line
        assert "journal restore" in line, "it says what to do"
        assert contents(tmp_path) == before


async def test_one_flipped_bit_anywhere_in_a_fact_is_found(tmp_path: Path, chance: random.Random) -> None:
    _, facts = await recorded(tmp_path)
    path = path_of(tmp_path, 1)
    whole = path.read_bytes()
    for fact in facts:
        at = whole.index(fact) + chance.randrange(len(fact))
        damaged = bytearray(whole)
        damaged[at] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(UserError, match="damaged"):
            Journal.open(tmp_path).close()
        assert path.read_bytes() == damaged
    path.write_bytes(whole)
    Journal.open(tmp_path).close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE facts SET data = x'00' WHERE number = 1",
        "UPDATE facts SET number = 99 WHERE number = 1",
        "DELETE FROM facts WHERE number = 10",
        "DELETE FROM facts",
        "INSERT OR REPLACE INTO facts SELECT 10, cause, data, hash FROM facts WHERE number = 1",
        "INSERT INTO facts SELECT 12, cause, data, hash FROM facts WHERE number = 1",
    ],
)
async def test_the_file_itself_refuses_to_rewrite_facts(tmp_path: Path, statement: str) -> None:
    await recorded(tmp_path)
    with by_hand(tmp_path) as file, pytest.raises(sqlite3.IntegrityError, match=r"facts? (are never|follows)"):
        file.execute(statement)
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.last == 10


async def test_a_second_hand_on_the_folder_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        with pytest.raises(UserError, match="another firmware-host is running on"):
            Journal.open(tmp_path).close()
        await journal.append(some_facts(journal, 1))
    Journal.open(tmp_path).close()


async def test_a_second_process_is_refused_in_one_clear_line(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)):
        opening = (
            "import sys; from pathlib import Path; from firmware_host.journal.store import Journal\n"
            "try: Journal.open(Path(sys.argv[1])).close()\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", opening, str(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        said, _ = await ended(child)
    assert said.decode() == (
        f"OccupiedError another firmware-host is running on {tmp_path}; stop it, or give another folder with --data\n"
    )


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match=r"cannot write to the data folder .*--data"):
        Journal.open(tmp_path / "file" / "data").close()


async def test_a_half_made_journal_of_a_crash_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "journal-000001.new").write_bytes(b"power went off here")
    with closing(Journal.open(tmp_path)) as journal:
        await journal.append(some_facts(journal, 1))
    assert not (tmp_path / "journal-000001.new").exists()


async def test_on_a_full_disk_nothing_acknowledged_is_missing_and_the_failure_stays(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        acknowledged: list[Fact] = []
        with disk_that_takes(200_000):
            with pytest.raises(JournalFailed):
                await append_for_ever(journal, acknowledged)
            assert journal.last == len(acknowledged)
        assert acknowledged, "it failed in the middle, not at the start"

        with pytest.raises(JournalFailed):
            await journal.append(some_facts(journal, 1))
        with pytest.raises(JournalFailed):
            await journal.mark_sent("mqtt", 1)

    with closing(Journal.open(tmp_path)) as journal:
        assert list(journal.facts()) == acknowledged, "all of them, and none that was not"
        await journal.append(some_facts(journal, 1))


async def test_when_the_disk_is_full_the_reserve_is_given_up_and_what_was_asked_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit stands for the full disk, and giving the reserve up lifts it, as freed room does."""
    with ExitStack() as full, closing(Journal.open(tmp_path)) as journal:
        await journal.append(some_facts(journal, 1))
        give_up = Reserve.give_up

        def freed(held: Reserve) -> bool:
            full.close()
            return give_up(held)

        monkeypatch.setattr(Reserve, "give_up", freed)
        full.enter_context(disk_that_takes(1))
        await journal.append(some_facts(journal, 1))
        assert journal.last == 2
        assert not (tmp_path / disk_space.RESERVE_FILE).exists()
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.last == 2
        assert (tmp_path / disk_space.RESERVE_FILE).stat().st_size == disk_space.RESERVE_SIZE, (
            "held again as soon as there is room"
        )


async def test_a_witness_that_cannot_be_written_leaves_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        with monkeypatch.context() as broken:
            broken.setattr(Witness, "write", refused)
            async with asyncio.timeout(20):
                await journal.append(some_facts(journal, 1))
                await journal.append(some_facts(journal, 1))
        await journal.append(some_facts(journal, 1))
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.last == 3


async def test_a_commit_writes_over_room_made_before_instead_of_making_the_log_longer(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        log = path_of(tmp_path, 1).with_suffix(".sqlite-wal")
        async with asyncio.timeout(60):
            while not disk_space.log_is_preallocated(path_of(tmp_path, 1)):
                await journal.append(some_facts(journal, 1))
        before, made = journal.last, log.stat().st_size
        for _ in range(200):
            await journal.append(some_facts(journal, 1))
        assert log.stat().st_size == made
        copied = tmp_path / "as after a power cut"
        copied.mkdir()
        for path in (path_of(tmp_path, 1), log):
            (copied / path.name).write_bytes(path.read_bytes())
        with closing(Segment(path_of(copied, 1))) as found:
            assert found.last == before + 200, "what follows the last commit in the log is no commit"


async def test_an_empty_log_beside_a_sealed_file_is_taken_away_and_one_with_something_in_it_stays(
    tmp_path: Path,
) -> None:
    sealed = path_of(tmp_path, 1)
    log = sealed.with_suffix(".sqlite-wal")
    log.write_bytes(b"something")
    disk_space.remove_empty_log(sealed)
    assert log.exists()
    log.write_bytes(b"")
    disk_space.remove_empty_log(sealed)
    assert not log.exists()


def refused(_witness: Witness, _end: End) -> None:
    raise OSError(errno.EIO, "input/output error")


async def test_a_record_that_another_program_holds_locked_is_called_that_and_costs_no_reserve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writer, "BUSY_S", 0.01)
    with closing(Journal.open(tmp_path)) as journal:
        with closing(sqlite3.connect(path_of(tmp_path, 1), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalLocked, match="database is locked") as failed:
                await journal.append(some_facts(journal, 1))
        assert (tmp_path / disk_space.RESERVE_FILE).exists()
    assert "end the other program" in failed.value.mend
    assert "disk" not in failed.value.mend + caplog.text


async def test_a_record_that_is_locked_for_a_moment_is_written_when_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "BUSY_S", 0.01)
    with (
        closing(Journal.open(tmp_path)) as journal,
        closing(sqlite3.connect(path_of(tmp_path, 1), isolation_level=None, check_same_thread=False)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(writer.log, "warning", lambda *_: other.execute("ROLLBACK"))
        await journal.append(some_facts(journal, 1))
        assert journal.last == 1


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


async def test_a_record_that_is_only_tried_stays_as_it_lies(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        await journal.append(some_facts(journal, 3))
        with pytest.raises(UserError, match="another firmware-host is running"):
            Journal.tried(folder)
    before = everything(folder)
    assert Journal.tried(folder) == 3
    assert everything(folder) == before


def test_a_folder_without_a_record_is_tried_and_gets_none(tmp_path: Path) -> None:
    (tmp_path / "shuffler.key").write_text("not ours to touch")
    before = everything(tmp_path)
    assert Journal.tried(tmp_path) is None
    assert everything(tmp_path) == before
    (tmp_path / "journal.end").write_text("there was one")
    with pytest.raises(UserError, match=r"journal.end exists, but journal-000001.sqlite is missing"):
        Journal.tried(tmp_path)


async def test_without_the_reserve_nothing_counts_as_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.free_mib() > 0
        (tmp_path / disk_space.RESERVE_FILE).unlink()
        monkeypatch.setattr(Reserve, "hold", lambda _: None)
        assert journal.free_mib() == 0


async def test_all_that_waits_fails_with_the_commit_that_fails(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        await journal.append(some_facts(journal, 1))
        with disk_that_takes(1):
            outcomes = await asyncio.gather(
                *(journal.append((), (Accepted(id=f"at-once:{number}"),)) for number in range(20)),
                return_exceptions=True,
            )
        assert [type(outcome) for outcome in outcomes] == [DiskFull] * 20


async def test_a_journal_that_cannot_even_be_opened_for_writing_fails_and_does_not_hang(tmp_path: Path) -> None:
    await recorded(tmp_path)
    with by_hand(tmp_path) as somebody:
        somebody.execute("BEGIN EXCLUSIVE")
        with closing(Journal.open(tmp_path)) as journal:
            async with asyncio.timeout(10):
                with pytest.raises(JournalFailed, match="locked"):
                    await journal.append(some_facts(journal, 1))
        somebody.execute("ROLLBACK")
