"""A sum of the dice amended while the next shake's wagers are taken: what readers of the record are shown of it."""

import asyncio
import csv
import json
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import Tracking
from firmware_host.table.acts.corrections import CorrectSum
from firmware_host.table.acts.dice import (
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    PayWinners,
    PlaceWager,
    RefuseForAll,
    Uncover,
)
from tests.worlds.hosted_table import recorded
from tests.worlds.pure_dice import dice_configuration

Said = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A 7 was called that was a 6, and found out after seat 3 was paid."""
    folder = tmp_path_factory.mktemp("amended")

    async def session() -> None:
        async with recorded(folder, dice_configuration(tracking=Tracking.FULL)) as table:
            await table.opened()
            await table.does(PlaceWager(seat=1, wager=Wager.PLACE_6, cents=600))
            await table.does(PlaceWager(seat=3, wager=Wager.ANY_7, cents=500))
            await table.does(CloseBets(), CompleteDealerShake(), RefuseForAll(), Uncover())
            await table.does(CallSum(dice=(3, 4)), CollectLosers(), PayWinners())
            await table.by_two(CorrectSum(round=1, dice=(2, 4), why="the 3 was a 2"))
            await table.does(CloseBets(), CompleteDealerShake(), Uncover(), CallSum(dice=(5, 5)))

    asyncio.run(session())
    return folder


def said(capsys: Said, *words: str) -> str:
    assert main([*words]) == 0
    return capsys.readouterr().out


def test_the_shake_is_explained_as_it_was_with_what_was_called_and_who_put_it_right(capsys: Said, record: Path) -> None:
    story = json.loads(said(capsys, "journal", "explain", "1", "--data", str(record), "--json"))
    assert (story["shake"]["faces"], story["shake"]["collected_cents"], story["shake"]["paid_cents"]) == (
        [2, 4],
        500,
        700,
    )
    (amendment,) = (told for told in story["later"] if told["kind"] == "amended")
    marked = {told["kind"]: told["words"] for told in story["told"] if told["amended_by"] == amendment["number"]}
    assert marked.keys() == {"sum-called", "losers-collected", "winners-paid", "shake-settled"}
    assert marked["sum-called"] == "3 and 4: 7."
    page = said(capsys, "journal", "explain", "1", "--data", str(record), "--utc")
    assert f"3 and 4: 7. [13.5(e)] (amended by {amendment['number']})" in page


def test_each_line_that_was_amended_says_by_what(capsys: Said, record: Path) -> None:
    lines = said(capsys, "journal", "show", "--data", str(record), "--kind", "sum-called", "amended").splitlines()
    called, amendment, after = lines
    assert called.endswith(f"(amended by {amendment.split()[0]})")
    assert "The dice showed 2 and 4 (sum 6). Reason: the 3 was a 2; $13 to seat 1; $25 from seat 3." in amendment
    assert after.endswith("5 and 5: 10. [13.5(e)]")


def test_the_day_and_a_spreadsheet_have_the_money_as_it_was_put_right(
    capsys: Said, record: Path, tmp_path: Path
) -> None:
    found = json.loads(said(capsys, "report", "--day", "2025-12-31", "--utc", "--data", str(record), "--json"))
    play = found["play"]
    assert (play["rounds"], play["corrections"]) == (2, 1)
    assert (play["collected_cents"], play["paid_cents"]) == (500, 700)
    out = tmp_path / "rounds.csv"
    said(capsys, "journal", "export", "--csv", "--data", str(record), "--out", str(out))
    first = next(csv.DictReader(out.read_text().splitlines()))
    assert (first["dice"], first["sum"], first["collected"], first["paid"]) == ("2 4", "6", "5.00", "7.00")
