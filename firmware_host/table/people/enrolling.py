"""
Enrolling and revoking people.

The first casino supervisor is named by root at the console, and the fact says so; every later person by a casino
supervisor. Root can do that again once no supervisor is left, and can always revoke: whoever has root has the board,
so what matters is that the record shows it.
"""

from firmware_host.rules.answers import Code, Draft, Refusal, Role
from firmware_host.table.drafts import Decision
from firmware_host.table.people import registry
from firmware_host.table.people.acts import BeginTrust, EnrolPerson, ResetPin, RevokePerson
from firmware_host.table.people.bodies import PersonEnrolled, PersonRevoked, PinReset
from firmware_host.table.people.person import STAFF, is_one_person
from firmware_host.table.state import TableState


def begin_trust(state: TableState, act: BeginTrust) -> Decision:
    """Enrol the first casino supervisor; refused while there is one."""
    there = registry.supervisors(state)
    if there:
        return Refusal(
            code=Code.NOT_NOW,
            reason=f"{there[0]} is a casino supervisor here already",
            allowed_by=f"{there[0]} adds people: firmware-host people add {act.person} --by {there[0]}",
        )
    if Role.CASINO_SUPERVISOR not in act.roles:
        return Refusal(
            code=Code.NOT_NOW,
            reason="the first person of a table has to be a casino supervisor",
            allowed_by=f"add {act.person} with --role {Role.CASINO_SUPERVISOR}",
        )
    return (
        _no_roles(act.roles)
        or _written_another_way(state, act.person)
        or (
            Draft(
                body=PersonEnrolled(person=act.person, roles=_ordered(act.roles), start_of_trust=True), paragraphs=()
            ),
        )
    )


def enrol(state: TableState, act: EnrolPerson) -> Decision:
    """Enrol a person, or give one who is enrolled other roles; asked for what is so already, it tells nothing new."""
    refused = _no_roles(act.roles) or _written_another_way(state, act.person)
    if refused:
        return refused
    there = registry.known(state, act.person)
    if there is not None and there.roles == _ordered(act.roles):
        return ()
    left = tuple(name for name in registry.supervisors(state) if name != act.person)
    if not left and Role.CASINO_SUPERVISOR not in act.roles:
        return Refusal(
            code=Code.NOT_NOW,
            reason=f"{act.person} is the only casino supervisor here",
            allowed_by="enrol another casino supervisor first",
        )
    return (Draft(body=PersonEnrolled(person=act.person, roles=_ordered(act.roles)), paragraphs=()),)


def revoke(state: TableState, act: RevokePerson) -> Decision:
    """Revoke a person; who is revoked already stays so."""
    there = state.people.get(act.person)
    if there is None:
        return _unknown(act.person)
    return () if there.revoked else (Draft(body=PersonRevoked(person=act.person), paragraphs=()),)


def reset_pin(state: TableState, act: ResetPin) -> Decision:
    """Record that a person's PIN is another from now on."""
    if registry.known(state, act.person) is None:
        return _unknown(act.person)
    return (Draft(body=PinReset(person=act.person), paragraphs=()),)


def _ordered(roles: tuple[Role, ...]) -> tuple[Role, ...]:
    """Each once, in the order of the list of roles, so that the same roles are the same fact."""
    return tuple(role for role in STAFF if role in roles)


def _no_roles(roles: tuple[Role, ...]) -> Refusal | None:
    if roles and set(roles) <= set(STAFF):
        return None
    return Refusal(
        code=Code.NOT_YOUR_ROLE,
        reason="a person has one role or more, and is neither a device nor the controller",
        allowed_by=", ".join(STAFF),
    )


def _written_another_way(state: TableState, name: str) -> Refusal | None:
    """Refuse to know one person under two names, a revoked one too."""
    there = next((known for known in state.people if known != name and is_one_person(known, name)), None)
    if there is None:
        return None
    return Refusal(
        code=Code.NOT_NOW,
        reason=f"{there} is known here, and this is that name written another way",
        allowed_by=f"{there}, if it is the same person; else a name of its own",
    )


def _unknown(name: str) -> Refusal:
    return Refusal(
        code=Code.NOT_ENROLLED,
        reason=f"nobody called {name} is enrolled",
        allowed_by="one of those whom `firmware-host people list` names",
    )
