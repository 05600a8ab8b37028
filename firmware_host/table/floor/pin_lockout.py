"""Wrong PINs: how many are free, how long a person is locked out then, and what ends it."""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.table.acts.floor import (
    ReportRightPin,
    ReportWrongPin,
)
from firmware_host.table.acts.intent import Intent
from firmware_host.table.answering import answers_asker
from firmware_host.table.clocks import Stamp, began_ms
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.floor import (
    PinAccepted,
    PinRefused,
)
from firmware_host.table.identities import Person
from firmware_host.table.state.people import known
from firmware_host.table.state.table import TableState

FREE_TRIES = 2

FIRST_WAIT_S = 30

LONGEST_WAIT_S = 3600


def locked_out(state: TableState, name: str, now: Stamp) -> Refusal | None:
    """Refuse a PIN without checking it: unknown person, or locked out after wrong PINs."""
    person = known(state, name)
    if person is None:
        return refuse(
            f"no person called {name} is enrolled",
            "have casino supervisors enroll this person first",
            code=Code.NOT_ENROLLED,
        )
    left_ms = _left_ms(state, person, now)
    if left_ms <= 0:
        return None
    return refuse(
        f"{name} is locked out after {person.wrong_pins} wrong PINs in a row",
        f"wait {-(-left_ms // 1000)} seconds, or have casino supervisors set a new PIN",
        code=Code.LOCKED_OUT,
    )


@answers_asker(ReportWrongPin)
def wrong_pin(state: TableState, act: ReportWrongPin, intent: Intent) -> Decision:
    """Count a wrong PIN."""
    refused = locked_out(state, act.person, intent.at)
    if refused:
        return refused
    wrong = state.people[act.person].wrong_pins + 1
    return (draft(PinRefused(person=act.person, wrong_pins=wrong, wait_s=wait_after(wrong))),)


@answers_asker(ReportRightPin)
def right_pin(state: TableState, act: ReportRightPin, intent: Intent) -> Decision:
    """Reset the count of wrong PINs; nothing to record where it is 0."""
    refused = locked_out(state, act.person, intent.at)
    if refused:
        return refused
    return (draft(PinAccepted(person=act.person)),) if state.people[act.person].wrong_pins else ()


def _left_ms(state: TableState, person: Person, now: Stamp) -> int:
    """Return the rest of the lock-out; after a reboot by the wall clock, or all of it where that is unknown."""
    if not person.wait_s or person.wrong_at is None:
        return 0
    started = state.started_at
    began = began_ms(person.wrong_at, now=started if started is not None and started.boot == now.boot else now)
    return began + person.wait_s * 1000 - now.mono_ms


def wait_after(wrong_pins: int) -> int:
    """
    Return the lock-out in seconds after this many wrong PINs in a row.

    >>> [wait_after(count) for count in (1, 2, 3, 4, 5, 20)]
    [0, 0, 30, 60, 120, 3600]
    """
    if wrong_pins <= FREE_TRIES:
        return 0
    # The exponent is bounded first, so that a huge count cannot make a huge number.
    doublings = min(wrong_pins - FREE_TRIES - 1, 8)
    return min(FIRST_WAIT_S << doublings, LONGEST_WAIT_S)
