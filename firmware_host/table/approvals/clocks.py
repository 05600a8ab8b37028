"""
The clocks of what takes two people.

A request does not wait for ever: what nobody approved in time is forgotten, and said to be. What was agreed on in the
middle of a round is due at once, and so is done as soon as the round is over and what has to be settled first is.
"""

from firmware_host.rules.answers import Draft, Refusal
from firmware_host.table.approvals.bodies import ApprovalCarriedOut, ApprovalExpired
from firmware_host.table.approvals.by_two import BY_TWO
from firmware_host.table.approvals.pending import Agreed, Pending
from firmware_host.table.contract import Deadline
from firmware_host.table.drafts import Drafts
from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return until when each request waits, which changes nothing in the game; and what waits for the round's end."""
    return (
        *(_expiry(state, pending) for pending in state.approvals),
        *(_execution(agreed) for agreed in state.agreed if not _has_to_wait(state, agreed)),
    )


def bites(state: TableState, name: str) -> Drafts:
    """Return what follows when the time of this name has come."""
    for pending in state.approvals:
        if _expiry_of(pending) == name:
            return _expired(pending)
    return next((_carried_out(state, agreed) for agreed in state.agreed if _execution_of(agreed) == name), ())


def has_run_out(state: TableState, pending: Pending, at: Stamp) -> bool:
    """
    Return whether the time of a request is over at this moment, whether its clock has struck or not.

    It does not outlive a boot, whatever the walls say: the reasons for it were those of that moment.
    """
    due = _expiry(state, pending)
    return due.boot != at.boot or due.due_ms <= at.mono_ms


def _expiry(state: TableState, pending: Pending) -> Deadline:
    limit_ms = state.config.approval_limit_s * 1000 if state.config else 0
    return Deadline(
        name=_expiry_of(pending),
        boot=pending.at.boot,
        due_ms=pending.at.mono_ms + limit_ms,
        in_round=True,
        paragraphs=BY_TWO[type(pending.act)].paragraphs,
    )


def _has_to_wait(state: TableState, agreed: Agreed) -> bool:
    not_yet = BY_TWO[type(agreed.act)].not_yet
    return not_yet is not None and not_yet(state, agreed.act) is not None


def _execution(agreed: Agreed) -> Deadline:
    return Deadline(
        name=_execution_of(agreed),
        boot=agreed.at.boot,
        due_ms=agreed.at.mono_ms,
        paragraphs=BY_TWO[type(agreed.act)].paragraphs,
    )


def _expired(request: Pending | Agreed) -> Drafts:
    return (Draft(body=ApprovalExpired(of=request.number), paragraphs=BY_TWO[type(request.act)].paragraphs),)


def _carried_out(state: TableState, agreed: Agreed) -> Drafts:
    row = BY_TWO[type(agreed.act)]
    done = row.decide(state, agreed.act)
    if isinstance(done, Refusal):
        return _expired(agreed)
    both = ApprovalCarriedOut(of=agreed.number, asked_by=agreed.asked_by, approved_by=agreed.approved_by)
    return (Draft(body=both, paragraphs=row.paragraphs), *done)


def _expiry_of(pending: Pending) -> str:
    return f"approval-{pending.number}"


def _execution_of(agreed: Agreed) -> str:
    return f"agreed-{agreed.number}"
