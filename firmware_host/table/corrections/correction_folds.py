"""Fold corrections of money. The ledger applies amendments by folding the new bodies."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.round import Round
from firmware_host.rules.struct import Seat
from firmware_host.table.facts.corrections import Amended, Corrected, CorrectingBody, MoneyAdjusted, SumCorrected
from firmware_host.table.facts.dice import SumCalled
from firmware_host.table.facts.fact import Fact
from firmware_host.table.state.table import TableState


def folded(state: TableState, body: CorrectingBody, fact: Fact) -> TableState:
    """Fold a correction."""
    match body:
        case Amended(changes=changes):
            is_sum = any(isinstance(change.body, SumCalled) for change in changes)
            return _sum_amended(state, fact.number) if is_sum else state
        case SumCorrected():
            return _sum_amended(state, fact.number)
        case Corrected():
            return state
        case MoneyAdjusted(lines=lines):
            for line in lines:
                state = _adjusted(state, line.seat, line.cents)
            return state
        case _:
            assert_never(body)


def _sum_amended(state: TableState, number: int) -> TableState:
    """Mark the sum as amended, so that requests about the old sum are out of date."""
    if state.dice is None or state.dice.last is None:
        return state
    return replace(state, dice=replace(state.dice, last=replace(state.dice.last, amended=number)))


def _adjusted(state: TableState, seat: Seat | None, cents: int) -> TableState:
    """Adjust stakes or pot; a player in the round also gets the difference back if the round is void."""
    round_ = state.round
    if round_ is not None and seat is None:
        return replace(state, round=replace(round_, dead=round_.dead + cents))
    if round_ is not None and seat in round_.seats:
        return replace(state, round=_in_round(round_, seat, cents))
    return state if seat is None else replace(state, stacks={**state.stacks, seat: state.stacks.get(seat, 0) + cents})


def _in_round(round_: Round, seat: Seat | None, cents: int) -> Round:
    players = tuple(replace(p, stack=p.stack + cents) if p.seat == seat else p for p in round_.players)
    order = sorted(round_.seats)
    began = tuple(had + cents if at == seat else had for at, had in zip(order, round_.began, strict=True))
    return replace(round_, players=players, began=began)
