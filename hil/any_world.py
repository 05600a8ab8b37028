"""A whole table of any game on this machine, with its pages: what the demo shows and what a learner deals at."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from hil.dice.world import DiceWorld, dice_world
from hil.world import World, table_world

DICE = "mini-dice"


def any_world(
    folder: Path,
    *,
    game: str,
    tracking: str,
    seed: int,
    speed: float,
    broker: str | None,
    data: Path | None,
    micropython: bool = False,
    kill: str | None = None,
) -> AbstractAsyncContextManager[World | DiceWorld]:
    """Build the world of this game; the shaking at a mini-dice table is not sped up."""
    if game == DICE:
        return dice_world(folder, data=data, broker=broker, seed=seed, tracking=tracking, pages=True)
    return table_world(
        folder,
        micropython=micropython,
        data=data,
        broker=broker,
        speed=speed,
        seed=seed,
        game=game,
        tracking=tracking,
        kill=kill,
        tamper=True,
        pages=True,
    )
