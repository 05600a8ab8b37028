"""What the house has of a table's money, and what of it is still to be decided."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record
from firmware_host.table.stamp import Stamp
from firmware_host.table.terms import HeldBadBeat

Cents = Annotated[int, Meta(ge=0)]


class Money(Record, frozen=True, kw_only=True):
    """
    The drop since the table opened, by rake and by time, and the bad beat fund, which goes on from day to day.

    What the round under way has given to either, and a bad beat in it, wait for its end: a void round takes them back.
    `coin_cents` is coin in the pot; `time_since` the beginning of the half hour that runs, `halves_due` those over.
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

    @property
    def drop_cents(self) -> int:
        """Return what the house has taken since the table opened."""
        return self.rake_cents + self.time_cents
