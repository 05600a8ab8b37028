"""One fault at one point of the game: what the table reached, what a person saw, and that the game went on after it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from firmware_host.journal.reading import Reader
from firmware_host.journal.upcasting import fact_of
from firmware_host.rules.record import Record
from firmware_host.rules.round import Phase
from firmware_host.table.alerts.bodies import AlertRaised
from firmware_host.table.contract import Fact
from firmware_host.table.state import TableState
from firmware_host.table.steps import next_steps, what_is_missing
from hil.auditor import Auditor
from hil.faults.fault import Fault, Happening, Procedure
from hil.faults.rig import Rig, prepared, rig
from hil.faults.shuffler import DOERS

REACHED_WITHIN_S: Final = 12.0
MENDED_WITHIN_S: Final = 25.0


class Outcome(Record, frozen=True, kw_only=True):
    """How it went. `wrong` is empty where all was as the file says."""

    fault: str
    procedure: Procedure
    wrong: tuple[str, ...]
    alerts: tuple[str, ...] = ()


async def run(fault: Fault, procedure: Procedure, folder: Path) -> Outcome:
    """Bring a table to the point, let it happen, look, mend it, and play one more round."""
    async with rig(folder) as table:
        await reach(table, procedure)
        watch = Watch(fault, table, folder)
        for happening in fault.happens:
            await do(table, happening)
        table.loads = 100
        try:
            await table.play(watch.reached, within_s=REACHED_WITHIN_S)
        except TimeoutError:
            return watch.outcome(procedure, f"not reached in {REACHED_WITHIN_S:g} s: {watch.missing()}")
        for happening in fault.mended:
            await do(table, happening)
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
            return watch.outcome(procedure, f"nothing is dealt any more: {why.reason}; needs {why.allowed_by}")
        return watch.outcome(procedure)


async def reach(table: Rig, procedure: Procedure) -> None:
    """Bring the table to the point; at every one but idle a deck is in the machine and being shuffled."""
    await table.play(
        lambda state: state.is_open and all(map(prepared, state.decks)) and bool(state.decks), within_s=10.0
    )
    if procedure is Procedure.IDLE:
        return
    if procedure is not Procedure.SHUFFLING:
        table.loads = 1
        await table.play(lambda state: _is_at(state, procedure), within_s=10.0)
    table.loads = 1
    await table.play(lambda state: any(deck.order for deck in state.decks), within_s=10.0)
    await table.shuffles()


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


async def do(table: Rig, happening: Happening) -> None:
    """Let one thing happen."""
    await DOERS[happening.do](table.shuffler, **happening.params)


class Watch:
    """What became true since the fault, and what a person was told meanwhile."""

    def __init__(self, fault: Fault, table: Rig, folder: Path) -> None:
        """From now on."""
        self._fault = fault
        self._table = table
        self._folder = folder
        self._since = table.state.last
        self._seen: set[str] = set()
        self._read = table.state.last
        self._facts: list[Fact] = []

    def reached(self, state: TableState) -> bool:
        """Look; say whether all is so that the file wants."""
        self._seen.update(_said(state))
        self._take_in()
        return not self.missing()

    def missing(self) -> str:
        """Return what is not yet so."""
        reach, kinds, alerts = self._fault.reach, self._kinds(), self.alerts()
        wanted = [f"fact {kind}" for kind in reach.told if kind not in kinds]
        wanted += [f"alert {alert}" for alert in reach.alerts if alert not in alerts]
        if reach.sees and not any(reach.sees in said for said in self._seen):
            wanted.append(f"words {reach.sees!r}")
        return ", ".join(wanted)

    def alerts(self) -> tuple[str, ...]:
        """Return the alerts raised since."""
        return tuple(dict.fromkeys(str(fact.body.alert) for fact in self._facts if isinstance(fact.body, AlertRaised)))

    def outcome(self, procedure: Procedure, *wrong: str) -> Outcome:
        """Say how it went, by the record."""
        at_the_fault = [kind for kind in self._fault.reach.never if kind in self._kinds()]
        told = (*wrong, *(f"fact {kind}, which must not be" for kind in at_the_fault), *complaints(self._folder))
        return Outcome(fault=self._fault.name, procedure=procedure, wrong=told, alerts=self.alerts())

    def _kinds(self) -> set[str]:
        return {str(fact.body.__struct_config__.tag) for fact in self._facts}

    def _take_in(self) -> None:
        if self._read == self._table.state.last:
            return
        for fact in facts(self._folder):
            if fact.number > self._read:
                self._read = fact.number
                self._facts.append(fact)
                if isinstance(fact.body, AlertRaised):
                    self._seen.add(fact.body.say)


def _said(state: TableState) -> Iterator[str]:
    """What the dealer's screen says now."""
    steps = next_steps(state)
    yield from (step.say for step in steps)
    if state.round is None and not any(step.expected and step.key for step in steps):
        missing = what_is_missing(state)
        yield f"{missing.reason}; {missing.allowed_by}"


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


def table_of(outcomes: tuple[Outcome, ...]) -> str:
    """Return the matrix as people read it."""
    by_fault: dict[str, dict[Procedure, Outcome]] = {}
    for outcome in outcomes:
        by_fault.setdefault(outcome.fault, {})[outcome.procedure] = outcome
    width = max((len(name) for name in by_fault), default=0)
    head = f"{'':{width}}  " + "  ".join(f"{procedure:9}" for procedure in Procedure) + "  alerts"
    lines = [head.rstrip()]
    for name, row in sorted(by_fault.items()):
        marks = "  ".join(f"{_mark(row.get(procedure)):9}" for procedure in Procedure)
        alerts = dict.fromkeys(alert for outcome in row.values() for alert in outcome.alerts)
        lines.append(f"{name:{width}}  {marks}  {', '.join(alerts)}".rstrip())
    return "\n".join(lines)


def _mark(outcome: Outcome | None) -> str:
    if outcome is None:
        return "-"
    return "WRONG" if outcome.wrong else "held"
