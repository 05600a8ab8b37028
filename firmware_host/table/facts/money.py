"""Facts about the house's money, and about coin and currency on the table."""

from firmware_host.rules.act_and_fact import FactBody
from firmware_host.rules.pots.bad_beat import PayoutShare
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import amounts, money
from firmware_host.table.terms import HeldBadBeat


class FundOpened(FactBody, frozen=True, kw_only=True, tag="fund-opened"):
    """The house opened the bad beat fund with this amount."""

    cents: int

    def sentence(self) -> str:
        return f"The bad beat fund opens with {money(self.cents)}."


class FundCarriedOver(FactBody, frozen=True, kw_only=True, tag="fund-carried-over"):
    """The bad beat fund's balance, carried over from the journal that this one continues."""

    cents: int
    opened: bool
    """Whether the table has a bad beat fund."""

    def sentence(self) -> str:
        return f"The bad beat fund holds {money(self.cents)}, carried over from the previous record."


class BadBeatCarriedOver(FactBody, frozen=True, kw_only=True, tag="bad-beat-carried-over"):
    """A bad beat of the previous journal still waits for a supervisor; it is named by this fact's number."""

    held: HeldBadBeat

    def sentence(self) -> str:
        hands = f"{self.held.words}, beaten by {self.held.beaten_by}"
        return f"A bad beat from the previous record waits for a supervisor: {hands}."


class BadBeatPaid(FactBody, frozen=True, kw_only=True, tag="bad-beat-paid"):
    """The fund was paid for the bad beat of fact `of`, which this fact's actor verified (I-10)."""

    ends_turn = True

    of: int
    cents: int
    shares: tuple[PayoutShare, ...]
    """Who received how much of the payout, and why."""

    def sentence(self) -> str:
        shares = ", ".join(f"seat {share.seat} {money(share.cents)} as {share.paid_as}" for share in self.shares)
        return f"The bad beat fund pays {money(self.cents)}: {shares}."


class BadBeatDenied(FactBody, frozen=True, kw_only=True, tag="bad-beat-denied"):
    """This fact's actor found that fact `of` is not a bad beat; nothing is paid."""

    ends_turn = True

    of: int
    why: str

    def sentence(self) -> str:
        return f"The bad beat of fact {self.of} is not confirmed: {self.why}."


class TimeChargeDue(FactBody, frozen=True, kw_only=True, tag="time-charge-due"):
    """A half hour is over."""

    def sentence(self) -> str:
        return "A half hour is over: the time charge is due."


class TimeChargeCollected(FactBody, frozen=True, kw_only=True, tag="time-charge-collected"):
    """These players paid these amounts for a half hour (I-9)."""

    seats: tuple[Seat, ...]
    cents: tuple[int, ...]
    """The amounts in cents, in the order of the seats."""

    def sentence(self) -> str:
        return f"Time charge: {amounts(self.seats, self.cents) or 'no player to collect from'}."


class CoinConverted(FactBody, frozen=True, kw_only=True, tag="coin-converted"):
    """Coin in the pot was exchanged for chips (14.7(c)2)."""

    cents: int
    """The coin that was converted, in cents."""

    def sentence(self) -> str:
        return f"{money(self.cents)} in coin in the pot is exchanged for chips."


class CurrencyConverted(FactBody, frozen=True, kw_only=True, tag="currency-converted"):
    """A player's currency was exchanged for chips (14.7(c)2)."""

    seat: Seat
    cents: int

    def sentence(self) -> str:
        return f"Seat {self.seat} exchanges {money(self.cents)} in currency for chips."


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
