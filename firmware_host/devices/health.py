"""Whether a device on pins can be relied on: up, or down with the reasons of its inputs."""

import asyncio
import logging
import secrets
from collections.abc import Callable

from drivers.pins.input import InputFailed, InputFault, InputHealth
from firmware_host.host.intents import Asker, Report
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.view import DeviceReport

WHY = {
    InputFault.STUCK: "is stuck",
    InputFault.FLOODING: "floods",
    InputFault.CHATTERING: "never comes to rest",
    InputFault.CONTRADICTED: "says what cannot be",
}

IN_WORKING_ORDER = "in working order"
log = logging.getLogger(__name__)


def always() -> bool:
    """For a device that may be relied on again in the moment in which it is well."""
    return True


class DeviceHealth:
    """
    One device. It goes down with its first fault; it comes back by itself once none is left and `may_return`.

    What may not return in every moment is asked again by `reconsider`.
    """

    def __init__(self, *, device: str, asker: Asker, report: Report, may_return: Callable[[], bool] = always) -> None:
        """Store; `begin` says the first word."""
        self._device = device
        self._asker = asker
        self._report = report
        self._may_return = may_return
        self._run_id = secrets.token_hex(8)
        self._told = 0
        self._faults: dict[str, InputFault] = {}
        self._up: bool | None = None
        self._telling = asyncio.Lock()

    @property
    def up(self) -> bool:
        """Return whether the table relies on it."""
        return self._up is True

    async def begin(self) -> None:
        """Tell the table that it is there, or, when it is asked again, how it is."""
        async with self._telling:
            was_away = self._up is False
            await self._tell(up=not self._faults and (not was_away or self._may_return()))

    async def hear(self, event: InputHealth) -> bool:
        """Take a fault or a recovery of one of its inputs; return whether the device came back with it."""
        if isinstance(event, InputFailed):
            self._faults[event.name] = event.why
            async with self._telling:
                await self._tell(up=False)
            return False
        self._faults.pop(event.name, None)
        return await self.reconsider()

    async def reconsider(self) -> bool:
        """Let it come back, if it is well and this is a moment for it; return whether it did."""
        async with self._telling:
            if self._up is not False:
                return False
            if self._faults or not self._may_return():
                self._show()
                return False
            await self._tell(up=True)
            return True

    async def _tell(self, *, up: bool) -> None:
        self._up = up
        self._show()
        detail = self._detail()
        level = logging.INFO if up else logging.WARNING
        log.log(level, "%s: %s", self._device, detail, extra={"thing": self._device})
        self._told += 1
        act = SenseDevice(device=self._device, up=up, detail=detail)
        await self._asker.sensed(f"health:{self._run_id}:{self._told}", act)

    def _show(self) -> None:
        self._report(DeviceReport(device=self._device, up=self.up, detail=self._detail()))

    def _detail(self) -> str:
        if self._faults:
            return "; ".join(f"{name} {WHY[why]}" for name, why in sorted(self._faults.items()))
        return IN_WORKING_ORDER if self.up else "in order again, and not yet relied on"
