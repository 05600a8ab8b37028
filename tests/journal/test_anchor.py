"""A checkpoint kept elsewhere against the record: rollbacks, cuts and swaps of every file, and forgeries."""

import random
import shutil
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.cli import main
from firmware_host.errors import UserError
from firmware_host.journal import anchor, day_keys
from firmware_host.journal.anchor import Agrees, Ignored, Newer, SignedCheckpoint
from firmware_host.journal.reader import Reader
from firmware_host.journal.signing import Checkpoint, Signer
from firmware_host.journal.store import Journal
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.facts.system import JournalOpened
from firmware_host.table.terms import Previous
from hil.clock import MORNING_MS, VirtualClock
from tests.support.record_files import some_facts
from tests.worlds.busy_table import SMALL, busy_table

WALL_MS = MORNING_MS + 12 * 3_600_000

DAY_MS = 24 * 3_600_000

DAYS = 4

ATTACKS = 150

BOOTS = count(1)


LIVED: list[TemporaryDirectory[str]] = []
"""The record of `DAYS` days as it was after each, made by the first test that asks and copied by all."""


async def lived(folder: Path, days: int = DAYS) -> list[Path]:
    """Several gaming days, each with its key; return a copy of the folder as it was after each."""
    if not LIVED:
        LIVED.append(TemporaryDirectory(prefix="lived-"))
        await live(Path(LIVED[0].name) / "data")
    made = Path(LIVED[0].name)
    copies = [folder.with_name(f"after-{day}") for day in range(days)]
    for copy in copies:
        shutil.copytree(made / copy.name, copy)
    shutil.copytree(copies[-1], folder)
    return copies


async def live(folder: Path) -> None:
    """Play the days one after the other; copy the folder after each."""
    for day in range(DAYS):
        clock = VirtualClock(wall_ms=WALL_MS + day * DAY_MS, boot=f"boot-{next(BOOTS)}")
        async with busy_table(folder, clock) as table:
            if not day:
                await table.play(1)
            for number in range(10):
                call = EndFloorCall() if table.host.state.floor_called else CallFloor()
                await table.tell(1_000 * (day + 1) + number, lambda _, call=call: call)  # type: ignore[misc]
        copy = folder.with_name(f"after-{day}")
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("journal.reserve"))


def published(folder: Path) -> bytes:
    """What the broker keeps of this record."""
    return msgspec.json.encode(anchor.newest(folder))


def facts(folder: Path, to: int) -> list[bytes]:
    with closing(Reader(folder)) as reader:
        return [link.data for link in reader.links(to=to)]


@pytest.mark.parametrize("form", ["published", "text"])
async def test_each_older_copy_is_found_out_by_the_newest_checkpoint(tmp_path: Path, form: str) -> None:
    *older, whole = await lived(tmp_path / "data")
    newest = anchor.newest(whole)
    payload = published(whole) if form == "published" else anchor.as_text(newest)
    assert anchor.compared_in(whole, payload) == Agrees(number=newest.number)
    for copy in older if form == "published" else older[-1:]:
        found = anchor.compared_in(copy, payload)
        assert isinstance(found, Newer)
        assert (found.number, found.differs) == (newest.number, False)


async def test_a_checkpoint_of_an_earlier_day_agrees_with_a_later_record(tmp_path: Path) -> None:
    *older, whole = await lived(tmp_path / "data")
    for copy in older:
        assert isinstance(anchor.compared_in(whole, published(copy)), Agrees)


async def test_a_key_of_an_earlier_day_signs_nothing_of_a_later_one(tmp_path: Path) -> None:
    """Whoever got hold of yesterday's key before it was erased closes no table with it."""
    *_, yesterday, whole = await lived(tmp_path / "data")
    held = msgspec.json.decode((yesterday / day_keys.FILE).read_bytes(), type=day_keys.DayKeyFile)
    signer = Signer.of(bytes.fromhex(held.secret))
    words = msgspec.json.decode(anchor.newest(whole).data, type=Checkpoint)
    forged = signer.sign(msgspec.json.encode(replace(words, key=signer.key, number=words.number + 1)))
    found = anchor.compared_in(whole, msgspec.json.encode(anchor.document(forged)))
    assert isinstance(found, Ignored)
    assert "with a key that this record used for facts" in found.why


async def test_a_change_of_keys_ends_no_keys_time_for_whoever_has_seen_nothing_after_it(tmp_path: Path) -> None:
    """An older copy, started on a later day, changes its key before it can compare anything."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    await lived(data, 1)
    shutil.copytree(data, copy)
    async with busy_table(data, VirtualClock(wall_ms=WALL_MS + 3_600_000, boot=f"boot-{next(BOOTS)}")) as table:
        for told in range(10):
            call = EndFloorCall() if table.host.state.floor_called else CallFloor()
            await table.tell(4_000 + told, lambda _, call=call: call)  # type: ignore[misc]
    payload, number = published(data), anchor.newest(data).number
    clock = VirtualClock(wall_ms=WALL_MS + DAY_MS, boot=f"boot-{next(BOOTS)}")
    async with busy_table(copy, clock) as table:
        await table.tell(5_000, lambda state: EndFloorCall() if state.floor_called else CallFloor())
    found = anchor.compared_in(copy, payload, known_to="broker")
    assert isinstance(found, Newer)
    assert found.number == number
    journal = Journal.open(copy)
    try:
        await journal.mark_sent("broker", anchor.newest(copy).number)
    finally:
        journal.close()
    assert isinstance(anchor.compared_in(copy, payload, known_to="broker"), Ignored), "it was told, and keeps a forgery"


async def test_random_changes_of_a_checkpoint_never_count_as_one_of_this_record(
    tmp_path: Path, chance: random.Random
) -> None:
    older, *_, whole = await lived(tmp_path / "data", 2)
    real = published(whole)
    words = msgspec.json.decode(real, type=SignedCheckpoint)
    with closing(Reader(older)) as reader:
        for _ in range(400):
            data, signature = bytearray(words.data), bytearray(words.signature)
            target = chance.choice([data, signature])
            target[chance.randrange(len(target))] ^= chance.randrange(1, 256)
            changed = replace(words, data=bytes(data), signature=bytes(signature))
            assert isinstance(anchor.compared(msgspec.json.encode(changed), reader), Ignored)
            rubbish = bytearray(real)
            rubbish[chance.randrange(len(rubbish))] = chance.randrange(256)
            found = anchor.compared(bytes(rubbish), reader)
            assert not isinstance(found, Agrees)
            assert isinstance(found, Ignored) or found.hash == words.hash
        assert isinstance(anchor.compared(real, reader), Newer)


async def test_rollbacks_cuts_and_swaps_of_every_file_are_found_out(tmp_path: Path, chance: random.Random) -> None:
    """Whatever is done with the files: they are refused, in doubt, found out by the broker, or nothing is missing."""
    *older, whole = await lived(tmp_path / "data")
    payload = published(whole)
    number = anchor.newest(whole).number
    expected = facts(whole, number)
    missed, outcomes = [], set[str]()
    for place in range(ATTACKS):
        copy = tmp_path / f"attacked-{place}"
        what = attacked(copy, whole, older, chance)
        outcome = outcome_of(copy, payload)
        outcomes.add(outcome)
        if outcome == "agrees" and facts(copy, number) != expected:
            missed.append(what)
        shutil.rmtree(copy)
    assert missed == []
    assert {"refused", "in doubt", "newer", "agrees"} <= outcomes, "each of them was tried"


def attacked(copy: Path, whole: Path, older: list[Path], chance: random.Random) -> str:
    """Put a copy of the record there, with one or several of its files rolled back, cut, emptied or taken away."""
    before = chance.choice(older)
    if chance.random() < 0.2:
        shutil.copytree(before, copy)
        return f"all of {before.name}"
    shutil.copytree(whole, copy)
    done = []
    names = sorted(path.name for path in whole.iterdir())
    for name in chance.sample(names, chance.choice([1, 1, 2, 3, len(names)])):
        file, earlier = copy / name, before / name
        how = chance.choice(["swap", "swap", "cut", "empty", "zero", "delete"])
        match how:
            case "swap" if earlier.exists():
                shutil.copy2(earlier, file)
            case "cut":
                data = file.read_bytes()
                file.write_bytes(data[: chance.randrange(len(data) + 1)])
            case "empty":
                file.write_bytes(b"")
            case "zero":
                file.write_bytes(bytes(file.stat().st_size))
            case _:
                file.unlink()
        done.append(f"{how} {name}")
    return ", ".join(done)


def outcome_of(folder: Path, payload: bytes) -> str:
    """What a start on this folder comes to, with a broker that has kept this."""
    try:
        with closing(Journal.open(folder, config=SMALL)) as journal:
            doubt = journal.doubt
        found = anchor.compared_in(folder, payload)
    except UserError:
        return "refused"
    if isinstance(found, Newer):
        return "newer"
    if isinstance(found, Ignored):
        # A record of its own began there: the broker's checkpoint is of another one, which is an alert.
        return "ignored"
    return "in doubt" if doubt else "agrees"


async def test_verify_compares_with_a_checkpoint_kept_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, yesterday, whole = await lived(tmp_path / "data", 3)
    assert main(["journal", "checkpoint", "--data", str(whole)]) == 0
    kept = tmp_path / "kept.json"
    kept.write_text(capsys.readouterr().out)
    assert main(["journal", "verify", str(whole), "--checkpoint", str(kept)]) == 0
    assert "the given checkpoint agrees" in capsys.readouterr().out
    assert main(["journal", "verify", str(yesterday)]) == 0, "by itself an older copy is sound"
    assert "nothing proves which table it belongs to" in capsys.readouterr().out
    assert main(["journal", "verify", str(yesterday), "--checkpoint", str(kept)]) == 1
    said = capsys.readouterr().out
    assert "it goes up to fact" in said
    assert said.endswith("NOT SOUND\n")
    with kept.open("rb") as typed:
        monkeypatch.setattr("sys.stdin", typed_by(typed.read()))
    assert main(["journal", "verify", str(yesterday), "--checkpoint", "-"]) == 1
    kept.write_text("nothing of the kind")
    capsys.readouterr()
    assert main(["journal", "verify", str(whole), "--checkpoint", str(kept)]) == 2
    printed = capsys.readouterr()
    assert printed.out == "", "nothing is said of the record"
    assert "kept.json holds no checkpoint; give the file that `journal checkpoint` printed" in printed.err


async def test_verify_says_plainly_what_a_paper_means_that_it_cannot_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The paper has the certificate of its own day only, and an older copy has none of the keys in between."""
    first, *_, whole = await lived(tmp_path / "data")
    newest = anchor.newest(whole)
    paper = tmp_path / "paper"
    paper.write_bytes(anchor.as_text(newest))
    assert main(["journal", "verify", str(first), "--checkpoint", str(paper)]) == 1
    said = capsys.readouterr().out
    assert f"it signs fact {newest.number} with a key that does not descend" in said
    assert f"ends with fact {anchor.newest(first).number}: this record may be a copy from before" in said
    assert said.endswith("NOT SOUND\n")


async def test_verify_says_plainly_that_a_copy_was_continued_with_other_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy, paper = tmp_path / "data", tmp_path / "copy", tmp_path / "paper"
    await lived(data, 1)
    shutil.copytree(data, copy)
    async with busy_table(data, VirtualClock(wall_ms=WALL_MS + 3_600_000, boot=f"boot-{next(BOOTS)}")) as table:
        for told in range(10):
            call = EndFloorCall() if table.host.state.floor_called else CallFloor()
            await table.tell(4_000 + told, lambda _, call=call: call)  # type: ignore[misc]
    paper.write_bytes(anchor.as_text(anchor.newest(data)))
    async with busy_table(copy, VirtualClock(wall_ms=WALL_MS + DAY_MS, boot=f"boot-{next(BOOTS)}")) as table:
        await table.tell(5_000, lambda state: EndFloorCall() if state.floor_called else CallFloor())
    assert main(["journal", "verify", str(copy), "--checkpoint", str(paper)]) == 1
    said = capsys.readouterr().out
    assert "this record may be an older copy that was continued" in said
    assert said.endswith("NOT SOUND\n")


@pytest.mark.parametrize(
    ("further", "code", "words"),
    [
        (0, 0, "neither confirms nor contradicts this record"),
        (1, 1, "the facts between are missing here"),
    ],
)
async def test_verify_says_plainly_what_a_paper_of_the_restored_record_means(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], further: int, code: int, words: str
) -> None:
    """A record restored from the copy of one day; the paper is of that day, or of a later one."""
    copies = await lived(tmp_path / "data", 2)
    with closing(Reader(copies[0])) as reader:
        last = reader.last
        previous = Previous(journal=reader.id, number=last, hash=reader.hash_of(last).hex())
    restored, paper = tmp_path / "restored", tmp_path / "paper"
    with closing(Journal.open(restored)) as journal:
        fact = some_facts(journal, 1)[0]
        await journal.append((replace(fact, body=JournalOpened(previous=previous)),))
    paper.write_bytes(anchor.as_text(anchor.newest(copies[further])))
    assert main(["journal", "verify", str(restored), "--checkpoint", str(paper)]) == code
    assert words in capsys.readouterr().out


class typed_by:  # noqa: N801 - it stands where a module's attribute did
    """Standard input with these bytes."""

    def __init__(self, data: bytes) -> None:
        from io import BytesIO  # noqa: PLC0415 - here alone

        self.buffer = BytesIO(data)


async def test_the_newest_checkpoint_is_drawn_for_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, whole = await lived(tmp_path / "data", 2)
    for suffix in ("svg", "png"):
        drawn = tmp_path / f"closing.{suffix}"
        assert main(["journal", "checkpoint", "--data", str(whole), "--qr", str(drawn)]) == 0
        assert drawn.stat().st_size > 500
        assert anchor.newest(whole).hash in capsys.readouterr().out
    assert main(["journal", "checkpoint", "--data", str(whole), "--qr"]) == 0
    assert main(["journal", "checkpoint", "--data", str(whole), "--qr", str(tmp_path / "closing.doc")]) == 2
    assert "ends in .svg, .png or .pdf" in capsys.readouterr().err


def test_a_folder_without_a_record_has_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "checkpoint", "--data", str(tmp_path)]) == 2
    assert "no journal in" in capsys.readouterr().err
