"""Acts on the house's money, and on coin and currency on the table."""

from firmware_host.rules.act_and_fact import ActBody, TableKind
from firmware_host.rules.roles import SUPERVISORS, TABLE
from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import Amount, Positive
from firmware_host.table.terms import FUND


class OfMoney(ActBody, frozen=True, kw_only=True):
    """An act that exists only at a table with pots and table stakes."""

    only_at = TableKind.POKER


class OpenFund(OfMoney, frozen=True, kw_only=True, tag="open-fund"):
    """The house opens the bad beat fund with this amount, or opens it again after a payout."""

    may_ask = SUPERVISORS
    role_paragraphs = FUND

    cents: Amount


class PayBadBeat(OfMoney, frozen=True, kw_only=True, tag="pay-bad-beat"):
    """A supervisor has verified the hands; pay the fund (I-10)."""

    may_ask = SUPERVISORS
    role_paragraphs = FUND


class DenyBadBeat(OfMoney, frozen=True, kw_only=True, tag="deny-bad-beat"):
    """A supervisor has inspected the hands and found no bad beat."""

    may_ask = SUPERVISORS
    role_paragraphs = FUND

    why: Why


class CollectTimeCharge(OfMoney, frozen=True, kw_only=True, tag="collect-time-charge"):
    """Every player pays the time charge for the half hour that is over (I-9)."""

    may_ask = TABLE
    role_paragraphs = ("14.14", "I-9")


class ConvertCoin(OfMoney, frozen=True, kw_only=True, tag="convert-coin"):
    """Coin in the pot that makes whole dollars was exchanged for chips (14.7(c)2)."""

    may_ask = TABLE
    role_paragraphs = ("14.7(c)2",)


class ConvertCurrency(OfMoney, frozen=True, kw_only=True, tag="convert-currency"):
    """A player's currency was exchanged for chips (14.7(c)2). The player's stakes stay the same."""

    may_ask = TABLE
    role_paragraphs = ("14.7(c)2",)

    seat: Seat
    cents: Positive


MoneyAct = OpenFund | PayBadBeat | DenyBadBeat | CollectTimeCharge | ConvertCoin | ConvertCurrency
