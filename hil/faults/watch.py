"""Compares the facts and sentences after a fault with what its file expects."""

from collections.abc import Collection, Iterable, Iterator

from firmware_host.rules.decision import Refusal
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.terms import Back
from hil.faults.fault import Fault


class Watch:
    """Tell it every fact and what the dealer's screen says; nothing before fact `since` counts."""

    def __init__(self, fault: Fault, *, since: int, decks: Collection[Back] = ()) -> None:
        """
        From the next fact on.

        `decks` are those in the machine when the fault begins. The other deck, shuffled and proved before, is rightly
        dealt meanwhile, so what must not be is looked for in facts about these decks only; without any in all facts.
        """
        self._fault = fault
        self._since = since
        self._decks = frozenset(decks)
        self._facts: list[Fact] = []
        self._reached: int | None = None
        """How many facts had come when everything was reached."""
        self._seen: set[str] = set()

    def hear(self, fact: Fact) -> None:
        """Process a fact."""
        if fact.number <= self._since:
            return
        self._facts.append(fact)
        if isinstance(fact.body, AlertRaised):
            self._seen.add(fact.body.say)
        self._look()

    def see(self, sentences: Iterable[str]) -> None:
        """Process what the dealer's screen says."""
        self._seen.update(sentences)
        self._look()

    @property
    def alerts(self) -> tuple[str, ...]:
        """Return the alerts raised since."""
        return tuple(dict.fromkeys(str(fact.body.alert) for fact in self._facts if isinstance(fact.body, AlertRaised)))

    def missing(self) -> str:
        """Return what the file requires and has not happened yet."""
        reach, kinds, alerts = self._fault.reach, self._kinds(), self.alerts
        wanted = [f"fact {kind}" for kind in reach.told if kind not in kinds]
        wanted += [f"alert {alert}" for alert in reach.alerts if alert not in alerts]
        if reach.sees and not any(reach.sees in said for said in self._seen):
            wanted.append(f"words {reach.sees!r}")
        return ", ".join(wanted)

    def must_not_be(self) -> tuple[str, ...]:
        """Return what happened although the file forbids it, up to the moment at which everything was reached."""
        kinds = {kind_of(fact) for fact in self._facts[: self._reached] if self._is_about(fact)}
        return tuple(f"fact {kind}, which must not be" for kind in self._fault.reach.never if kind in kinds)

    def has_heard(self, kind: str) -> bool:
        """Return whether such a fact was among them."""
        return kind in self._kinds()

    def _is_about(self, fact: Fact) -> bool:
        """Return whether the fact is about a deck of this fault, or about no one deck."""
        back = getattr(fact.body, "back", None)
        return back is None or not self._decks or back in self._decks

    def _look(self) -> None:
        if self._reached is None and not self.missing():
            self._reached = len(self._facts)

    def _kinds(self) -> set[str]:
        return {kind_of(fact) for fact in self._facts}


def kind_of(fact: Fact) -> str:
    """Return the tag of a fact."""
    return str(fact.body.__struct_config__.tag)


def said(steps: Iterable[TableStep], waiting_for: Refusal | None) -> Iterator[str]:
    """Return what the dealer's screen says."""
    yield from (step.say for step in steps)
    if waiting_for is not None:
        yield f"{waiting_for.reason}; {waiting_for.allowed_by}"
