"""Kill the running controller with SIGKILL at named points of a round: nothing may be lost or done twice."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.support.brokers import any_broker
from tests.worlds.played_table import PlayedTable, played_table

REACHED_S = 60.0

KILLING = Path(__file__).parents[1] / "support" / "killing"

KILLING_FIRST = os.pathsep.join((str(KILLING), *filter(None, [os.environ.get("PYTHONPATH")])))


COMMIT = "firmware_host.journal.store:Journal.append"

DECIDED = "firmware_host.table.decide:decide"

TRANSACTION = "firmware_host.journal.writer:Writer.write"

ORDER = "drivers.shuffler.driver:SerialShuffler.shuffle"

ACKNOWLEDGE = "drivers.shuffler.driver:SerialShuffler.acknowledge"

ASK = "firmware_host.host.intents:Asker.pressed"

PUBLISH = "firmware_host.mqtt.outbox:Window.start"


CURSOR = "firmware_host.mqtt.outbox:Outbox.acknowledged"

PROGRESS = "firmware_host.mqtt.publisher:Publisher.report"


RECORDED = {
    "the facts of a start": "HostStarted",
    "the opening of the table": "TableOpened",
    "the shuffler's coming up": "DeviceCameUp",
    "the deck loaded and its shuffle ordered": "ShuffleOrdered",
    "the shuffle proof": "ShuffleProved",
    "the cut": "DeckCut",
    "the deal": "RoundStarted",
    "the flop": "street=<StreetName.FLOP: 'flop'>, cards",
    "the turn": "street=<StreetName.TURN: 'turn'>, cards",
    "the river": "street=<StreetName.RIVER: 'river'>, cards",
    "the showdown": "ShowdownBegan",
    "the award and the button's move": "PotAwarded",
    "the puck's move": "PuckSeen(seat=10)",
}


POINTS = {
    **{f"before {name} is durable": f"{COMMIT} before {what}" for name, what in RECORDED.items()},
    **{f"after {name} is durable": f"{COMMIT} after {what}" for name, what in RECORDED.items()},
    "inside the first transaction": f"{TRANSACTION} inside #1",
    "inside the fifth transaction": f"{TRANSACTION} inside #5",
    "inside the twelfth transaction": f"{TRANSACTION} inside #12",
    "the deal decided, not recorded": f"{DECIDED} after key=<Key.NEXT: 'next'>",
    "before the shuffle is ordered from the device": f"{ORDER} before blue",
    "after the device has taken the order": f"{ORDER} after blue",
    "in the middle of the shuffle": f"{PROGRESS} after of=52",
    "before the loaded deck is acknowledged to the device": f"{ACKNOWLEDGE} before #1",
    "after the loaded deck is acknowledged to the device": f"{ACKNOWLEDGE} after #1",
    "before the finished shuffle is acknowledged to the device": f"{ACKNOWLEDGE} before #2",
    "a key is down and not yet asked for": f"{ASK} before #2",
    "a key's answer has come": f"{ASK} after #3",
    "before the proof is published": f"{PUBLISH} before fh1.fact.shuffle-proved",
    "the proof published, its PUBACK here, the cursor not moved": f"{CURSOR} before fh1.fact.shuffle-proved",
    "before the flop is published": f"{PUBLISH} before fh1.fact.community-dealt",
    "before the cursor moves": f"{CURSOR} before #3",
    "after the cursor has moved": f"{CURSOR} after #14",
    "before the state is published": f"{PUBLISH} before poker-1/state",
}


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
async def test_killed_there_the_round_goes_on_and_nothing_is_lost_or_done_twice(tmp_path: Path, point: str) -> None:
    environment = {"PYTHONPATH": KILLING_FIRST}
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url, environment=environment) as table:
        controller = table.world.controller
        await controller.start(KILL_AT=point)
        assert await _killed(table) == -signal.SIGKILL, f"ended otherwise: {controller.words()}"
        at_death = table.recorded()

        await controller.start()
        await table.rounds(1)
        await table.at_rest()
        assert await controller.stop() == 0, controller.words()

        _nothing_lost(table, at_death)
        _nothing_twice(table)


TOLD = {
    "before the first deal is durable": f"{COMMIT} before HandsDealt",
    "after the forced bet is durable": f"{COMMIT} after ForcedBetMade",
    "before a bet is durable": f"{COMMIT} before PlayerBet",
    "after a call is durable, before the dealer hears of it": f"{COMMIT} after PlayerCalled",
    "the answer at the door, not sent": "firmware_host.host.host:Host.submit after act=Call(",
    "before the award is durable": f"{COMMIT} before PotAwarded",
}


@pytest.mark.parametrize("point", TOLD.values(), ids=TOLD)
async def test_killed_there_a_table_that_tracks_all_keeps_every_chip(tmp_path: Path, point: str) -> None:
    """What was asked through the door and not answered is asked again by the same id, and acts once."""
    environment = {"PYTHONPATH": KILLING_FIRST}
    async with played_table(tmp_path, environment=environment, game="stud", tracking="full", stop_after=9) as table:
        controller = table.world.controller
        await controller.start(KILL_AT=point)
        assert await _killed(table) == -signal.SIGKILL, f"ended otherwise: {controller.words()}"
        at_death = table.recorded()

        table.dealer.stop_after = 1
        await controller.start()
        await table.subscriber.until(lambda: "round-completed" in table.kinds)
        await table.at_rest()
        assert await controller.stop() == 0, controller.words()

        _nothing_lost(table, at_death)
        assert table.dealer.refused == []
        assert table.kinds.count("round-started") == table.kinds.count("round-completed")


async def _killed(table: PlayedTable) -> int:
    """Wait for the controller's end; fail where the table says nothing new for so long: the point was not reached."""
    ending = asyncio.ensure_future(table.world.controller.ended())
    try:
        heard = -1
        while not ending.done():
            if heard == (heard := len(table.subscriber.facts)):
                raise TimeoutError(
                    f"never reached, and nothing new in {REACHED_S:g} s after {heard} facts: {table.kinds[-3:]}"
                )
            await asyncio.wait((ending,), timeout=REACHED_S)
        return await ending
    finally:
        ending.cancel()


def _nothing_lost(table: PlayedTable, at_death: list[bytes]) -> None:
    recorded = table.recorded()
    assert recorded[: len(at_death)] == at_death, "what was durable at death is the beginning of what is there now"
    assert [bytes(received.data) for received in table.subscriber.facts] == recorded
    assert table.subscriber.out_of_order == []
    assert table.complaints() == []


def _nothing_twice(table: PlayedTable) -> None:
    kinds = table.kinds
    first_deal = kinds.index("round-started")
    assert kinds[:first_deal].count("shuffle-ordered") == kinds[:first_deal].count("deck-loaded")
    assert kinds.count("shuffle-ordered") == kinds.count("deck-loaded") == 2, "each deck's shuffle is ordered once"
    starts = table.world.simulated.model.motor_starts
    assert set(starts.values()) == {1}
    orders = [
        received.fact().number for received in table.subscriber.facts if received.type.endswith("shuffle-ordered")
    ]
    assert {command.number for command in starts} >= set(orders), "each order reached the shuffler"
    for once in (
        "table-opened",
        "round-started",
        "deck-put-in-play",
        "showdown-began",
        "pot-awarded",
        "round-completed",
    ):
        assert kinds.count(once) == 1, once
    assert kinds.count("community-dealt") == 3
