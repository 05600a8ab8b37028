"""Several faults at one running table, one after the other."""

from collections.abc import Callable, Iterable

from firmware_host.table.facts.fact import Fact
from firmware_host.table.view import View
from hil.faults.fault import Fault, Point, Procedure
from hil.faults.fault_actions import Things
from hil.faults.matrix import Outcome, table_at
from hil.faults.mishap import Mishap, People, silent

Stop = tuple[Fault, Point]


class Tour:
    """Shows each fault in turn. Pass it every view and fact before the dealer; `run` ends after the last fault."""

    def __init__(
        self,
        stops: Iterable[Stop],
        *,
        things: Things,
        people: People,
        say: Callable[[str], None] = silent,
        shown_s: float = 0.0,
    ) -> None:
        """`say` gets each sentence, `shown_s` is how long each fault can be looked at."""
        self._stops = tuple(stops)
        self._things = things
        self._people = people
        self._say = say
        self._shown_s = shown_s
        self._now: Mishap | None = None
        self._heard = 0
        self.outcomes: list[Outcome] = []

    @property
    def complaints_to_be_expected(self) -> tuple[str, ...]:
        """Return the auditor's complaints that these faults cause."""
        return tuple(fault.reach.complaint for fault, _ in self._stops if fault.reach.complaint)

    def may_be_seen(self, view: View) -> bool:
        """Process a view; return whether the dealer may see it."""
        return self._now is None or self._now.may_be_seen(view, newest=view.seen >= self._heard)

    def hear(self, fact: Fact) -> None:
        """Process a fact."""
        self._heard = fact.number
        if self._now is not None:
            self._now.hear(fact)

    async def run(self) -> None:
        """Show all faults. After a fault from which the table did not recover, the others are not tried."""
        stands = ""
        for fault, point in self._stops:
            if stands:
                wrong = (f"not tried, because nothing went on after {stands}",)
                self.outcomes.append(Outcome(fault=fault.name, table=table_at(point), point=point, wrong=wrong))
                continue
            self._now = Mishap(
                fault, point, things=self._things, people=self._people, say=self._say, shown_s=self._shown_s
            )
            outcome = await self._now.run()
            self.outcomes.append(outcome)
            stands = fault.name if outcome.stands else ""


def shown_at(fault: Fault, *, dice: bool) -> tuple[Point, ...]:
    """Return the points of the game where this fault can be shown, the best first; none if it does not fit the game."""
    if dice:
        return fault.moments
    return tuple(sorted(fault.procedures, key=lambda point: point is not Procedure.MID_ROUND))
