"""What two people may be wanted for now, and what the second of them may do."""

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
from firmware_host.table.decks import gate
from firmware_host.table.decks.acts import OverrideGate, Recount
from firmware_host.table.play.acts import ContinueRound
from firmware_host.table.roles import nearest
from firmware_host.table.state import TableState

LONGEST = 200
"""A reason, as acts carry it."""
THEIRS = "no reason was given"
"""Stands where the one who asks has to say why: nothing at the table tells."""


def steps(state: TableState) -> tuple[TableStep, ...]:
    """
    Offer each request to the second person, and to the first what may be asked for.

    The table waits for some of it and knows why. A void round and an override are people's own decision: they are
    there to be asked for, and whoever does says why. What is put right, and to what, only people know: the fact or the
    amount is theirs to name.
    """
    asked = asked_for(state)
    wanted = (
        _ask(act, why)
        for act, why in (*_wanted(state), *_at_hand(state))
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


def _at_hand(state: TableState) -> Iterator[tuple[Approvable, str]]:
    if state.round is not None and state.halted is None:
        yield VoidRound(why=THEIRS), THEIRS
    if state.round is None and gate.needs_override(state) and state.due_deck is not None:
        yield OverrideGate(back=state.due_deck.back, why=THEIRS), THEIRS


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
