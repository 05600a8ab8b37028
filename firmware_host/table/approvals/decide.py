"""Asking for the second person; approving, declining."""

from typing import assert_never

from firmware_host.rules.answers import Code, Draft, Refusal, Role
from firmware_host.table.approvals.about import SINCE, changed
from firmware_host.table.approvals.acts import Approvable, ApprovalsAct, Approve, Decline, RequestApproval
from firmware_host.table.approvals.bodies import ApprovalDeclined, ApprovalGiven, ApprovalRequested
from firmware_host.table.approvals.by_two import BY_TWO, may_not_approve, may_not_ask
from firmware_host.table.approvals.clocks import has_run_out
from firmware_host.table.approvals.pending import Pending, Thing
from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.people.registry import no_dealer_here, not_enrolled
from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: ApprovalsAct) -> Decision:
    """Answer one of the two people. A dealer is a person of this table, too, and not just a name."""
    stranger = no_dealer_here(state, intent.actor) if intent.role is Role.DEALER else None
    if stranger is not None:
        return stranger
    match act:
        case RequestApproval():
            return _request(state, intent, act)
        case Approve(request=number):
            pending = _pending(state, number)
            return pending if isinstance(pending, Refusal) else _approve(state, intent, pending)
        case Decline(request=number, why=why):
            pending = _pending(state, number)
            return pending if isinstance(pending, Refusal) else _decline(intent, pending, why)
        case _:
            assert_never(act)


def can_be_done(state: TableState, act: Approvable) -> Decision:
    """Answer the act as if both were there."""
    return BY_TWO[type(act)].decide(state, act)


def waiting(state: TableState, at: Stamp | None = None) -> tuple[Pending, ...]:
    """Return the requests that somebody may approve now; at this time, when somebody asks."""
    return tuple(
        pending
        for pending in state.approvals
        if _too_late(state, pending) is None
        and not (at is not None and has_run_out(state, pending, at))
        and not isinstance(can_be_done(state, pending.act), Refusal)
    )


def asked_for(state: TableState, at: Stamp | None = None) -> tuple[Approvable, ...]:
    """Return what waits for the second person or for the end of the round."""
    return (*(pending.act for pending in waiting(state, at)), *(agreed.act for agreed in state.agreed))


def _request(state: TableState, intent: Intent, act: RequestApproval) -> Decision:
    """What cannot be done is refused before a second person is troubled."""
    row = BY_TWO[type(act.act)]
    refusal = may_not_ask(act.act, intent.role)
    if refusal is not None:
        return refusal
    if act.act in asked_for(state, intent.at):
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=row.paragraphs,
            reason="this is asked for already",
            allowed_by="a second person",
        )
    done = can_be_done(state, act.act)
    if isinstance(done, Refusal):
        return done
    asked = ApprovalRequested(act=act.act, why=act.why, role=intent.role)
    return (Draft(body=asked, paragraphs=row.paragraphs),)


def _approve(state: TableState, intent: Intent, pending: Pending) -> Decision:
    row = BY_TWO[type(pending.act)]
    first, second = (pending.asked_by, pending.role), (intent.actor, intent.role)
    refusal = (
        may_not_approve(pending.act, first, second)
        or not_enrolled(state, pending.asked_by, pending.role)
        or _run_out(state, intent, pending)
        or _too_late(state, pending)
    )
    if refusal is not None:
        return refusal
    done = can_be_done(state, pending.act)
    if isinstance(done, Refusal):
        return done
    waits = row.between_rounds and not state.is_between_rounds
    given = ApprovalGiven(
        of=pending.number,
        asked_by=pending.asked_by,
        asked_as=pending.role,
        approved_by=intent.actor,
        approved_as=intent.role,
        why=pending.why,
        waits=waits,
    )
    both = Draft(body=given, paragraphs=row.paragraphs)
    return (both,) if waits else (both, *done)


def _decline(intent: Intent, pending: Pending, why: str) -> Decision:
    """Whoever may approve may decline, and whoever asked may think better of it."""
    row = BY_TWO[type(pending.act)]
    if intent.role not in row.approves and intent.actor != pending.asked_by:
        return Refusal(
            code=Code.NOT_YOUR_ROLE,
            paragraphs=row.paragraphs,
            reason=f"a {intent.role} may not decline this",
            allowed_by="whoever asked, or who may approve it",
        )
    declined = ApprovalDeclined(of=pending.number, role=intent.role, why=why)
    return (Draft(body=declined, paragraphs=row.paragraphs),)


def _pending(state: TableState, number: int) -> Pending | Refusal:
    found = next((pending for pending in state.approvals if pending.number == number), None)
    return found or Refusal(
        code=Code.NOT_NOW,
        reason=f"no request {number} waits for a second person",
        allowed_by="a new request",
    )


def _run_out(state: TableState, intent: Intent, pending: Pending) -> Refusal | None:
    """Its clock may not have struck yet: at a start people are heard as soon as the clock is."""
    if not has_run_out(state, pending, intent.at):
        return None
    return Refusal(
        code=Code.OUT_OF_DATE,
        paragraphs=BY_TWO[type(pending.act)].paragraphs,
        reason="this was asked for too long ago: it has run out",
        allowed_by="a new request",
    )


def _too_late(state: TableState, pending: Pending) -> Refusal | None:
    """Nothing that was asked of one round, one deck or one fault is ever done to the next."""
    since = changed(state, pending.act, pending.about)
    if since is None:
        return None
    over = f"this was asked of round {pending.round}, which is over"
    return Refusal(
        code=Code.OUT_OF_DATE,
        paragraphs=BY_TWO[type(pending.act)].paragraphs,
        reason=over if since is Thing.ROUND and pending.round else SINCE[since],
        allowed_by="a new request",
    )
