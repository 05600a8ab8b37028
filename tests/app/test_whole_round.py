"""The whole round as a user has it: `firmware-host run` as a child, devices and broker around it."""

from pathlib import Path

import pytest

from drivers.shuffler.port import Mode
from firmware_host.rules.decision import Code, Key, Refusal
from firmware_host.rules.game import StreetName
from firmware_host.table.terms import Back
from firmware_host.table.view import DeckView, View
from hil.pins.contacts import KEY_PINS, SHORT_MS
from hil.shuffler.model import Faults
from tests.app.dealer_on_hold import Hold
from tests.support.brokers import BOTH, any_broker
from tests.worlds.played_table import PlayedTable, played_table

SLOW = 40.0
"""Speed at which a shuffle takes about a second: longer than a round of the robot's, so that a test can be in time."""


async def press(table: PlayedTable, key: Key) -> None:
    await table.world.pins.press(KEY_PINS[key], down_ms=SHORT_MS)


async def press_next_in_vain(table: PlayedTable) -> None:
    """Keys are heard in order: when the call for the floor is recorded, the one before has been answered."""
    calls = table.kinds.count("floor-called")
    before = {kind: table.kinds.count(kind) for kind in ("deck-cut", "round-started", "hands-dealt")}
    await press(table, Key.NEXT)
    await press(table, Key.CALL_FLOOR)
    await table.subscriber.until(lambda: table.kinds.count("floor-called") > calls)
    assert {kind: table.kinds.count(kind) for kind in before} == before, "nothing was cut or dealt"


def seen(table: PlayedTable) -> View:
    assert table.subscriber.view is not None
    return table.subscriber.view


def deck(view: View, back: Back) -> DeckView:
    return next(deck for deck in view.decks if deck.back is back)


def waited_for(table: PlayedTable) -> Refusal:
    waiting = seen(table).waiting_for
    assert waiting is not None, "the table waits for nothing"
    return waiting


async def everything_is_right(table: PlayedTable, *, rounds: int) -> None:
    """Let it come to rest and stop it; the record is what was received, and an auditor finds nothing wrong with it."""
    await table.at_rest()
    assert await table.world.controller.stop() == 0, table.world.controller.words()
    assert [bytes(received.data) for received in table.subscriber.facts] == table.recorded()
    assert table.subscriber.out_of_order == []
    assert table.complaints() == []
    assert table.completed == table.kinds.count("round-completed") == rounds
    assert set(table.world.simulated.model.motor_starts.values()) == {1}, "no shuffle was done twice"


def _puts_it_in_again(say: str) -> bool:
    """It may still lie on the shelf, from which it is given out."""
    return say.endswith("ount all 52 cards and put the blue deck into the shuffler.")


@pytest.mark.parametrize("broker", [pytest.param("mosquitto", marks=pytest.mark.end_to_end), "amqtt"])
async def test_three_rounds_are_right_and_what_was_received_is_what_was_recorded(tmp_path: Path, broker: str) -> None:
    async with BOTH[broker](tmp_path) as url, played_table(tmp_path, broker=url, stop_after=3) as table:
        await table.world.controller.start()
        await table.rounds(3)
        await table.subscriber.until(lambda: seen(table).rounds == 3 and seen(table).round is None)
        await everything_is_right(table, rounds=3)
        await table.subscriber.until(lambda: table.subscriber.status is not None and not table.subscriber.status.online)
    assert table.kinds.count("deck-put-in-play") == 3
    assert table.kinds.count("community-dealt") == 9
    assert table.kinds.count("card-burned") == 9
    assert table.subscriber.devices["shuffler"].up


async def test_the_shuffler_is_unplugged_in_mid_round_the_round_goes_on_and_the_next_waits_for_it(
    tmp_path: Path,
) -> None:
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url, speed=SLOW, stop_after=2) as table:
        await table.world.controller.start()
        subscriber = table.subscriber
        await subscriber.until(
            lambda: (
                subscriber.view is not None
                and subscriber.view.round is not None
                and deck(subscriber.view, Back.RED).shuffling
            )
        )
        table.world.shuffler.unplug()
        await subscriber.until(lambda: seen(table).devices["shuffler"] is False)
        await subscriber.until(lambda: not subscriber.devices["shuffler"].up)
        await subscriber.until(lambda: subscriber.devices["shuffler"].out_of_service is not None)
        assert table.completed == 0, "it is the middle of the round"

        await table.rounds(1)
        await table.told("cards-counted")
        await subscriber.until(lambda: seen(table).rounds == 1 and seen(table).waiting_for is not None)
        assert waited_for(table).code is Code.NO_SHUFFLE_PROOF
        assert waited_for(table).reason == "the shuffler with the red deck does not answer"
        await press_next_in_vain(table)
        assert "key next refused: the shuffler with the red deck does not answer" in table.world.controller.words()

        table.world.shuffler.plug_in()
        await table.rounds(2)
        await subscriber.until(lambda: seen(table).devices["shuffler"] is True)
        await subscriber.until(lambda: subscriber.devices["shuffler"].out_of_service is None)
        await everything_is_right(table, rounds=2)
    assert table.kinds.count("device-went-down") == 1
    since = table.kinds[table.kinds.index("round-completed") :]
    assert since.index("cards-counted") < since.index("device-came-up"), "the discards are counted without the shuffler"
    assert since.index("device-came-up") < since.index("round-started"), "the next deal waited for it"


@pytest.mark.parametrize(
    ("counted", "why"),
    [
        (51, "the shuffler counted 51 cards instead of 52"),
        (53, "the shuffler counted 53 cards instead of 52"),
    ],
    ids=["a card short", "a card too many"],
)
async def test_no_proof_comes_of_that_the_dealer_is_told_and_with_a_right_deck_the_game_goes_on(
    tmp_path: Path, counted: int, why: str
) -> None:
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url) as table:
        shuffler = table.world.shuffler
        shuffler.set_faults(Faults(counted=counted))
        hold = Hold(table, lambda view: view.open and deck(view, Back.BLUE).trouble is not None)
        await table.world.controller.start()
        await hold.begun()

        assert deck(seen(table), Back.BLUE).trouble == why
        assert deck(seen(table), Back.BLUE).proof is None
        assert waited_for(table).code is Code.NO_SHUFFLE_PROOF
        assert waited_for(table).reason == why
        assert any(_puts_it_in_again(step.say) for step in seen(table).steps)
        await press_next_in_vain(table)
        assert "shuffle-proved" not in table.kinds

        shuffler.set_faults()
        hold.release()
        await table.rounds(1)
        await everything_is_right(table, rounds=1)
    assert table.kinds.count("shuffle-rejected") == 1


async def test_a_shuffler_left_in_sort_mode_is_given_no_deck_before_its_switch_is_turned(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url) as table:
        shuffler = table.world.shuffler
        shuffler.switch(Mode.SORT)
        hold = Hold(table, lambda view: view.waiting_for is not None and "sort" in view.waiting_for.reason)
        await table.world.controller.start()
        await hold.begun()

        assert waited_for(table).reason == "the shuffler is switched to sort"
        assert waited_for(table).allowed_by == "turn the switch of the shuffler to shuffle"
        await press_next_in_vain(table)

        shuffler.switch(Mode.SHUFFLE)
        hold.release()
        await table.rounds(1)
        await everything_is_right(table, rounds=1)
    assert "shuffle-rejected" not in table.kinds


async def test_the_undo_key_takes_back_a_street_and_the_round_goes_on_from_there(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url) as table:
        hold = Hold(table, lambda view: view.round is not None and view.round.street is StreetName.TURN)
        await table.world.controller.start()
        await hold.begun()
        on_the_turn = seen(table).round
        assert on_the_turn is not None
        assert len(on_the_turn.board) == 4

        boards: list[int] = []
        look = table.subscriber.on_message
        assert look is not None

        def watch() -> None:
            if seen(table).round is not None:
                boards.append(len(getattr(seen(table).round, "board", ())))
            look()

        table.subscriber.on_message = watch
        await press(table, Key.NO_ROLL)
        await table.subscriber.until(lambda: table.kinds.count("amended") == 1)
        await table.subscriber.until(lambda: 3 in boards)
        hold.release()
        await table.rounds(1)
        await everything_is_right(table, rounds=1)
    assert table.kinds.count("community-dealt") == 4, "the turn was dealt twice, once on the record only"
    assert table.kinds.count("card-burned") == 4
