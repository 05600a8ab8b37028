"""People and their command keys: who is enrolled, in which role, and which keys check signed commands."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role, draft, refuse
from firmware_host.table.acts.floor import (
    BeginTrust,
    EnrolKey,
    EnrolPerson,
    ReportRightPin,
    ReportWrongPin,
    ResetPin,
    RevokeKey,
    RevokePerson,
)
from firmware_host.table.acts.intent import Intent
from firmware_host.table.answering import answers, answers_asker
from firmware_host.table.facts.fact import Decision, Fact
from firmware_host.table.facts.floor import (
    DealerOnDuty,
    DealerRelieved,
    KeyEnrolled,
    KeyRevoked,
    KeysBody,
    PeopleBody,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    PinReset,
    ReliefDue,
)
from firmware_host.table.identities import STAFF, CommandKey, Person, id_of, is_one_person, wait_after
from firmware_host.table.stamp import Stamp, began_ms
from firmware_host.table.state import people
from firmware_host.table.state.people import known
from firmware_host.table.state.table import TableState


@answers(BeginTrust)
def begin_trust(state: TableState, act: BeginTrust) -> Decision:
    """Enrol the first casino supervisor; refused once there is one."""
    there = people.supervisors(state)
    if there:
        return refuse(
            f"{there[0]} is already a casino supervisor here",
            f"{there[0]} enrols people: firmware-host people add {act.person} --by {there[0]}",
        )
    if Role.CASINO_SUPERVISOR not in act.roles:
        return refuse(
            "the first person of a table has to be a casino supervisor",
            f"add {act.person} with --role {Role.CASINO_SUPERVISOR}",
        )
    return (
        _no_roles(act.roles)
        or _written_another_way(state, act.person)
        or (draft(PersonEnrolled(person=act.person, roles=_ordered(act.roles), start_of_trust=True)),)
    )


@answers(EnrolPerson)
def enrol(state: TableState, act: EnrolPerson) -> Decision:
    """Enrol a person or change an enrolled person's roles; without a change it does nothing."""
    refused = _no_roles(act.roles) or _written_another_way(state, act.person)
    if refused:
        return refused
    there = people.known(state, act.person)
    if there is not None and there.roles == _ordered(act.roles):
        return ()
    left = tuple(name for name in people.supervisors(state) if name != act.person)
    if not left and Role.CASINO_SUPERVISOR not in act.roles:
        return refuse(f"{act.person} is the only casino supervisor here", "enrol another casino supervisor first")
    return (draft(PersonEnrolled(person=act.person, roles=_ordered(act.roles))),)


@answers(RevokePerson)
def revoke(state: TableState, act: RevokePerson) -> Decision:
    """Revoke a person; revoking again does nothing."""
    there = state.people.get(act.person)
    if there is None:
        return _unknown(act.person)
    return () if there.revoked else (draft(PersonRevoked(person=act.person)),)


@answers(ResetPin)
def reset_pin(state: TableState, act: ResetPin) -> Decision:
    """Record that a person gets a new PIN."""
    if people.known(state, act.person) is None:
        return _unknown(act.person)
    return (draft(PinReset(person=act.person)),)


def _ordered(roles: tuple[Role, ...]) -> tuple[Role, ...]:
    """Return each role once, in a fixed order, so that the same roles make the same fact."""
    return tuple(role for role in STAFF if role in roles)


def _no_roles(roles: tuple[Role, ...]) -> Refusal | None:
    if roles and set(roles) <= set(STAFF):
        return None
    return refuse(
        "a person needs at least one role, and only roles of people",
        ", ".join(STAFF),
        code=Code.NOT_YOUR_ROLE,
    )


def _written_another_way(state: TableState, name: str) -> Refusal | None:
    """Refuse a second spelling of a known name, also of a revoked person."""
    there = next((known for known in state.people if known != name and is_one_person(known, name)), None)
    if there is None:
        return None
    return refuse(
        f"this name is another spelling of {there}, who is known here",
        f"the name {there} for the same person, or a different name for another person",
    )


def _unknown(name: str) -> Refusal:
    return refuse(
        f"nobody called {name} is enrolled",
        "a person whom `firmware-host people list` names",
        code=Code.NOT_ENROLLED,
    )


def locked_out(state: TableState, name: str, now: Stamp) -> Refusal | None:
    """Refuse a PIN without checking it: unknown person, or locked out after wrong PINs."""
    person = known(state, name)
    if person is None:
        return refuse(
            f"nobody called {name} is enrolled",
            "a person whom a casino supervisor has enrolled",
            code=Code.NOT_ENROLLED,
        )
    left_ms = _left_ms(state, person, now)
    if left_ms <= 0:
        return None
    return refuse(
        f"{name} is locked out after {person.wrong_pins} wrong PINs",
        f"waiting {-(-left_ms // 1000)} seconds, or a new PIN from a casino supervisor",
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


def folded(state: TableState, body: PeopleBody, fact: Fact) -> TableState:
    """Fold a fact about people."""
    match body:
        case DealerOnDuty(dealer=dealer) | DealerRelieved(dealer=dealer):
            return replace(state, dealer=dealer, dealer_since=fact.at, relief_due=False)
        case ReliefDue():
            return replace(state, relief_due=True)
        case _:
            known = state.people.get(body.person, Person(roles=()))
            return replace(state, people={**state.people, body.person: _person(known, body, fact)})


def _person(
    known: Person, body: PersonEnrolled | PersonRevoked | PinReset | PinRefused | PinAccepted, fact: Fact
) -> Person:
    match body:
        case PersonEnrolled(roles=roles):
            goes_on = known.pin_of and not known.revoked
            return Person(roles=roles, pin_of=known.pin_of if goes_on else fact.number)
        case PersonRevoked():
            return replace(known, revoked=True)
        case PinRefused(wrong_pins=wrong_pins, wait_s=wait_s):
            return replace(known, wrong_pins=wrong_pins, wrong_at=fact.at, wait_s=wait_s)
        case PinReset():
            return Person(roles=known.roles, revoked=known.revoked, pin_of=fact.number)
        case PinAccepted():
            return replace(known, wrong_pins=0, wrong_at=None, wait_s=0)
        case _:
            assert_never(body)


@answers(EnrolKey)
def enrol_key(state: TableState, act: EnrolKey) -> Decision:
    """Enrol the key of a person with this role; enrolling it again unchanged does nothing."""
    if act.role not in STAFF:
        return refuse(f"a {act.role} cannot sign commands", ", ".join(STAFF), code=Code.NOT_YOUR_ROLE)
    name = id_of(act.public)
    there = state.keys.get(name)
    if there is not None:
        return () if there == CommandKey(public=act.public, actor=act.actor, role=act.role) else _used(name, there)
    return people.not_enrolled(state, act.actor, act.role) or (
        draft(KeyEnrolled(key=name, public=act.public, actor=act.actor, role=act.role)),
    )


@answers(RevokeKey)
def revoke_key(state: TableState, act: RevokeKey) -> Decision:
    """Revoke a key; revoking it again does nothing."""
    there = state.keys.get(act.key)
    if there is None:
        return refuse(
            f"there is no key {act.key}",
            "a key that `firmware-host mqtt key list` names",
            code=Code.NOT_ENROLLED,
        )
    return () if there.revoked else (draft(KeyRevoked(key=act.key, actor=there.actor)),)


def _used(name: str, there: CommandKey) -> Refusal:
    was = "was revoked" if there.revoked else f"already belongs to {there.actor} as {there.role}"
    return refuse(f"the key {name} {was}", "another key: firmware-host mqtt key make FILE")


def keys_folded(state: TableState, body: KeysBody, fact: Fact) -> TableState:
    """Fold a fact about command keys."""
    del fact
    match body:
        case KeyEnrolled():
            known = CommandKey(public=body.public, actor=body.actor, role=body.role)
        case KeyRevoked():
            known = replace(state.keys[body.key], revoked=True)
        case _:
            assert_never(body)
    return replace(state, keys={**state.keys, body.key: known})
