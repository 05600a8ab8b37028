"""
What must happen by when. The host runs the clock; the table only names the times. Each area gives its own.

People hear of a deadline once at its `warn_ms`. It bites between rounds: one that falls due in the middle of a round
waits for the round's end, unless it only tells of a device (`in_round`).
"""

from typing import Protocol

from firmware_host.rules.decision import Draft, draft
from firmware_host.table.acts.intent import Intent
from firmware_host.table.acts.system import PassDeadline
from firmware_host.table.answering import answers_asker
from firmware_host.table.decks import rotation as decks
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.floor import DeadlineNear
from firmware_host.table.floor import approvals, duty, idleness
from firmware_host.table.money import time_charge
from firmware_host.table.stamp import Stamp
from firmware_host.table.state.clocks import Alarm, Deadline
from firmware_host.table.state.table import TableState, Warned


class Clock(Protocol):
    """The clocks of an area: its module `clocks`."""

    def deadlines(self, state: TableState) -> tuple[Deadline, ...]:
        """Return what runs."""
        ...

    def bites(self, state: TableState, name: str) -> Drafts:
        """Return what follows when the one of this name has passed; nothing for a name of another area."""
        ...


CLOCKS: tuple[Clock, ...] = (approvals, decks, duty, idleness, time_charge)


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return every deadline that runs now."""
    if state.config is None:
        return ()
    return tuple(deadline for clock in CLOCKS for deadline in clock.deadlines(state))


def alarms(state: TableState) -> tuple[Alarm, ...]:
    """Return when the host has to say `PassDeadline`: at each warning not yet given and at what may bite now."""
    return tuple(alarm for deadline in deadlines(state) for alarm in _alarms(state, deadline))


@answers_asker(PassDeadline)
def passed(state: TableState, act: PassDeadline, intent: Intent) -> Drafts:
    """
    Return what follows from the clock's having reached an alarm, nothing if none of this name runs or it has not.

    What was put right meanwhile may run on a new deadline of the same name, hence the look at the time.
    """
    name, at = act.name, intent.at
    running = [deadline for deadline in deadlines(state) if deadline.name == name]
    if any(_may_bite(state, deadline) and _reached(deadline.boot, deadline.due_ms, at) for deadline in running):
        return tuple(draft for clock in CLOCKS for draft in clock.bites(state, name))
    return tuple(_near(deadline) for deadline in running if _to_warn(state, deadline, at))


def is_near(state: TableState, name: str) -> bool:
    """Return whether a deadline of this name runs that people were warned of."""
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
    """What ran on another boot's clock has passed."""
    return boot != at.boot or at_ms <= at.mono_ms
