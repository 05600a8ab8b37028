"""A mini-dice table as a user has it: `firmware-host run` as a child, nine keys on pins, no shuffler and no puck."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Key
from firmware_host.rules.dice.shaker import Moment
from firmware_host.table.dice.dice_view import DiceView
from firmware_host.table.facts.dice import NoRollCalled, ShakerAccepted, ShakeSettled, SumCalled
from firmware_host.table.facts.fact import Fact
from firmware_host.table.view import View
from hil.controller import Controller
from hil.pins.contacts import HELD_MS, SHORT_MS
from hil.pins.pin_world import PinWorld
from hil.subscriber import Subscriber
from tests.commands.test_command_line import clear_line, typed
from tests.support.brokers import any_broker

PINS = {
    Key.NEXT: 16,
    Key.NO_ROLL: 17,
    Key.CALL_FLOOR: 18,
    **{Key(f"dice-{face}"): 18 + face for face in range(1, 7)},
}

TABLE_TOML = """\
[table]
house = "demo"
table = "dice-1"
game = "mini-dice"
dealer = "dealer-1"
seats = [1, 3, 5]

[mqtt]
url = "{url}"

[devices]
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceTable:
    """The controller, its keys and what is heard of it."""

    pins: PinWorld
    controller: Controller
    subscriber: Subscriber

    @property
    def view(self) -> View:
        view = self.subscriber.view
        assert view is not None
        return view

    @property
    def dice(self) -> DiceView:
        assert self.view.dice is not None
        return self.view.dice

    async def press(self, key: Key, *, held: bool = False) -> None:
        """Press it and wait until the table has gone on."""
        turn = self.view.turn
        await self.pins.press(PINS[key], down_ms=HELD_MS if held else SHORT_MS)
        await self.subscriber.until(lambda: self.view.turn > turn)

    async def settled(self, *dice: Key, yes: Key = Key.NEXT) -> None:
        """One whole shake from open wagers, with `yes` for an offer that is made."""
        await self.press(Key.NEXT)
        await self.press(Key.NEXT)
        if self.dice.offered is not None:
            await self.press(yes)
        await self.press(Key.NEXT)
        for key in dice:
            await self.press(key)
        await self.press(Key.NEXT)
        await self.press(Key.NEXT)

    async def told(self, kind: type, count: int) -> list[Fact]:
        """Wait until so many facts of this kind are heard of: state and facts come in no order of their own."""
        await self.subscriber.until(lambda: len(self._told(kind)) >= count)
        return self._told(kind)

    def _told(self, kind: type) -> list[Fact]:
        return [fact for fact in (received.fact() for received in self.subscriber.facts) if isinstance(fact.body, kind)]


@asynccontextmanager
async def dice_table(folder: Path) -> AsyncIterator[DiceTable]:
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(any_broker(folder))
        pins = await stack.enter_async_context(PinWorld(folder / "pins.socket"))
        config = folder / "table.toml"
        config.write_text(TABLE_TOML.format(url=url))
        controller = Controller(
            config=config, data=folder / "data", pins=folder / "pins.socket", log=folder / "controller.log"
        )
        topics = Topics(house="demo", table="dice-1")
        subscriber = Subscriber(url=url, topics=topics, name="test", keeps_session=True)
        listening = asyncio.create_task(subscriber.run())
        try:
            async with asyncio.timeout(10):
                await subscriber.subscribed.wait()
            await controller.start()
            await pins.connected()
            await subscriber.until(lambda: subscriber.view is not None)
            yield DiceTable(pins=pins, controller=controller, subscriber=subscriber)
        finally:
            if controller.running:
                await controller.stop()
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


async def test_a_dealer_plays_it_with_nine_keys(tmp_path: Path) -> None:
    async with dice_table(tmp_path) as table:
        await table.press(Key.NEXT)
        await table.settled(Key.DICE_2, Key.DICE_4)
        assert table.dice.holder == 1
        await table.settled(Key.DICE_3, Key.DICE_4)
        assert table.dice.to_offer, "a 7 passes the shaker"
        sums = await table.told(SumCalled, 2)
        assert [fact.body for fact in sums] == [SumCalled(dice=(2, 4), total=6), SumCalled(dice=(3, 4), total=7)]
        assert {fact.actor for fact in sums} == {"dealer-1"}
        assert [fact.round for fact in await table.told(ShakeSettled, 2)] == [1, 2]
        assert await table.controller.stop() == 0, table.controller.words()


async def test_a_long_press_takes_a_roll_back_and_calls_a_die_that_fell_out(tmp_path: Path) -> None:
    async with dice_table(tmp_path) as table:
        for key in (Key.NEXT, Key.NEXT, Key.NEXT, Key.NEXT, Key.NEXT, Key.DICE_6):
            await table.press(key)
        await table.press(Key.DICE_6, held=True)
        assert table.dice.faces == ()
        await table.press(Key.NO_ROLL, held=True)
        assert table.dice.moment is Moment.COVERING
        assert len(await table.told(NoRollCalled, 1)) == 1


async def test_a_power_cut_in_mid_shake_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async with dice_table(tmp_path) as table:
        for key in (Key.NEXT, Key.NEXT, Key.NEXT, Key.NO_ROLL, Key.NEXT, Key.NEXT, Key.DICE_5):
            await table.press(key)
        before, started = table.dice, table.view.started
        table.controller.kill()
        await table.controller.ended()
        await table.controller.start()
        await table.pins.connected(times=2)
        await table.subscriber.until(lambda: table.view.started > started)
        assert table.dice == before
        await table.press(Key.DICE_5)
        await table.press(Key.NEXT)
        await table.press(Key.NEXT)
        assert [fact.body for fact in await table.told(ShakerAccepted, 1)] == [ShakerAccepted(seat=3)]
        assert [fact.body for fact in await table.told(SumCalled, 1)] == [SumCalled(dice=(5, 5), total=10)]
        assert len(await table.told(ShakeSettled, 1)) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[devices]", '[devices.shuffler]\nport = "/dev/ttyUSB0"', "a mini-dice table has no shuffler"),
        ("[devices]", "[devices.keys]\nnext = 24", "GPIO 24 is used twice, for the key next and for the key of the 6"),
        ("seats = [1, 3, 5]", "seats = [1, 8]", "this mini-dice table has 7 seats and no seat 8 (I-2)"),
        ("seats = [1, 3, 5]", "seats = [1]\nblinds = 1", "`blinds` does not apply to a mini-dice table"),
        ("[mqtt]", '[table.dice.odds]\nany-7 = "3 to 1"\n[mqtt]', "any-7 has to pay at least 4 to 1"),
        ('game = "mini-dice"', 'game = "holdem"', "this poker table names no shuffler"),
        ('game = "mini-dice"', 'game = "holdem"\nshuffler = false', "deals on the grade by-hand"),
        ("seats = [1, 3, 5]", "seats = [1]\nshuffler = false", "`shuffler` does not apply to a mini-dice table"),
    ],
)
def test_a_broken_table_toml_is_one_clear_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = TABLE_TOML.format(url="mqtt://127.0.0.1:1")
    assert old in text
    path = tmp_path / "table.toml"
    path.write_text(text.replace(old, new))
    assert said in clear_line(typed("run", str(path)))


async def test_a_record_of_poker_does_not_go_on_as_one_of_dice(tmp_path: Path) -> None:
    async with dice_table(tmp_path) as table:
        await table.controller.stop()
        text = (tmp_path / "table.toml").read_text().replace("mini-dice", "holdem")
        text = text.replace("[table]", '[table]\naccepts = ["reported"]', 1)
        path = tmp_path / "poker.toml"
        path.write_text(text.replace("[devices]", '[devices.shuffler]\nport = "/dev/ttyNone"'))
        line = clear_line(typed("run", str(path), "--data", str(tmp_path / "data")))
        assert "belongs to a mini-dice table, but table.toml says holdem; give another folder" in line
