"""Coin and currency become chips (14.7(c)2): coin in the pot once it makes a dollar, currency when it is needed."""

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

"""Where no money is tracked, no rule says how much a player may have."""

CHIP_CENTS = 100

"""Coin becomes chips of one dollar."""


@answers(ConvertCoin)
def coin(state: TableState, _act: ConvertCoin) -> Decision:
    """Record that the coin which makes whole dollars has become chips."""
    whole = _whole_dollars(state)
    if not whole:
        return refuse(
            f"there is {money(state.money.coin_cents)} of coin in the pot", "a dollar's worth of it", *CONVERTED
        )
    return (draft(CoinConverted(cents=whole), *CONVERTED),)


@answers(ConvertCurrency)
def currency(state: TableState, act: ConvertCurrency) -> Decision:
    """Record that currency has become chips: what lay before the player as such when the round began, and no more."""
    if act.seat not in state.present:
        return refuse(f"nobody sits at seat {act.seat}", "a seated player", "14.7(a)", code=Code.NOT_SEATED)
    there = in_front_of(state, act.seat)
    if there is not None and act.cents > there:
        return refuse(
            f"seat {act.seat} has {money(there)} on the table in all",
            "what lies there; more is added between rounds",
            "14.7(c)",
            *CONVERTED,
            code=Code.WRONG_AMOUNT,
        )
    return (draft(CurrencyConverted(seat=act.seat, cents=act.cents), *CONVERTED),)


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Tell the dealer of coin that makes a dollar; offer to record currency."""
    return (*_coin(state), *_currency(state))


def _coin(state: TableState) -> tuple[TableStep, ...]:
    whole = _whole_dollars(state)
    if not whole:
        return ()
    say = f"Change {money(whole)} of the coin in the pot into chips."
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
            say="Change a player's currency into chips.",
            role=Role.DEALER,
            amounts=Amounts(min=CHIP_CENTS, step=CHIP_CENTS, max=most),
            paragraphs=CONVERTED,
            seats=seats,
        )
        for seat in seats[:1]
    )


def _whole_dollars(state: TableState) -> int:
    return state.money.coin_cents - state.money.coin_cents % CHIP_CENTS
