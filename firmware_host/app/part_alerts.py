"""
Reports failed parts of the controller to the table, like devices that went down.

A failed part takes its device down, too. A restarted part does not bring the device up: only the part itself can
report the device's state, as it starts. So a contact that must stay down until a restart does stay down.
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
    """The state of one part of the controller."""

    @property
    def name(self) -> str:
        """Return the name of the part."""
        ...

    @property
    def is_up(self) -> bool:
        """Return whether the part is running."""
        ...

    @property
    def why(self) -> str:
        """Return why the part is down, empty if it is up."""
        ...


class PartReporter:
    """Reports each part that fails or recovers to the table."""

    def __init__(self, *, asker: Asker, devices: frozenset[str]) -> None:
        """`devices` are the names of the parts that serve a device of the same name."""
        self._asker = asker
        self._devices = devices
        self._run_id = secrets.token_hex(8)
        self._numbers = count(1)

    async def tell(self, part: Part) -> None:
        """Report the part's state to the table."""
        if part.is_up and part.name in self._devices:
            return
        act = SenseDevice(device=part.name, up=part.is_up, detail=part.why or "running again")
        await self._asker.sensed(f"{self._run_id}:{next(self._numbers)}", act)

    def was_down(self, state: TableState, name: str) -> bool:
        """Return whether an alert from an earlier run still says the part is down; only the part's recovery ends it."""
        has_alert = any(alert.kind is AlertKind.DEVICE_DOWN and alert.about == name for alert in state.alerts)
        return has_alert and name not in self._devices
