"""
Check the person behind an intent, and whether the record knows that person in that role.

The house knows its dealers, so a dealer needs to be enrolled only where the configuration says so. Everybody above a
dealer has to be enrolled, however the intent came in, and a revoked person is always refused.
"""

from collections.abc import Mapping

from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.table.acts.intent import Intent, Via
from firmware_host.table.identities import Person
from firmware_host.table.state.table import TableState

NOBODY = (Role.DEVICE, Role.HOST)

"""The roles that are not people: sensors and the controller."""


def acting(state: TableState, intent: Intent) -> str:
    """Return the person who acts: for keys, the dealer on duty."""
    return state.dealer or intent.actor if intent.via is Via.KEYS else intent.actor


def not_known(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse a person whom the record does not know in this role; none where it does."""
    if intent.role in NOBODY:
        return None
    name = acting(state, intent)
    if intent.via is Via.KEYS and state.dealer is None and state.config is not None:
        name = state.config.dealer
    return not_enrolled(state, name, intent.role)


def not_enrolled(state: TableState, name: str, role: Role) -> Refusal | None:
    """Refuse a person who is not enrolled in this role; none where the person is."""
    person = state.people.get(name)
    if person is not None and person.revoked:
        return _refused(f"{name} was revoked and may not act at this table")
    if role is Role.DEALER and not _dealers_are_enrolled(state):
        return None
    if person is None:
        return _refused(f"nobody called {name} is enrolled")
    if role not in person.roles:
        return _refused(f"{name} is enrolled as {' and '.join(person.roles)}, not as {role}")
    return None


def not_enrolled_in(people: Mapping[str, Person], name: str) -> Refusal | None:
    """Refuse a name that is unknown or revoked among these people; none where it is valid."""
    person = people.get(name)
    if person is None:
        return _refused(f"nobody called {name} is enrolled")
    return _refused(f"{name} was revoked and may not act at this table") if person.revoked else None


def no_dealer_here(state: TableState, name: str) -> Refusal | None:
    """Refuse a dealer as one of two people unless on duty or enrolled; none otherwise."""
    person = state.people.get(name)
    if name == state.dealer or (person is not None and person.has(Role.DEALER)):
        return None
    return _refused(f"{name} is neither the dealer on duty nor enrolled as one")


def can_deal(state: TableState, name: str) -> Refusal | None:
    """Refuse a person who may not be the dealer on duty; none otherwise."""
    person = state.people.get(name)
    if person is not None and person.revoked:
        return _refused(f"{name} was revoked and may not act at this table")
    if _dealers_are_enrolled(state) and not (person and person.has(Role.DEALER)):
        return _refused(f"{name} is not enrolled as a dealer")
    return None


def supervisors(state: TableState) -> tuple[str, ...]:
    """Return the casino supervisors, who can enrol others."""
    return tuple(name for name, person in state.people.items() if person.has(Role.CASINO_SUPERVISOR))


def known(state: TableState, name: str) -> Person | None:
    """Return the person of this name, unless revoked."""
    person = state.people.get(name)
    return person if person and not person.revoked else None


def _dealers_are_enrolled(state: TableState) -> bool:
    return state.config is not None and state.config.dealers_enrolled


def _refused(reason: str) -> Refusal:
    return refuse(
        reason, "a casino supervisor who enrols: firmware-host people add NAME --role ROLE", code=Code.NOT_ENROLLED
    )
