"""A decision by two people at the console: checks both PINs, then requests the act and approves it."""

from firmware_host.access.console_messages import DecideByTwo, Decided, No, Situation
from firmware_host.access.pin_check import PinCheck
from firmware_host.host.intents import TableWithState
from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.rules.roles import nearest_to_lead
from firmware_host.rules.struct import Record
from firmware_host.table.acts.approvals import Approvable, Approve, Decline, RequestApproval
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


class Agreed(Record, frozen=True, kw_only=True):
    """Two people have decided: the number of the request, and the facts of the approval, the first of them its own."""

    request: int
    facts: tuple[int, ...]


async def decide(table: TableWithState, checking: PinCheck, request: DecideByTwo) -> Decided | No:
    """Check both PINs, then let the two people decide."""
    for name, pin in ((request.by, request.by_pin), (request.second, request.second_pin)):
        refusal = await checking.refused(name, pin)
        if refusal is not None:
            return No(refusal=refusal)
    over = _is_over(table.state, request.round)
    if over is not None:
        return No(refusal=over)
    agreed = await agree(table, checking, request.act, why=request.why, people=(request.by, request.second))
    if isinstance(agreed, Refusal):
        return No(refusal=agreed)
    waits = any(held.number == agreed.request for held in table.state.agreed)
    return Decided(numbers=(agreed.request, *agreed.facts), waits=waits)


def _is_over(state: TableState, shown: int) -> Refusal | None:
    """Refuse a decision about a round that has ended while the PINs were typed: it would be about the next one."""
    if not shown or (state.round is not None and state.round_number == shown):
        return None
    return refuse(
        f"round {shown} is over",
        "run the command again if it is about the round that is under way now",
        "I-8",
        code=Code.OUT_OF_DATE,
    )


async def agree(
    table: TableWithState, checking: PinCheck, act: Approvable, *, why: str, people: tuple[str, str]
) -> Agreed | Refusal:
    """
    Request an act in the name of the first person and approve it in the name of the second; their PINs are checked.

    If the table refuses the second person, the first one's request is withdrawn.
    """
    by, second = ((name, nearest_to_lead(table.state.people[name].roles, act.by_two.led_by)) for name in people)

    async def submit(one: Act, who: tuple[str, Role]) -> Answer:
        name, role = who
        return await checking.submit(one, actor=name, role=role)

    refusal = not_these_two(act.by_two, by, second)
    if refusal is not None:
        return refusal
    asked = await submit(RequestApproval(act=act, why=why), by)
    if isinstance(asked, Refused):
        return asked.refusal
    number = asked.numbers[0]
    given = await submit(Approve(request=number), second)
    if isinstance(given, Refused):
        await submit(Decline(request=number, why="the second person was refused"), by)
        return given.refusal
    return Agreed(request=number, facts=given.numbers)
