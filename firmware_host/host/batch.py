"""One batch of the host: several intents decided in turn, each on the state that the one before left."""

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
    """Facts and answers that take effect only once they are durable; a batch that cannot be recorded is dropped."""

    def __init__(self, ledger: Ledger, *, rules: str, clock: Clock) -> None:
        """Begin with the durable state."""
        self.ledger = ledger
        self.rules = rules
        self.facts: list[Fact] = []
        self.factless_answers: list[Answer] = []
        """Answers that led to no fact."""
        self.answers: dict[str, Answer] = {}
        """Every answer of this batch, including those repeated from the record."""
        self._clock = clock

    def take(self, intent: Intent) -> None:
        """Decide one intent."""
        answer, new = self._decided(intent)
        self.answers[intent.id] = answer
        if not new:
            self.factless_answers.append(answer)

    def decide_own(self, act: Act) -> None:
        """Decide an act of the host itself; a refusal has no effect."""
        state = self.ledger.state
        intent = Intent(
            # It leads to the next fact or to none, so no recorded intent has the same id.
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
        """Refuse an intent that makes this program fail: a device would otherwise repeat the intent for ever."""
        before = self.ledger, self.rules, len(self.facts)
        try:
            return self._answered(intent)
        except Exception:
            log.exception(
                "internal error while deciding %s from %s %s", type(intent.act).__name__, intent.role, intent.actor
            )
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
        reason="internal error in the controller; nothing was recorded",
        allowed_by="try another way, and report the error; the controller's log has the details",
    )
