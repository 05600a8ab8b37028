"""Turn drafts into facts, and fold facts into the ledger with amendments applied."""

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
from firmware_host.table.clocks import Stamp
from firmware_host.table.config import TableConfig
from firmware_host.table.corrections import sums
from firmware_host.table.evolve import evolve
from firmware_host.table.facts.corrections import Amended, Corrected, Instead, SumCorrected
from firmware_host.table.facts.fact import ROUND_BEGINS, Body, Fact, TableDraft
from firmware_host.table.facts.system import ConfigurationAdopted
from firmware_host.table.state.people import acting
from firmware_host.table.state.table import TableState
from firmware_host.table.system.clocks_and_disk import may_take_snapshot


class Ledger(Record, frozen=True, kw_only=True):
    """
    The state, and the facts needed to fold it again when one of them is amended.

    `base` is the state before the round under way; `since` are the round's facts as amended. At a mini-dice table
    `since` includes the previous shake, which can be amended while wagers for the next one are open. Older facts can
    no longer be amended and are not kept.
    """

    state: TableState
    base: TableState
    since: tuple[Fact, ...] = ()

    @classmethod
    def empty(cls, journal: str) -> "Ledger":
        """Return the ledger of a new journal."""
        state = TableState(journal=journal)
        return cls(state=state, base=state)

    @property
    def is_at_rest(self) -> bool:
        """Return whether a snapshot may be taken now: between rounds, or at the start of a shake."""
        return self.state.is_between_rounds and may_take_snapshot(self.state)

    def with_fact(self, fact: Fact) -> "Ledger":
        """Return the ledger after this fact."""
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
        """Return the ledger after these facts."""
        return reduce(Ledger.with_fact, facts, self)

    def _before_a_round(self) -> tuple[TableState, tuple[Fact, ...]]:
        """Keep the previous round where it can still be amended, and fold everything older into the base."""
        begun = (at for at, fact in enumerate(self.since) if isinstance(fact.body, ROUND_BEGINS))
        at = max(begun, default=0)
        return (reduce(evolve, self.since[:at], self.base), self.since[at:]) if self.since else (self.state, ())

    def _changes(self, fact: Fact) -> tuple[Instead, ...]:
        """Return what the fact amends, also for the older kinds of amendment that version 0.1 wrote."""
        body: Body | Refusal = fact.body
        if isinstance(body, SumCorrected):
            body = sums.amended(self.state, round_=body.round, dice=body.dice, why=body.why)
        match body:
            case Amended(changes=changes) | Corrected(changes=changes):
                return changes
            case Refusal(reason=reason):
                raise ValueError(f"fact {fact.number} amends a sum that cannot be amended: {reason}")
            case _:
                return ()

    def _amended(self, changes: tuple[Instead, ...], amendment: Fact) -> "Ledger":
        instead = {change.of: change.body for change in changes}
        if not instead.keys() <= {fact.number for fact in self.since}:
            raise ValueError(f"fact {amendment.number} amends a fact that is not of this round")
        said = ((fact, instead.get(fact.number, fact.body)) for fact in self.since)
        since = (*(replace(fact, body=body) for fact, body in said if body is not None), amendment)
        return Ledger(state=reduce(evolve, since, self.base), base=self.base, since=since)


def fact(state: TableState, intent: Intent, draft: TableDraft, *, at: Stamp, rules: str) -> Fact:
    """
    Turn a draft of the intent's answer into the next fact after `state`.

    `rules` is the digest in force so far; the caller keeps it from the last fact, because it is expensive to compute.
    A new configuration counts from the very fact that adopts it.
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
    """Return a digest of the rules and the configuration: 64 hex digits."""
    dice = config is not None and config.mini_dice is not None
    return hashlib.sha256(json.encode([config, *(TERMS.values() if dice else GAMES.values())])).hexdigest()
