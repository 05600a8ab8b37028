"""What the dealer announces: the state of the game, whose turn it is, the options of the player (14.6(e)2)."""

from firmware_host.rules.decision import Amounts
from firmware_host.rules.game import Opener, Street, StubEnds
from firmware_host.rules.money import money
from firmware_host.rules.round.round_state import Round
from firmware_host.rules.round.super_seven import say_before_the_deal, say_in_turn
from firmware_host.rules.struct import Seat

WHO_OPENS = {
    Opener.LOWEST_UP_CARD: "the lowest up-card makes the forced bet",
    Opener.HIGHEST_UP_CARD: "the highest up-card opens",
    Opener.HIGHEST_UP_CARD_ACE_LOW: "the highest up-card, an ace below a two, makes the forced bet",
    Opener.BEST_SHOWING: "the best hand showing opens",
    Opener.BEST_LOW_SHOWING: "the best low hand showing opens",
    Opener.BEST_WITH_COMMUNITY: "the best pair with the community card opens, otherwise the highest up-card",
}

"""What the dealer checks if the table does not know the up-cards."""


SHORT = {
    StubEnds.COMMON_CARD: "burn one, one common card face up for all (if one card or none is left, shuffle the burns)",
    StubEnds.SHUFFLE_MUCK_AND_BURNS: "deal it out, shuffle muck and burns, burn one, continue with the next player",
}

"""The prompt for a stub that is too short for a card each."""


AGAINST_A_BET = "fold, call or raise"


def say_betting(round_: Round, first: Seat | None) -> str:
    """Return the prompt of a betting round: who opens, the options, and what follows it; procedure level."""
    following = round_.following
    then = following.say if following else "showdown, turn the hands face up"
    opens = _opens(round_.on, first)
    return f"{opens}. {say_in_turn(round_)}After the betting: {say_before_the_deal(round_)}{then}."


def say_amounts(amounts: Amounts) -> str:
    """Return the limits of a bet, which the dealer announces with the options."""
    if amounts.min == amounts.max:
        return money(amounts.min)
    return f"at least {money(amounts.min)}, at most {money(amounts.max)}"


def _opens(street: Street, first: Seat | None) -> str:
    if first is not None:
        return f"Seat {first} first: {_options(street)}"
    sees = WHO_OPENS[street.opens].capitalize()
    return f"{sees}; the others {AGAINST_A_BET}" if street.forced else f"{sees}: {_options(street)}"


def _options(street: Street) -> str:
    if street.opens is Opener.AFTER_BLINDS:
        return AGAINST_A_BET
    return "bet or fold" if street.must_bet else "check or bet"
