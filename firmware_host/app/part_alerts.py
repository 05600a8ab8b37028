"""
The controller's own parts, told to the table like devices that went away.

That a device's part failed makes the device one that is away. That it runs again says nothing about the device: how
that is only its own part can say, as it begins. A contact that may not come back by itself never does so here.
"""

import secrets
from itertools import count
from typing import Protocol

from firmware_host.host.intents import Asker
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind

NAME = "supervisor"


class Part(Protocol):
    """How a part does."""

    @property
    def name(self) -> str:
        """Return what it is called."""
        ...

    @property
    def is_up(self) -> bool:
        """Return whether nothing is known against it."""
        ...

    @property
    def why(self) -> str:
        """Return what is."""
        ...


class PartTeller:
    """Tells the table of each part that goes down or is well again."""

    def __init__(self, *, asker: Asker, devices: frozenset[str]) -> None:
        """`devices` are the parts that have a device of the same name."""
        self._asker = asker
        self._devices = devices
        self._run_id = secrets.token_hex(8)
        self._numbers = count(1)

    async def tell(self, part: Part) -> None:
        """Tell it, once it is so."""
        if part.is_up and part.name in self._devices:
            return
        act = SenseDevice(device=part.name, up=part.is_up, detail=part.why or "running again")
        await self._asker.sensed(f"{self._run_id}:{next(self._numbers)}", act)

    def was_down(self, state: TableState, name: str) -> bool:
        """Return whether an alert of an earlier run still says so; nobody but the part's running well can end it."""
        standing = any(alert.kind is AlertKind.DEVICE_DOWN and alert.about == name for alert in state.alerts)
        return standing and name not in self._devices
