"""
A player leaves for a while and keeps the seat (14.7(c)5): a floorperson or the shift supervisor, never the dealer,
counts the stakes out and the same amount in again, or covers them where they lie, at the player's request.
"""

from firmware_host.rules.decision import Code, Draft, Refusal
from firmware_host.rules.money import money
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.seating import ComeBack, StepAway
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.seating import PlayerCameBack, PlayerWentAway
from firmware_host.table.seating.seats import nobody_at, nobody_comes_yet
from firmware_host.table.seating.stakes import in_front_of
from firmware_host.table.state import button
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AwayStakes

HOW: dict[AwayStakes, Paragraphs] = {
    AwayStakes.COUNTED: ("14.7(c)5", "14.7(c)5i"),
    AwayStakes.COVERED: ("14.7(c)5", "14.7(c)5ii"),
}


def may_step_away(state: TableState) -> tuple[Seat, ...]:
    """Return the seats whose players can leave for a while now: nobody who still has a hand."""
    if state.dice is not None:
        return ()
    return tuple(seat for seat in state.present if not _has_a_hand(state, seat))


@answers(StepAway)
def step_away(state: TableState, act: StepAway) -> Decision:
    """Record that a player is away, and what became of the stakes."""
    how = HOW[act.stakes]
    refused = nobody_comes_yet(state) or _cannot_step_away(state, act.seat, how)
    if refused:
        return refused
    there = in_front_of(state, act.seat)
    counted = there if act.cents is None else act.cents
    if counted is None:
        if act.stakes is AwayStakes.COUNTED:
            return _wrong_amount(how, "what the player takes along has not been counted", "the amount that was counted")
        counted = 0
    if there is not None and counted != there:
        return _wrong_amount(how, f"{money(counted)} was counted where the table has {money(there)}", "counting again")
    present = tuple(seat for seat in state.present if seat != act.seat)
    gone = PlayerWentAway(seat=act.seat, stakes=act.stakes, cents=counted)
    return (Draft(body=gone, paragraphs=how), *button.between_rounds(state, present))


@answers(ComeBack)
def come_back(state: TableState, act: ComeBack) -> Decision:
    """Record that a player is back with what was counted out; who sits is dealt in from the next round on."""
    away = state.away.get(act.seat)
    if away is None:
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=("14.7(c)5",),
            reason=f"no player of seat {act.seat} is away",
            allowed_by="the seat of a player who is away",
        )
    how = HOW[away.stakes]
    owed = away.cents if away.stakes is AwayStakes.COUNTED else in_front_of(state, act.seat) or 0
    counted = owed if act.cents is None else act.cents
    if counted != owed and away.stakes is AwayStakes.COUNTED:
        return _wrong_amount(how, f"{money(counted)} came back where {money(owed)} was counted out", "the same amount")
    back = PlayerCameBack(seat=act.seat, stakes=away.stakes, cents=owed)
    return (Draft(body=back, paragraphs=how), *button.between_rounds(state, (*state.present, act.seat)))


def _cannot_step_away(state: TableState, seat: Seat, how: Paragraphs) -> Refusal | None:
    if state.dice is not None:
        return Refusal(
            code=Code.NOT_OFFERED,
            paragraphs=how,
            reason="mini-dice is played without table stakes: there is nothing to count or to cover",
            allowed_by="giving the seat up",
        )
    if seat not in state.seats:
        return nobody_at(state, seat)
    if seat in state.away:
        return Refusal(
            code=Code.NOT_NOW, paragraphs=how, reason=f"the player of seat {seat} is away", allowed_by="coming back"
        )
    if _has_a_hand(state, seat):
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=how,
            reason=f"seat {seat} has a hand in the round under way",
            allowed_by="folding it, or the end of the round",
        )
    return None


def _has_a_hand(state: TableState, seat: Seat) -> bool:
    return state.round is not None and any(player.seat == seat for player in state.round.live)


def _wrong_amount(paragraphs: Paragraphs, reason: str, allowed_by: str) -> Refusal:
    return Refusal(code=Code.WRONG_AMOUNT, paragraphs=paragraphs, reason=reason, allowed_by=allowed_by)
