"""The fold with corrections: the state as if what was taken back had never been."""

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from firmware_host.rules.record import Record
from firmware_host.table.bodies import ROUND_BEGINS
from firmware_host.table.contract import Fact
from firmware_host.table.correcting.bodies import Amended
from firmware_host.table.evolve import evolve
from firmware_host.table.keeping.decide import may_take_snapshot
from firmware_host.table.play.bodies import Corrected
from firmware_host.table.state import TableState


class Ledger(Record, frozen=True, kw_only=True):
    """
    The state, and what is needed to fold it again without a fact.

    `base` is the state before the round under way, `since` its facts that stand. Only facts of the round under way
    can be corrected, so nothing older is kept.
    """

    state: TableState
    base: TableState
    since: tuple[Fact, ...] = ()

    @classmethod
    def empty(cls, journal: str) -> "Ledger":
        """Return a table to which nothing has happened."""
        state = TableState(journal=journal)
        return cls(state=state, base=state)

    @property
    def is_at_rest(self) -> bool:
        """Return whether this is a good moment to store it: between rounds, or when a shake has only just begun."""
        return len(self.since) <= 1 and may_take_snapshot(self.state)

    def with_fact(self, fact: Fact) -> "Ledger":
        """Return the ledger with one more fact."""
        if isinstance(fact.body, Corrected):
            return self._without(fact.body.of, fact)
        if isinstance(fact.body, Amended):
            return self._amended(fact.body, fact)
        state = evolve(self.state, fact)
        if not state.is_playing:
            return Ledger(state=state, base=state)
        if isinstance(fact.body, ROUND_BEGINS):
            return Ledger(state=state, base=self.state, since=(fact,))
        return replace(self, state=state, since=(*self.since, fact))

    def with_facts(self, facts: Iterable[Fact]) -> "Ledger":
        """Return the ledger with several more facts."""
        return reduce(Ledger.with_fact, facts, self)

    def _without(self, number: int, correction: Fact) -> "Ledger":
        standing = tuple(fact for fact in self.since if fact.number != number)
        if len(standing) == len(self.since):
            raise ValueError(f"fact {correction.number} corrects {number}, which does not stand in this round")
        return self._folded_anew(standing, correction)

    def _amended(self, body: Amended, amendment: Fact) -> "Ledger":
        instead = {change.of: change.body for change in body.changes}
        if not instead.keys() <= {fact.number for fact in self.since}:
            raise ValueError(f"fact {amendment.number} amends what does not stand in this round")
        said = tuple(replace(fact, body=instead.get(fact.number, fact.body)) for fact in self.since)
        return self._folded_anew(said, amendment)

    def _folded_anew(self, since: tuple[Fact, ...], newest: Fact) -> "Ledger":
        folded = reduce(evolve, since, self.base)
        return Ledger(state=evolve(folded, newest), base=self.base, since=since)
