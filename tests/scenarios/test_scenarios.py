"""The regulation's examples, played: each `.table` file of this folder says what it shows and what is to happen."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from firmware_host.rules.game import GameName, Tracking
from firmware_host.table.facts.fact import Fact
from firmware_host.table.history import Ledger
from hil.scenario.playing import play
from hil.scenario.reading import read_script

FOLDER = Path(__file__).parent

SCRIPTS = {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in sorted(FOLDER.rglob("*.table"))}

EVERY = pytest.mark.parametrize("name", SCRIPTS)


def script_of(name: str) -> str:
    return SCRIPTS[name].read_text(encoding="utf-8")


@EVERY
def test_everything_goes_as_the_script_says(name: str) -> None:
    played = play(read_script(script_of(name)))
    otherwise = [f"{SCRIPTS[name]}:{one.line}: {one.expected}, but {one.got}" for one in played.otherwise]
    assert not otherwise, "\n".join(otherwise)
    assert not played.blank, "a `?` is left: --write fills it in"


@EVERY
def test_its_facts_are_the_table_again_when_they_come_back_from_the_record(name: str) -> None:
    played = play(read_script(script_of(name)))
    stored = [msgspec.json.encode(fact) for fact in played.facts]
    read = [msgspec.json.decode(data, type=Fact) for data in stored]
    assert Ledger.empty(read[0].journal).with_facts(read).state == played.state


@EVERY
def test_it_says_which_paragraphs_it_shows_and_each_is_cited_by_a_fact_a_prompt_or_a_refusal(name: str) -> None:
    script = read_script(script_of(name))
    assert script.header.paragraphs
    asked = {paragraph for deed in script.deeds for one in deed.expected for paragraph in one.paragraphs}
    told = {paragraph for fact in play(script).facts for paragraph in fact.paragraphs}
    unheard = [paragraph for paragraph in script.header.paragraphs if paragraph not in asked | told]
    assert not unheard, f"claimed and never met: {', '.join(unheard)}"


def test_every_game_has_a_scenario_told_in_full() -> None:
    there = {read_script(script_of(name)).header.config for name in SCRIPTS if name.startswith("games/")}
    assert {config.game for config in there if config.tracking is Tracking.FULL} == set(GameName)
