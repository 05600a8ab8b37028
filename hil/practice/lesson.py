"""One lesson at the running controller: devices, players, floor and faults around the learner, and the coach beside."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from drivers.shuffler.port import Back as ShufflerBack
from firmware_host.panel.messages import Answered, Ask, PageMessage
from firmware_host.rules.decision import Role
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.struct import Record
from firmware_host.table.acts.shuffler import OrderReconciliation
from firmware_host.table.terms import Back
from firmware_host.table.view import View
from hil.commissioning import FLOOR, PIN, PIT
from hil.dice.shaker import ShakerModel
from hil.dice.world import DiceWorld
from hil.faults.fault import Fault, Point
from hil.faults.fault_actions import do, faults
from hil.faults.mishap import is_at, is_well
from hil.faults.tour import shown_at
from hil.local_api_client import DoorClient
from hil.practice import hand_moves as hands
from hil.practice.coach import Coach, Said
from hil.practice.due import FacesUp
from hil.practice.hand_moves import Doing, Hand
from hil.practice.practice_score import Mistake, Score
from hil.practice.practice_server import FromPractice
from hil.robots.floor_supervisor import RobotFloor
from hil.shuffler.model import TrayOccupied
from hil.shuffler.shuffler_actions import look_into
from hil.subscriber import Subscriber
from hil.world import World

SHOWN_LINES = 30

HEARD_WITHIN_S = 2.0

SHAKES = 4

SHAKES_AGAIN_S = 6.0

LIAR = "liar"
"""A shuffler that lies is for engineers: `--fault` shows those, the list on the page leaves them out."""

DEVICES = ("shuffler", "shaker", "puck", "keys", "tamper", "line", LIAR)

_from_page: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage)
_answer: msgspec.json.Decoder[Answered] = msgspec.json.Decoder(Answered)


class HandShown(Record, frozen=True, kw_only=True):
    """A button of the strip."""

    say: str
    group: str


class FaultShown(Record, frozen=True, kw_only=True):
    """A fault that can be tried."""

    name: str
    say: str
    device: str


class MistakeShown(Record, frozen=True, kw_only=True):
    """A mistake with its title."""

    title: str
    mistake: Mistake


class Shown(Record, frozen=True, kw_only=True):
    """Everything that the practice page shows."""

    title: str
    ready: bool
    """Whether the controller serves the dealer's page."""
    over: bool
    now: str
    """What is seen or heard at this moment."""
    said: tuple[Said, ...]
    mistakes: tuple[MistakeShown, ...]
    score: Score
    hands: tuple[HandShown, ...]
    moving: bool
    """Whether hands or players move something just now."""
    busy: bool
    """Whether players still act."""
    faults: tuple[FaultShown, ...]
    fault: str
    """The fault under way or about to happen, in words; empty without one."""
    repairable: bool
    floor: str
    """Who can be named for the floor, with the PIN."""


class Lesson:
    """The lesson; `run` it beside the server. `pace_s` is the time between two players' acts."""

    def __init__(
        self,
        world: World | DiceWorld,
        *,
        coach: Coach,
        subscriber: Subscriber,
        title: str,
        pace_s: float,
        rounds: int | None,
        wanted: tuple[str, ...],
        say: Callable[[str], None],
    ) -> None:
        """`wanted` are the faults that happen by themselves, one after the other; `say` prints on the terminal."""
        self._world = world
        self._coach = coach
        self._subscriber = subscriber
        self._title = title
        self._pace_s = pace_s
        self._rounds = rounds
        self._say = say
        self._taken = 0
        self._printed = 0
        self._fit = {name: fault for name, fault in faults().items() if shown_at(fault, dice=self._at_dice)}
        self._wanted = list(wanted)
        self._coming: tuple[Fault, Point] | None = None
        self._fault: Fault | None = None
        self._moving = False
        self._news = asyncio.Event()
        self._floor = RobotFloor(world.door, world.shuffler if isinstance(world, World) else None)
        self._floorperson = DoorClient(world.door, actor=FLOOR, pin=PIN)
        self._view: View | None = None
        self._asked_for_floor = 0
        self._began = False
        self._shook: tuple[str, float] | None = None
        self.seen = 0
        """The newest fact after which the coach looked at the table."""
        self.changed = asyncio.Condition()
        self.over = asyncio.Event()
        self.is_served = False
        """Whether the controller serves the dealer's page."""
        subscriber.on_message = self._news.set

    async def run(self) -> None:
        """Run until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._follow())
                group.create_task(self._players())
                group.create_task(self._floor.run())
        finally:
            self._floorperson.close()

    async def serves(self) -> None:
        """Show the dealer's page from now on."""
        self.is_served = True
        await self._tell()

    async def ends(self) -> None:
        """Show the final score."""
        self.over.set()
        await self._tell()

    async def hears_page(self, text: str) -> None:
        """Hear a message of the dealer's page, before the table gets it."""
        if not self._began:
            self._began = True
            self._coach.begins(_now_s())
        with suppress(msgspec.MsgspecError):
            message = _from_page.decode(text)
            if isinstance(message, Ask):
                await self._heard_up_to(message.seen)
                self._coach.asked(message.id, message.act, _now_s(), in_shuffler=self._in_shuffler())

    async def hears_table(self, text: str) -> None:
        """Hear a message of the table, before the page gets it."""
        if not text.startswith('{"kind":"answer"'):
            return
        with suppress(msgspec.MsgspecError):
            answered = _answer.decode(text)
            self._coach.answered(answered.id, answered.answer)
            await self._tell()

    def shown(self) -> bytes:
        """Return everything the page shows, as JSON."""
        fault = self._fault or (self._coming[0] if self._coming else None)
        shown = Shown(
            title=self._title,
            ready=self.is_served,
            over=self.over.is_set(),
            now=self._coach.now,
            said=tuple(self._coach.said[-SHOWN_LINES:]),
            mistakes=tuple(MistakeShown(title=each.title, mistake=each) for each in self._coach.mistakes),
            score=replace(self._coach.score(), mistakes=()),
            hands=tuple(HandShown(say=hands.say(hand), group=_group(hand)) for hand in self._hands()),
            moving=self._moving,
            busy=self._coach.players_are_busy,
            faults=tuple(
                FaultShown(name=name, say=each.say, device=each.device)
                for name, each in sorted(self._fit.items(), key=lambda named: DEVICES.index(named[1].device))
                if each.device != LIAR
            ),
            fault="" if fault is None else f"{fault.say}{'' if self._fault else ' It happens at its next moment.'}",
            repairable=self._fault is not None,
            floor=f"{FLOOR} (floorperson, casino supervisor) or {PIT} (casino supervisor), PIN {PIN}",
        )
        return msgspec.json.encode(shown)

    async def told(self, message: FromPractice) -> None:
        """Do what the learner asked for on the practice page."""
        if self.over.is_set():
            return
        movements = self._hands()
        if message.hand is not None and 0 <= message.hand < len(movements) and not self._moving:
            await self._move(movements[message.hand])
        if message.fault is not None and message.fault in self._fit and self._fault is None:
            fault = self._fit[message.fault]
            self._coming = fault, shown_at(fault, dice=self._at_dice)[0]
            await self._look_for_fault()
        if message.repair:
            await self._repair()
        if message.finish:
            self.over.set()
        await self._tell()

    @property
    def _at_dice(self) -> bool:
        return isinstance(self._world, DiceWorld)

    def _hands(self) -> tuple[Hand, ...]:
        return hands.possible(self._coach.state) if self._view is not None else ()

    async def _follow(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            for received in self._subscriber.facts[self._taken :]:
                self._taken += 1
                if int(received.sequence) > self._coach.state.last:
                    self._coach.hear(received.fact())
            view, status = self._subscriber.view, self._subscriber.status
            if view is None or status is None or status.journal != view.journal:
                continue
            self._view = view
            if view.seen == self._coach.state.last:
                # Facts come one by one; the view comes after the last one of an answer.
                self._coach.see(_now_s())
                self.seen = view.seen
            await self._place_button(view)
            await self._look_for_fault()
            await self._floor_looks(view)
            self._is_over()
            await self._tell()

    async def _players(self) -> None:
        """Let the players act, one after the other, at their pace."""
        while True:
            await asyncio.sleep(self._pace_s)
            if self._coach.proceed(_now_s()):
                await self._tell()
            elif self._coach.player_shakes and isinstance(self._world, DiceWorld) and not self._moving:
                await self._player_shakes(self._world.shaker)

    async def _player_shakes(self, shaker: ShakerModel) -> None:
        """Shake once, and again only if the sensors have not counted it: a pause ends the shakes that count as one."""
        due = self._coach.due
        key = "" if due is None else due.key
        if self._shook is not None and self._shook[0] == key and _now_s() - self._shook[1] < SHAKES_AGAIN_S:
            return
        self._moving = True
        await shaker.take()
        await shaker.shake(SHAKES)
        self._moving = False
        self._shook = key, _now_s()
        await self._tell()

    async def _heard_up_to(self, seen: int) -> None:
        """Wait for the facts that the page has shown, because they arrive by another way."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARD_WITHIN_S), self.changed:
                await self.changed.wait_for(lambda: self.seen >= seen)

    async def _move(self, hand: Hand) -> None:
        self._moving = True
        await self._tell()
        try:
            self._coach.did(hand, _now_s())
            if isinstance(self._world, DiceWorld):
                await self._at_shaker(self._world, hand)
            else:
                await self._at_shuffler(self._world, hand)
        finally:
            self._moving = False

    async def _at_shuffler(self, world: World, hand: Hand) -> None:
        match hand.do:
            case Doing.LOAD if hand.back is not None:
                with suppress(TrayOccupied):
                    await world.shuffler.load_deck(ShufflerBack(hand.back))
            case Doing.TAKE:
                world.shuffler.take_deck()
            case Doing.BUTTON:
                await world.puck.put(hand.seat)
            case Doing.OPEN_LID:
                world.shuffler.open_lid()
            case Doing.CLOSE_LID:
                world.shuffler.close_lid()
            case Doing.CLEAR:
                await look_into(world.shuffler)
            case _:
                return

    async def _at_shaker(self, world: DiceWorld, hand: Hand) -> None:
        shaker = world.shaker
        match hand.do:
            case Doing.COVER:
                self._coach.dice_lie(None)
                await shaker.put_down()
                await shaker.put_cover_on()
            case Doing.UNCOVER:
                await shaker.put_down()
                await shaker.take_cover_off()
                lie = shaker.dice()
                self._coach.dice_lie(FacesUp(faces=lie.faces, cocked=lie.cocked))
                self._coach.see(_now_s())
            case Doing.SHAKE:
                await shaker.take()
                await shaker.shake(hand.times)
                await shaker.put_down()
            case Doing.DOCK:
                await shaker.take()
                await shaker.put_down()
            case _:
                return

    def _in_shuffler(self) -> tuple[Back, ...]:
        if not isinstance(self._world, World):
            return ()
        trays = self._world.shuffler.model.trays
        lying = (trays.feed, trays.path, trays.shelf, trays.output)
        return tuple(Back(deck.back) for deck in lying if deck is not None)

    async def _place_button(self, view: View) -> None:
        """Place the button before the first round; after that the learner moves it."""
        if isinstance(self._world, World) and self._world.puck.seat is None and view.button is not None:
            await self._world.puck.put(view.button)

    async def _look_for_fault(self) -> None:
        view = self._view
        if self._coming is None and self._fault is None and self._wanted:
            fault = self._fit[self._wanted.pop(0)]
            self._coming = fault, shown_at(fault, dice=self._at_dice)[0]
        if view is None or self._coming is None or not (is_well(view) and is_at(view, self._coming[1])):
            return
        self._fault, self._coming = self._coming[0], None
        self._coach.fault(self._fault.say)
        self._say(f"Fault {self._fault.name}: {self._fault.say}")
        await do(self._fault, self._fault.happens, self._world.things)

    async def _repair(self) -> None:
        if self._fault is None:
            return
        fault, self._fault = self._fault, None
        await do(fault, fault.mended, self._world.things)
        self._say(f"Repaired: {fault.name}")

    async def _floor_looks(self, view: View) -> None:
        """Let the floor come when it is called, and take the steps that the table offers to it."""
        if self._fault is None and not any(not alert.over for alert in view.alerts):
            self._coach.fault("")
        if view.floor_called:
            steps = tuple(step for step in view.steps if not isinstance(step.act, OrderReconciliation))
            self._floor.see(replace(view, steps=steps))
            theirs = next((step for step in steps if step.expected and step.role is Role.FLOORPERSON), None)
            if theirs is not None and view.turn != self._asked_for_floor:
                self._asked_for_floor = view.turn
                await self._floorperson.ask(theirs.act, seen=view.seen, role=Role.FLOORPERSON)

    def _is_over(self) -> None:
        state = self._coach.state
        if self._rounds is None or state.config is None:
            return
        if state.dice is not None:
            # The table already counts the shake that is open for wagers.
            over = self._coach.rounds > self._rounds and state.dice.shaker.moment is Moment.WAGERS
        else:
            over = self._coach.rounds >= self._rounds and state.round is None
        if over:
            self.over.set()

    async def _tell(self) -> None:
        for mistake in self._coach.mistakes[self._printed :]:
            self._printed += 1
            cited = ", ".join(each.name for each in mistake.paragraphs)
            self._say(f"{mistake.title}: {mistake.happened} {mistake.should} [{cited}]")
        async with self.changed:
            self.changed.notify_all()


def _group(hand: Hand) -> str:
    match hand.do:
        case Doing.BUTTON:
            return "Dealer button"
        case Doing.COVER | Doing.UNCOVER | Doing.SHAKE | Doing.DOCK:
            return "Shaker"
        case _:
            return "Shuffler"


def _now_s() -> float:
    return asyncio.get_running_loop().time()
