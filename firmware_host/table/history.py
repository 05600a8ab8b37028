"""The history of a table: drafts become facts, and facts are folded with their corrections applied."""

import hashlib
from collections.abc import Iterable
from functools import reduce

from msgspec import json
from msgspec.structs import replace

from firmware_host.rules.decision import Refusal
from firmware_host.rules.dice.wagers import TERMS
from firmware_host.rules.games import GAMES
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Intent
from firmware_host.table.config import TableConfig
from firmware_host.table.corrections import sums
from firmware_host.table.evolve import evolve
from firmware_host.table.facts.corrections import Amended, Corrected, Instead, SumCorrected
from firmware_host.table.facts.fact import ROUND_BEGINS, Body, Fact, TableDraft
from firmware_host.table.facts.system import ConfigurationAdopted
from firmware_host.table.stamp import Stamp
from firmware_host.table.state.people import acting
from firmware_host.table.state.table import TableState
from firmware_host.table.system.clocks_and_disk import may_take_snapshot


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


def fact(state: TableState, intent: Intent, draft: TableDraft, *, at: Stamp, rules: str) -> Fact:
    """
    Return the fact that a draft of the intent's answer becomes, the next one after `state`.

    `rules` is the digest in force so far: whoever makes facts keeps that of the last one, because it is dear. A
    configuration is in force from the fact on that says so.
    """
    body = draft.body
    return Fact(
        journal=state.journal,
        number=state.last + 1,
        at=at,
        round=state.rounds + 1 if isinstance(body, ROUND_BEGINS) else state.round_number,
        cause=intent.id,
        actor=acting(state, intent),
        rules=rules_digest(body.config) if isinstance(body, ConfigurationAdopted) else rules,
        paragraphs=draft.paragraphs,
        body=body,
    )


def rules_digest(config: TableConfig | None) -> str:
    """Return the same 64 digits wherever the same games are played under the same configuration."""
    dice = config is not None and config.mini_dice is not None
    return hashlib.sha256(json.encode([config, *(TERMS.values() if dice else GAMES.values())])).hexdigest()
