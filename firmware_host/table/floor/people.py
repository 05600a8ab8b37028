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
    """Enrol the first casino supervisor; refused while there is one."""
    there = people.supervisors(state)
    if there:
        return refuse(
            f"{there[0]} is a casino supervisor here already",
            f"{there[0]} adds people: firmware-host people add {act.person} --by {there[0]}",
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
    """Enrol a person, or give one who is enrolled other roles; asked for what is so already, it tells nothing new."""
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
    """Revoke a person; who is revoked already stays so."""
    there = state.people.get(act.person)
    if there is None:
        return _unknown(act.person)
    return () if there.revoked else (draft(PersonRevoked(person=act.person)),)


@answers(ResetPin)
def reset_pin(state: TableState, act: ResetPin) -> Decision:
    """Record that a person's PIN is another from now on."""
    if people.known(state, act.person) is None:
        return _unknown(act.person)
    return (draft(PinReset(person=act.person)),)


def _ordered(roles: tuple[Role, ...]) -> tuple[Role, ...]:
    """Each once, in the order of the list of roles, so that the same roles are the same fact."""
    return tuple(role for role in STAFF if role in roles)


def _no_roles(roles: tuple[Role, ...]) -> Refusal | None:
    if roles and set(roles) <= set(STAFF):
        return None
    return refuse(
        "a person has one role or more, and is neither a device nor the controller",
        ", ".join(STAFF),
        code=Code.NOT_YOUR_ROLE,
    )


def _written_another_way(state: TableState, name: str) -> Refusal | None:
    """Refuse to know one person under two names, a revoked one too."""
    there = next((known for known in state.people if known != name and is_one_person(known, name)), None)
    if there is None:
        return None
    return refuse(
        f"{there} is known here, and this is that name written another way",
        f"{there}, if it is the same person; else a name of its own",
    )


def _unknown(name: str) -> Refusal:
    return refuse(
        f"nobody called {name} is enrolled",
        "one of those whom `firmware-host people list` names",
        code=Code.NOT_ENROLLED,
    )


def locked_out(state: TableState, name: str, now: Stamp) -> Refusal | None:
    """Refuse a PIN before it is looked at: nobody of that name, or too soon after wrong ones."""
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
        f"{person.wrong_pins} wrong PINs were given for {name}",
        f"waiting {-(-left_ms // 1000)} seconds, or a new PIN by a casino supervisor",
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
    """Forget the wrong ones; where there were none there is nothing to tell."""
    refused = locked_out(state, act.person, intent.at)
    if refused:
        return refused
    return (draft(PinAccepted(person=act.person)),) if state.people[act.person].wrong_pins else ()


def _left_ms(state: TableState, person: Person, now: Stamp) -> int:
    """What is left of the wait. After a restart of the board it is the wall clock's difference, else all of it."""
    if not person.wait_s or person.wrong_at is None:
        return 0
    started = state.started_at
    began = began_ms(person.wrong_at, now=started if started is not None and started.boot == now.boot else now)
    return began + person.wait_s * 1000 - now.mono_ms


def folded(state: TableState, body: PeopleBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
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
    """Enrol the key of a person who acts in this role; enrolled again as it is, it tells nothing new."""
    if act.role not in STAFF:
        return refuse(f"nobody signs commands as a {act.role}", ", ".join(STAFF), code=Code.NOT_YOUR_ROLE)
    name = id_of(act.public)
    there = state.keys.get(name)
    if there is not None:
        return () if there == CommandKey(public=act.public, actor=act.actor, role=act.role) else _used(name, there)
    return people.not_enrolled(state, act.actor, act.role) or (
        draft(KeyEnrolled(key=name, public=act.public, actor=act.actor, role=act.role)),
    )


@answers(RevokeKey)
def revoke_key(state: TableState, act: RevokeKey) -> Decision:
    """Revoke a key; one that is revoked stays so."""
    there = state.keys.get(act.key)
    if there is None:
        return refuse(
            f"there is no key {act.key}",
            "one of those that `firmware-host mqtt key list` names",
            code=Code.NOT_ENROLLED,
        )
    return () if there.revoked else (draft(KeyRevoked(key=act.key, actor=there.actor)),)


def _used(name: str, there: CommandKey) -> Refusal:
    was = "was revoked" if there.revoked else f"is that of {there.actor} as {there.role}"
    return refuse(f"the key {name} {was}", "another key: firmware-host mqtt key make FILE")


def keys_folded(state: TableState, body: KeysBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    match body:
        case KeyEnrolled():
            known = CommandKey(public=body.public, actor=body.actor, role=body.role)
        case KeyRevoked():
            known = replace(state.keys[body.key], revoked=True)
        case _:
            assert_never(body)
    return replace(state, keys={**state.keys, body.key: known})
