"""Lock-out: after wrong PINs nobody may try for a while, each time longer. Facts, so that a restart forgets nothing."""

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.table.drafts import Decision
from firmware_host.table.people.bodies import PinAccepted, PinRefused
from firmware_host.table.people.person import Person, wait_after
from firmware_host.table.people.registry import known
from firmware_host.table.stamp import Stamp, began_ms
from firmware_host.table.state import TableState


def locked_out(state: TableState, name: str, now: Stamp) -> Refusal | None:
    """Refuse a PIN before it is looked at: nobody of that name, or too soon after wrong ones."""
    person = known(state, name)
    if person is None:
        return Refusal(
            code=Code.NOT_ENROLLED,
            reason=f"nobody called {name} is enrolled",
            allowed_by="a person whom a casino supervisor has enrolled",
        )
    left_ms = _left_ms(state, person, now)
    if left_ms <= 0:
        return None
    return Refusal(
        code=Code.LOCKED_OUT,
        reason=f"{person.wrong_pins} wrong PINs were given for {name}",
        allowed_by=f"waiting {-(-left_ms // 1000)} seconds, or a new PIN by a casino supervisor",
    )


def wrong_pin(state: TableState, name: str, now: Stamp) -> Decision:
    """Count a wrong PIN."""
    refused = locked_out(state, name, now)
    if refused:
        return refused
    wrong = state.people[name].wrong_pins + 1
    return (Draft(body=PinRefused(person=name, wrong_pins=wrong, wait_s=wait_after(wrong)), paragraphs=()),)


def right_pin(state: TableState, name: str, now: Stamp) -> Decision:
    """Forget the wrong ones; where there were none there is nothing to tell."""
    refused = locked_out(state, name, now)
    if refused:
        return refused
    return (Draft(body=PinAccepted(person=name), paragraphs=()),) if state.people[name].wrong_pins else ()


def _left_ms(state: TableState, person: Person, now: Stamp) -> int:
    """What is left of the wait. After a restart of the board it is the wall clock's difference, else all of it."""
    if not person.wait_s or person.wrong_at is None:
        return 0
    started = state.started_at
    began = began_ms(person.wrong_at, now=started if started is not None and started.boot == now.boot else now)
    return began + person.wait_s * 1000 - now.mono_ms
