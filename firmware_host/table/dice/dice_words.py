"""Words of the mini-dice prompts: where the shaker goes, what to collect, what to pay."""

from firmware_host.rules.dice import shooter
from firmware_host.rules.dice.shaker import Moment, Shaker
from firmware_host.rules.game import Tracking
from firmware_host.rules.wording import money
from firmware_host.table.acts.dice import OrderedFor
from firmware_host.table.config import DiceConfig
from firmware_host.table.dice.settlement import nothing_loses, nothing_wins, outcome
from firmware_host.table.facts.dice import Decided
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.table import TableState

ORDERED = {
    OrderedFor.DELAY: "delay of the game",
    OrderedFor.INVALID_SHAKES: "repeated invalid shakes",
    OrderedFor.VIOLATION: "a violation of the Act or the rules",
}


NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}


def times(least: int) -> str:
    """
    Return the least number of shakes in words.

    >>> times(3), times(12)
    ('three times or more', '12 times or more')
    """
    return f"{NUMBERS.get(least, least)} times or more"


def say_goes_to(state: TableState, shaker: Shaker) -> str:
    """Say where the shaker goes after the dealer's shake (13.7)."""
    right = shaker.right
    if not shooter.must_offer(right, state.seats):
        return "shake for the players" if right.holder is None else f"hand the shaker to seat {right.holder}"
    seat = shooter.next_offer(right, state.seats)
    return "shake for the players: no player is left to ask" if seat is None else f"offer the shaker to seat {seat}"


def say_settlement(state: TableState, dice: DiceState, terms: DiceConfig) -> tuple[str, ...]:
    """Say what to collect and then to pay, in sentences, with seats and amounts where wagers are tracked (13.5(f))."""
    decided = outcome(dice, terms)
    tracked = state.config is not None and state.config.tracking is Tracking.FULL
    total = f"{sum(dice.faces)}. " if dice.shaker.moment is Moment.COLLECTING else ""
    if dice.shaker.moment is Moment.COLLECTING and not nothing_loses(state, dice, terms):
        if not tracked:
            return (f"{total}Collect all losing wagers first.",)
        settled = ("No wager wins.",) if nothing_wins(state, dice, terms) else ()
        return (f"{total}Collect first: {_lost(decided.losers)}.", *settled)
    if not tracked:
        return ("Pay all winning wagers; the shaker stays uncovered until the last is paid.",)
    if not decided.winners:
        return (f"{total}No wager is decided.",)
    return (f"{total}Pay: {_won(decided.winners)}.",)


def _lost(wagers: tuple[Decided, ...]) -> str:
    return ", ".join(f"seat {one.seat} {money(one.cents)} on {one.wager}" for one in wagers)


def _won(wagers: tuple[Decided, ...]) -> str:
    return ", ".join(f"seat {one.seat} {money(one.pays_cents)} on {money(one.cents)} of {one.wager}" for one in wagers)
