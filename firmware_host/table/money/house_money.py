"""What is asked of the house's money, and of coin and currency."""

from typing import assert_never

from firmware_host.table.acts.intent import Intent, TableStep
from firmware_host.table.acts.money import (
    CollectTimeCharge,
    ConvertCoin,
    ConvertCurrency,
    DenyBadBeat,
    MoneyAct,
    OpenFund,
    PayBadBeat,
)
from firmware_host.table.facts.fact import Decision
from firmware_host.table.money import chips, fund, time_charge
from firmware_host.table.state.table import TableState


def answer(state: TableState, intent: Intent, act: MoneyAct) -> Decision:
    """Answer what concerns money that is no wager."""
    del intent
    match act:
        case OpenFund():
            return fund.open_fund(state, act)
        case PayBadBeat():
            return fund.pay(state)
        case DenyBadBeat():
            return fund.deny(state, act)
        case CollectTimeCharge():
            return time_charge.collect(state)
        case ConvertCoin():
            return chips.coin(state)
        case ConvertCurrency():
            return chips.currency(state, act)
        case _:
            assert_never(act)


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return the steps of the fund, of the time charge, of coin and currency."""
    return (*fund.next_steps(state), *time_charge.next_steps(state), *chips.next_steps(state))
