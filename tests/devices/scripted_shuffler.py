"""A shuffler without wire and machine: it tells what a test puts into its mouth and notes what it was told."""

import asyncio
from collections.abc import AsyncIterator

from drivers.shuffler import port

IDENTITY = port.Identity(model="Scripted", serial="S-1")


class ScriptedShuffler:
    """Implements `drivers.shuffler.port.SpeakingShuffler`; what it keeps nobody has acknowledged."""

    def __init__(self) -> None:
        self._told: asyncio.Queue[port.ShufflerEvent] = asyncio.Queue()
        self.kept: list[port.KeptEvent] = []
        self.given: list[str] = []
        self.acknowledged: list[port.EventId] = []
        self.mode = port.Mode.SHUFFLE
        self.pairing = b"a pairing"
        self._number = 0

    async def run(self) -> None:
        await asyncio.Event().wait()

    def events(self) -> AsyncIterator[port.ShufflerEvent]:
        return _Events(self._told)

    def comes(self) -> None:
        """It answers, and tells all that it keeps."""
        self._told.put_nowait(port.LinkUp(identity=IDENTITY))
        for event in self.kept:
            self._told.put_nowait(event)

    def goes(self, why: str = "the cable") -> None:
        self._told.put_nowait(port.LinkDown(why=port.DownReason.ENDED, say=why))

    def goes_for(self, why: port.DownReason, say: str) -> None:
        self._told.put_nowait(port.LinkDown(why=why, say=say))

    def says(self, event: port.ShufflerEvent) -> None:
        """Something that it does not keep."""
        self._told.put_nowait(event)

    def next_event(self) -> port.EventId:
        self._number += 1
        return port.EventId(boot=1, number=self._number)

    def tells(self, event: port.KeptEvent) -> None:
        self.kept.append(event)
        self._told.put_nowait(event)

    def is_ours(self, finished: port.ShuffleFinished) -> bool:
        return bool(finished.nonce)

    async def acknowledge(self, event: port.EventId) -> None:
        self.acknowledged.append(event)
        at = next((at for at, kept in enumerate(self.kept) if kept.event == event), None)
        if at is not None:
            del self.kept[at]

    async def status_of(self, command: port.CommandId) -> port.CommandStatus:
        del command
        return port.CommandStatus.UNKNOWN

    async def status(self) -> port.Status:
        return port.Status(
            activity=port.Activity.IDLE,
            mode=self.mode,
            lid_open=False,
            jam=None,
            feed=None,
            shelf=None,
            shelf_cards=0,
            output=None,
            output_cards=0,
            astray=0,
        )

    async def load(self) -> port.Load:
        raise port.ShufflerMute

    async def wear(self) -> port.Wear:
        raise port.ShufflerMute

    async def shuffle(self, command: port.CommandId, back: port.Back) -> None:
        self.given.append(f"shuffle {back} {command.number}")

    async def self_test(self, command: port.CommandId) -> None:
        self.given.append(f"test {command.number}")

    async def deliver(self, command: port.CommandId) -> None:
        self.given.append(f"deliver {command.number}")

    async def clear(self, command: port.CommandId) -> None:
        self.given.append(f"clear {command.number}")

    async def reconcile(self, command: port.CommandId) -> None:
        self.given.append(f"reconcile {command.number}")


class _Events:
    def __init__(self, told: asyncio.Queue[port.ShufflerEvent]) -> None:
        self._told = told

    def __aiter__(self) -> AsyncIterator[port.ShufflerEvent]:
        return self

    async def __anext__(self) -> port.ShufflerEvent:
        return await self._told.get()
