"""A step cites each paragraph once, in every game and at every moment of its round."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.table.acts.round import Deal
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back
from tests.worlds.pure_table import PureTable, configuration


@pytest.mark.parametrize("game", GAMES)
def test_no_step_of_a_round_cites_a_paragraph_twice(game: GameName) -> None:
    table = PureTable(replace(configuration(), game=game)).opened()
    table.ready(Back.BLUE)
    table.does(Deal())
    while table.state.round is not None:
        steps = next_steps(table.state)
        for step in steps:
            assert len(set(step.paragraphs)) == len(step.paragraphs), step
        table.does(next(step for step in steps if step.expected).act)
