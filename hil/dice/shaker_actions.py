"""The actions on a shaker, right or wrong, by name, for fault files."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from hil.dice.shaker import ShakerModel
from hil.pins.contacts import FEW, WORN, Contact

Doer = Callable[..., Awaitable[None]]

LET_GO_S: Final = 0.5

"""The pause between putting the shaker down and lifting it again, so that the switch settles."""


async def shake(shaker: ShakerModel, times: int) -> None:
    """Lift the shaker, shake it this many times, put it down."""
    await shaker.take()
    await shaker.shake(times)
    await shaker.put_down()
    await asyncio.sleep(LET_GO_S)


async def lift(shaker: ShakerModel) -> None:
    """Lift the shaker and put it down: a doubted switch is trusted again once it has moved."""
    await shaker.put_down()
    await asyncio.sleep(LET_GO_S)
    await shaker.take()
    await asyncio.sleep(LET_GO_S)
    await shaker.put_down()


async def put_cover_on(shaker: ShakerModel) -> None:
    await shaker.put_cover_on()


async def take_cover_off(shaker: ShakerModel) -> None:
    await shaker.take_cover_off()


async def cock_a_die(shaker: ShakerModel) -> None:
    """Make a die lean after the next shake."""
    shaker.cock_next = True


async def hang(shaker: ShakerModel, contact: str, closed: int) -> None:
    _contact(shaker, contact).hang(closed=bool(closed))


async def free(shaker: ShakerModel, contact: str) -> None:
    _contact(shaker, contact).free()


async def flood(shaker: ShakerModel, contact: str) -> None:
    _contact(shaker, contact).flood()


async def wear_out(shaker: ShakerModel) -> None:
    for contact in (shaker.cover, shaker.sensor, shaker.dock):
        contact.bounce = WORN


async def renew(shaker: ShakerModel) -> None:
    for contact in (shaker.cover, shaker.sensor, shaker.dock):
        contact.bounce = FEW


def _contact(shaker: ShakerModel, name: str) -> Contact:
    return {"cover": shaker.cover, "shake": shaker.sensor, "dock": shaker.dock}[name]


SHAKER: Final[Mapping[str, Doer]] = {
    "shake": shake,
    "lift": lift,
    "put-cover-on": put_cover_on,
    "take-cover-off": take_cover_off,
    "cock-a-die": cock_a_die,
    "hang": hang,
    "free": free,
    "flood": flood,
    "wear-out": wear_out,
    "renew": renew,
}
