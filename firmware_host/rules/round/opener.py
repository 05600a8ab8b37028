"""Who opens a betting round, by the rule of the game and street (I-20)."""

from collections.abc import Callable, Mapping

from firmware_host.rules.game import Opener
from firmware_host.rules.ranking import Ace, Ranking, highest_by_suit, lowest_by_suit, strength
from firmware_host.rules.round.round_state import Round
from firmware_host.rules.stakes import HeadsUp
from firmware_host.rules.struct import HIDDEN

WHO_OPENS = {
    Opener.LOWEST_UP_CARD: "the lowest up-card makes the forced bet",
    Opener.HIGHEST_UP_CARD: "the highest up-card opens",
    Opener.HIGHEST_UP_CARD_ACE_LOW: "the highest up-card, an ace below a two, makes the forced bet",
    Opener.BEST_SHOWING: "the best hand showing opens",
    Opener.BEST_LOW_SHOWING: "the best low hand showing opens",
    Opener.BEST_WITH_COMMUNITY: "the best pair with the community card opens, otherwise the highest up-card",
}
"""What the dealer has to look at where the table was not shown the up-cards."""


TIES = {
    Opener.LOWEST_UP_CARD: "ace high; of equal ranks the lowest suit: clubs, diamonds, hearts, spades",
    Opener.HIGHEST_UP_CARD: "ace high; of equal ranks the highest suit: spades, hearts, diamonds, clubs",
    Opener.HIGHEST_UP_CARD_ACE_LOW: "of equal ranks the highest suit: spades, hearts, diamonds, clubs",
    Opener.BEST_SHOWING: "ace high; pairs, three and four of a kind count; of equals the one nearest the dealer's left",
    Opener.BEST_LOW_SHOWING: "no pair, ace low; of equals the one nearest the dealer's left",
    Opener.BEST_WITH_COMMUNITY: "ace high; of equals the one nearest the dealer's left",
}
"""How the dealer tells equal up-cards apart, in each of the same cases."""


def why_opens(round_: Round, index: int) -> str | None:
    """Return in words why the up-cards make this player open the street; None if up-cards do not decide."""
    rule = WHO_OPENS.get(round_.on.opens)
    if rule is None:
        return None
    up = " ".join(round_.players[index].up)
    return f"{rule} ({TIES[round_.on.opens]}), and seat {round_.players[index].seat} shows {up}"


def opener(round_: Round) -> int | None:
    """
    Return the index of the player who opens this street; None if no player can, or the up-cards are not known.

    An opener without chips is skipped for the next player to the left who has some (I-20).
    """
    first = OPENERS[round_.on.opens](round_)
    if first is None:
        return None
    players, count = round_.players, len(round_.players)
    for at in range(first, first + count):
        player = players[at % count]
        if player.stack and not player.folded:
            return at % count
    return None


def _left_of_button(round_: Round) -> int:
    del round_
    return 0


def _after_blinds(round_: Round) -> int:
    """Return the player left of the largest blind, the last of several equal ones; made-up blinds do not count."""
    count, stakes = len(round_.players), round_.stakes
    if not round_.blinds:
        return 0
    if count == 2 and stakes and stakes.heads_up is HeadsUp.USUAL:
        return 1
    if round_.bet == 0:
        return round_.blinds % count
    if round_.killer is not None and stakes:
        # The kill blind may be at any seat: the first to act follows those who post in turn (14.10(f)).
        return len(stakes.blinds_cents) % count
    own = (i for i in range(count) if round_.players[i].seat not in round_.made_up)
    largest = max(own, key=lambda i: (round_.players[i].paid, i))
    return (largest + 1) % count


def _up_cards(round_: Round) -> dict[int, tuple[str, ...]] | None:
    ups = {i: player.up for i, player in enumerate(round_.players) if not player.folded}
    hidden = any(not up or HIDDEN in up for up in ups.values())
    return None if hidden else ups


def _by_card(round_: Round, choose: Callable[[tuple[str, ...]], str]) -> int | None:
    ups = _up_cards(round_)
    if ups is None:
        return None
    firsts = {up[0]: i for i, up in ups.items()}
    return firsts[choose(tuple(firsts))]


def _by_strength(round_: Round, rank: Callable[[tuple[str, ...]], int | None]) -> int | None:
    """Return the best by `rank`; equal hands go to the one nearest the dealer's left, first in the deal."""
    ups = _up_cards(round_)
    if ups is None:
        return None
    return max(ups, key=lambda i: (rank(ups[i]) or 0, -i))


OPENERS: Mapping[Opener, Callable[[Round], int | None]] = {
    Opener.AFTER_BLINDS: _after_blinds,
    Opener.LEFT_OF_BUTTON: _left_of_button,
    Opener.LOWEST_UP_CARD: lambda round_: _by_card(round_, lambda cards: lowest_by_suit(cards, Ace.HIGH)),
    Opener.HIGHEST_UP_CARD: lambda round_: _by_card(round_, lambda cards: highest_by_suit(cards, Ace.HIGH)),
    Opener.HIGHEST_UP_CARD_ACE_LOW: lambda round_: _by_card(round_, lambda cards: highest_by_suit(cards, Ace.LOW)),
    Opener.BEST_SHOWING: lambda round_: _by_strength(round_, lambda up: strength(Ranking.HIGH_SHOWING, up)),
    Opener.BEST_LOW_SHOWING: lambda round_: _by_strength(round_, lambda up: strength(Ranking.LOW_SHOWING, up)),
    Opener.BEST_WITH_COMMUNITY: lambda round_: _by_strength(
        round_, lambda up: strength(Ranking.HIGH_SHOWING, (*up, *round_.board))
    ),
}
"""The function for each way to find the opener."""
