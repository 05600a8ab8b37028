"""One fault at one point of the game: what the table reached, what a person saw, and that the game went on after it."""

from contextlib import closing
from pathlib import Path
from typing import Final

from drivers.link.link_events_and_timing import LinkTiming
from firmware_host.journal.reader import Reader
from firmware_host.journal.upcast import fact_of
from firmware_host.rules.round import Phase
from firmware_host.table.facts.fact import Fact
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.table import TableState
from hil.auditor.poker_auditor import Auditor
from hil.faults.fault import Fault, Procedure
from hil.faults.fault_actions import do
from hil.faults.matrix import Outcome
from hil.faults.rig import TIMING, Bench, Rig, prepared, rig, simulated
from hil.faults.watch import Watch, said

COMES_WITHIN_S: Final = 60.0

REACHED_WITHIN_S: Final = 60.0

MENDED_WITHIN_S: Final = 90.0
"""Where all is well none of these is waited for. A busy machine takes ten times as long as a quiet one."""

DEVICES: Final = frozenset(("shuffler", "line", "liar"))
"""The devices of this rig; the others are on pins, which only a real controller reads."""


async def run(
    fault: Fault, procedure: Procedure, folder: Path, *, bench: Bench = simulated, timing: LinkTiming = TIMING
) -> Outcome:
    """Bring a table to the point, cause the fault, check, fix it, and play one more round."""
    async with rig(folder, bench=bench, timing=timing) as table:
        await reach(table, procedure)
        look = _Look(fault, table, folder)
        await do(fault, fault.happens, table.things)
        table.loads = 100
        try:
            await table.play(look.reached, within_s=REACHED_WITHIN_S)
        except TimeoutError:
            return look.outcome(procedure, f"not reached in {REACHED_WITHIN_S:g} s: {look.watch.missing()}")
        await do(fault, fault.mended, table.things)
        table.mended()
        # The deck that is cut already is not the one it happened to.
        goal = table.state.rounds + (2 if procedure is Procedure.CUT else 1)
        try:
            await table.play(
                lambda state: state.rounds >= goal and state.round is not None,
                within_s=MENDED_WITHIN_S,
                after_a_fault=True,
            )
        except TimeoutError:
            why = what_is_missing(table.state)
            return look.outcome(procedure, f"nothing is dealt any more: {why.reason}; needs {why.allowed_by}")
        return look.outcome(procedure)


async def reach(table: Rig, procedure: Procedure) -> None:
    """Bring the table to the point. At every point but idle a deck is being shuffled in the machine."""
    await table.play(
        lambda state: state.is_open and all(map(prepared, state.decks)) and bool(state.decks), within_s=COMES_WITHIN_S
    )
    if procedure is Procedure.IDLE:
        return
    if procedure is not Procedure.SHUFFLING:
        table.loads = 1
        await table.play(lambda state: _is_at(state, procedure), within_s=COMES_WITHIN_S)
    await table.load_and_shuffle(within_s=COMES_WITHIN_S)


def _is_at(state: TableState, procedure: Procedure) -> bool:
    match procedure:
        case Procedure.CUT:
            return any(deck.cut for deck in state.decks)
        case Procedure.MID_ROUND:
            return state.round is not None and state.round.phase is Phase.BETTING
        case Procedure.SHOWDOWN:
            return state.round is not None and state.round.phase is Phase.SHOWDOWN
        case _:
            return True


class _Look:
    """The table's own screen and record, for a watch."""

    def __init__(self, fault: Fault, table: Rig, folder: Path) -> None:
        """From now on."""
        self._fault = fault
        self._table = table
        self._folder = folder
        self._read = table.state.last
        self.watch = Watch(fault, since=table.state.last)

    def reached(self, state: TableState) -> bool:
        """Check; return whether everything that the file requires has been reached."""
        steps = next_steps(state)
        stands = state.round is None and not any(step.expected and step.key for step in steps)
        self.watch.see(said(steps, what_is_missing(state) if stands else None))
        self._take_in()
        return not self.watch.missing()

    def outcome(self, procedure: Procedure, *wrong: str) -> Outcome:
        """Return the outcome by the record."""
        told = (*wrong, *self.watch.must_not_be(), *complaints(self._folder))
        return Outcome(fault=self._fault.name, table="poker", point=procedure, wrong=told, alerts=self.watch.alerts)

    def _take_in(self) -> None:
        if self._read == self._table.state.last:
            return
        for fact in facts(self._folder):
            if fact.number > self._read:
                self._read = fact.number
                self.watch.hear(fact)


def facts(folder: Path) -> list[Fact]:
    """Return the record."""
    with closing(Reader(folder)) as reader:
        return [fact_of(link.data) for link in reader.links()]


def complaints(folder: Path) -> list[str]:
    """Return what an auditor finds wrong with the whole record."""
    auditor = Auditor()
    with closing(Reader(folder)) as reader:
        for link in reader.links():
            auditor.hear(link.data, link.hash.hex())
    return [*auditor.complaints]
