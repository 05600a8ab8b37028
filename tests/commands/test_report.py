"""`firmware-host report`: a gaming day in figures, of a record that holds more than that day."""

import asyncio
import csv
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli import main
from firmware_host.reports.day_csv import COLUMNS
from firmware_host.rules.round_acts import AwardUncontested, CompleteBetting
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.round import Deal
from firmware_host.table.terms import Back
from hil.clock import MORNING_MS, VirtualClock
from tests.support.record_files import by_hand
from tests.worlds.hosted_table import PACE_MS, PROCEDURE, HostedTable, recorded
from tests.worlds.sessions import (
    DAY_STARTS_MS,
    MINUTE_MS,
    charged_by_time,
    clock_of_the_day,
    of_a_day,
    overridden,
    with_a_fund,
)

Said = pytest.CaptureFixture[str]

DAY, BEFORE = "2026-01-01", "2025-12-31"

HOUR_MS = 60 * MINUTE_MS


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("day")
    asyncio.run(of_a_day(folder, clock_of_the_day()))
    return folder


def figures(capsys: Said, folder: Path, date: str = DAY, *words: str) -> dict[str, Any]:
    assert main(["report", "--day", date, "--utc", "--data", str(folder), "--json", *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def page(capsys: Said, folder: Path, date: str = DAY) -> str:
    assert main(["report", "--day", date, "--utc", "--data", str(folder)]) == 0
    return capsys.readouterr().out


def refused(capsys: Said, *words: str) -> str:
    assert main(["report", "--utc", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_the_rounds_of_the_day_are_counted_and_no_others(capsys: Said, day: Path) -> None:
    found, before = figures(capsys, day), figures(capsys, day, BEFORE)
    assert [before["play"][name] for name in ("rounds", "showdowns", "void", "corrections")] == [1, 1, 0, 1]
    assert [found["play"][name] for name in ("rounds", "showdowns", "void", "corrections")] == [2, 0, 1, 1]
    assert (before["first_round"], before["last_round"]) == (1, 1)
    assert (found["first_round"], found["last_round"]) == (2, 3)
    assert [game["game"] for game in found["games"]] == ["holdem"]
    assert found["games"][0]["play"] == found["play"]


def test_every_fact_is_of_one_day(capsys: Said, day: Path) -> None:
    found, before = figures(capsys, day), figures(capsys, day, BEFORE)
    with by_hand(day) as file:
        (facts,) = file.execute("SELECT count(*) FROM facts").fetchone()
        (head,) = file.execute("SELECT hash FROM facts ORDER BY number DESC LIMIT 1").fetchone()
    assert found["facts"] + before["facts"] == facts
    assert (before["last"] + 1, found["last"], found["hash"]) == (found["first"], facts, head.hex())


def test_the_rake_is_that_of_the_pots_that_were_pushed(capsys: Said, day: Path) -> None:
    assert figures(capsys, day, BEFORE)["play"]["rake_cents"] == 300
    assert figures(capsys, day)["play"]["rake_cents"] == 0


def test_a_void_round_is_named_with_its_reason(capsys: Said, day: Path) -> None:
    (void,) = figures(capsys, day)["void"]
    assert (void["round"], void["why"], void["approved_by"]) == (3, "51 cards", ["floor-1", "supervisor-1"])
    assert f"round 3 (fact {void['fact']}): 51 cards, by floor-1 and supervisor-1" in page(capsys, day)


def test_what_took_two_people_is_counted_by_what_it_was(capsys: Said, day: Path) -> None:
    assert figures(capsys, day)["approvals"] == [
        {"act": "void-round", "asked": 1, "given": 1, "declined": 0, "expired": 0}
    ]
    assert figures(capsys, day, BEFORE)["approvals"] == []


def test_who_was_on_duty_as_a_round_began_dealt_it(capsys: Said, day: Path) -> None:
    dealers = {dealer["dealer"]: dealer for dealer in figures(capsys, day)["dealers"]}
    assert {name: dealer["play"]["rounds"] for name, dealer in dealers.items()} == {"dealer-1": 1, "dealer-2": 1}
    assert dealers["dealer-1"]["on_duty_s"] > 10 * 60, "since the day began, by yesterday's fact"


def test_an_alert_of_the_day_before_stood_from_the_first_moment(capsys: Said, day: Path) -> None:
    (alert,) = figures(capsys, day)["alerts"]
    assert (alert["alert"], alert["raised"], alert["cleared"], alert["standing"]) == ("device-down", 0, 1, 0)
    assert alert["stood_s"] == alert["longest_s"] == 10 * 60 + PACE_MS // 1000
    (before,) = figures(capsys, day, BEFORE)["alerts"]
    assert (before["raised"], before["cleared"], before["standing"]) == (1, 0, 1)


def test_a_device_is_down_until_it_answers(capsys: Said, day: Path) -> None:
    (shuffler,) = figures(capsys, day)["devices"]
    assert shuffler == {"device": "shuffler", "times": 0, "down_s": 10 * 60, "down": False}
    (before,) = figures(capsys, day, BEFORE)["devices"]
    assert (before["times"], before["down"]) == (1, True)
    assert before["down_s"] > 55 * 60, "until the day was over"


def test_calls_for_the_floor_and_how_long_they_waited(capsys: Said, day: Path) -> None:
    assert figures(capsys, day)["floor"] == {"calls": 1, "waited_s": 180, "longest_s": 180}


def test_shuffles_by_deck_and_grade(capsys: Said, day: Path) -> None:
    decks = {deck["back"]: deck for deck in figures(capsys, day)["shuffles"]}
    assert decks["red"]["proved"] == decks["blue"]["proved"] == {"reported": 1}
    assert [decks[back]["dealt"] for back in ("blue", "red")] == [1, 1]


def test_for_a_spreadsheet_it_is_a_figure_a_line(capsys: Said, day: Path) -> None:
    assert main(["report", "--day", DAY, "--utc", "--data", str(day), "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert tuple(rows[0]) == COLUMNS
    found = {(row["part"], row["name"], row["figure"]): row["value"] for row in rows}
    assert len(found) == len(rows), "no figure twice"
    assert found["all", "", "rounds"] == "2"
    assert found["dealer", "dealer-2", "rounds"] == "1"
    assert found["all", "", "rake"] == "0.00"
    assert found["void", "3", "why"] == "51 cards"
    assert {row["day"] for row in rows} == {DAY}


def test_a_round_without_a_proof_is_named_with_who_answers_for_it(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(overridden(tmp_path, VirtualClock(wall_ms=MORNING_MS + DAY_STARTS_MS)))
    (override,) = figures(capsys, tmp_path)["overrides"]
    assert (override["back"], override["why"]) == ("blue", "the shuffler is broken")
    assert override["approved_by"] == ["floor-1", "supervisor-1"]
    (blue,) = (deck for deck in figures(capsys, tmp_path)["shuffles"] if deck["back"] == "blue")
    assert (blue["overridden"], blue["counted_wrong"], blue["dealt"]) == (1, 1, 1)


def test_another_hour_moves_the_border(capsys: Said, day: Path) -> None:
    assert figures(capsys, day, DAY, "--day-starts", "0")["play"]["rounds"] == 3


@pytest.mark.paragraph("I-9", "14.14")
def test_what_players_paid_for_time_is_there_by_dealer_too(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(charged_by_time(tmp_path, VirtualClock(wall_ms=MORNING_MS + DAY_STARTS_MS)))
    found = figures(capsys, tmp_path)
    assert found["time_charge"] == {"half_hours": 3, "collections": 2, "cents": 3_600}
    assert {dealer["dealer"]: dealer["time_cents"] for dealer in found["dealers"]} == {
        "dealer-1": 1_800,
        "dealer-2": 1_800,
    }
    assert "time charge                  $36, 3 half hours ended, collected 2 times" in page(capsys, tmp_path)
    assert found["fund"] is None


@pytest.mark.paragraph("14.19", "I-10")
def test_the_fund_goes_on_from_day_to_day_and_who_was_paid_is_named(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(with_a_fund(tmp_path, clock_of_the_day()))
    names = ("began_cents", "put_in_cents", "given_cents", "paid_cents", "ended_cents")
    before, found = (figures(capsys, tmp_path, day)["fund"] for day in (BEFORE, DAY))
    assert [before[name] for name in names] == [0, 50_000, 100, 0, 50_100]
    assert [found[name] for name in names] == [50_100, 0, 100, 50_200, 0]
    assert before["payouts"] == []
    (payout,) = found["payouts"]
    assert (payout["cents"], payout["verified_by"]) == (50_200, "floorperson")
    assert {share["seat"]: share["cents"] for share in payout["shares"]} == {5: 25_100, 7: 12_550, 2: 12_550}
    told = page(capsys, tmp_path)
    assert "bad beat fund                $501 at the start, $0 from the house, $1 from pots, $502 paid, $0" in told
    assert "verified by floorperson: seat 5 $251 as loser" in told
    assert main(["report", "--day", DAY, "--utc", "--data", str(tmp_path), "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    ended = {row["figure"]: row["value"] for row in rows if row["part"] == "house" and row["name"] == "bad beat fund"}
    assert (ended["began"], ended["paid"], ended["ended"]) == ("501.00", "502.00", "0.00")
    assert [row["value"] for row in rows if row["part"] == "payout"] == ["502.00", "floorperson"]


def test_the_hour_at_which_the_day_begins_is_that_of_the_record(capsys: Said, tmp_path: Path) -> None:
    async def session() -> None:
        clock = VirtualClock(wall_ms=MORNING_MS + 3 * HOUR_MS)
        async with recorded(tmp_path, PROCEDURE, clock, day_starts=4) as table:
            await table.opened()
            await table.ready(Back.BLUE)
            await table.does(Deal(), AwardUncontested())
            await clock.advance(2 * HOUR_MS)
            await table.does(CallFloor())

    asyncio.run(session())
    assert figures(capsys, tmp_path, BEFORE)["play"]["rounds"] == 1
    found = figures(capsys, tmp_path)
    assert (found["play"]["rounds"], found["floor"]["calls"]) == (0, 1)
    assert found["begins"].endswith("04:00")
    assert figures(capsys, tmp_path, DAY, "--day-starts", "3")["play"]["rounds"] == 1


def test_an_hour_that_was_changed_holds_from_the_day_of_the_start_on(capsys: Said, tmp_path: Path) -> None:
    async def sessions() -> None:
        for boot, at_ms, starts in (("one", 0, 5), ("two", 24 * HOUR_MS, 8)):
            clock = VirtualClock(wall_ms=MORNING_MS + 12 * HOUR_MS + at_ms, boot=boot)
            async with recorded(tmp_path, PROCEDURE, clock, day_starts=starts):
                pass

    asyncio.run(sessions())
    assert figures(capsys, tmp_path, DAY)["begins"].endswith("05:00")
    assert figures(capsys, tmp_path, "2026-01-02")["begins"].endswith("08:00")


@asynccontextmanager
async def a_table(folder: Path, clock: VirtualClock) -> AsyncIterator[HostedTable]:
    async with recorded(folder, PROCEDURE, clock) as table:
        yield table


def test_a_jump_of_the_clock_makes_no_wait_longer(capsys: Said, tmp_path: Path) -> None:
    async def session() -> None:
        clock = VirtualClock(wall_ms=MORNING_MS + DAY_STARTS_MS)
        async with a_table(tmp_path, clock) as table:
            await table.does(CallFloor())
            clock.wall_ms += 5 * HOUR_MS
            clock.synced = False
            await table.does(EndFloorCall())

    asyncio.run(session())
    found = figures(capsys, tmp_path)
    assert found["floor"]["waited_s"] == PACE_MS // 1000
    assert main(["journal", "show", "--data", str(tmp_path), "--json"]) == 0
    stamped = [json.loads(line)["fact"]["at"]["synced"] for line in capsys.readouterr().out.splitlines()]
    assert 0 < found["unsynced"] == stamped.count(False)
    assert f"{found['unsynced']} facts of" in page(capsys, tmp_path)


def test_a_round_is_of_the_day_it_began_on(capsys: Said, tmp_path: Path) -> None:
    async def session() -> None:
        clock = VirtualClock(wall_ms=MORNING_MS + DAY_STARTS_MS - MINUTE_MS)
        async with a_table(tmp_path, clock) as table:
            await table.opened()
            await table.ready(Back.BLUE)
            await table.does(Deal(), CompleteBetting())
            await clock.advance(MINUTE_MS)
            await table.does(CompleteBetting(), TakeBack(), AwardUncontested())

    asyncio.run(session())
    before, found = figures(capsys, tmp_path, BEFORE), figures(capsys, tmp_path)
    assert [day["play"]["rounds"] for day in (before, found)] == [1, 0]
    assert before["play"]["corrections"] > 0
    assert (before["play"]["under_way"], before["play"]["seconds"] > 60) == (0, True)


def test_what_was_not_told_is_not_nought(capsys: Said, tmp_path: Path) -> None:
    async def session() -> None:
        async with a_table(tmp_path, VirtualClock(wall_ms=MORNING_MS + DAY_STARTS_MS)):
            pass

    asyncio.run(session())
    found = figures(capsys, tmp_path)
    assert (found["play"]["rounds"], found["play"]["rake_cents"], found["first_round"]) == (0, None, None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--day", "2026-02-30"), "is not a date"),
        (("--day", "monday"), "is not a date"),
        (("--day", DAY, "--day-starts", "24"), "24 is not an hour"),
        (("--day", "2020-01-01"), "has nothing for gaming day 2020-01-01"),
    ],
)
def test_a_day_there_is_not_is_one_clear_line(capsys: Said, day: Path, words: tuple[str, ...], said: str) -> None:
    assert said in refused(capsys, *words, "--data", str(day))


def test_a_day_without_facts_says_what_days_there_are(capsys: Said, day: Path) -> None:
    said = refused(capsys, "--day", "2020-01-01", "--data", str(day))
    assert "it runs from 2026-01-01 05:00 to 2026-01-01 06:1" in said


def test_a_folder_without_a_record_is_one_clear_line(capsys: Said, tmp_path: Path) -> None:
    assert "there is no journal in" in refused(capsys, "--day", DAY, "--data", str(tmp_path))


def test_a_changed_record_gives_no_figures(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(of_a_day(tmp_path, clock_of_the_day()))
    with by_hand(tmp_path) as file:
        file.execute("DROP TRIGGER facts_stay")
        file.execute(
            "UPDATE facts SET data = CAST(replace(data, '\"cents\":300', '\"cents\":200') AS BLOB) "
            "WHERE instr(data, 'rake-taken')"
        )
    assert "was altered after it was written" in refused(capsys, "--day", BEFORE, "--data", str(tmp_path))
