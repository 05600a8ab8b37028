"""One turn of the host: several intents decided one after the other, each on the state the one before left."""

import logging

from firmware_host.host.clock import Clock
from firmware_host.rules.decision import Code, Draft, Refusal, Role
from firmware_host.table import history
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent, Refused, Via
from firmware_host.table.decide import decide
from firmware_host.table.facts.fact import Body, Fact
from firmware_host.table.history import Ledger

log = logging.getLogger(__name__)


class Batch:
    """Nothing of it is true before its facts are durable: a turn that cannot be recorded never was."""

    def __init__(self, ledger: Ledger, *, rules: str, clock: Clock) -> None:
        """Begin with what is durable."""
        self.ledger = ledger
        self.rules = rules
        self.facts: list[Fact] = []
        self.told: list[Answer] = []
        """Answers that are no facts."""
        self.answers: dict[str, Answer] = {}
        """Every answer of this turn, also those that are repeated from the record."""
        self._clock = clock

    def take(self, intent: Intent) -> None:
        """Decide one intent."""
        answer, new = self._decided(intent)
        self.answers[intent.id] = answer
        if not new:
            self.told.append(answer)

    def tell(self, act: Act) -> None:
        """Let the host itself tell something; what the table does not take up is of no consequence."""
        state = self.ledger.state
        intent = Intent(
            # Whatever comes of it is the next fact, so no other intent ever has this id.
            id=f"host:{state.last + 1}",
            actor="host",
            role=Role.HOST,
            via=Via.CLOCK,
            at=self._clock.stamp(),
            seen=state.last,
            act=act,
        )
        self._decided(intent)

    def _decided(self, intent: Intent) -> tuple[Answer, bool]:
        """Nothing comes of an intent at which this program fails: one such would be told by a device for ever."""
        before = self.ledger, self.rules, len(self.facts)
        try:
            return self._answered(intent)
        except Exception:
            log.exception("the table failed at %s of %s %s", type(intent.act).__name__, intent.role, intent.actor)
            self.ledger, self.rules, facts = before
            del self.facts[facts:]
            return Refused(id=intent.id, refusal=_fault()), False

    def _answered(self, intent: Intent) -> tuple[Answer, bool]:
        drafts = decide(self.ledger.state, intent)
        if isinstance(drafts, Refusal):
            return Refused(id=intent.id, refusal=drafts), False
        facts = tuple(self._recorded(intent, draft) for draft in drafts)
        return Accepted(id=intent.id, numbers=tuple(fact.number for fact in facts)), bool(facts)

    def _recorded(self, intent: Intent, draft: Draft[Body]) -> Fact:
        fact = history.fact(self.ledger.state, intent, draft, at=self._clock.stamp(), rules=self.rules)
        self.rules = fact.rules
        self.ledger = self.ledger.with_fact(fact)
        self.facts.append(fact)
        return fact


def _fault() -> Refusal:
    return Refusal(
        code=Code.FAULT,
        reason="the controller failed at this, and nothing came of it",
        allowed_by="another way; and tell whoever looks after the controller, its log says more",
    )
