"""A mini-dice table by its sensors: the real controller, a shaker with bouncing contacts, a robot and its players."""

from pathlib import Path

from firmware_host.rules.game import Tracking
from firmware_host.table.facts.dice import BetsClosed, DiceShaken, ShakerReturned, Word
from firmware_host.table.state.dice import DEVICE
from tests.worlds.played_table import ShakenTable, shaken_table


async def played(table: ShakenTable, rounds: int) -> None:
    await table.world.controller.start()
    await table.subscriber.until(lambda: table.kinds.count("shake-settled") >= rounds, within_s=90)


async def test_whole_shakes_are_played_through_pins(tmp_path: Path) -> None:
    async with shaken_table(tmp_path, stop_after=2) as table:
        await played(table, 2)
        assert await table.world.controller.stop() == 0, table.world.controller.words()
        shaken = [fact.body for fact in table.facts() if isinstance(fact.body, DiceShaken)]
        assert {body.word for body in shaken} == {Word.SENSED}
        assert min(body.times or 0 for body in shaken) >= 3
        assert {fact.body.word for fact in table.facts() if isinstance(fact.body, ShakerReturned)} <= {Word.SENSED}
        assert table.complaints() == []
        assert table.dealer.refused == []


async def test_shakes_are_published_live_and_the_count_ends_with_the_go(tmp_path: Path) -> None:
    counts: list[tuple[int | None, int | None]] = []
    async with shaken_table(tmp_path, stop_after=1) as table:

        def look() -> None:
            table.look()
            if report := table.subscriber.devices.get(DEVICE):
                counts.append((report.done, report.of))

        table.subscriber.on_message = look
        await played(table, 1)
        await table.subscriber.until(lambda: counts[-1] == (None, None))
    assert {(None, None), (1, 3), (2, 3), (3, 3)} <= set(counts)


async def test_wagers_are_placed_and_paid(tmp_path: Path) -> None:
    async with shaken_table(tmp_path, stop_after=3, tracking="full", seed=4) as table:
        await played(table, 3)
        assert table.view.tracking is Tracking.FULL
        assert "wager-placed" in table.kinds
        assert table.complaints() == []
        assert table.dealer.refused == []


async def test_without_sensors_the_dealers_word_stands(tmp_path: Path) -> None:
    async with shaken_table(tmp_path, stop_after=1, sensors=False) as table:
        await played(table, 1)
        shaken = [fact.body for fact in table.facts() if isinstance(fact.body, DiceShaken)]
        assert {body.word for body in shaken} == {Word.DEALER}
        assert table.complaints() == []


async def test_the_cover_going_on_closes_the_bets(tmp_path: Path) -> None:
    async with shaken_table(tmp_path) as table:
        await table.world.controller.start()
        await table.subscriber.until(lambda: table.subscriber.view is not None)
        await table.world.pins.press(16, down_ms=60)
        await table.told("wagers-opened")
        await table.world.shaker.put_cover_on()
        await table.told("cover-put-on")
        assert [fact.body for fact in table.facts() if isinstance(fact.body, BetsClosed)] == [
            BetsClosed(word=Word.SENSED)
        ]
