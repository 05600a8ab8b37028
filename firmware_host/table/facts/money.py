"""What can become true of the house's money, and of coin and currency on the table."""

from firmware_host.rules.pots.bad_beat import PayoutShare
from firmware_host.rules.struct import Seat, Tagged
from firmware_host.table.terms import HeldBadBeat


class FundOpened(Tagged, frozen=True, kw_only=True, tag="fund-opened"):
    """The house put so much into the bad beat fund to begin with."""

    cents: int


class FundCarriedOver(Tagged, frozen=True, kw_only=True, tag="fund-carried-over"):
    """The bad beat fund holds so much, as it did in the journal that this one goes on from."""

    cents: int
    opened: bool


class BadBeatCarriedOver(Tagged, frozen=True, kw_only=True, tag="bad-beat-carried-over"):
    """A bad beat of the journal that this one goes on from still waits for a supervisor; its name is this fact."""

    held: HeldBadBeat


class BadBeatPaid(Tagged, frozen=True, kw_only=True, tag="bad-beat-paid"):
    """The fund was paid for the bad beat of fact `of`, which the fact's actor has verified (I-10)."""

    of: int
    cents: int
    shares: tuple[PayoutShare, ...]


class BadBeatDenied(Tagged, frozen=True, kw_only=True, tag="bad-beat-denied"):
    """The fact's actor has found that fact `of` is no bad beat; nothing is paid."""

    of: int
    why: str


class TimeChargeDue(Tagged, frozen=True, kw_only=True, tag="time-charge-due"):
    """A half hour is over."""


class TimeChargeCollected(Tagged, frozen=True, kw_only=True, tag="time-charge-collected"):
    """These players have paid for a half hour, each so much (I-9)."""

    seats: tuple[Seat, ...]
    cents: tuple[int, ...]


class CoinConverted(Tagged, frozen=True, kw_only=True, tag="coin-converted"):
    """So much coin of the pot has become chips (14.7(c)2)."""

    cents: int


class CurrencyConverted(Tagged, frozen=True, kw_only=True, tag="currency-converted"):
    """So much currency in front of a player has become chips (14.7(c)2)."""

    seat: Seat
    cents: int


MoneyBody = (
    FundOpened
    | FundCarriedOver
    | BadBeatCarriedOver
    | BadBeatPaid
    | BadBeatDenied
    | TimeChargeDue
    | TimeChargeCollected
    | CoinConverted
    | CurrencyConverted
)
