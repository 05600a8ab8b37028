"""What the real driver learns of a machine beside its shuffles, and what the table makes of it."""

from pathlib import Path

from drivers.shuffler.messages import MANDATORY_VOCABULARY
from drivers.shuffler.port import Back
from firmware_host.table.prompts import what_is_missing
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Worn
from hil.faults.rig import prepared, rig
from hil.shuffler.trays import Deck

FAST = 4000.0

PATIENCE_S = 20
"""On a busy machine; it takes a tenth of a second."""


def ready(state: TableState) -> bool:
    return state.is_open and all(prepared(deck) for deck in state.decks)


def about(state: TableState, kind: AlertKind) -> list[str]:
    return [alert.about for alert in state.alerts if alert.kind is kind]


async def test_a_deck_with_cards_missing_is_found_out_before_the_motor_turns(tmp_path: Path) -> None:
    async with rig(tmp_path, speed=FAST) as table:
        await table.play(ready, within_s=PATIENCE_S)
        await table.shuffler.load_deck(Back.BLUE, cards=40)
        await table.play(lambda state: about(state, AlertKind.SHUFFLE_REJECTED) == ["blue"], within_s=PATIENCE_S)
        assert table.simulated.model.cycles == 0
        assert table.state.decks[0].trouble == "far fewer than 52 cards are in the feed of the shuffler"


async def test_a_machine_that_is_due_says_so_after_the_shuffle_that_makes_it_so(tmp_path: Path) -> None:
    async with rig(tmp_path, speed=FAST) as table:
        await table.play(lambda state: ready(state) and state.shuffler.wear is not None, within_s=PATIENCE_S)
        wear = table.state.shuffler.wear
        assert wear is not None
        assert wear.since_service == 0
        table.simulated.model.since_service = wear.service_every - 1
        await table.shuffler.load_deck(Back.BLUE)
        await table.play(lambda state: about(state, AlertKind.SHUFFLER_WORN) == [Worn.SERVICE], within_s=PATIENCE_S)


async def test_a_machine_that_knows_only_what_it_must_is_told_nothing_else_and_shuffles(tmp_path: Path) -> None:
    async with rig(tmp_path, speed=FAST) as table:
        table.simulated.knows(MANDATORY_VOCABULARY)
        await table.play(ready, within_s=PATIENCE_S)
        await table.shuffler.load_deck(Back.BLUE)
        await table.play(lambda state: state.decks[0].proof is not None, within_s=PATIENCE_S)
        assert table.simulated.refused == 0
        assert table.state.shuffler.wear is None


async def test_a_deck_that_was_left_in_the_output_is_taken_and_then_the_due_one_is_delivered(tmp_path: Path) -> None:
    async with rig(tmp_path, speed=FAST) as table:
        await table.play(ready, within_s=PATIENCE_S)
        table.simulated.model.trays.output = Deck(back=Back.RED)
        await table.shuffler.load_deck(Back.BLUE)
        await table.play(lambda state: state.shuffler.output is not None, within_s=PATIENCE_S)
        assert "take the red deck out of the output" in what_is_missing(table.state).allowed_by
        table.shuffler.take_deck()
        await table.play(lambda state: not state.decks[0].uncounted, within_s=PATIENCE_S)
        assert table.state.shuffler.output is None
        assert about(table.state, AlertKind.SHUFFLER_DISAGREES) == []
