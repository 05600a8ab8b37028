"""Requests that wait for the second person, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.approvals.about import about
from firmware_host.table.approvals.bodies import (
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
    ApprovalsBody,
)
from firmware_host.table.approvals.pending import Agreed, Pending
from firmware_host.table.contract import Fact
from firmware_host.table.state import TableState


def folded(state: TableState, body: ApprovalsBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case ApprovalRequested():
            pending = Pending(
                number=fact.number,
                act=body.act,
                why=body.why,
                asked_by=fact.actor,
                role=body.role,
                at=fact.at,
                round=state.round_number,
                about=about(state, body.act),
            )
            return replace(state, approvals=(*state.approvals, pending))
        case ApprovalGiven(of=number):
            return replace(_without(state, number), agreed=(*state.agreed, *_agreed(state, body, fact)))
        case ApprovalCarriedOut(of=number) | ApprovalDeclined(of=number) | ApprovalExpired(of=number):
            return _without(state, number)
        case _:
            assert_never(body)


def _agreed(state: TableState, given: ApprovalGiven, fact: Fact) -> tuple[Agreed, ...]:
    return tuple(
        Agreed(
            number=pending.number,
            act=pending.act,
            asked_by=given.asked_by,
            approved_by=given.approved_by,
            at=fact.at,
        )
        for pending in state.approvals
        if given.waits and pending.number == given.of
    )


def _without(state: TableState, number: int) -> TableState:
    return replace(
        state,
        approvals=tuple(pending for pending in state.approvals if pending.number != number),
        agreed=tuple(agreed for agreed in state.agreed if agreed.number != number),
    )
