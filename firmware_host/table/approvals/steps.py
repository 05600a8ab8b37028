"""What the table itself wants two people for, and what the second of them may do."""

from collections.abc import Iterator

from firmware_host.rules.acts import VoidRound
from firmware_host.rules.answers import Refusal, Step
from firmware_host.rules.cards import DECK
from firmware_host.table.approvals.acts import Approvable, Approve, Decline, RequestApproval
from firmware_host.table.approvals.by_two import BY_TWO
from firmware_host.table.approvals.decide import asked_for, can_be_done, waiting
from firmware_host.table.approvals.pending import Pending
from firmware_host.table.contract import TableStep
from firmware_host.table.controller.acts import AdoptConfiguration
from firmware_host.table.decks.acts import Recount
from firmware_host.table.play.acts import ContinueRound
from firmware_host.table.roles import nearest
from firmware_host.table.state import TableState

LONGEST = 200
"""A reason, as acts carry it."""


def steps(state: TableState) -> tuple[TableStep, ...]:
    """
    Offer each request to the second person, and to the first what the table waits for.

    What people want of themselves (a round void, money put right) is no step of any procedure: they say what and why.
    """
    asked = asked_for(state)
    wanted = (
        _ask(act, why)
        for act, why in _wanted(state)
        if act not in asked and not isinstance(can_be_done(state, act), Refusal)
    )
    return (*(step for pending in waiting(state) for step in _on(pending)), *wanted)


def _wanted(state: TableState) -> Iterator[tuple[Approvable, str]]:
    if state.candidate is not None:
        yield AdoptConfiguration(candidate=state.candidate.number), "table.toml was changed"
    if state.halted is not None:
        why = state.halted.why[:LONGEST]
        yield VoidRound(why=why), why
        yield ContinueRound(why=why), why
    for deck in state.decks:
        if deck.suspect is not None:
            yield Recount(back=deck.back, counted=DECK), deck.suspect[:LONGEST]


def _ask(act: Approvable, why: str) -> TableStep:
    row = BY_TWO[type(act)]
    wanted = RequestApproval(act=act, why=why)
    return Step(act=wanted, say=f"Ask for: {row.say}.", role=nearest(row.asks), paragraphs=row.paragraphs)


def _on(pending: Pending) -> Iterator[TableStep]:
    row = BY_TWO[type(pending.act)]
    approves = row.approves if pending.role in row.led_by else row.approves & row.led_by
    act = Approve(request=pending.number)
    yield Step(act=act, say=f"Approve: {row.say}.", role=nearest(approves), paragraphs=row.paragraphs)
    declined = Decline(request=pending.number)
    yield Step(act=declined, say=f"Decline: {row.say}.", role=nearest(row.approves), paragraphs=row.paragraphs)
