"""Whether an act is possible now: the table decides it, and nothing is recorded."""

import logging

from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.clocks import Stamp
from firmware_host.table.decide import decide
from firmware_host.table.state.people import dealing, known
from firmware_host.table.state.table import TableState

EXPLAINING = "panel:explain"
"""The id of intents that are decided and never submitted."""

log = logging.getLogger(__name__)


def why_not(state: TableState, act: Act, role: Role, *, at: Stamp, by: str | None = None) -> Refusal | None:
    """Return why the act is not possible now in this role; None if it is. `by` acts, if the person has the role."""
    return why_not_by(state, act, role, anybody(state, role, by), at=at)


def why_not_by(state: TableState, act: Act, role: Role, actor: str, *, at: Stamp) -> Refusal | None:
    """Return why the act is not possible now for this person in this role; None if it is."""
    intent = Intent(id=EXPLAINING, actor=actor, role=role, via=Via.PANEL, at=at, seen=state.last, act=act)
    try:
        decision = decide(state, intent)
    except Exception:
        log.exception("internal error while checking why %s is not possible", type(act).__name__)
        return refuse("internal error in the controller; nothing was recorded", "report the error", code=Code.FAULT)
    return decision if isinstance(decision, Refusal) else None


def anybody(state: TableState, role: Role, by: str | None = None) -> str:
    """Return a person with this role, so that an explanation is about the act and not about who is looking."""
    names = (by, dealing(state) if role is Role.DEALER else None)
    own = next((name for name in names if name is not None and role in _roles_of(state, name)), None)
    others = (name for name, person in state.people.items() if person.has(role))
    return own or next(others, None) or dealing(state) or role.value


def _roles_of(state: TableState, name: str) -> tuple[Role, ...]:
    person = known(state, name)
    return person.roles if person is not None else (Role.DEALER,) if name == dealing(state) else ()
