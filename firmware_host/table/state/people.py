"""
Who stands behind an intent, and whether the record knows that person in that role.

A role is a claim until somebody is enrolled in it. Dealers are known to the house and need no entry here unless the
table asks for it; everybody above a dealer does, whatever way the intent came in, and who was revoked is nobody.
"""

from collections.abc import Mapping

from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.table.acts.intent import Intent, Via
from firmware_host.table.identities import Person
from firmware_host.table.state.table import TableState

NOBODY = (Role.DEVICE, Role.HOST)

"""Sensors and the controller are no people; `who_may` says what little they may ask."""


def acting(state: TableState, intent: Intent) -> str:
    """Return who asks: the keys act as the dealer on duty."""
    return state.dealer or intent.actor if intent.via is Via.KEYS else intent.actor


def not_known(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse whoever is not who that role needs; none where the record knows the person in it."""
    if intent.role in NOBODY:
        return None
    name = acting(state, intent)
    if intent.via is Via.KEYS and state.dealer is None and state.config is not None:
        name = state.config.dealer
    return not_enrolled(state, name, intent.role)


def not_enrolled(state: TableState, name: str, role: Role) -> Refusal | None:
    """Say why the record does not know this person in this role; none where it does."""
    person = state.people.get(name)
    if person is not None and person.revoked:
        return _refused(f"{name} was revoked and may do nothing here")
    if role is Role.DEALER and not _dealers_are_enrolled(state):
        return None
    if person is None:
        return _refused(f"nobody called {name} is enrolled")
    if role not in person.roles:
        return _refused(f"{name} is enrolled as {' and '.join(person.roles)}, not as {role}")
    return None


def not_enrolled_in(people: Mapping[str, Person], name: str) -> Refusal | None:
    """Say why nobody of this name is among these people any more."""
    person = people.get(name)
    if person is None:
        return _refused(f"nobody called {name} is enrolled")
    return _refused(f"{name} was revoked and may do nothing here") if person.revoked else None


def no_dealer_here(state: TableState, name: str) -> Refusal | None:
    """Say why this person does not count as a dealer among two people who decide: on duty, or enrolled as one."""
    person = state.people.get(name)
    if name == state.dealer or (person is not None and person.has(Role.DEALER)):
        return None
    return _refused(f"{name} is neither the dealer on duty nor enrolled as one")


def can_deal(state: TableState, name: str) -> Refusal | None:
    """Say why this person may not be the dealer on duty."""
    person = state.people.get(name)
    if person is not None and person.revoked:
        return _refused(f"{name} was revoked and may do nothing here")
    if _dealers_are_enrolled(state) and not (person and person.has(Role.DEALER)):
        return _refused(f"{name} is not enrolled as a dealer")
    return None


def supervisors(state: TableState) -> tuple[str, ...]:
    """Return who can enrol others."""
    return tuple(name for name, person in state.people.items() if person.has(Role.CASINO_SUPERVISOR))


def known(state: TableState, name: str) -> Person | None:
    """Return the person of this name, unless revoked."""
    person = state.people.get(name)
    return person if person and not person.revoked else None


def _dealers_are_enrolled(state: TableState) -> bool:
    return state.config is not None and state.config.dealers_enrolled


def _refused(reason: str) -> Refusal:
    return refuse(
        reason, "a casino supervisor enrols people: firmware-host people add NAME --role ROLE", code=Code.NOT_ENROLLED
    )
