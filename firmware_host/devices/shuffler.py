"""The shuffler: its events to intents, outstanding shuffles to its driver."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import assert_never

from drivers.shuffler import port
from firmware_host.devices.asker import Asker, Report
from firmware_host.table.contract import DeviceReport, ShuffleCommand
from firmware_host.table.controller.acts import SenseDevice
from firmware_host.table.decks.acts import ReportShuffle, ReportShuffleFailure, SenseDeck
from firmware_host.table.decks.deck import Back, Mode

NAME = "shuffler"
Outstanding = Callable[[], tuple[ShuffleCommand, ...]]

log = logging.getLogger(__name__)


class ShufflerLink:
    """
    Keeps one shuffler doing what the table has outstanding.

    An event is acknowledged only when its fact is durable, so a crash in between makes the device tell it again; a
    command carries the name of the fact that ordered it, so the device does it once however often it is asked.
    """

    def __init__(self, *, driver: port.Shuffler, asker: Asker, outstanding: Outstanding, report: Report) -> None:
        """Store; `run` does the rest."""
        self._driver = driver
        self._asker = asker
        self._outstanding = outstanding
        self._report = report
        self._run_id = secrets.token_hex(8)
        self._links = 0
        self._up = asyncio.Event()
        self._detail = ""
        self._serial = ""
        self._settled: set[port.CommandId] = set()

    async def run(self, changed: asyncio.Event) -> None:
        """Serve until cancelled; `changed` is set whenever the table's state is new."""
        self._tell(up=False, detail="not yet connected")
        async with asyncio.TaskGroup() as group:
            group.create_task(self._driver.run(), name="shuffler driver")
            group.create_task(self._listen(), name="shuffler events")
            group.create_task(self._command(changed), name="shuffler commands")

    async def _listen(self) -> None:
        async for event in self._driver.events():
            await self._hear(event)

    async def _hear(self, event: port.ShufflerEvent) -> None:
        match event:
            case port.LinkUp(identity=identity):
                self._settled.clear()
                self._serial = identity.serial
                await self._link(up=True, detail=f"{identity.model} {identity.serial}")
                self._up.set()
            case port.LinkDown(say=say):
                self._up.clear()
                await self._link(up=False, detail=say)
            case port.Progress(done=done, of=of):
                self._tell(up=True, detail=self._detail, done=done, of=of)
            case port.DeckLoaded() | port.ShuffleFinished() | port.ShuffleFailed():
                # Refused or not, it is answered and recorded now; telling it again would change nothing.
                await self._asker.sensed(f"{self._serial}:{event.event}", _act(event))
                await self._driver.acknowledge(event.event)
                self._tell(up=True, detail=self._detail)
            case _:
                # What else it tells is not yet anything to the table: heard, noted down here, and done with.
                log.info("shuffler: %s", event)
                await self._driver.acknowledge(event.event)

    async def _link(self, *, up: bool, detail: str) -> None:
        log.log(logging.INFO if up else logging.WARNING, "shuffler: %s", detail)
        self._links += 1
        self._tell(up=up, detail=detail)
        await self._asker.sensed(f"link:{self._run_id}:{self._links}", SenseDevice(device=NAME, up=up, detail=detail))

    async def _command(self, changed: asyncio.Event) -> None:
        while True:
            await self._up.wait()
            changed.clear()
            for command in self._outstanding():
                await self._order(command)
            await changed.wait()

    async def _order(self, command: ShuffleCommand) -> None:
        id_ = port.CommandId(journal=bytes.fromhex(command.journal), number=command.number)
        if id_ in self._settled:
            return
        try:
            await self._driver.shuffle(id_, port.Back(command.back))
        except port.ShufflerAway:
            return
        except port.ShufflerBusy:
            return
        except port.CommandRefused:
            await self._asker.sensed(
                f"refused:{command.number}",
                ReportShuffleFailure(
                    journal=command.journal,
                    order=command.number,
                    reason="it refused the command (lid open, or no deck inside)",
                ),
            )
        self._settled.add(id_)

    def _tell(self, *, up: bool, detail: str, done: int | None = None, of: int | None = None) -> None:
        self._detail = detail
        self._report(DeviceReport(device=NAME, up=up, detail=detail, done=done, of=of))


def _act(
    event: port.DeckLoaded | port.ShuffleFinished | port.ShuffleFailed,
) -> SenseDeck | ReportShuffle | ReportShuffleFailure:
    match event:
        case port.DeckLoaded(back=back):
            return SenseDeck(back=Back(back))
        case port.ShuffleFinished():
            return ReportShuffle(
                journal=event.command.journal.hex(),
                order=event.command.number,
                mode=Mode(event.mode),
                counted=event.counted,
                back=Back(event.back),
                duration_ms=event.duration_ms,
            )
        case port.ShuffleFailed(command=command, reason=reason):
            return ReportShuffleFailure(journal=command.journal.hex(), order=command.number, reason=reason)
        case _:
            assert_never(event)
