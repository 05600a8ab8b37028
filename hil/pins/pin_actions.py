"""The actions on puck, keys and tamper contact, by name, for fault files."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from firmware_host.rules.decision import Key
from hil.pins.contacts import CLEAN, SEATS, WORN, Contact, KeyPad, Puck

Doer = Callable[..., Awaitable[None]]

LIES_S: Final = 0.4
"""The pause after moving the puck, so that its sensors see it."""


async def slides(puck: Puck, seats: int) -> None:
    """Move the puck this many seats on."""
    if puck.seat is not None:
        await puck.put((puck.seat + seats - 1) % SEATS + 1)
    await asyncio.sleep(LIES_S)


async def hang_sensor(puck: Puck, seats: int) -> None:
    """Make the sensor this many seats on report a puck that is not there."""
    puck.sensors[((puck.seat or 1) + seats - 1) % SEATS + 1].hang(closed=True)


async def free_sensors(puck: Puck) -> None:
    for sensor in puck.sensors.values():
        sensor.free()


async def wear_sensors(puck: Puck) -> None:
    for sensor in puck.sensors.values():
        sensor.bounce = WORN


async def hang_key(keys: KeyPad, key: str) -> None:
    """Make the key stick."""
    keys.contacts[Key(key)].hang(closed=True)


async def free_key(keys: KeyPad, key: str) -> None:
    keys.contacts[Key(key)].free()


async def flood_key(keys: KeyPad, key: str) -> None:
    keys.contacts[Key(key)].flood()


async def wear_keys(keys: KeyPad) -> None:
    for contact in keys.contacts.values():
        contact.bounce = WORN


async def renew_sensors(puck: Puck) -> None:
    for sensor in puck.sensors.values():
        sensor.bounce = CLEAN


async def renew_keys(keys: KeyPad) -> None:
    for contact in keys.contacts.values():
        contact.bounce = CLEAN


async def opens(contact: Contact) -> None:
    """Open the guarded housing; a cut wire looks the same."""
    await contact.open()


async def shuts(contact: Contact) -> None:
    await contact.close()


PUCK: Final[Mapping[str, Doer]] = {
    "slides": slides,
    "hang-sensor": hang_sensor,
    "free-sensors": free_sensors,
    "wear-sensors": wear_sensors,
    "renew-sensors": renew_sensors,
}

KEYS: Final[Mapping[str, Doer]] = {
    "hang": hang_key,
    "free": free_key,
    "flood": flood_key,
    "wear-out": wear_keys,
    "renew": renew_keys,
}

TAMPER: Final[Mapping[str, Doer]] = {"opens": opens, "shuts": shuts}
