"""
Connects the shuffler to the table: its messages become intents, the table's outstanding orders go to its driver.

No message is believed by itself. The end of an order is reported together with the STATUS that follows it. While no
event waits, STATUS is compared with what the table knows; the table records what follows from that.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from drivers.shuffler import port
from firmware_host.devices import shuffler_events as telling
from firmware_host.devices.flap_damping import FlapDamping, Orders, Quarantine, Unrest
from firmware_host.devices.shuffler_orders import OrderGiver, OrdersInTurn, Outstanding, named
from firmware_host.host.intents import Asker, Report
from firmware_host.rules.decision import Code
from firmware_host.table.acts.decks import ReportShuffle, SenseFeed
from firmware_host.table.acts.intent import Accepted, Act, Answer, Refused
from firmware_host.table.acts.shuffler import ReportDelivery, ReportForeign, ReportTampering, SenseBoot
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.terms import Back, Known, Rest
from firmware_host.table.view import DeviceReport

NAME = "shuffler"

LOOK_EACH_S: Final = 1.0
"""How often STATUS is asked for while it may say what no event says."""

STILL_WITHIN_S: Final = 3.0
"""How long a machine that has reported an end may still say that it moves."""

STILL_EACH_S: Final = 0.1

LOOKS_IN_A_ROW: Final = 4
"""How often in a row STATUS is asked for at once while each answer is news."""

EVENTS_REMEMBERED: Final = 256

NOT_OURS: Final = (port.DownReason.NOT_PROVED, port.DownReason.NOT_PAIRED, port.DownReason.OTHER_VERSION)
"""Reasons why something other than the paired device answers at the port."""

Heard = port.KeptEvent | port.UnreadableEvent
Watched = Callable[[], int | None]
log = logging.getLogger(__name__)


class ShufflerLink:
    """
    Keeps one shuffler busy with the table's outstanding orders.

    An event is acknowledged only once its fact is durable, so after a crash the device sends it again. A command
    carries the number of the fact that ordered it, so the device carries it out once, however often it is given.
    """

    def __init__(
        self,
        *,
        driver: port.SpeakingShuffler,
        asker: Asker,
        outstanding: Outstanding,
        report: Report,
        watched: Watched = lambda: None,
        steadiness: FlapDamping | None = None,
    ) -> None:
        """`watched` returns the newest turn while STATUS may show something that no event reports, otherwise None."""
        self._driver = driver
        self._asker = asker
        self._outstanding = outstanding
        self._report = report
        self._watched = watched
        self._run_id = secrets.token_hex(8)
        self._links = 0
        self._looks = 0
        self._up = asyncio.Event()
        self._to_do = asyncio.Event()
        self._detail = ""
        self._serial = ""
        self._pairing = ""
        self._boot: int | None = None
        self._known = Known.REPORTED
        self._why: str | None = None
        self._in_turn = OrdersInTurn()
        self._giver = OrderGiver(driver=driver, outstanding=outstanding, told=self._told, orders=self._in_turn)
        self._steadiness = steadiness or FlapDamping()
        self._held = Quarantine()
        self._orders = Orders()
        self._here: port.LinkUp | None = None
        self._next: asyncio.Future[port.ShufflerEvent] | None = None
        self._look_wanted = False
        self._looked: tuple[Rest, int | None] | None = None
        self._in_a_row = 0
        self._heard: dict[str, Heard] = {}

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
        try:
            while True:
                if self._next is None:
                    self._next = asyncio.ensure_future(anext(events))
                    await asyncio.sleep(0)
                if not self._next.done():
                    await self._at_leisure(self._next)
                if self._next.done():
                    told, self._next = self._next.result(), None
                    await self._hear(told)
        finally:
            if self._next is not None:
                self._next.cancel()

    async def _at_leisure(self, following: asyncio.Future[port.ShufflerEvent]) -> None:
        """Ask for STATUS if it may be news, then wait for the next event."""
        if self._here is not None and not self._is_unsteady and (self._look_wanted or self._watched() is not None):
            await self._look()
        await asyncio.wait({following}, timeout=0 if self._look_wanted else self._wait_s())
        if self._here is not None and self._is_unsteady and _now_s() >= self._steadiness.rests_at_s:
            await self._believe()
        if self._in_turn.running_since_s() is not None:
            self._to_do.set()

    def _wait_s(self) -> float:
        """Return how long to wait for an event."""
        if self._here is not None and self._is_unsteady:
            return min(LOOK_EACH_S, max(0.0, self._steadiness.rests_at_s - _now_s()))
        return LOOK_EACH_S

    async def _hear(self, event: port.ShufflerEvent) -> None:
        match event:
            case port.LinkUp():
                self._here = event
                if self._is_unsteady:
                    self._steadiness.moved(_now_s())
                else:
                    await self._came_up(event)
            case port.LinkDown():
                await self._went_down(event)
            case port.Tampered(forged=forged, replayed=replayed):
                await self._told(ReportTampering(forged=forged, replayed=replayed))
            case port.Progress(done=done, of=of):
                if not self._is_unsteady:
                    self._tell(up=True, detail=self._detail, done=done, of=of)
            case _:
                await self._weigh(event)

    async def _came_up(self, here: port.LinkUp) -> None:
        """Start a session. Orders wait until every kept event was recorded and STATUS was checked."""
        self._in_turn.new_session()
        self._serial, self._pairing, self._boot = here.identity.serial, here.pairing, None
        self._known, self._why = Known(here.standing), here.why
        short = "" if here.why is None else f" ({here.standing}: {here.why})"
        detail = f"{here.identity.model} {here.identity.serial}{short}"
        await self._link(up=True, detail=detail, pairing=here.pairing)
        self._want_look()

    async def _went_down(self, down: port.LinkDown) -> None:
        """End a session. The device sends held events again when it comes back."""
        say = down.say
        was_here, self._here = self._here is not None, None
        self._held.taken()
        self._up.clear()
        self._look_wanted = False
        was_unsteady = self._is_unsteady
        if was_here and self._steadiness.disturbed(Unrest.LINK, _now_s()):
            say = f"{Unrest.LINK} ({say}): the shuffler is not used until the connection is stable"
        if not was_unsteady:
            await self._link(up=False, detail=say)
        if down.why in NOT_OURS and not down.never_paired:
            await self._told(ReportForeign(reason=down.say))

    @property
    def _is_unsteady(self) -> bool:
        return self._steadiness.unrest is not None

    async def _weigh(self, event: Heard) -> None:
        """Record the event, unless unasked events come too often: then report the machine as down, once."""
        self._orders.given(named(command) for command in self._outstanding())
        why = self._orders.unrest(event)
        if why is None and isinstance(event, port.ShuffleFinished):
            self._steadiness.came_to_its_end(Unrest.FEED)
        if why is not None and self._steadiness.disturbed(why, _now_s()):
            self._up.clear()
            await self._link(up=False, detail=f"{why}: the shuffler is not used until this stops")
        if not self._is_unsteady:
            await self._record(event)
        elif why is None:
            self._held.end(event)
        else:
            await self._hold_back(event)

    async def _hold_back(self, event: Heard) -> None:
        let_go = self._held.hold(event)
        if let_go is not None:
            await self._driver.acknowledge(let_go)

    async def _believe(self) -> None:
        self._steadiness.believe()
        held = self._held.taken()
        if self._here is not None:
            await self._came_up(self._here)
        for event in held:
            await self._record(event)

    async def _record(self, event: Heard) -> None:
        took_ms = self._in_turn.took_ms(event.command, _now_s()) if isinstance(event, port.ShuffleFinished) else None
        readable = not isinstance(event, port.UnreadableEvent)
        if readable and event.event.boot != self._boot:
            self._boot = event.event.boot
            await self._told(SenseBoot(boot=event.event.boot))
        name, is_another = self._name_of(event)
        asked = telling.under_the_number_of_another(event) if is_another else telling.act(event)
        told = await self._worth(event, asked, took_ms)
        if told is None:
            # The link was lost first: the device keeps the event and sends it again in the next session.
            return
        answer = await self._asker.sensed(name, told)
        if isinstance(answer, Refused) and answer.refusal.code is Code.STOPPED:
            # Nothing was recorded: the device keeps the event and sends it again after the next start.
            return
        # The answer is durable, also a refusal: sending the event again would change nothing.
        await self._driver.acknowledge(event.event)
        self._tell(up=True, detail=self._detail)
        if isinstance(event, port.ShuffleFinished):
            await self._tell_wear()
        self._in_turn.heard(event)
        self._want_look()
        # An order that was answered busy may be given now.
        self._to_do.set()

    def _name_of(self, event: Heard) -> tuple[str, bool]:
        """
        Return the id under which this event is reported once, and whether an earlier event had the same number.

        The pairing is part of the id, because another machine in its place may count from the same numbers.
        """
        name = f"{self._serial}:{self._pairing}:{event.event}"
        before = self._heard.setdefault(name, event)
        while len(self._heard) > EVENTS_REMEMBERED:
            del self._heard[next(iter(self._heard))]
        if before == event:
            return name, False
        return f"{name}:{type(event).__name__}:{secrets.token_hex(4)}", True

    async def _link(self, *, up: bool, detail: str, pairing: str = "") -> None:
        log.log(logging.INFO if up else logging.WARNING, "shuffler: %s", detail)
        self._links += 1
        self._tell(up=up, detail=detail)
        told = SenseDevice(device=NAME, up=up, detail=detail, pairing=pairing)
        await self._asker.sensed(f"link:{self._run_id}:{self._links}", told)

    def _want_look(self) -> None:
        self._look_wanted = True
        self._looked = None
        self._in_a_row = 0

    async def _look(self) -> None:
        """
        Compare STATUS with what the table knows, unless an event came first; then handle that event first.

        A machine that reconnects may have been touched or exchanged meanwhile: the table knows only its earlier state.
        """
        try:
            status = await self._driver.status()
        except port.ShufflerAway:
            self._look_wanted = False
            return
        await _all_told()
        if self._next is None or self._next.done():
            return
        first, self._look_wanted = not self._up.is_set(), False
        rest, turn = telling.rest(status), self._watched()
        if self._looked != (rest, turn):
            self._looked = rest, turn
            news = await self._tell_standing(status, rest)
            self._in_a_row = self._in_a_row + 1 if news else 0
            self._look_wanted = 0 < self._in_a_row < LOOKS_IN_A_ROW
            if self._look_wanted:
                self._looked = None
        if first and not self._look_wanted and self._here is not None:
            await self._tell_wear()
            self._up.set()
        self._to_do.set()

    async def _tell_standing(self, status: port.Status, rest: Rest) -> bool:
        answer = await self._told(telling.standing(status))
        if rest.feed is not None and not (rest.moving or rest.lid_open or rest.jam):
            await self._told(SenseFeed(back=Back(rest.feed)))
        return isinstance(answer, Accepted) and bool(answer.numbers)

    async def _tell_wear(self) -> None:
        """Report the wear counters, after each link and each shuffle; the table records what is new."""
        try:
            wear = await self._driver.wear()
        except (port.ShufflerAway, port.ShufflerMute):
            return
        await self._told(telling.wear(wear))

    async def _told(self, act: Act, /, *, id_: str = "") -> Answer:
        self._looks += 1
        return await self._asker.sensed(id_ or f"look:{self._run_id}:{self._looks}", act)

    async def _command(self) -> None:
        while True:
            await self._up.wait()
            self._to_do.clear()
            await self._giver.give(self._up.is_set)
            self._orders.given(named(command) for command in self._outstanding())
            await self._to_do.wait()

    def _tell(self, *, up: bool, detail: str, done: int | None = None, of: int | None = None) -> None:
        self._detail = detail
        self._report(DeviceReport(device=NAME, up=up, detail=detail, done=done, of=of))

    async def _worth(self, event: Heard, act: Act, took_ms: int | None) -> Act | None:
        """Complete a report with grade, STATUS and duration of the shuffle; return None if the device was lost."""
        if not isinstance(act, ReportShuffle | ReportDelivery):
            return act
        rest = await self._still()
        if rest is None:
            return None
        if isinstance(act, ReportDelivery):
            return replace(act, rest=rest)
        fits = isinstance(event, port.ShuffleFinished) and self._driver.is_ours(event)
        return replace(act, known=self._known, why=self._why, nonce_fits=fits, took_ms=took_ms, rest=rest)

    async def _still(self) -> Rest | None:
        """Return STATUS once the machine has stopped moving, or after `STILL_WITHIN_S`."""
        until_s = _now_s() + STILL_WITHIN_S
        while True:
            try:
                rest = telling.rest(await self._driver.status())
            except port.ShufflerAway:
                return None
            if not rest.moving or _now_s() >= until_s:
                return rest
            await asyncio.sleep(STILL_EACH_S)


async def _all_told() -> None:
    """Give way to the reader, so that events which came together with an answer are handled before it."""
    for _ in range(3):
        await asyncio.sleep(0)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
