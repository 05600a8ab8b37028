"""
Absences with the seat kept (14.7(c)5).

A floorperson or the poker shift supervisor, never the dealer, counts the stakes out and the same amount in again, or,
at the player's request, covers them on the table.
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.rules.wording import money
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
    """Return the seats whose players can step away now: those without a live hand."""
    if state.dice is not None:
        return ()
    return tuple(seat for seat in state.present if not _has_a_hand(state, seat))


@answers(StepAway)
def step_away(state: TableState, act: StepAway) -> Decision:
    """Record that a player steps away, and what happens to the stakes."""
    how = HOW[act.stakes]
    refused = nobody_comes_yet(state) or _cannot_step_away(state, act.seat, how)
    if refused:
        return refused
    there = in_front_of(state, act.seat)
    counted = there if act.cents is None else act.cents
    if counted is None:
        if act.stakes is AwayStakes.COUNTED:
            return refuse(
                "the stakes that the player takes along have not been counted",
                "count the stakes and enter the amount",
                *how,
                code=Code.WRONG_AMOUNT,
            )
        counted = 0
    if there is not None and counted != there:
        return refuse(
            f"{money(counted)} was counted, but {money(there)} is on record",
            "count again",
            *how,
            code=Code.WRONG_AMOUNT,
        )
    present = tuple(seat for seat in state.present if seat != act.seat)
    gone = PlayerWentAway(seat=act.seat, stakes=act.stakes, cents=counted)
    return (draft(gone, *how), *button.between_rounds(state, present))


@answers(ComeBack)
def come_back(state: TableState, act: ComeBack) -> Decision:
    """Record that a player is back with the amount counted out, to be dealt in from the next round on."""
    away = state.away.get(act.seat)
    if away is None:
        return refuse(f"the player in seat {act.seat} is not away", "name the seat of a player who is away", "14.7(c)5")
    how = HOW[away.stakes]
    owed = away.cents if away.stakes is AwayStakes.COUNTED else in_front_of(state, act.seat) or 0
    counted = owed if act.cents is None else act.cents
    if counted != owed and away.stakes is AwayStakes.COUNTED:
        return refuse(
            f"{money(counted)} was counted in, but {money(owed)} was counted out",
            "count again; both amounts have to be the same",
            *how,
            code=Code.WRONG_AMOUNT,
        )
    back = PlayerCameBack(seat=act.seat, stakes=away.stakes, cents=owed)
    return (draft(back, *how), *button.between_rounds(state, (*state.present, act.seat)))


def _cannot_step_away(state: TableState, seat: Seat, how: Paragraphs) -> Refusal | None:
    if state.dice is not None:
        return refuse(
            "mini-dice has no table stakes to count or cover",
            "have the player give up the seat",
            *how,
            code=Code.NOT_OFFERED,
        )
    if seat not in state.seats:
        return nobody_at(state, seat)
    if seat in state.away:
        return refuse(f"the player in seat {seat} is already away", "wait until the player is back", *how)
    if _has_a_hand(state, seat):
        return refuse(
            f"seat {seat} has a hand in the round under way", "fold the hand, or wait until the round is over", *how
        )
    return None


def _has_a_hand(state: TableState, seat: Seat) -> bool:
    return state.round is not None and any(player.seat == seat for player in state.round.live)
