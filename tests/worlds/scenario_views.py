"""What the dealer's page is sent at each fact of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from firmware_host.panel.dealer_view import DealerView, Event
from firmware_host.panel.dealer_view_of import dealer_view
from firmware_host.panel.events import event
from firmware_host.table.facts.fact import Fact
from firmware_host.table.history import Ledger
from firmware_host.table.state.table import TableState
from tests.worlds.scenarios import played


def shown(name: str) -> Iterator[tuple[TableState, DealerView, Fact]]:
    """Yield the table after each fact of a scenario, as its page shows it."""
    facts = played(name).facts
    ledger, events = Ledger.empty(facts[0].journal), list[Event]()
    for fact in facts:
        ledger = ledger.with_fact(fact)
        events = [event(fact), *events[:30]]
        if ledger.state.config is not None:
            view = dealer_view(ledger.state, reports=(), events=events, own_pin=True, now=fact.at)
            yield ledger.state, view, fact


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
