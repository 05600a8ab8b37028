"""The house's money at a table: drop, bad beat fund, and undecided bad beats."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import HeldBadBeat

Cents = Annotated[int, Meta(ge=0)]


class Money(Record, frozen=True, kw_only=True):
    """
    The drop since the table opened, by rake and by time, and the bad beat fund, which continues from day to day.

    Amounts from the round under way, and a bad beat in it, count only when the round ends; a void round drops them.
    `coin_cents` is coin in the pot, `time_since` the start of the running half hour, `halves_due` the unpaid ones.
    """

    rake_cents: Cents = 0
    time_cents: Cents = 0
    fund_cents: Cents = 0
    fund_opened: bool = False
    round_rake_cents: Cents = 0
    round_fund_cents: Cents = 0
    round_held: tuple[HeldBadBeat, ...] = ()
    held: tuple[HeldBadBeat, ...] = ()
    coin_cents: Cents = 0
    time_since: Stamp | None = None
    halves_due: Cents = 0
