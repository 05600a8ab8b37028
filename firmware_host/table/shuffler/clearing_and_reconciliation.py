"""Orders to clear the path and to compare the cards, and what the machine reports about both (14.5(a), I-8)."""

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.table.acts.shuffler import (
    OrderClearing,
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportReconciliation,
)
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.shuffler import (
    ClearingFailed,
    ClearingOrdered,
    OrderEnded,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShufflerCleared,
    ShufflerReconciled,
)
from firmware_host.table.shuffler.machine import COUNTED, about_shuffler, held_by, hold_contradicted, hold_missed
from firmware_host.table.state import contradictions, reconciliation
from firmware_host.table.state.proof_loss import all_suspect, touched
from firmware_host.table.state.shuffler import Kind
from firmware_host.table.state.table import TableState


@answers(ReportClearing)
def report_clearing(state: TableState, act: ReportClearing) -> Drafts:
    """Hold the decks outside that the machine has not counted out: the cards found in its path may be theirs."""
    unexpected = contradictions.unexpected(state, act.journal, act.order, "that its card path is empty", Kind.CLEAR)
    reason = f"{reconciliation.were_found(act.found)} in the path of the shuffler"
    held = hold_missed(state, reason) if act.found else ()
    if unexpected is not None:
        return (*contradictions.disagreement(state, unexpected, held=held_by(held)), *held)
    if act.order != state.shuffler.clear:
        return (about_shuffler(OrderEnded(order=act.order, how="the card path is empty")), *held)
    return (about_shuffler(ShufflerCleared(found=act.found, order=act.order)), *held)


@answers(ReportReconciliation)
def report_reconciliation(state: TableState, act: ReportReconciliation) -> Drafts:
    """Record the comparison, and hold the decks that it contradicts."""
    unexpected = contradictions.unexpected(state, act.journal, act.order, "a comparison of its cards", Kind.COMPARE)
    told = _reconciled(state, act, ends=unexpected is None)
    holds = (*told, *hold_contradicted(state, told))
    if unexpected is None:
        return holds or (about_shuffler(OrderEnded(order=act.order, how="the cards in and the cards out agree")),)
    ended = contradictions.cleared_otherwise(state, act.journal, act.order)
    return (*holds, *ended, *contradictions.disagreement(state, unexpected, held=held_by(holds)))


def _reconciled(state: TableState, act: ReportReconciliation, *, ends: bool) -> Drafts:
    """
    Record a wrong comparison whatever order it answers: the machine starts a new count after each.

    A right one ends the doubt only if it answers the latest order, because it says nothing about later events.
    """
    late = act.journal != state.journal or act.order != state.shuffler.compare
    body = ShufflerReconciled(
        went_in=act.went_in,
        came_out=act.came_out,
        lying=act.lying,
        astray=act.astray,
        late=late,
        order=act.order if ends else 0,
    )
    if body.agrees:
        return () if late else (about_shuffler(body),)
    if body.astray:
        return (
            about_shuffler(body),
            *all_suspect(state, f"{reconciliation.were_found(body.astray)} inside the shuffler"),
        )
    inside = state.in_shuffler
    if inside is not None and reconciliation.by_hand_through_the_lid(state.shuffler, body):
        # The next cycle counts all 52 of the deck that they are of.
        by_hand = "cards were taken out of the shuffler by hand"
        return (about_shuffler(body), *(touched(state, by_hand) if inside.order is None else ()))
    reason = f"{body.went_in} cards went into the shuffler, but {body.came_out + body.lying} are accounted for"
    return (about_shuffler(body), *all_suspect(state, reason))


@answers(OrderReconciliation)
def order_reconciliation(state: TableState, _act: OrderReconciliation) -> Decision:
    """Let the shuffler compare its cards, unless it does so already or cannot."""
    why_not = reconciliation.why_not_compared(state)
    if why_not is not None:
        return _refused(why_not, "clear the jam and close the lid first")
    if state.shuffler.compare:
        return _refused("it is already comparing", "wait until it has finished")
    return (about_shuffler(ReconciliationOrdered()),)


@answers(OrderClearing)
def order_clearing(state: TableState, _act: OrderClearing) -> Decision:
    """Let the shuffler run its path empty, unless it does so already or its lid is open."""
    if state.shuffler.lid_open:
        return _not_cleared("its lid is open", "close the lid first")
    if state.shuffler.clear:
        return _not_cleared("it has already been asked to", "wait until its card path is empty")
    return (about_shuffler(ClearingOrdered()),)


def _not_cleared(reason: str, allowed_by: str) -> Refusal:
    return refuse(f"the shuffler cannot run its card path empty: {reason}", allowed_by, *COUNTED)


def _refused(reason: str, allowed_by: str) -> Refusal:
    return refuse(f"the shuffler cannot compare the cards that went in and came out: {reason}", allowed_by, *COUNTED)


@answers(ReportActFailure)
def report_act_failure(state: TableState, act: ReportActFailure) -> Drafts:
    """Record a comparison or clearing that failed, so that it can be ordered again."""
    kinds = (Kind.DELIVER, Kind.CLEAR, Kind.COMPARE)
    unexpected = contradictions.unexpected(state, act.journal, act.order, f"an act that failed ({act.reason})", *kinds)
    if unexpected is not None:
        return contradictions.disagreement(state, unexpected) if act.ended else ()
    order = act.order if act.ended else 0
    if act.order == state.shuffler.compare:
        return (about_shuffler(ReconciliationFailed(reason=act.reason, order=order)),)
    if act.order == state.shuffler.clear:
        return (about_shuffler(ClearingFailed(reason=act.reason, order=order)),)
    return (about_shuffler(OrderEnded(order=act.order, how=act.reason)),) if act.ended else ()
