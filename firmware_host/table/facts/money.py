"""What can become true of the house's money, and of coin and currency on the table."""

from firmware_host.rules.fact_body import FactBody
from firmware_host.rules.pots.bad_beat import PayoutShare
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import amounts, money
from firmware_host.table.terms import HeldBadBeat


class FundOpened(FactBody, frozen=True, kw_only=True, tag="fund-opened"):
    """The house put so much into the bad beat fund to begin with."""

    cents: int

    def sentence(self) -> str:
        return f"The bad beat fund begins with {money(self.cents)}."


class FundCarriedOver(FactBody, frozen=True, kw_only=True, tag="fund-carried-over"):
    """The bad beat fund holds so much, as it did in the journal that this one goes on from."""

    cents: int
    opened: bool

    def sentence(self) -> str:
        return f"The bad beat fund holds {money(self.cents)}, as in the record before."


class BadBeatCarriedOver(FactBody, frozen=True, kw_only=True, tag="bad-beat-carried-over"):
    """A bad beat of the journal that this one goes on from still waits for a supervisor; its name is this fact."""

    held: HeldBadBeat

    def sentence(self) -> str:
        hands = f"{self.held.words}, beaten by {self.held.beaten_by}"
        return f"A bad beat of the record before waits for a supervisor: {hands}."


class BadBeatPaid(FactBody, frozen=True, kw_only=True, tag="bad-beat-paid"):
    """The fund was paid for the bad beat of fact `of`, which the fact's actor has verified (I-10)."""

    ends_turn = True

    of: int
    cents: int
    shares: tuple[PayoutShare, ...]

    def sentence(self) -> str:
        shares = ", ".join(f"seat {share.seat} {money(share.cents)} as {share.paid_as}" for share in self.shares)
        return f"The bad beat fund pays {money(self.cents)}: {shares}."


class BadBeatDenied(FactBody, frozen=True, kw_only=True, tag="bad-beat-denied"):
    """The fact's actor has found that fact `of` is no bad beat; nothing is paid."""

    ends_turn = True

    of: int
    why: str

    def sentence(self) -> str:
        return f"The bad beat of fact {self.of} is none: {self.why}."


class TimeChargeDue(FactBody, frozen=True, kw_only=True, tag="time-charge-due"):
    """A half hour is over."""

    def sentence(self) -> str:
        return "A half hour is over: the time charge is due."


class TimeChargeCollected(FactBody, frozen=True, kw_only=True, tag="time-charge-collected"):
    """These players have paid for a half hour, each so much (I-9)."""

    seats: tuple[Seat, ...]
    cents: tuple[int, ...]

    def sentence(self) -> str:
        return f"Time charge: {amounts(self.seats, self.cents) or 'nobody is there who could pay it'}."


class CoinConverted(FactBody, frozen=True, kw_only=True, tag="coin-converted"):
    """So much coin of the pot has become chips (14.7(c)2)."""

    cents: int

    def sentence(self) -> str:
        return f"{money(self.cents)} of the coin in the pot has become chips."


class CurrencyConverted(FactBody, frozen=True, kw_only=True, tag="currency-converted"):
    """So much currency in front of a player has become chips (14.7(c)2)."""

    seat: Seat
    cents: int

    def sentence(self) -> str:
        return f"{money(self.cents)} in currency of seat {self.seat} has become chips."


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
