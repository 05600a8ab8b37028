"""The drop, the fund, coin and currency: a line for each kind of fact."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.rules.money import money
from firmware_host.rules.wording import amounts
from firmware_host.table.facts.money import (
    BadBeatCarriedOver,
    BadBeatDenied,
    BadBeatPaid,
    CoinConverted,
    CurrencyConverted,
    FundCarriedOver,
    FundOpened,
    TimeChargeCollected,
    TimeChargeDue,
)


def _paid(body: BadBeatPaid) -> str:
    shares = ", ".join(f"seat {share.seat} {money(share.cents)} as {share.paid_as}" for share in body.shares)
    return f"The bad beat fund pays {money(body.cents)}: {shares}."


WORDS: Mapping[type, Callable[[Any], str]] = {
    FundOpened: lambda it: f"The bad beat fund begins with {money(it.cents)}.",
    FundCarriedOver: lambda it: f"The bad beat fund holds {money(it.cents)}, as in the record before.",
    BadBeatCarriedOver: lambda it: (
        f"A bad beat of the record before waits for a supervisor: {it.held.words}, beaten by {it.held.beaten_by}."
    ),
    BadBeatPaid: _paid,
    BadBeatDenied: lambda it: f"The bad beat of fact {it.of} is none: {it.why}.",
    TimeChargeDue: lambda _: "A half hour is over: the time charge is due.",
    TimeChargeCollected: lambda it: (
        f"Time charge: {amounts(it.seats, it.cents) or 'nobody is there who could pay it'}."
    ),
    CoinConverted: lambda it: f"{money(it.cents)} of the coin in the pot has become chips.",
    CurrencyConverted: lambda it: f"{money(it.cents)} in currency of seat {it.seat} has become chips.",
}
