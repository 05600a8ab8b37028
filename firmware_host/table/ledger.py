"""The fold with amendments: the state as if each fact had always said what it says now, or nothing."""

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from firmware_host.rules.answers import Refusal
from firmware_host.rules.record import Record
from firmware_host.table.bodies import ROUND_BEGINS, Body
from firmware_host.table.contract import Fact
from firmware_host.table.correcting import sums
from firmware_host.table.correcting.bodies import Amended, Corrected, Instead, SumCorrected
from firmware_host.table.evolve import evolve
from firmware_host.table.keeping.decide import may_take_snapshot
from firmware_host.table.state import TableState


class Ledger(Record, frozen=True, kw_only=True):
    """
    The state, and what is needed to fold it again with other bodies.

    `base` is the state before the round under way, `since` its facts, those that stand, as they were amended. At a
    mini-dice table the shake before it is among them: it can be amended while the next one's wagers are taken. Nothing
    older can be, so nothing older is kept.
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
        return self.state.is_between_rounds and may_take_snapshot(self.state)

    def with_fact(self, fact: Fact) -> "Ledger":
        """Return the ledger with one more fact."""
        changes = self._changes(fact)
        if changes:
            return self._amended(changes, fact)
        state = evolve(self.state, fact)
        if isinstance(fact.body, ROUND_BEGINS):
            base, since = self._before_a_round()
            return Ledger(state=state, base=base, since=(*since, fact))
        if state.is_playing or (state.dice is not None and state.dice.last is not None):
            return replace(self, state=state, since=(*self.since, fact))
        return Ledger(state=state, base=state)

    def with_facts(self, facts: Iterable[Fact]) -> "Ledger":
        """Return the ledger with several more facts."""
        return reduce(Ledger.with_fact, facts, self)

    def _before_a_round(self) -> tuple[TableState, tuple[Fact, ...]]:
        """Keep the round before, where it can still be amended, and fold what came before that for good."""
        begun = (at for at, fact in enumerate(self.since) if isinstance(fact.body, ROUND_BEGINS))
        at = max(begun, default=0)
        return (reduce(evolve, self.since[:at], self.base), self.since[at:]) if self.since else (self.state, ())

    def _changes(self, fact: Fact) -> tuple[Instead, ...]:
        """Return what it amends; what version 0.1 wrote in its place says the same in other words."""
        body: Body | Refusal = fact.body
        if isinstance(body, SumCorrected):
            body = sums.amended(self.state, round_=body.round, dice=body.dice, why=body.why)
        match body:
            case Amended(changes=changes) | Corrected(changes=changes):
                return changes
            case Refusal(reason=reason):
                raise ValueError(f"fact {fact.number} amends a sum that does not stand: {reason}")
            case _:
                return ()

    def _amended(self, changes: tuple[Instead, ...], amendment: Fact) -> "Ledger":
        instead = {change.of: change.body for change in changes}
        if not instead.keys() <= {fact.number for fact in self.since}:
            raise ValueError(f"fact {amendment.number} amends what does not stand in this round")
        said = ((fact, instead.get(fact.number, fact.body)) for fact in self.since)
        since = (*(replace(fact, body=body) for fact, body in said if body is not None), amendment)
        return Ledger(state=reduce(evolve, since, self.base), base=self.base, since=since)
