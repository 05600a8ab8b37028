"""
The table's deadlines. The host runs the clock; each area of the table names its own times.

People are warned once, at `warn_ms`. A deadline that falls due in the middle of a round takes effect at the round's
end, unless it is `in_round`: it then only reports something and does not touch the game.
"""

from typing import Protocol

from firmware_host.rules.decision import Draft, draft
from firmware_host.table.acts.intent import Intent
from firmware_host.table.acts.system import PassDeadline
from firmware_host.table.answering import answers_asker
from firmware_host.table.clocks import Alarm, Deadline, Stamp
from firmware_host.table.decks import deck_clocks as decks
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.floor import DeadlineNear
from firmware_host.table.floor import approvals, dealer_relief, idleness
from firmware_host.table.money import time_charge
from firmware_host.table.state.table import TableState, Warned


class Clock(Protocol):
    """An area's module with its deadlines."""

    def deadlines(self, state: TableState) -> tuple[Deadline, ...]:
        """Return the area's running deadlines."""
        ...

    def bites(self, state: TableState, name: str) -> Drafts:
        """Return the facts that follow when the deadline `name` expires; none for another area's deadline."""
        ...


CLOCKS: tuple[Clock, ...] = (approvals, decks, dealer_relief, idleness, time_charge)


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return every running deadline."""
    if state.config is None:
        return ()
    return tuple(deadline for clock in CLOCKS for deadline in clock.deadlines(state))


def alarms(state: TableState) -> tuple[Alarm, ...]:
    """Return the times at which the host has to send `PassDeadline`: warnings still due, and expiries allowed now."""
    return tuple(alarm for deadline in deadlines(state) for alarm in _alarms(state, deadline))


@answers_asker(PassDeadline)
def passed(state: TableState, act: PassDeadline, intent: Intent) -> Drafts:
    """
    Return the facts that follow when the clock reaches an alarm; none if no deadline of this name is due.

    The time is checked again, because the deadline may have been renewed under the same name.
    """
    name, at = act.name, intent.at
    running = [deadline for deadline in deadlines(state) if deadline.name == name]
    if any(_may_bite(state, deadline) and _reached(deadline.boot, deadline.due_ms, at) for deadline in running):
        return tuple(draft for clock in CLOCKS for draft in clock.bites(state, name))
    return tuple(_near(deadline) for deadline in running if _to_warn(state, deadline, at))


def is_near(state: TableState, name: str) -> bool:
    """Return whether people were warned of a running deadline of this name."""
    return any(_is_warned(state, deadline) for deadline in deadlines(state) if deadline.name == name)


def _alarms(state: TableState, deadline: Deadline) -> tuple[Alarm, ...]:
    warn_ms = None if _is_warned(state, deadline) else deadline.warn_ms
    due_ms = deadline.due_ms if _may_bite(state, deadline) else None
    at = (moment for moment in (warn_ms, due_ms) if moment is not None)
    return tuple(Alarm(name=deadline.name, boot=deadline.boot, at_ms=at_ms) for at_ms in at)


def _may_bite(state: TableState, deadline: Deadline) -> bool:
    return deadline.in_round or state.is_between_rounds


def _is_warned(state: TableState, deadline: Deadline) -> bool:
    return Warned(name=deadline.name, boot=deadline.boot, due_ms=deadline.due_ms) in state.warned


def _to_warn(state: TableState, deadline: Deadline, at: Stamp) -> bool:
    warn_ms = deadline.warn_ms
    return warn_ms is not None and not _is_warned(state, deadline) and _reached(deadline.boot, warn_ms, at)


def _near(deadline: Deadline) -> Draft[DeadlineNear]:
    near = DeadlineNear(name=deadline.name, boot=deadline.boot, due_ms=deadline.due_ms, say=deadline.say)
    return draft(near, *deadline.paragraphs)


def _reached(boot: str, at_ms: int, at: Stamp) -> bool:
    """Treat a timer that ran on another boot's clock as expired."""
    return boot != at.boot or at_ms <= at.mono_ms
