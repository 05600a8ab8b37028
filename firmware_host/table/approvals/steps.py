"""What the second person may do."""

from collections.abc import Iterator

from firmware_host.rules.answers import Refusal, Step
from firmware_host.table.approvals.acts import Approve, Decline, RequestApproval
from firmware_host.table.approvals.by_two import BY_TWO
from firmware_host.table.approvals.decide import asked_for, can_be_done, waiting
from firmware_host.table.approvals.pending import Pending
from firmware_host.table.contract import TableStep
from firmware_host.table.controller.acts import AdoptConfiguration
from firmware_host.table.roles import nearest
from firmware_host.table.state import TableState


def steps(state: TableState) -> tuple[TableStep, ...]:
    """Offer each request to the second person; and what the controller itself wants two people for."""
    return (*(step for pending in waiting(state) for step in _on(pending)), *_configuration(state))


def _on(pending: Pending) -> Iterator[TableStep]:
    row = BY_TWO[type(pending.act)]
    approves = row.approves if pending.role in row.led_by else row.approves & row.led_by
    act = Approve(request=pending.number)
    yield Step(act=act, say=f"Approve: {row.say}.", role=nearest(approves), paragraphs=row.paragraphs)
    declined = Decline(request=pending.number)
    yield Step(act=declined, say=f"Decline: {row.say}.", role=nearest(row.approves), paragraphs=row.paragraphs)


def _configuration(state: TableState) -> tuple[TableStep, ...]:
    if state.candidate is None:
        return ()
    act = AdoptConfiguration(candidate=state.candidate.number)
    if act in asked_for(state) or isinstance(can_be_done(state, act), Refusal):
        return ()
    row = BY_TWO[AdoptConfiguration]
    wanted = RequestApproval(act=act, why="table.toml was changed")
    return (Step(act=wanted, say=f"Ask for: {row.say}.", role=nearest(row.asks), paragraphs=row.paragraphs),)
