"""What can be done to a shaker, right or wrong, in words: for faults that are data."""

import asyncio

from hil.dice.fault import Happening
from hil.dice.shaker import ShakerModel
from hil.dice.world import TAMPER_PIN
from hil.pins.contacts import WORN, Contact
from hil.pins.world import PinWorld

LET_GO_S = 0.5
FLOOD_EDGES = 20_000


class UnknownDoing(Exception):  # noqa: N818 - it says how things are
    """A fault asks for something that nobody can do."""


class Doing:
    """Hands at a shaker that do what a fault says."""

    def __init__(self, shaker: ShakerModel, pins: PinWorld) -> None:
        self._shaker = shaker
        self._pins = pins

    async def do(self, happening: Happening) -> None:
        """Do it. Raises `UnknownDoing`."""
        shaker, params = self._shaker, happening.params
        match happening.do:
            case "shake":
                await shaker.take()
                await shaker.shake(int(params["times"]))
                await shaker.put_down()
                # A hand that has let go does not take it again at once: the switch is to settle in between.
                await asyncio.sleep(LET_GO_S)
            case "put-cover-on":
                await shaker.put_cover_on()
            case "take-cover-off":
                await shaker.take_cover_off()
            case "cock-a-die":
                shaker.cock_next = True
            case "open-base":
                self._pins.drive(TAMPER_PIN, 1)
            case "close-base":
                self._pins.drive(TAMPER_PIN, 0)
            case "hang":
                self._contact(params).hang(closed=bool(params["closed"]))
            case "free":
                await self._free(self._contact(params))
            case "flood":
                self._flood(self._contact(params))
            case "wear-out":
                for contact in (shaker.cover, shaker.sensor, shaker.dock):
                    contact.bounce = WORN
            case _:
                raise UnknownDoing(happening.do)

    def _contact(self, params: dict[str, int | str]) -> Contact:
        contacts = {"cover": self._shaker.cover, "shake": self._shaker.sensor, "dock": self._shaker.dock}
        found = contacts.get(str(params["contact"]))
        if found is None:
            raise UnknownDoing(f"there is no contact {params['contact']}")
        return found

    async def _free(self, contact: Contact) -> None:
        """It falls where it belongs."""
        contact.free()
        shaker = self._shaker
        belongs_closed = {shaker.cover: shaker.covered, shaker.dock: shaker.stands, shaker.sensor: False}[contact]
        await (contact.close() if belongs_closed else contact.open())

    def _flood(self, contact: Contact) -> None:
        ends = 0 if contact.closed else 1
        for number in range(FLOOD_EDGES):
            self._pins.drive(contact.pin, 1 if number % 2 else 0)
        self._pins.drive(contact.pin, 0 if ends == 0 else 1)
