"""`demo --fault NAME`: one fault of `hil/faults`, let happen while the second deck is being shuffled, and mended."""

import asyncio
from collections.abc import Callable
from typing import Final

from firmware_host.table.alerts.bodies import AlertRaised
from firmware_host.table.contract import Fact
from firmware_host.table.decks.bodies import DeckSuspected
from firmware_host.trouble import Trouble
from hil.faults.fault import Fault, Happening, load
from hil.faults.shuffler import DOERS
from hil.shuffler.device import SimulatedShuffler

REACHED_WITHIN_S: Final = 60.0
SHOWN_S: Final = 3.0
"""So long people can look at the table as the fault left it."""

Say = Callable[[str], None]


def fault_of(name: str) -> Fault:
    """Return the fault of this name. Raises Trouble that names those there are."""
    faults = load({"shuffler": DOERS})
    if name not in faults:
        raise Trouble(f"there is no fault {name!r}; there are {', '.join(faults)}")
    return faults[name]


class Mishap:
    """Tell it every fact by `hear`; `held` says that two people have to count a deck before the game goes on."""

    def __init__(self, fault: Fault, shuffler: SimulatedShuffler, say: Say) -> None:
        """Nothing happens before `run`."""
        self._fault = fault
        self._shuffler = shuffler
        self._say = say
        self._orders = 0
        self._to_be_told = set(fault.reach.told)
        self._to_be_raised = set(fault.reach.alerts)
        self._begun = asyncio.Event()
        self._reached = asyncio.Event()
        self._happened = False
        self._suspected = False
        self.held = asyncio.Event()
        self.failure: str | None = None

    def hear(self, fact: Fact) -> None:
        """Look whether it is time, and whether the table has come to where the fault's file says."""
        kind = str(fact.body.__struct_config__.tag)
        if kind == "shuffle-ordered":
            self._orders += 1
            if self._orders > 1:
                self._begun.set()
        if not self._happened:
            return
        self._to_be_told.discard(kind)
        if isinstance(fact.body, AlertRaised):
            self._to_be_raised.discard(fact.body.alert)
        self._suspected = self._suspected or isinstance(fact.body, DeckSuspected)
        if not (self._to_be_told or self._to_be_raised):
            self._reached.set()

    async def run(self) -> None:
        """Wait for the second shuffle, let it happen, see what the table makes of it, mend it."""
        await self._begun.wait()
        self._happened = True
        self._say(f"FAULT {self._fault.name}: {self._fault.say}")
        await self._do(self._fault.happens)
        try:
            async with asyncio.timeout(REACHED_WITHIN_S):
                await self._reached.wait()
        except TimeoutError:
            left = ", ".join(sorted((*self._to_be_told, *self._to_be_raised)))
            self.failure = f"the fault {self._fault.name} did not lead to: {left}"
            return
        await asyncio.sleep(SHOWN_S)
        self._say(f"MENDED {self._fault.name}.")
        await self._do(self._fault.mended)
        if self._suspected:
            self._say("Two people count the decks that are held before anything more is dealt: the demo ends here.")
            self.held.set()

    async def _do(self, happenings: tuple[Happening, ...]) -> None:
        for happening in happenings:
            await DOERS[happening.do](self._shuffler, **happening.params)
