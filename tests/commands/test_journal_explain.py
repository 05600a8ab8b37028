"""`firmware-host journal explain`: one round for whoever has to settle a dispute about it."""

import asyncio
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli import main
from firmware_host.rules.round_acts import FoulHand, VoidRound
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.terms import Back
from hil.clock import VirtualClock
from tests.rules.spoken_table import dealing
from tests.support.record_files import by_hand
from tests.worlds.hosted_table import FULL, PROCEDURE, recorded
from tests.worlds.sessions import lifted_off, overridden, shuffled_meanwhile, told_in_full

Said = pytest.CaptureFixture[str]


def page(capsys: Said, folder: Path, round_: int) -> str:
    assert main(["journal", "explain", str(round_), "--data", str(folder), "--utc"]) == 0
    return capsys.readouterr().out


def story(capsys: Said, folder: Path, round_: int = 1) -> dict[str, Any]:
    assert main(["journal", "explain", str(round_), "--data", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def section(text: str, title: str) -> str:
    return text.partition(f"\n{title}\n")[2].partition("\n\n")[0]


@pytest.mark.paragraph("I-11")
def test_a_card_nobody_saw_is_unknown_and_is_said_to_be(capsys: Said, full: Path) -> None:
    cards = {player["seat"]: player["cards"] for player in story(capsys, full)["players"]}
    assert cards == {2: ["??", "??"], 5: ["Kh", "Qd"], 7: ["??", "??"]}
    text = page(capsys, full, 1)
    assert set(re.findall(r"\b[2-9TJQKA][shdc]\b", text)) == {"Qs", "Kd", "7c", "2h", "2c", "Kh", "Qd"}
    assert "The cards of seat 2 and seat 7 that were never shown." in section(text, "Not known from the record")


def test_the_chips_of_the_round_add_up(capsys: Said, full: Path) -> None:
    found = story(capsys, full)
    players = found["players"]
    assert [player["end"] for player in players] == ["folded", "showed", "mucked"]
    put_in = sum(player["put_in_cents"] for player in players)
    assert put_in == found["rake_cents"] + sum(pot["cents"] for pot in found["pots"])
    for player in players:
        won = sum(w["cents"] for pot in found["pots"] for w in pot["won"] if w["seat"] == player["seat"])
        assert player["ended_cents"] == player["began_cents"] - player["put_in_cents"] + won


def test_it_says_who_won_what_with_what_and_where_that_is_written(capsys: Said, full: Path) -> None:
    (pot,) = story(capsys, full)["pots"]
    assert pot["won"][0]["hand"] == "two pairs, kings and queens with seven"
    assert "14.6(e)5" in pot["paragraphs"]


def test_the_deck_is_told_from_its_shuffle_on(capsys: Said, full: Path) -> None:
    deck = story(capsys, full)["deck"]
    assert (deck["back"], deck["grade"], deck["counted"], deck["mode"], deck["cut"]) == (
        "blue", "reported", 52, "shuffle", True,
    )  # fmt: skip
    assert [told["kind"] for told in deck["told"]] == [
        "deck-loaded", "shuffle-ordered", "shuffle-proved", "deck-delivered", "deck-cut", "deck-put-in-play",
    ]  # fmt: skip


def test_the_hash_is_that_of_the_rounds_last_fact(capsys: Said, full: Path) -> None:
    found = story(capsys, full)
    with by_hand(full) as file:
        rows = file.execute("SELECT data FROM facts WHERE number <= ? ORDER BY number", (found["last"],)).fetchall()
    head = hashlib.sha256(bytes.fromhex(found["journal"])).digest()
    for (data,) in rows:
        head = hashlib.sha256(head + data).digest()
    assert found["hash"] == head.hex()


def test_it_says_how_far_it_is_signed(capsys: Said, full: Path) -> None:
    found = story(capsys, full)
    assert found["signed"]["number"] >= found["last"]
    assert f"signed after fact {found['signed']['number']}" in page(capsys, full, 1)
    assert story(capsys, full, 2)["signed"] is None
    assert "not signed yet" in page(capsys, full, 2)


def test_a_signature_that_does_not_fit_is_one_clear_line(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(told_in_full(tmp_path))
    with by_hand(tmp_path) as file:
        file.executescript("DROP TRIGGER checkpoints_stay")
        file.execute("UPDATE checkpoints SET signature = randomblob(64)")
    assert main(["journal", "explain", "1", "--data", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "does not match the record" in captured.err


def test_what_was_taken_back_stays_in_the_story_and_counts_for_nothing(capsys: Said, full: Path) -> None:
    found = story(capsys, full)
    (slip,) = (told for told in found["told"] if told["taken_back_by"])
    assert slip["words"] == "Seat 7 raises to $16."
    assert {player["seat"]: player["put_in_cents"] for player in found["players"]}[7] == 2800


def test_a_round_told_by_its_steps_says_that_no_amounts_are_known(capsys: Said, steps: Path) -> None:
    found = story(capsys, steps)
    assert [found["rake_cents"], found["pots"][0]["cents"]] == [None, None]
    assert {player["end"] for player in found["players"]} == {"not-told"}
    assert any("records only the steps of a round" in unknown for unknown in found["unknown"])
    assert found["pots"][0]["won"][0]["seat"] == 4
    second = story(capsys, steps, 2)
    assert "Who won: the dealer did not enter it" in second["unknown"]


def test_a_round_under_way_is_told_as_far_as_it_has_come(capsys: Said, full: Path) -> None:
    found = story(capsys, full, 2)
    assert (found["state"], found["pots"], found["rake_cents"]) == ("under-way", [], None)
    assert "The result: the round is under way" in found["unknown"]


def test_a_void_round_with_a_call_for_the_floor_says_both(capsys: Said, tmp_path: Path) -> None:
    async def session() -> None:
        async with recorded(tmp_path, FULL) as table:
            await table.opened()
            await table.ready(Back.BLUE)
            await table.does(Deal(), dealing(), FoulHand(seat=2, why="three cards"), CallFloor())
            await table.by_two(VoidRound(why="51 cards"))

    asyncio.run(session())
    found = story(capsys, tmp_path)
    assert found["state"] == "void"
    assert [told["kind"] for told in found["alerts"]] == [
        "hand-fouled",
        "floor-called",
        *("approval-requested", "approval-given") * 3,
        "round-voided",
    ], "two people enrol each of the two first"
    assert {player["seat"]: player["end"] for player in found["players"]}[2] == "fouled"
    assert {player["ended_cents"] for player in found["players"]} == {10_000}


def test_a_round_without_a_proof_says_so_and_that_a_count_was_wrong_later(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(overridden(tmp_path, VirtualClock()))
    found = story(capsys, tmp_path)
    assert found["deck"]["grade"] == "overridden"
    assert found["deck"]["told"][0]["kind"] == "gate-overridden"
    assert [told["kind"] for told in found["later"]] == ["cards-counted"]
    text = page(capsys, tmp_path, 1)
    assert "OVERRIDDEN" in section(text, "The deck")
    assert "Whether the deck was shuffled" in section(text, "Not known from the record")


def test_what_was_not_over_when_the_round_began_is_told(capsys: Said, tmp_path: Path) -> None:
    async def session() -> None:
        async with recorded(tmp_path, PROCEDURE) as table:
            await table.opened()
            await table.does(CallFloor(), EndFloorCall(), SenseDevice(device="shuffler", up=True, detail="SIM"))
            await table.ready(Back.BLUE)
            await table.does(SenseDevice(device="shuffler", up=False, detail="no answer"), CallFloor(), Deal())

    asyncio.run(session())
    stood = story(capsys, tmp_path)["stood"]
    assert [told["kind"] for told in stood] == ["alert-raised", "floor-called"]
    assert "Shuffler down: no answer." in section(page(capsys, tmp_path, 1), "Already open when it began")


def test_a_proof_that_was_given_while_the_other_deck_was_played_is_found(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(shuffled_meanwhile(tmp_path))
    found = story(capsys, tmp_path, 2)
    assert found["checked_from"] < found["first"]
    assert [told["kind"] for told in found["deck"]["told"]][:3] == ["deck-loaded", "shuffle-ordered", "shuffle-proved"]
    assert {told["words"].split(" deck")[0] for told in found["deck"]["told"][:1]} == {"The red"}


def test_that_the_shuffler_compared_is_part_of_what_is_told_of_a_deck_that_it_did_not_give_out(
    capsys: Said, tmp_path: Path
) -> None:
    asyncio.run(lifted_off(tmp_path))
    kinds = [told["kind"] for told in story(capsys, tmp_path, 1)["deck"]["told"]]
    assert kinds[kinds.index("deck-lifted-off") :] == [
        "deck-lifted-off", "reconciliation-ordered", "shuffler-reconciled", "deck-cut", "deck-put-in-play",
    ]  # fmt: skip


@pytest.mark.parametrize(("round_", "said"), [("3", "there are rounds 1 to 2"), ("0", "there is no round 0")])
def test_a_round_there_is_not_is_one_clear_line(capsys: Said, steps: Path, round_: str, said: str) -> None:
    assert main(["journal", "explain", round_, "--data", str(steps)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
