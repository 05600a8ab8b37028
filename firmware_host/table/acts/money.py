"""What may be asked of the house's money, and of coin and currency on the table."""

from firmware_host.rules.act import ActBody, TableKind
from firmware_host.rules.roles import SUPERVISORS, TABLE
from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import Amount, Positive


class OfMoney(ActBody, frozen=True, kw_only=True):
    """An act that needs a pot or table stakes."""

    only_at = TableKind.POKER


class OpenFund(OfMoney, frozen=True, kw_only=True, tag="open-fund"):
    """The bad beat fund begins, or begins anew after a payout, with this much from the house."""

    may_ask = SUPERVISORS

    cents: Amount


class PayBadBeat(OfMoney, frozen=True, kw_only=True, tag="pay-bad-beat"):
    """A supervisor has verified the hands: the fund is paid (I-10)."""

    may_ask = SUPERVISORS


class DenyBadBeat(OfMoney, frozen=True, kw_only=True, tag="deny-bad-beat"):
    """A supervisor has looked, and it is none."""

    may_ask = SUPERVISORS

    why: Why


class CollectTimeCharge(OfMoney, frozen=True, kw_only=True, tag="collect-time-charge"):
    """A half hour is over, and every player pays for it (I-9)."""

    may_ask = TABLE


class ConvertCoin(OfMoney, frozen=True, kw_only=True, tag="convert-coin"):
    """The coin in the pot that makes whole dollars has become chips (14.7(c)2)."""

    may_ask = TABLE


class ConvertCurrency(OfMoney, frozen=True, kw_only=True, tag="convert-currency"):
    """Currency in front of a player has become chips (14.7(c)2). The player has as much as before."""

    may_ask = TABLE

    seat: Seat
    cents: Positive


MoneyAct = OpenFund | PayBadBeat | DenyBadBeat | CollectTimeCharge | ConvertCoin | ConvertCurrency
