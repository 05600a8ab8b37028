"""Fold the facts that change the house's money, including those of rounds and of the table."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.round_facts import (
    AntesPosted,
    BadBeatContributed,
    BadBeatHeld,
    RakeTaken,
    RoundBody,
    RoundCompleted,
    RoundVoided,
)
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import TableOpened
from firmware_host.table.facts.money import (
    BadBeatCarriedOver,
    BadBeatDenied,
    BadBeatPaid,
    CoinConverted,
    CurrencyConverted,
    FundCarriedOver,
    FundOpened,
    MoneyBody,
    TimeChargeCollected,
    TimeChargeDue,
)
from firmware_host.table.facts.round import GameChanged
from firmware_host.table.state.money import Money
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import HeldBadBeat


def folded(state: TableState, body: MoneyBody, fact: Fact) -> TableState:
    """Fold a fact about money."""
    money = state.money
    match body:
        case FundOpened(cents=cents):
            return _with(state, replace(money, fund_cents=money.fund_cents + cents, fund_opened=True))
        case FundCarriedOver(cents=cents, opened=opened):
            return _with(state, replace(money, fund_cents=cents, fund_opened=opened))
        case BadBeatCarriedOver(held=held):
            return _with(state, replace(money, held=(*money.held, replace(held, number=fact.number))))
        case BadBeatPaid(of=number, cents=cents):
            paid = replace(money, fund_cents=money.fund_cents - cents, fund_opened=False)
            return _with(state, _decided(paid, number))
        case BadBeatDenied(of=number):
            return _with(state, _decided(money, number))
        case TimeChargeDue():
            return _with(state, replace(money, halves_due=money.halves_due + 1, time_since=fact.at))
        case TimeChargeCollected():
            return _collected(state, body)
        case CoinConverted(cents=cents):
            return _with(state, replace(money, coin_cents=money.coin_cents - cents))
        case CurrencyConverted():
            return state
        case _:
            assert_never(body)


def after(state: TableState, fact: Fact) -> TableState:
    """Apply the effect of another area's fact on the house's money, after that area has folded it."""
    body = fact.body
    if isinstance(body, RoundBody):
        return _with(state, _after_round_body(state, body, fact.number))
    if isinstance(body, TableOpened):
        return _with(state, replace(state.money, rake_cents=0, time_cents=0, time_since=fact.at, halves_due=0))
    if isinstance(body, GameChanged):
        return _with(state, replace(state.money, time_since=fact.at))
    return state


def _after_round_body(state: TableState, body: RoundBody, number: int) -> Money:
    money = state.money
    match body:
        case AntesPosted(cents=cents):
            return replace(money, coin_cents=sum(cents)) if _in_coin(state) else money
        case RakeTaken(cents=cents):
            return replace(money, round_rake_cents=money.round_rake_cents + cents)
        case BadBeatContributed(cents=cents):
            return replace(money, round_fund_cents=money.round_fund_cents + cents)
        case BadBeatHeld():
            return replace(money, round_held=(*money.round_held, *_held(state, body, number)))
        case RoundCompleted():
            return _over(
                replace(
                    money,
                    rake_cents=money.rake_cents + money.round_rake_cents,
                    fund_cents=money.fund_cents + money.round_fund_cents,
                    held=(*money.held, *money.round_held),
                )
            )
        case RoundVoided():
            return _over(money)
        case _:
            return money


def _over(money: Money) -> Money:
    return replace(money, round_rake_cents=0, round_fund_cents=0, round_held=(), coin_cents=0)


def _in_coin(state: TableState) -> bool:
    stakes = state.round.stakes if state.round else None
    return stakes is not None and stakes.ante_cents % stakes.chip_cents != 0


def _held(state: TableState, body: BadBeatHeld, number: int) -> tuple[HeldBadBeat, ...]:
    rules = state.round.stakes.bad_beat if state.round and state.round.stakes else None
    if state.round is None or rules is None:
        return ()
    held = HeldBadBeat(
        number=number,
        losers=body.seats,
        winners=body.winners,
        words=body.words,
        beaten_by=body.beaten_by,
        seats=state.round.seats,
        rules=rules,
    )
    return (held,)


def _decided(money: Money, number: int) -> Money:
    return replace(money, held=tuple(held for held in money.held if held.number != number))


def _collected(state: TableState, body: TimeChargeCollected) -> TableState:
    paid = dict(zip(body.seats, body.cents, strict=True))
    stacks = {seat: cents - paid.get(seat, 0) for seat, cents in state.stacks.items()}
    money = state.money
    took = replace(money, time_cents=money.time_cents + sum(body.cents), halves_due=max(0, money.halves_due - 1))
    return _with(replace(state, stacks=stacks), took)


def _with(state: TableState, money: Money) -> TableState:
    return state if money is state.money else replace(state, money=money)
