"""Every scenario of the regulation, put on record and read back in every form: of every game, every round."""

import asyncio
import csv
import json
import re
import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli import main
from firmware_host.rules.game import Tracking
from firmware_host.rules.round_facts import HandFouled, RakeTaken, RoundBody, RoundCompleted
from firmware_host.rules.struct import HIDDEN
from firmware_host.table.facts.corrections import Amended
from firmware_host.table.facts.dice import ShakeSettled
from firmware_host.table.facts.fact import Body
from tests.worlds.hosted_table import write
from tests.worlds.scenarios import SCRIPTS, played

UNIX_DAY = date(1970, 1, 1)

CARD = re.compile(r"(?<![0-9a-zA-Z])[2-9TJQKA][shdc](?![0-9a-zA-Z])")


Said = pytest.CaptureFixture[str]


@pytest.fixture(
    params=[
        pytest.param(name, id=path.stem, marks=pytest.mark.slow if number % 8 else ())
        for number, (name, path) in enumerate(SCRIPTS.items())
    ]
)
def script(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def folder(script: str, tmp_path: Path) -> Path:
    asyncio.run(write(tmp_path / "data", played(script).facts))
    return tmp_path / "data"


def exposed(script: str) -> set[str]:
    """Every card that some fact of the table names."""
    facts = (fact.body for fact in played(script).facts if isinstance(fact.body, RoundBody))
    return {card for body in facts for card in CARD.findall(repr(body))}


def in_effect(script: str) -> list[Body]:
    """The bodies of the facts, as amended."""
    bodies: dict[int, Body | None] = {}
    for fact in played(script).facts:
        bodies[fact.number] = fact.body
        if isinstance(fact.body, Amended):
            bodies |= {change.of: change.body for change in fact.body.changes}
    return [body for body in bodies.values() if body is not None]


def rounds_of(script: str) -> list[int]:
    return sorted({fact.round for fact in played(script).facts if fact.round})


def explained(capsys: Said, folder: Path, round_: int) -> dict[str, Any]:
    assert main(["journal", "explain", str(round_), "--data", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_every_round_can_be_explained_and_its_money_adds_up(script: str, folder: Path, capsys: Said) -> None:
    for round_ in rounds_of(script):
        found = explained(capsys, folder, round_)
        assert main(["journal", "explain", str(round_), "--data", str(folder)]) == 0
        assert capsys.readouterr().out.startswith(f"Round {round_} at ")
        if found["state"] == "over" and found["rake_cents"] is not None:
            assert_adds_up(found)


def assert_adds_up(story: dict[str, Any]) -> None:
    won = {player["seat"]: 0 for player in story["players"]}
    for pot in story["pots"]:
        for share in pot["won"]:
            won[share["seat"]] += share["cents"]
    taken = story["rake_cents"] + story["bad_beat_cents"]
    assert sum(player["put_in_cents"] for player in story["players"]) == sum(won.values()) + taken
    for player in story["players"]:
        assert player["ended_cents"] == player["began_cents"] - player["put_in_cents"] + won[player["seat"]]


@pytest.mark.paragraph("I-11")
def test_no_card_is_named_that_was_not_exposed(script: str, folder: Path, capsys: Said) -> None:
    for round_ in rounds_of(script):
        found = explained(capsys, folder, round_)
        for player in found["players"]:
            assert all(card == HIDDEN or card in exposed(script) for card in player["cards"])
        assert main(["journal", "explain", str(round_), "--data", str(folder)]) == 0
        assert set(CARD.findall(capsys.readouterr().out)) <= exposed(script)
    assert main(["journal", "show", "--data", str(folder)]) == 0
    assert set(CARD.findall(capsys.readouterr().out)) <= exposed(script)


def test_the_hand_histories_are_played_again_to_the_same_end(
    script: str, folder: Path, tmp_path: Path, capsys: Said
) -> None:
    out = tmp_path / "hands.phhs"
    code = main(["journal", "export", "--data", str(folder), "--phh", "--out", str(out)])
    told = hands_that_can_be_told(script)
    assert code == (0 if told else 2), capsys.readouterr().err
    assert out.exists() == bool(told)
    if told:
        assert [hand["hand"] for hand in tomllib.loads(out.read_text()).values()] == told
        assert main(["replay", str(out)]) == 0, capsys.readouterr().err


def hands_that_can_be_told(script: str) -> list[int]:
    """A hand history has the bets of a whole round, and no word for a hand that was fouled."""
    kinds: dict[int, set[type]] = {}
    for fact in played(script).facts:
        kinds.setdefault(fact.round, set()).add(type(fact.body))
    tracked = played(script).state.config
    if tracked is None or tracked.tracking is Tracking.PROCEDURE:
        return []
    return [round_ for round_, told in kinds.items() if RoundCompleted in told and HandFouled not in told]


def test_the_spreadsheet_has_every_round_and_the_money_of_its_facts(script: str, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "rounds.csv"
    assert main(["journal", "export", "--data", str(folder), "--csv", "--out", str(out)]) == 0
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert [int(row["round"]) for row in rows] == rounds_of(script)
    bodies = in_effect(script)
    rake = sum(body.cents for body in bodies if isinstance(body, RakeTaken))
    paid = sum(body.paid_cents for body in bodies if isinstance(body, ShakeSettled))
    assert round(sum(float(row["rake"] or 0) for row in rows) * 100) == rake
    assert round(sum(float(row["paid"] or 0) for row in rows) * 100) == paid


def test_the_days_report_has_every_round_once(script: str, folder: Path, capsys: Said) -> None:
    days = {fact.at.wall_ms // 86_400_000 for fact in played(script).facts}
    rounds = facts = 0
    for day in range(min(days), max(days) + 1):
        named = str(UNIX_DAY + timedelta(days=day))
        assert main(["report", "--day", named, "--day-starts", "0", "--utc", "--data", str(folder), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        rounds += found["play"]["rounds"]
        facts += found["facts"]
    assert (rounds, facts) == (len(rounds_of(script)), len(played(script).facts))
