"""The regulation's examples, played: each `.table` file of this folder says what it shows and what is to happen."""

from __future__ import annotations

import msgspec
import pytest

from firmware_host.rules.game import GameName, Tracking
from firmware_host.table.facts.fact import Fact
from firmware_host.table.history import Ledger
from tests.worlds.scenarios import SCRIPTS, played, script

EVERY = pytest.mark.parametrize("name", SCRIPTS)


@EVERY
def test_everything_goes_as_the_script_says(name: str) -> None:
    end = played(name)
    otherwise = [f"{SCRIPTS[name]}:{one.line}: {one.expected}, but {one.got}" for one in end.otherwise]
    assert not otherwise, "\n".join(otherwise)
    assert not end.blank, "a `?` is left: --write fills it in"


@EVERY
def test_its_facts_are_the_table_again_when_they_come_back_from_the_record(name: str) -> None:
    end = played(name)
    stored = [msgspec.json.encode(fact) for fact in end.facts]
    read = [msgspec.json.decode(data, type=Fact) for data in stored]
    assert Ledger.empty(read[0].journal).with_facts(read).state == end.state


@EVERY
def test_it_says_which_paragraphs_it_shows_and_each_is_cited_by_a_fact_a_prompt_or_a_refusal(name: str) -> None:
    paragraphs = script(name).header.paragraphs
    assert paragraphs
    asked = {paragraph for deed in script(name).deeds for one in deed.expected for paragraph in one.paragraphs}
    told = {paragraph for fact in played(name).facts for paragraph in fact.paragraphs}
    unheard = [paragraph for paragraph in paragraphs if paragraph not in asked | told]
    assert not unheard, f"claimed and never met: {', '.join(unheard)}"


def test_every_game_has_a_scenario_told_in_full() -> None:
    there = {script(name).header.config for name in SCRIPTS if name.startswith("games/")}
    assert {config.game for config in there if config.tracking is Tracking.FULL} == set(GameName)
