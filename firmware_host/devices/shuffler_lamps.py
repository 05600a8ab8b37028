"""
Links a shuffler without a protocol to the table: the dealer enters which deck went in, the lamps show the cycle.

A cycle counts for a deck only if it began after the dealer had entered that deck.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from itertools import count
from time import monotonic_ns
from typing import Protocol, assert_never

from drivers.pins.input import InputFailed, InputHealth, InputRecovered
from drivers.shuffler.lamp_cycle import CycleSeen, CycleSpoiled, FaultShown, LampEvent, WentDark
from firmware_host.host.intents import Asker, Report
from firmware_host.table.acts.decks import ReportShuffle, ReportShuffleFailure
from firmware_host.table.acts.shuffler import SenseFaultLamp, SenseReadyDark
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import ShuffleCommand
from firmware_host.table.terms import DEVICE, Known
from firmware_host.table.view import DeviceReport

WHY = "only the shuffler's lamps are read: they show neither the count of the cards nor the switch"
Told = SenseDevice | SenseFaultLamp | SenseReadyDark | ReportShuffle | ReportShuffleFailure


class Lamps(Protocol):
    """The two lamps of a shuffler without a protocol."""

    def events(self) -> AsyncIterator[LampEvent | InputHealth]:
        """Return the events, for one reader."""
        ...


class LampsLink:
    """Matches the lamps' cycles with the shuffle that the table waits for."""

    def __init__(
        self,
        *,
        lamps: Lamps,
        asker: Asker,
        shuffles: Callable[[], tuple[ShuffleCommand, ...]],
        report: Report,
        now_ms: Callable[[], int] = lambda: monotonic_ns() // 1_000_000,
    ) -> None:
        """Do nothing before `run`. `now_ms` is the clock of the pins."""
        self._lamps = lamps
        self._asker = asker
        self._shuffles = shuffles
        self._report = report
        self._now_ms = now_ms
        self._since: dict[int, int] = {}
        self._run_id = secrets.token_hex(8)
        self._ids = count(1)

    async def run(self, changed: asyncio.Event) -> None:
        """
        Serve until cancelled; `changed` is set whenever the table's state is new.

        First every order from before the start fails, because its lamps were not watched from the beginning.
        """
        await self._failed("the lamps of the shuffler were not read all the time")
        detail = "working; only its lamps are read"
        self._report(DeviceReport(device=DEVICE, up=True, detail=detail))
        await self._tell(SenseDevice(device=DEVICE, up=True, detail=detail))
        async with asyncio.TaskGroup() as group:
            group.create_task(self._note(changed), name="shuffler orders")
            group.create_task(self._listen(), name="shuffler lamps")

    async def _note(self, changed: asyncio.Event) -> None:
        while True:
            changed.clear()
            orders = {command.number for command in self._shuffles()}
            self._since = {number: self._since.get(number, self._now_ms()) for number in orders}
            await changed.wait()

    async def _listen(self) -> None:
        async for event in self._lamps.events():
            await self._hear(event)

    async def _hear(self, event: LampEvent | InputHealth) -> None:
        match event:
            case CycleSeen():
                await self._seen(event)
            case CycleSpoiled(why=why):
                await self._failed(why)
            case WentDark():
                await self._tell(SenseReadyDark())
            case FaultShown(lit=lit):
                await self._tell(SenseFaultLamp(lit=lit))
            case InputFailed() | InputRecovered():
                # The lamps' own logic counts an input that is not well as a fault lamp that is lit.
                pass
            case _:
                assert_never(event)

    async def _seen(self, cycle: CycleSeen) -> None:
        for command in self._shuffles():
            if self._since.get(command.number, cycle.began_ms + 1) > cycle.began_ms:
                await self._failed("the shuffler started before the table was told which deck was put in")
                return
            await self._tell(
                ReportShuffle(
                    journal=command.journal,
                    order=command.number,
                    mode=None,
                    counted=None,
                    back=command.back,
                    duration_ms=cycle.duration_ms,
                    known=Known.WITNESSED,
                    why=WHY,
                )
            )

    async def _failed(self, why: str) -> None:
        for command in self._shuffles():
            await self._tell(ReportShuffleFailure(journal=command.journal, order=command.number, reason=why))

    async def _tell(self, act: Told) -> None:
        await self._asker.sensed(f"lamps:{self._run_id}:{next(self._ids)}", act)
