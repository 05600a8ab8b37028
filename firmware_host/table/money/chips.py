"""Exchange coin in the pot and players' currency for chips (14.7(c)2)."""

from firmware_host.rules.decision import Amounts, Code, Role, Step, draft, refuse
from firmware_host.rules.struct import Paragraphs
from firmware_host.rules.wording import money
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.money import ConvertCoin, ConvertCurrency
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.money import CoinConverted, CurrencyConverted
from firmware_host.table.seating.stakes import in_front_of
from firmware_host.table.state.table import TableState

CONVERTED: Paragraphs = ("14.7(c)2",)

MOST_CENTS = 1 << 40
"""A technical bound for tables that track no money."""

CHIP_CENTS = 100
"""Coin is exchanged for one-dollar chips."""


@answers(ConvertCoin)
def coin(state: TableState, _act: ConvertCoin) -> Decision:
    """Record that the coin in the pot was exchanged, as far as it makes whole dollars."""
    whole = _whole_dollars(state)
    if not whole:
        return refuse(
            f"only {money(state.money.coin_cents)} in coin is in the pot",
            "wait until the pot holds a dollar in coin",
            *CONVERTED,
        )
    return (draft(CoinConverted(cents=whole), *CONVERTED),)


@answers(ConvertCurrency)
def currency(state: TableState, act: ConvertCurrency) -> Decision:
    """Record that a player's currency was exchanged, at most the player's stakes on the table."""
    if act.seat not in state.present:
        return refuse(f"nobody sits at seat {act.seat}", "name a seat with a player", "14.7(a)", code=Code.NOT_SEATED)
    there = in_front_of(state, act.seat)
    if there is not None and act.cents > there:
        return refuse(
            f"seat {act.seat} has only {money(there)} on the table",
            "exchange at most that amount; the player can add more between rounds",
            "14.7(c)",
            *CONVERTED,
            code=Code.WRONG_AMOUNT,
        )
    return (draft(CurrencyConverted(seat=act.seat, cents=act.cents), *CONVERTED),)


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Ask for the exchange of coin that makes a dollar; offer the exchange of currency."""
    return (*_coin(state), *_currency(state))


def _coin(state: TableState) -> tuple[TableStep, ...]:
    whole = _whole_dollars(state)
    if not whole:
        return ()
    say = f"Exchange {money(whole)} in coin in the pot for chips."
    return (Step(act=ConvertCoin(), say=say, role=Role.DEALER, paragraphs=CONVERTED),)


def _currency(state: TableState) -> tuple[TableStep, ...]:
    if not state.is_open or state.dice is not None:
        return ()
    has = {seat: in_front_of(state, seat) for seat in state.present}
    seats = tuple(seat for seat, cents in has.items() if cents is None or cents >= CHIP_CENTS)
    most = max((cents for cents in has.values() if cents is not None), default=MOST_CENTS)
    return tuple(
        Step(
            act=ConvertCurrency(seat=seat, cents=CHIP_CENTS),
            say="Exchange a player's currency for chips.",
            role=Role.DEALER,
            amounts=Amounts(min=CHIP_CENTS, step=CHIP_CENTS, max=most),
            paragraphs=CONVERTED,
            seats=seats,
        )
        for seat in seats[:1]
    )


def _whole_dollars(state: TableState) -> int:
    return state.money.coin_cents - state.money.coin_cents % CHIP_CENTS
