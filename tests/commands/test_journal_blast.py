"""`firmware-host journal blast`: which rounds a fault puts in doubt, asked of a real record."""

import asyncio
import json
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.table.acts.decks import SenseDeck
from firmware_host.table.acts.round import Deal
from firmware_host.table.terms import Back
from tests.worlds.hosted_table import PROCEDURE, HostedTable, recorded
from tests.worlds.pure_table import report

Said = pytest.CaptureFixture[str]


async def round_on(table: HostedTable, back: Back) -> None:
    await table.ready(back)
    await table.does(Deal(), *(CompleteBetting() for _ in range(4)), AwardPot())


async def one_short(folder: Path) -> int:
    """Two rounds on each deck; then the blue one is counted short. Return the number of the alert."""
    async with recorded(folder, PROCEDURE) as table:
        await table.opened()
        for back in (Back.BLUE, Back.RED, Back.BLUE, Back.RED):
            await round_on(table, back)
        await table.does(SenseDeck(back=Back.BLUE))
        deck = table.state.deck(Back.BLUE)
        assert deck is not None
        assert deck.order is not None
        await table.does(report(deck.order, Back.BLUE, counted=51, journal=table.state.journal))
        return table.state.alerts[-1].number


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("blast")


@pytest.fixture(scope="module")
def alert(folder: Path) -> int:
    return asyncio.run(one_short(folder))


def test_the_page_names_the_fault_the_rounds_and_the_proofs_around_them(capsys: Said, folder: Path, alert: int) -> None:
    assert main(["journal", "blast", str(alert - 1), "--data", str(folder), "--utc"]) == 0
    said = capsys.readouterr().out
    assert "Fault: fact" in said
    assert "the shuffler counted 51 cards instead of 52" in said
    assert "The blue deck: 1 round in doubt" in said
    assert "  round     3  2026-01-01 00:" in said
    assert "until now: no good proof since the fault" in said
    assert "red" not in said


def test_for_programs_it_is_one_object_and_the_alert_leads_to_the_same_answer(
    capsys: Said, folder: Path, alert: int
) -> None:
    found = []
    for number in (alert, alert - 1):
        assert main(["journal", "blast", str(number), "--data", str(folder), "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert [dealt["round"] for dealt in found[0]["decks"][0]["rounds"]] == [3]
    assert found[0]["fault"]["paragraphs"] == ["14.5(a)", "I-8"]


@pytest.mark.parametrize(("number", "why"), [("1", "fact 1 concerns no deck"), ("9999", "there is no fact 9999")])
def test_what_cannot_be_answered_is_one_line_and_2(
    capsys: Said, folder: Path, alert: int, number: str, why: str
) -> None:
    assert alert
    assert main(["journal", "blast", number, "--data", str(folder)]) == 2
    assert why in capsys.readouterr().err
