"""
Check the person behind an intent, and whether the record knows that person in that role.

The house knows its dealers, so a dealer needs to be enrolled only where the configuration says so. Everybody above a
dealer has to be enrolled, however the intent came in, and a revoked person is always refused.
"""

from collections.abc import Mapping

from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.table.acts.floor import EnrolKey, EnrolPerson, ResetPin
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.identities import ABOVE_DEALER, CommandKey, Person
from firmware_host.table.state.table import TableState

NOBODY = (Role.DEVICE, Role.HOST)
"""The roles that are not people: sensors and the controller."""


def acting(state: TableState, intent: Intent) -> str:
    """Return the person who acts: for keys, the dealer on duty."""
    return state.dealer or intent.actor if intent.via is Via.KEYS else intent.actor


def dealing(state: TableState) -> str | None:
    """Return the dealer on duty; before the first, the dealer whom the configuration names."""
    return state.dealer or (state.config.dealer if state.config is not None else None)


def not_known(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse a person whom the record does not know in this role; None if it does."""
    if intent.role in NOBODY:
        return None
    name = dealing(state) or intent.actor if intent.via is Via.KEYS else intent.actor
    return not_enrolled(state, name, intent.role)


def not_enrolled(state: TableState, name: str, role: Role) -> Refusal | None:
    """Refuse a person who is not enrolled in this role; None if the person is."""
    person = state.people.get(name)
    if person is not None and person.revoked:
        return _refused(f"{name} was revoked and may not act at this table")
    if role is Role.DEALER and not _dealers_are_enrolled(state):
        return None
    if person is None:
        return _refused(f"no person called {name} is enrolled")
    if role not in person.roles:
        return _refused(f"{name} is enrolled as {' and '.join(person.roles)}, not as {role}")
    return None


def not_enrolled_in(people: Mapping[str, Person], name: str) -> Refusal | None:
    """Refuse a name that is unknown or revoked among these people; None if it is valid."""
    person = people.get(name)
    if person is None:
        return _refused(f"no person called {name} is enrolled")
    return _refused(f"{name} was revoked and may not act at this table") if person.revoked else None


def no_dealer_here(state: TableState, name: str) -> Refusal | None:
    """Refuse a dealer as one of two people unless on duty or enrolled; None otherwise."""
    person = state.people.get(name)
    if name == state.dealer or (person is not None and person.has(Role.DEALER)):
        return None
    return _refused(f"{name} is not the dealer on duty and is not enrolled as a dealer")


def can_deal(state: TableState, name: str) -> Refusal | None:
    """Refuse a person who may not be the dealer on duty; None otherwise."""
    person = state.people.get(name)
    if person is not None and person.revoked:
        return _refused(f"{name} was revoked and may not act at this table")
    if _dealers_are_enrolled(state) and not (person and person.has(Role.DEALER)):
        return _refused(f"{name} is not enrolled as a dealer")
    return None


def supervisors(state: TableState) -> tuple[str, ...]:
    """Return the casino supervisors, who can enrol others."""
    return tuple(name for name, person in state.people.items() if person.has(Role.CASINO_SUPERVISOR))


def one_is_enough(state: TableState, act: Act) -> bool:
    """Return whether one casino supervisor decides this alone: it gives nobody above a dealer a PIN, role or key."""
    match act:
        case EnrolPerson(person=person, roles=roles):
            return ABOVE_DEALER.isdisjoint({*roles, *_roles(state, person)})
        case ResetPin(person=person):
            return ABOVE_DEALER.isdisjoint(_roles(state, person))
        case EnrolKey(role=role):
            return role not in ABOVE_DEALER
        case _:
            return False


def concerned(act: Act) -> str | None:
    """Return the person to whom this act gives a role, a PIN or a key, and who may not be one of the two deciding."""
    match act:
        case EnrolPerson(person=person) | ResetPin(person=person) | EnrolKey(actor=person):
            return person
        case _:
            return None


def behind(people: Mapping[str, Person], keys: Mapping[str, CommandKey], name: str) -> frozenset[str]:
    """Return everyone who may be acting when this person acts: the person, and those who alone vouched for access."""
    person = people.get(name)
    by_key = (key.vouched_by for key in keys.values() if key.actor == name and not key.revoked)
    return frozenset({name, *(person.vouched_by if person else ())}.union(*by_key))


def may_be_one(first: str, second: str, *paragraphs: str, behind_both: frozenset[str]) -> Refusal | None:
    """Refuse two names that one person alone may hold, because that person alone enrolled one of them, or both."""
    if not behind_both:
        return None
    one = min(behind_both)
    alone = " and ".join(name for name in (first, second) if name != one)
    return refuse(
        f"{one} alone gave {alone} a PIN or a key, so {first} and {second} do not count as two people",
        f"choose another second person, or have two casino supervisors set a new PIN for {alone}",
        *paragraphs,
        code=Code.TWO_PEOPLE_NEEDED,
    )


def _roles(state: TableState, name: str) -> tuple[Role, ...]:
    person = known(state, name)
    return person.roles if person else ()


def known(state: TableState, name: str) -> Person | None:
    """Return the person of this name, unless revoked."""
    person = state.people.get(name)
    return person if person and not person.revoked else None


def _dealers_are_enrolled(state: TableState) -> bool:
    return state.config is not None and state.config.dealers_enrolled


def _refused(reason: str) -> Refusal:
    return refuse(
        reason,
        "have a casino supervisor enroll this person: firmware-host people add NAME --role ROLE",
        code=Code.NOT_ENROLLED,
    )
