"""What the dealer's page is sent in a scenario: a page is never sent the table in the middle of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby

from firmware_host.panel.dealer_view import DealerView, Event
from firmware_host.panel.dealer_view_of import dealer_view
from firmware_host.panel.events import event
from firmware_host.table.facts.fact import Fact
from firmware_host.table.history import Ledger
from firmware_host.table.state.table import TableState
from tests.worlds.scenarios import played


def shown(name: str) -> Iterator[tuple[TableState, DealerView, tuple[Fact, ...]]]:
    """Yield the table after each answer of a scenario, as its page shows it, and the facts of the answer."""
    facts = played(name).facts
    ledger, events = Ledger.empty(facts[0].journal), list[Event]()
    for _, together in groupby(facts, key=lambda fact: fact.cause):
        answer = tuple(together)
        ledger = ledger.with_facts(answer)
        events = [*(event(fact) for fact in reversed(answer)), *events][:31]
        if ledger.state.config is not None:
            view = dealer_view(ledger.state, reports=(), events=events, own_pin=True, now=answer[-1].at)
            yield ledger.state, view, answer


@cache
def views(name: str) -> tuple[DealerView, ...]:
    """Return the views of a scenario, in their order."""
    return tuple(view for _, view, _ in shown(name))


def where(name: str, holds: Callable[[DealerView], bool]) -> DealerView:
    """Return the first view of a scenario for which this holds."""
    return next(view for view in views(name) if holds(view))


def expecting(name: str, act: type, *, nth: int = 0) -> DealerView:
    """Return a view of a scenario that expects an act of this kind first."""
    found = [
        view for view in views(name) if isinstance(next((s.act for s in view.table.steps if s.expected), None), act)
    ]
    return found[nth]
