"""The health of a device on GPIO pins: up, or down with the faults of its inputs."""

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
    InputFault.FLOODING: "changes far too often, so it is ignored",
    InputFault.CHATTERING: "switches on and off too fast to be trusted",
    InputFault.LOSING: "changes faster than the kernel can report",
    InputFault.CONTRADICTED: "contradicts the other sensors",
}

WORKING = "working"
log = logging.getLogger(__name__)


def always() -> bool:
    """Allow a device to be used again as soon as its inputs recover."""
    return True


class DeviceHealth:
    """
    The health of one device: down from its first fault, up again once no fault is left and `may_return` allows it.

    If `may_return` forbids it at that moment, a later call of `reconsider` brings the device up.
    """

    def __init__(self, *, device: str, asker: Asker, report: Report, may_return: Callable[[], bool] = always) -> None:
        """Report nothing yet; `begin` sends the first report."""
        self._device = device
        self._asker = asker
        self._report = report
        self._may_return = may_return
        self._run_id = secrets.token_hex(8)
        self._told = 0
        self._faults: dict[str, InputFault] = {}
        self._up: bool | None = None
        self._done: int | None = None
        self._of: int | None = None
        self._telling = asyncio.Lock()

    @property
    def up(self) -> bool:
        """Return whether the table uses the device."""
        return self._up is True

    async def begin(self) -> None:
        """Report the device to the table, at the first start and at each restart of its part."""
        async with self._telling:
            was_away = self._up is False
            await self._tell(up=not self._faults and (not was_away or self._may_return()))

    async def hear(self, event: InputHealth) -> bool:
        """Process a fault or a recovery of one input; return whether the device came up."""
        if isinstance(event, InputFailed):
            self._faults[event.name] = event.why
            async with self._telling:
                await self._tell(up=False)
            return False
        self._faults.pop(event.name, None)
        return await self.reconsider()

    async def reconsider(self) -> bool:
        """Bring the device up if it has no fault and `may_return` allows it; return whether it came up."""
        async with self._telling:
            if self._up is not False:
                return False
            if self._faults or not self._may_return():
                self._show()
                return False
            await self._tell(up=True)
            return True

    def progress(self, done: int | None, of: int | None = None) -> None:
        """Report how far the device has come with its present work, None without any; never a fact."""
        self._done, self._of = done, of
        if self.up:
            self._show()

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
        done, of = (self._done, self._of) if self.up else (None, None)
        self._report(DeviceReport(device=self._device, up=self.up, detail=self._detail(), done=done, of=of))

    def _detail(self) -> str:
        if self._faults:
            return "; ".join(f"{name} {WHY[why]}" for name, why in sorted(self._faults.items()))
        return WORKING if self.up else "working again; it is used again once it stays so"
