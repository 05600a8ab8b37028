"""A machine that is paired anew has forgotten what it was ordered: nothing of before is given to it a second time."""

from pathlib import Path

import pytest

from drivers.shuffler.host_messages import Shuffle
from drivers.shuffler.port import Activity, Back, CommandId
from firmware_host.table.state.table import TableState
from hil.faults.rig import Rig, prepared, rig
from hil.shuffler.trace import Way
from hil.shuffler.trays import Deck

WITHIN_S = 20.0


def ordered(state: TableState) -> bool:
    return state.is_open and state.decks[0].order is not None


def commands(table: Rig) -> list[CommandId]:
    said = table.simulated.trace.messages(Way.IN)
    return [message.command for message in said if isinstance(message, Shuffle)]


@pytest.mark.paragraph("I-8")
async def test_an_order_under_way_is_not_given_again_and_the_deck_goes_in_again(tmp_path: Path) -> None:
    async with rig(tmp_path) as table:
        await table.play(lambda state: state.is_open and all(prepared(deck) for deck in state.decks), within_s=WITHIN_S)
        await table.load_and_shuffle(within_s=WITHIN_S)
        assert ordered(table.state)
        (first,) = commands(table)
        table.shuffler.muted = True
        await table.shuffler.resting.wait()
        assert table.shuffler.model.status().activity is Activity.IDLE
        table.pair_anew()
        table.shuffler.muted = False
        await table.play(lambda state: state.decks[0].order is None, within_s=WITHIN_S)
        assert table.state.decks[0].trouble == "the shuffler was paired again"
        await table.play(lambda _: table.shuffler.model.trays.output is not None, within_s=WITHIN_S)
        assert table.shuffler.take_deck() == Deck(back=Back.BLUE, cards=52), "it was given out, and is counted"
        await table.shuffler.load_deck(Back.BLUE)
        await table.play(lambda state: state.decks[0].proof is not None, within_s=WITHIN_S)
        assert commands(table).count(first) == 1
        (again,) = {command for command in commands(table) if command != first}
        assert again.number > first.number
        assert table.simulated.model.motor_starts[again] == 1
