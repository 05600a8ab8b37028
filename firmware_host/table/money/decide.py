"""What is asked of the house's money, and of coin and currency."""

from typing import assert_never

from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.money import converting, fund, time_charge
from firmware_host.table.money.acts import (
    CollectTimeCharge,
    ConvertCoin,
    ConvertCurrency,
    DenyBadBeat,
    MoneyAct,
    OpenFund,
    PayBadBeat,
)
from firmware_host.table.state import TableState


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
            return converting.coin(state)
        case ConvertCurrency():
            return converting.currency(state, act)
        case _:
            assert_never(act)
