"""The shuffler: what it tells to intents, what the table has outstanding to its driver."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from drivers.shuffler import port
from firmware_host.devices import shuffler_events as telling
from firmware_host.devices.flap_damping import FlapDamping, Orders, Quarantine, Unrest
from firmware_host.host.intents import Asker, Report
from firmware_host.rules.decision import Code
from firmware_host.table.acts.decks import ReportLoad, ReportShuffle
from firmware_host.table.acts.intent import Act, Refused
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import (
    ClearCommand,
    DeliverCommand,
    DeviceCommand,
    ReconcileCommand,
    ShuffleCommand,
)
from firmware_host.table.terms import Known
from firmware_host.table.view import DeviceReport

NAME = "shuffler"

LOOK_AFTER = (port.LidClosed, port.Restarted, port.Delivered, port.Cleared, port.Reconciled, port.ActFailed)
"""Afterwards other cards may lie in the machine than the table knows of."""

Outstanding = Callable[[], tuple[DeviceCommand, ...]]
log = logging.getLogger(__name__)


class ShufflerLink:
    """
    Keeps one shuffler doing what the table has outstanding.

    An event is acknowledged only when its fact is durable, so a crash in between makes the device tell it again; a
    command carries the name of the fact that ordered it, so the device does it once however often it is asked.
    """

    def __init__(
        self,
        *,
        driver: port.SpeakingShuffler,
        asker: Asker,
        outstanding: Outstanding,
        report: Report,
        steadiness: FlapDamping | None = None,
    ) -> None:
        """Store; `run` does the rest."""
        self._driver = driver
        self._asker = asker
        self._outstanding = outstanding
        self._report = report
        self._run_id = secrets.token_hex(8)
        self._links = 0
        self._looks = 0
        self._up = asyncio.Event()
        self._to_do = asyncio.Event()
        self._detail = ""
        self._serial = ""
        self._pairing = ""
        self._known = Known.REPORTED
        self._why: str | None = None
        self._settled: set[port.CommandId] = set()
        self._steadiness = steadiness or FlapDamping()
        self._held = Quarantine()
        self._orders = Orders()
        self._here: port.LinkUp | None = None

    async def run(self, changed: asyncio.Event) -> None:
        """Serve until cancelled; `changed` is set whenever the table's state is new."""
        self._to_do = changed
        self._tell(up=False, detail="not yet connected")
        async with asyncio.TaskGroup() as group:
            group.create_task(self._driver.run(), name="shuffler driver")
            group.create_task(self._listen(), name="shuffler events")
            group.create_task(self._command(), name="shuffler commands")

    async def _listen(self) -> None:
        events = aiter(self._driver.events())
        while True:
            try:
                async with asyncio.timeout_at(self._believed_at_s()):
                    event = await anext(events)
            except TimeoutError:
                await self._believe()
            else:
                await self._hear(event)

    async def _hear(self, event: port.ShufflerEvent) -> None:
        match event:
            case port.LinkUp():
                self._here = event
                if self._is_unsteady:
                    self._steadiness.moved(_now_s())
                else:
                    await self._came_up(event)
            case port.LinkDown(say=say):
                await self._went_down(say)
            case port.Progress(done=done, of=of):
                if not self._is_unsteady:
                    self._tell(up=True, detail=self._detail, done=done, of=of)
            case _:
                await self._weigh(event)

    async def _came_up(self, here: port.LinkUp) -> None:
        self._settled.clear()
        self._serial, self._pairing = here.identity.serial, here.pairing
        self._known, self._why = Known(here.standing), here.why
        short = "" if here.why is None else f" ({here.standing}: {here.why})"
        detail = f"{here.identity.model} {here.identity.serial}{short}"
        await self._link(up=True, detail=detail, pairing=here.pairing)
        await self._look()
        await self._tell_wear()
        self._up.set()

    async def _went_down(self, say: str) -> None:
        """What was held back is told again by a machine that comes back."""
        was_here, self._here = self._here is not None, None
        self._held.taken()
        self._up.clear()
        was_unsteady = self._is_unsteady
        if was_here and self._steadiness.disturbed(Unrest.LINK, _now_s()):
            say = f"{Unrest.LINK} ({say}): it is not used until it has stayed"
        if not was_unsteady:
            await self._link(up=False, detail=say)

    @property
    def _is_unsteady(self) -> bool:
        return self._steadiness.unrest is not None

    async def _weigh(self, event: port.KeptEvent) -> None:
        """Believe it; but what nobody asked for, told too often, is told once, as a machine that is not there."""
        self._orders.given(_named(command) for command in self._outstanding())
        why = self._orders.unrest(event)
        if why is None and isinstance(event, port.ShuffleFinished):
            self._steadiness.came_to_its_end(Unrest.FEED)
        if why is not None and self._steadiness.disturbed(why, _now_s()):
            self._up.clear()
            await self._link(up=False, detail=f"{why}: it is not used until that rests")
        if not self._is_unsteady:
            await self._record(event)
        elif why is None:
            self._held.end(event)
        else:
            await self._hold_back(event)

    async def _hold_back(self, event: port.KeptEvent) -> None:
        let_go = self._held.hold(event)
        if let_go is not None:
            await self._driver.acknowledge(let_go)

    def _believed_at_s(self) -> float | None:
        """Return when it may be used again, if it is there and keeps still; nothing to wait for otherwise."""
        waits = self._here is not None and self._steadiness.unrest is not None
        return self._steadiness.rests_at_s if waits else None

    async def _believe(self) -> None:
        self._steadiness.believe()
        held = self._held.taken()
        if self._here is not None:
            await self._came_up(self._here)
        for event in held:
            await self._record(event)

    async def _record(self, event: port.KeptEvent) -> None:
        told = self._worth(event, telling.act(event))
        # A machine that was paired anew counts its events anew: without the pairing two of them had one name.
        answer = await self._asker.sensed(f"{self._serial}:{self._pairing}:{event.event}", told)
        if isinstance(answer, Refused) and answer.refusal.code is Code.STOPPED:
            # Nothing was recorded: the device keeps it, and tells it again after the next start.
            return
        # Refused or not, it is answered and recorded now; telling it again would change nothing.
        await self._driver.acknowledge(event.event)
        self._tell(up=True, detail=self._detail)
        if isinstance(event, port.ShuffleFinished):
            await self._tell_wear()
        if isinstance(event, LOOK_AFTER):
            await self._look()
        # What was told to wait because something else moved may be given now.
        self._to_do.set()

    async def _link(self, *, up: bool, detail: str, pairing: str = "") -> None:
        log.log(logging.INFO if up else logging.WARNING, "shuffler: %s", detail)
        self._links += 1
        self._tell(up=up, detail=detail)
        told = SenseDevice(device=NAME, up=up, detail=detail, pairing=pairing)
        await self._asker.sensed(f"link:{self._run_id}:{self._links}", told)

    async def _look(self) -> None:
        """A machine that comes back may have been seen to, or be another one: the table only knows how it stood."""
        try:
            status = await self._driver.status()
        except port.ShufflerAway:
            return
        for act in telling.standing(status):
            await self._told_when_asked(act)

    async def _tell_wear(self) -> None:
        """The counters, after each link and each shuffle: the table records what is news."""
        try:
            wear = await self._driver.wear()
        except (port.ShufflerAway, port.ShufflerMute):
            return
        await self._told_when_asked(telling.wear(wear))

    async def _told_when_asked(self, act: Act) -> None:
        self._looks += 1
        await self._asker.sensed(f"look:{self._run_id}:{self._looks}", act)

    async def _command(self) -> None:
        while True:
            await self._up.wait()
            self._to_do.clear()
            for command in self._outstanding():
                if self._up.is_set():
                    await self._order(command)
            await self._to_do.wait()

    async def _order(self, command: DeviceCommand) -> None:
        id_ = _named(command)
        if id_ in self._settled:
            return
        self._orders.given((id_,))
        try:
            await self._give(id_, command)
        except (port.ShufflerAway, port.ShufflerBusy):
            return
        except port.CommandRefused:
            if not await self._tell_refusal(command):
                return
        except port.ShufflerMute:
            # It has no such motor: people do this by hand, and it is not asked for again in this session.
            log.info("shuffler: it does not know %s", type(command).__name__)
        self._settled.add(id_)

    async def _tell_refusal(self, command: DeviceCommand) -> bool:
        """Say why it was refused, by how the machine stands; a machine that is gone says it when it is back."""
        try:
            status = await self._driver.status()
        except port.ShufflerAway:
            return False
        await self._asker.sensed(f"refused:{command.number}", telling.refusal(command, status))
        for act in telling.lying(status):
            await self._told_when_asked(act)
        return True

    async def _give(self, id_: port.CommandId, command: DeviceCommand) -> None:
        match command:
            case ShuffleCommand(back=back):
                await self._shuffle(id_, command, port.Back(back))
            case ClearCommand():
                await self._driver.clear(id_)
            case ReconcileCommand():
                await self._driver.reconcile(id_)
            case DeliverCommand():
                await self._driver.deliver(id_)
            case _:
                assert_never(command)

    async def _shuffle(self, id_: port.CommandId, command: ShuffleCommand, back: port.Back) -> None:
        """Give the order if what lies in the feed may become a deck; once given, the feed says nothing any more."""
        if await self._driver.status_of(id_) is port.CommandStatus.UNKNOWN:
            unlike = await self._unlike_a_deck(command)
            if unlike is not None:
                await self._told_when_asked(unlike)
                await self._look()
                return
        await self._driver.shuffle(id_, back)

    async def _unlike_a_deck(self, command: ShuffleCommand) -> ReportLoad | None:
        try:
            return telling.unlike_a_deck(await self._driver.load(), command)
        except port.ShufflerMute:
            return None

    def _tell(self, *, up: bool, detail: str, done: int | None = None, of: int | None = None) -> None:
        self._detail = detail
        self._report(DeviceReport(device=NAME, up=up, detail=detail, done=done, of=of))

    def _worth(self, event: port.KeptEvent, act: Act) -> Act:
        """What it tells is worth what is known of it, and only if it tells of what was asked of it here."""
        if not isinstance(event, port.ShuffleFinished) or not isinstance(act, ReportShuffle):
            return act
        if not self._driver.is_ours(event):
            return replace(act, known=Known.REPORTED, why="its result does not carry the nonce of its order")
        return replace(act, known=self._known, why=self._why)


def _named(command: DeviceCommand) -> port.CommandId:
    return port.CommandId(journal=bytes.fromhex(command.journal), number=command.number)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
