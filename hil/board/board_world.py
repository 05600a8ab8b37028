"""A whole table around the virtual board: the world of `hil.world` and `hil.dice.world`, its controller inside."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from hil import world
from hil.board.board_controller import (
    PORT,
    BoardController,
    broker_inside,
    cabled,
    door,
    inside,
    pair_inside,
)
from hil.board.guest import Guest
from hil.commissioning import commission
from hil.dice import world as dice
from hil.house_key import HOUSE_KEY, sign_list
from hil.shuffler.device import SimulatedShuffler
from hil.surroundings import Surroundings, surroundings


@asynccontextmanager
async def board_table(
    guest: Guest,
    name: str,
    *,
    broker: str,
    speed: float,
    seed: int = 1,
    game: str = "holdem",
    tracking: str = "procedure",
    environment: Mapping[str, str] | None = None,
    pairs_inside: bool = False,
    options: str = "",
) -> AsyncIterator[world.World]:
    """
    Build the world of a poker table whose controller runs on the board; `name` names its folder and its record.

    `options` are further lines of its `table.toml`.
    """
    folder = guest.machine.shared / name
    async with (
        SimulatedShuffler(speed=speed, seed=seed) as shuffler,
        surroundings(folder, data=None, broker=broker, seed=seed) as around,
    ):
        path, house_key = sign_list(
            folder / "firmware", model=shuffler.identity.model, version="1.0", image=shuffler.image, key=HOUSE_KEY
        )
        text = world.table_toml(
            broker=broker_inside(around.broker),
            port=PORT,
            game=game,
            tracking=tracking,
            door=_door_inside(name),
            firmware=(Path(inside(path, guest.machine.shared)), house_key),
        )
        async with _controller(
            guest, around, text + options, environment=environment, shuffler=shuffler, pairs_inside=pairs_inside
        ) as controller:
            yield world.world_of(around, controller, shuffler)


@asynccontextmanager
async def board_dice(
    guest: Guest,
    name: str,
    *,
    broker: str,
    seed: int = 1,
    tracking: str = "procedure",
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[dice.DiceWorld]:
    """Build the world of a mini-dice table with every sensor, whose controller runs on the board."""
    async with surroundings(guest.machine.shared / name, data=None, broker=broker, seed=seed) as around:
        text = dice.dice_toml(
            broker=broker_inside(around.broker), door=Path(_door_inside(name)), tracking=tracking, sensors=True
        )
        async with _controller(guest, around, text, environment=environment, shuffler=None) as controller:
            yield dice.world_of(around, controller, seed=seed)


def _door_inside(name: str) -> str:
    """Return a place on the board itself: no socket works in the shared folder."""
    return f"/run/tmp/{name}.socket"


@asynccontextmanager
async def _controller(
    guest: Guest,
    around: Surroundings,
    text: str,
    *,
    environment: Mapping[str, str] | None,
    shuffler: SimulatedShuffler | None,
    pairs_inside: bool = False,
) -> AsyncIterator[BoardController]:
    """
    Write this `table.toml`, commission the table, and stop its controller at the end if it still runs.

    A shuffler that `pairs_inside` is paired over the board's own USB port; any other is paired outside, which is quick.
    """
    config, begun = around.folder / "table.toml", around.folder / "begun"
    config.write_text(text)
    # The record is begun outside, where it takes a second, and copied to the board's disk.
    await commission(config, begun, None if pairs_inside else shuffler)
    controller = BoardController(guest, around.folder, around.pins, environment=environment)
    await guest.put(begun, controller.record)
    async with AsyncExitStack() as stack:
        if shuffler is not None:
            await stack.enter_async_context(cabled(guest, shuffler))
            if pairs_inside:
                await pair_inside(guest, controller, shuffler)
        await stack.enter_async_context(door(guest, around.door, _door_inside(around.folder.name)))
        stack.push_async_callback(controller.close)
        yield controller
