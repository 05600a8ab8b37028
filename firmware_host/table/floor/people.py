"""People: who is enrolled, in which role, who vouched for them, and what revoking a person ends."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role, draft, refuse
from firmware_host.table.acts.floor import (
    BeginTrust,
    EnrolPerson,
    ResetPin,
    RevokePerson,
)
from firmware_host.table.acts.intent import Intent
from firmware_host.table.answering import answers, answers_asker, answers_two
from firmware_host.table.facts.fact import Decision, Fact
from firmware_host.table.facts.floor import (
    ApprovalDeclined,
    DealerOnDuty,
    DealerRelieved,
    KeyRevoked,
    PeopleBody,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    PinReset,
    ReliefDue,
)
from firmware_host.table.identities import STAFF, Person, is_one_person
from firmware_host.table.state import people
from firmware_host.table.state.floor import Agreed, Pending, decided_by
from firmware_host.table.state.table import TableState

FIRST_SUPERVISORS = 2
"""How many casino supervisors root names; these two decide about everybody else."""


@answers(BeginTrust)
def begin_trust(state: TableState, act: BeginTrust) -> Decision:
    """Enrol one of the first two casino supervisors, or one more where fewer than two are left."""
    there = people.supervisors(state)
    if len(there) >= FIRST_SUPERVISORS:
        return refuse(
            f"root may not enroll people here: {there[0]} and {there[1]} are casino supervisors",
            f"have both enroll the person: firmware-host people add {act.person} --role ROLE "
            f"--by {there[0]} --and {there[1]}",
        )
    if act.person in there:
        return refuse(
            f"{act.person} is already a casino supervisor here",
            "name a different person as the second casino supervisor",
        )
    if Role.CASINO_SUPERVISOR not in act.roles:
        return refuse(
            "the first two people of a table have to be casino supervisors",
            f"add {act.person} with --role {Role.CASINO_SUPERVISOR}",
        )
    enrolled = PersonEnrolled(
        person=act.person, roles=_ordered(act.roles), start_of_trust=True, later=_is_later(state, there)
    )
    return _no_roles(act.roles) or _written_another_way(state, act.person) or (draft(enrolled),)


def _is_later(state: TableState, there: tuple[str, ...]) -> bool:
    """Return whether root names a supervisor at a table that is in use or knows anybody but its first supervisor."""
    return bool(state.people) and (tuple(state.people) != there or state.dealer is not None or state.rounds > 0)


@answers_asker(EnrolPerson)
def enrol_alone(state: TableState, act: EnrolPerson, intent: Intent) -> Decision:
    """Enrol a dealer on the word of one casino supervisor."""
    return _enrolled(state, act, vouched_by=vouchers(state, intent.actor))


@answers_two(EnrolPerson)
def enrol(state: TableState, act: EnrolPerson) -> Decision:
    """Enrol a person or change an enrolled person's roles; without a change it does nothing."""
    return _enrolled(state, act, vouched_by=())


def _enrolled(state: TableState, act: EnrolPerson, *, vouched_by: tuple[str, ...]) -> Decision:
    refused = _no_roles(act.roles) or _written_another_way(state, act.person)
    if refused:
        return refused
    there = people.known(state, act.person)
    if there is not None and there.roles == _ordered(act.roles):
        return ()
    left = tuple(name for name in people.supervisors(state) if name != act.person)
    if not left and Role.CASINO_SUPERVISOR not in act.roles:
        return refuse(f"{act.person} is the only casino supervisor here", "enroll another casino supervisor first")
    return (draft(PersonEnrolled(person=act.person, roles=_ordered(act.roles), vouched_by=vouched_by)),)


def vouchers(state: TableState, name: str) -> tuple[str, ...]:
    """Return the people who vouch for an act of this person without a second person."""
    return tuple(sorted(people.behind(state.people, state.keys, name)))


@answers_asker(RevokePerson)
def revoke(state: TableState, act: RevokePerson, intent: Intent) -> Decision:
    """Revoke a person, and end the person's command keys and requests; revoking again does nothing."""
    there = state.people.get(act.person)
    if there is None:
        return _unknown(act.person)
    if there.revoked:
        return ()
    why = f"{act.person} was revoked"
    requests: tuple[Pending | Agreed, ...] = (*state.approvals, *state.agreed)
    return (
        draft(PersonRevoked(person=act.person, by_root=intent.role is Role.HOST)),
        *(draft(KeyRevoked(key=name, actor=act.person)) for name in _keys_of(state, act.person)),
        *(
            draft(ApprovalDeclined(of=request.number, role=intent.role, why=why), *request.act.by_two.paragraphs)
            for request in requests
            if act.person in decided_by(request)
        ),
    )


def _keys_of(state: TableState, name: str) -> tuple[str, ...]:
    return tuple(key for key, known in state.keys.items() if known.actor == name and not known.revoked)


@answers_asker(ResetPin)
def reset_pin_alone(state: TableState, act: ResetPin, intent: Intent) -> Decision:
    """Record that a dealer gets a new PIN on the word of one casino supervisor."""
    return _reset(state, act, vouched_by=vouchers(state, intent.actor))


@answers_two(ResetPin)
def reset_pin(state: TableState, act: ResetPin) -> Decision:
    """Record that a person gets a new PIN."""
    return _reset(state, act, vouched_by=())


def _reset(state: TableState, act: ResetPin, *, vouched_by: tuple[str, ...]) -> Decision:
    if people.known(state, act.person) is None:
        return _unknown(act.person)
    return (draft(PinReset(person=act.person, vouched_by=vouched_by)),)


def _ordered(roles: tuple[Role, ...]) -> tuple[Role, ...]:
    """Return each role once, in a fixed order, so that the same roles make the same fact."""
    return tuple(role for role in STAFF if role in roles)


def _no_roles(roles: tuple[Role, ...]) -> Refusal | None:
    if roles and set(roles) <= set(STAFF):
        return None
    return refuse(
        "this is not a list of roles that a person can have",
        ", ".join(STAFF),
        code=Code.NOT_YOUR_ROLE,
    )


def _written_another_way(state: TableState, name: str) -> Refusal | None:
    """Refuse a second spelling of a known name, also of a revoked person."""
    there = next((known for known in state.people if known != name and is_one_person(known, name)), None)
    if there is None:
        return None
    return refuse(
        f"this name is only another spelling of {there}, who is known here",
        f"write {there} for the same person, or choose a different name for another person",
    )


def _unknown(name: str) -> Refusal:
    return refuse(
        f"no person called {name} is enrolled",
        "name a person that `firmware-host people list` shows",
        code=Code.NOT_ENROLLED,
    )


def folded(state: TableState, body: PeopleBody, fact: Fact) -> TableState:
    """Fold a fact about people."""
    match body:
        case DealerOnDuty(dealer=dealer) | DealerRelieved(dealer=dealer):
            return replace(state, dealer=dealer, dealer_since=fact.at, relief_due=False)
        case ReliefDue():
            return replace(state, relief_due=True)
        case _:
            known = state.people.get(body.person, Person(roles=()))
            state = replace(state, people={**state.people, body.person: _person(known, body, fact)})
            return _enrolment_ended(state, body.person) if isinstance(body, PersonRevoked) else state


def _enrolment_ended(state: TableState, name: str) -> TableState:
    """End the keys and requests of a revoked person, also in records that have no facts about these."""
    return replace(
        state,
        keys={key: replace(known, revoked=known.revoked or known.actor == name) for key, known in state.keys.items()},
        approvals=tuple(pending for pending in state.approvals if name not in decided_by(pending)),
        agreed=tuple(agreed for agreed in state.agreed if name not in decided_by(agreed)),
    )


def _person(
    known: Person, body: PersonEnrolled | PersonRevoked | PinReset | PinRefused | PinAccepted, fact: Fact
) -> Person:
    match body:
        case PersonEnrolled(roles=roles, vouched_by=vouched_by):
            if known.pin_of and not known.revoked:
                return Person(roles=roles, pin_of=known.pin_of, vouched_by=known.vouched_by)
            return Person(roles=roles, pin_of=fact.number, vouched_by=vouched_by)
        case PersonRevoked():
            return replace(known, revoked=True)
        case PinRefused(wrong_pins=wrong_pins, wait_s=wait_s):
            return replace(known, wrong_pins=wrong_pins, wrong_at=fact.at, wait_s=wait_s)
        case PinReset(vouched_by=vouched_by):
            return Person(roles=known.roles, revoked=known.revoked, pin_of=fact.number, vouched_by=vouched_by)
        case PinAccepted():
            return replace(known, wrong_pins=0, wrong_at=None, wait_s=0)
        case _:
            assert_never(body)
