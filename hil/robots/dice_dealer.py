"""
The robot dealer of mini-dice, and the players: presses keys, shakes and uncovers the shaker.

It acts only through the steps that the table offers. Steps reported by a sensor are done with the shaker itself. If a
sensor is stuck and the screen does not show that, the robot does what a dealer would do next: shake again, call the
dice.
"""

import asyncio
import random

from firmware_host.rules.decision import Code, Key, Refusal
from firmware_host.rules.dice.shaker import LEAST_SHAKES, Moment
from firmware_host.table.acts.dice import (
    CloseBets,
    CompleteDealerShake,
    PassShaker,
    PlaceWager,
    SenseCover,
    SenseDock,
    SenseShakes,
    Uncover,
)
from firmware_host.table.acts.intent import Refused, TableStep
from firmware_host.table.dice.dice_view import DiceView
from firmware_host.table.facts.fact import Fact
from firmware_host.table.state.dice import DEVICE
from firmware_host.table.view import View
from hil.dice.shaker import LET_GO_S, ShakerModel
from hil.robots.dealer import Asks, Habits, Presses

WAGERS, MOST_STEPS = 0.08, 8

TAKES, NOBODY = 0.6, 0.1

PASSES = 0.15


class Gamblers:
    """The players; their choices depend only on the seed and the order of the questions."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def wagers(self, view: View) -> tuple[PlaceWager, ...]:
        """Return their wagers before "no more bets" is called; none if wagers are not tracked."""
        placed: list[PlaceWager] = []
        for seat in view.seats:
            for step in view.steps:
                if not isinstance(step.act, PlaceWager) or step.amounts is None or self._random.random() >= WAGERS:
                    continue
                cents = step.amounts.min + step.amounts.step * self._random.randint(0, MOST_STEPS)
                placed.append(PlaceWager(seat=seat, wager=step.act.wager, cents=cents))
        return tuple(placed)

    def takes_it(self) -> bool:
        """Return whether the player who is asked accepts the shaker."""
        return self._random.random() < TAKES

    def nobody_takes_it(self) -> bool:
        """Return whether all players still to be asked refuse at once."""
        return self._random.random() < NOBODY

    def passes_it(self) -> bool:
        """Return whether the holder of the right passes it now."""
        return self._random.random() < PASSES

    def throws(self, least: int) -> int:
        """Return how often the shaker is shaken, always enough."""
        return least + self._random.randint(1, 3)


IN_VAIN = 8
"""The dealer shakes again at most this often if the table has not noticed the shake. On a slow board a few are lost."""

A_FACE = 0.2
"""The time for calling a face, as a share of the time for a whole step."""


class RobotDiceDealer:
    """Reacts to each view passed to `see`; acts once on each turn, again after a restart or a sensor failure."""

    def __init__(
        self, *, keys: Presses, shaker: ShakerModel, habits: Habits, seed: int, door: Asks | None = None
    ) -> None:
        """Prepare. Tracked wagers are entered through the local socket, `door`."""
        self._keys = keys
        self._shaker = shaker
        self._habits = habits
        self._random = random.Random(seed)
        self._gamblers = Gamblers(seed)
        self._door = door
        self._views: asyncio.Queue[View] = asyncio.Queue()
        self._newest: View | None = None
        self._acted: tuple[int, int, bool | None] | None = None
        self._wagered = 0
        self._wagers: list[PlaceWager] = []
        self.refused: list[Refusal] = []
        """Refusals by the table; empty if both work."""
        self.done = asyncio.Event()
        self.stop_after: int | None = None
        """The number of settled shakes after which no further shake is begun."""

    def hear(self, fact: Fact) -> None:
        """Ignore facts: the view is enough for this dealer."""

    def retry(self) -> None:
        """Do nothing: no repair concerns this dealer."""

    def idle_table(self) -> None:
        """Do nothing: a mini-dice table has no decks to spread."""

    def see(self, view: View) -> None:
        """Take in a new view of the table."""
        self._newest = view
        self._views.put_nowait(view)

    async def run(self) -> None:
        """Deal until cancelled."""
        while True:
            view = await self._views.get()
            while not self._views.empty():
                view = self._views.get_nowait()
            if self._is_over(view):
                self.done.set()
            elif _moment(view) != self._acted:
                await self._turn(view)

    def _is_over(self, view: View) -> bool:
        """Return whether enough shakes are settled; the table already counts the one open for wagers."""
        if self.stop_after is None or view.dice is None or view.dice.moment is not Moment.WAGERS:
            return False
        return view.rounds > self.stop_after

    async def _turn(self, view: View) -> None:
        expected = [step for step in view.steps if step.expected]
        if not expected:
            return
        self._acted = _moment(view)
        dice = view.dice
        if dice is not None and dice.moment is Moment.UNCOVERED:
            await self._call(dice)
            return
        await self._think(1.0)
        if isinstance(expected[0].act, CloseBets):
            if await self._wager(view):
                return
            passing = next((step for step in view.steps if isinstance(step.act, PassShaker) and step.seat), None)
            if passing is not None and passing.key is not None and self._gamblers.passes_it():
                await self._keys.press(passing.key)
                return
        if dice is not None:
            await self._do(expected[0], dice)
        elif expected[0].key is not None:
            await self._keys.press(expected[0].key)

    async def _do(self, step: TableStep, dice: DiceView) -> None:
        if dice.offered is not None:
            await self._keys.press(self._answer())
        elif step.key is not None:
            if isinstance(step.act, CompleteDealerShake | Uncover) and not dice.shaken:
                # Without sensors the dealer enters the shake; shake anyway, or a leaning die would lean for ever.
                await self._shake(LEAST_SHAKES)
            await self._keys.press(step.key)
        else:
            await self._handle(step)

    def _answer(self) -> Key:
        if self._gamblers.nobody_takes_it():
            return Key.NO_ROLL_HELD
        return Key.NEXT if self._gamblers.takes_it() else Key.NO_ROLL

    async def _handle(self, step: TableStep) -> None:
        """Do with the shaker what its sensors are to report."""
        shaker = self._shaker
        match step.act:
            case SenseCover(on=True):
                await shaker.put_down()
                await shaker.put_cover_on()
                if not shaker.cover.closed:
                    await self._shake_in_vain(LEAST_SHAKES)
            case SenseCover(on=False):
                await shaker.put_down()
                await shaker.take_cover_off()
                if shaker.cover.closed:
                    await self._press_faces()
            case SenseShakes(count=least):
                await self._shake(least)
                if shaker.sensor.hangs and not shaker.sensor.closed:
                    await self._shake_in_vain(least)
            case SenseDock():
                await shaker.take()
                await shaker.put_down()
                if not shaker.dock.closed:
                    await shaker.take_cover_off()
            case _:
                raise RuntimeError(f"the robot cannot do this step: {step.say}")

    async def _shake(self, least: int) -> None:
        await self._shaker.take()
        await self._shaker.shake(self._gamblers.throws(least))
        await self._shaker.put_down()
        await asyncio.sleep(LET_GO_S)

    async def _shake_in_vain(self, least: int) -> None:
        """Shake again while the screen shows the same moment."""
        for _ in range(IN_VAIN):
            if self._newest is not None and _moment(self._newest) == self._acted:
                await self._shake(least)

    async def _press_faces(self) -> None:
        """Call the dice although the table has not seen the cover come off."""
        for face in self._shaker.dice().faces:
            await self._keys.press(Key(f"dice-{face}"))

    async def _call(self, dice: DiceView) -> None:
        """Call the sum at once, or a no roll if a die leans (13.5(e), 13.8(a)1)."""
        if self._shaker.covered:
            # Without sensors the table knows only what the dealer enters, so take the cover off here.
            await self._shaker.take_cover_off()
        lies = self._shaker.dice()
        if lies.cocked and not dice.faces:
            await self._keys.press(Key.NO_ROLL)
            return
        await self._think(A_FACE)
        await self._keys.press(Key(f"dice-{lies.faces[len(dice.faces)]}"))

    async def _wager(self, view: View) -> bool:
        """Place the players' next wager, one on each turn; return whether there was one."""
        if self._door is None:
            return False
        if self._wagered != view.rounds:
            self._wagered = view.rounds
            self._wagers = list(self._gamblers.wagers(view))
        if not self._wagers:
            return False
        answer = await self._door.ask(self._wagers.pop(0), seen=view.seen)
        if isinstance(answer, Refused):
            self._acted = None
            if answer.refusal.code is not Code.OUT_OF_DATE:
                self.refused.append(answer.refusal)
        return True

    async def _think(self, share: float) -> None:
        await asyncio.sleep(share * self._random.uniform(self._habits.least_s, self._habits.most_s))


def _moment(view: View) -> tuple[int, int, bool | None]:
    """Return what identifies a moment to act: if sensors fail, the dealer must act again on the same turn."""
    return view.turn, view.started, view.devices.get(DEVICE)
