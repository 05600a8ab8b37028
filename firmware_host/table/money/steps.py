"""What may be done about money that is no wager."""

from firmware_host.table.contract import TableStep
from firmware_host.table.money import converting, fund, time_charge
from firmware_host.table.state import TableState


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return the steps of the fund, of the time charge, of coin and currency."""
    return (*fund.next_steps(state), *time_charge.next_steps(state), *converting.next_steps(state))
