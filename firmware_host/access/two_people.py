"""A decision by two people at the console: checks both PINs, then requests the act and approves it."""

from firmware_host.access.console_messages import DecideByTwo, Decided, No, Situation
from firmware_host.access.pin_check import PinCheck
from firmware_host.host.intents import TableWithState
from firmware_host.rules.decision import Refusal
from firmware_host.rules.roles import nearest_to_lead
from firmware_host.table.acts.approvals import Approve, Decline, RequestApproval
from firmware_host.table.acts.intent import Act, Answer, Refused
from firmware_host.table.permissions import not_these_two
from firmware_host.table.state.table import TableState
from firmware_host.table.system.configuration import changes


def situation(state: TableState) -> Situation:
    """Return what two people could decide about."""
    candidate = state.candidate
    return Situation(
        candidate=candidate.number if candidate else 0,
        changes=changes(state.adopted, candidate.config) if candidate else (),
        round=state.round_number if state.round is not None else 0,
        due_deck=state.due_deck.back if state.due_deck else None,
    )


async def decide(table: TableWithState, checking: PinCheck, request: DecideByTwo) -> Decided | No:
    """Let two people decide. If the table refuses the second person, the first one's request is withdrawn."""
    refusal = await _refused(table, checking, request)
    if refusal is not None:
        return No(refusal=refusal)
    asked = await _submit(table, checking, RequestApproval(act=request.act, why=request.why), request.by, request)
    if isinstance(asked, Refused):
        return No(refusal=asked.refusal)
    number = asked.numbers[0]
    given = await _submit(table, checking, Approve(request=number), request.second, request)
    if isinstance(given, Refused):
        await _submit(
            table, checking, Decline(request=number, why="the second person was refused"), request.by, request
        )
        return No(refusal=given.refusal)
    waits = any(agreed.number == number for agreed in table.state.agreed)
    return Decided(numbers=(*asked.numbers, *given.numbers), waits=waits)


async def _refused(table: TableWithState, checking: PinCheck, request: DecideByTwo) -> Refusal | None:
    """Check both PINs, and that these two may decide it together."""
    for name, pin in ((request.by, request.by_pin), (request.second, request.second_pin)):
        refusal = await checking.refused(name, pin)
        if refusal is not None:
            return refusal
    people = table.state.people
    first, second = (
        (name, nearest_to_lead(people[name].roles, request.act.by_two.led_by)) for name in (request.by, request.second)
    )
    return not_these_two(request.act.by_two, first, second)


async def _submit(table: TableWithState, checking: PinCheck, act: Act, name: str, request: DecideByTwo) -> Answer:
    role = nearest_to_lead(table.state.people[name].roles, request.act.by_two.led_by)
    return await table.submit(checking.intent(act, actor=name, role=role))
