"""
One fault at a running table: waits for its moment, causes it, checks the table, repairs it, and plays on.

The caller shows each view to the mishap first, and to the dealer only if `may_be_seen` allows it. From the fault's
moment on the dealer waits until the fault has happened and its immediate consequences have followed. The mishap knows
the table only by what the broker publishes. A slow machine fails nothing: the mishap waits as long as the table makes
progress.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final, Protocol

from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.round import Phase
from firmware_host.table.facts.fact import Fact
from firmware_host.table.terms import Back
from firmware_host.table.view import View
from hil.faults.fault import Fault, Point, Procedure
from hil.faults.fault_actions import Things, do
from hil.faults.matrix import Outcome, table_at
from hil.faults.patience import Patience
from hil.faults.watch import Watch, kind_of, said
from hil.shuffler.device import SimulatedShuffler

COMES_WITHIN_S: Final = 60.0

REACHED_WITHIN_S: Final = 60.0

GOES_ON_WITHIN_S: Final = 60.0

BESIDE_THE_DEALER: Final = (Procedure.IDLE, Procedure.SHUFFLING, Procedure.CUT)
"""Points that come in the middle of a turn, and that no act of the dealer ends at once."""

DEALT, SHAKEN, RETURNED = "deck-put-in-play", "shake-settled", "device-came-up"


def silent(_sentence: str) -> None:
    """Say nothing."""


class People(Protocol):
    """The people at the table."""

    def idle_table(self) -> None:
        """Idle the table after the round under way, and open it again."""
        ...

    def fault_begins(self) -> None:
        """The fault begins: decisions of two people wait until it is repaired."""
        ...

    def look(self) -> None:
        """Look at the table as it is now, and continue."""
        ...

    def fault_ends(self) -> None:
        """The fault is repaired: clear what is left of it."""
        ...


class Mishap:
    """One fault at one point of the game. Pass it every view and every fact; `run` does the rest."""

    def __init__(
        self,
        fault: Fault,
        point: Point,
        *,
        things: Things,
        people: People,
        say: Callable[[str], None] = silent,
        shown_s: float = 0.0,
    ) -> None:
        """`shown_s` is how long people can look at the table with the fault."""
        self._fault = fault
        self._point = point
        self._things = things
        self._people = people
        self._say = say
        self._shown_s = shown_s
        self._watch: Watch | None = None
        self._happened = False
        self._dealt_with = -1
        """The turn that the dealer has seen last, and may be acting on."""
        self._inside: tuple[Back, ...] = ()
        """The decks that are being shuffled, by the latest view."""
        self._idles = False
        """Whether the dealer was asked to idle the table."""
        self._later: list[str] | None = None
        """Kinds of facts since it was mended."""
        self._changed = asyncio.Event()
        self._patience = Patience(within_s=0, began_s=0)

    def may_be_seen(self, view: View, *, newest: bool = True) -> bool:
        """
        Process a view; return whether the dealer may see it.

        A view that a fact has overtaken is never the moment.
        """
        if self._watch is None and newest and is_well(view):
            self._look_for_its_moment(view)
        if self._watch is not None:
            self._watch.see(said(view.steps, view.waiting_for))
        else:
            self._dealt_with = view.turn
        self._changed.set()
        return self._watch is None or self._happened

    def _look_for_its_moment(self, view: View) -> None:
        """Begin if the game is at this point. A table where decks were shuffled must be idled first."""
        self._inside = inside = tuple(deck.back for deck in view.decks if deck.shuffling)
        named = self._fault.deck is None or not inside or self._fault.deck in inside
        acts_already = self._point not in BESIDE_THE_DEALER and view.turn == self._dealt_with
        if is_at(view, self._point) and named and not acts_already and not self._has_passed():
            self._watch = Watch(self._fault, since=view.seen, decks=inside)
        elif self._point is Procedure.IDLE and view.open and not self._idles:
            self._idles = True
            self._people.idle_table()

    def _has_passed(self) -> bool:
        """Return whether the shuffle in the view has already ended; its event is still on the way."""
        machine = self._things.get(self._fault.device)
        if not isinstance(machine, SimulatedShuffler):
            return False
        trays = machine.model.trays
        return any(Back(deck.back) in self._inside for deck in (trays.shelf, trays.output) if deck is not None)

    def hear(self, fact: Fact) -> None:
        """Process a fact."""
        if self._watch is not None:
            self._watch.hear(fact)
        self._patience.heard(kind_of(fact), _now_s())
        if self._later is not None:
            self._later.append(kind_of(fact))
        self._changed.set()

    async def run(self) -> Outcome:
        """Wait for the moment, cause the fault, repair it; return the outcome once the game continues."""
        while self._watch is None:
            if not await self._until(lambda: self._watch is not None, COMES_WITHIN_S):
                # Where all goes on without it, the next may still have its moment.
                gone_on = self._patience.rounds > 0
                return self._outcome(f"its moment, {self._point}, did not come{self._in()}", stands=not gone_on)
            if self._has_passed():
                self._watch = None
                self._people.look()
        self._say(f"FAULT {self._fault.name}: {self._fault.say}")
        self._people.fault_begins()
        await do(self._fault, self._fault.happens, self._things)
        wrong = await self._reach()
        await asyncio.sleep(self._shown_s)
        self._say(f"REPAIRED {self._fault.name}.")
        self._later = []
        await do(self._fault, self._fault.mended, self._things)
        self._people.fault_ends()
        if not await self._until(self._goes_on, GOES_ON_WITHIN_S):
            return self._outcome(*wrong, f"the game does not go on{self._in()}: {self._awaited()}", stands=True)
        return self._outcome(*wrong)

    async def _reach(self) -> tuple[str, ...]:
        """Return the expected consequences that did not come, and the forbidden ones that did."""
        if not self._fault.by_itself:
            self._goes_on_dealing()
        reached = await self._until(lambda: not self._missing(), REACHED_WITHIN_S)
        wrong = () if reached else (f"not reached{self._in()}: {self._missing()}",)
        if self._fault.by_itself:
            self._goes_on_dealing()
        return (*wrong, *(self._watch.must_not_be() if self._watch else ()))

    def _goes_on_dealing(self) -> None:
        self._happened = True
        self._people.look()

    def _goes_on(self) -> bool:
        return not self._awaited()

    def _awaited(self) -> str:
        """Return what is still missing before the game counts as continued; empty if nothing is."""
        if self._fault.reach.returns and not (self._watch and self._watch.has_heard(RETURNED)):
            return f"no fact {RETURNED}"
        kind = DEALT if isinstance(self._point, Procedure) else SHAKEN
        return "" if kind in (self._later or ()) else f"no fact {kind}"

    def _missing(self) -> str:
        return "" if self._watch is None else self._watch.missing()

    async def _until(self, true: Callable[[], bool], within_s: float) -> bool:
        patience = self._patience = Patience(within_s=within_s, began_s=_now_s())
        while not true():
            if _now_s() >= patience.over_s:
                return False
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(patience.over_s):
                    await self._changed.wait()
        return True

    def _in(self) -> str:
        return f" in {_now_s() - self._patience.began_s:.0f} s and {self._patience.rounds} rounds"

    def _outcome(self, *wrong: str, stands: bool = False) -> Outcome:
        alerts = () if self._watch is None else self._watch.alerts
        table = table_at(self._point)
        return Outcome(
            fault=self._fault.name,
            table=table,
            point=self._point,
            wrong=wrong,
            alerts=alerts,
            child=True,
            stands=stands,
        )


def _now_s() -> float:
    return asyncio.get_running_loop().time()


def is_well(view: View) -> bool:
    """Return whether every device works and no alert waits to be cleared, so that this fault would be news."""
    return all(view.devices.values()) and not any(alert.over for alert in view.alerts)


def is_at(view: View, point: Point) -> bool:
    """Return whether the game is at this point. A deck may or may not be in the shuffler."""
    round_ = view.round
    match point:
        case Procedure.IDLE:
            return view.open and round_ is None and not any(deck.shuffling or deck.proof for deck in view.decks)
        case Procedure.SHUFFLING:
            return view.open and round_ is None and any(deck.shuffling for deck in view.decks)
        case Procedure.CUT:
            return round_ is None and any(deck.cut for deck in view.decks)
        case Procedure.MID_ROUND:
            return round_ is not None and round_.phase is Phase.BETTING
        case Procedure.SHOWDOWN:
            return round_ is not None and round_.phase is Phase.SHOWDOWN
        case Moment():
            return view.dice is not None and view.dice.moment is point
