"""
Which hand wins, by 19:47-14.3 and the showdown paragraph of each game.

Every ranking returns a strength: one whole number; larger wins, equal ties; comparable only within that ranking. A
strength holds exactly the class and the deciding ranks, so `words` needs no cards.

    strength(Ranking.HIGH, ("As", "Kd"), board)     the strength of the cards, or None if they do not qualify
    words(Ranking.HIGH, ...)                        "full house, kings over fours"
    best_cards(Ranking.HIGH, ("As", "Kd"), board)   the cards that make the hand, in every possible way
    odd_money(Ranking.HIGH, {3: ..., 5: ...})       which of the tied players receives the odd unit first

`rankings.py` is the table of all rankings. Below it is one module for each kind of hand, with a fast function of its
own; `deck.py` has the cards, and `showing.py` compares up-cards. Cards speak (14.3(g)): only the cards decide.
"""

from firmware_host.rules.ranking.classes import HandClass
from firmware_host.rules.ranking.deck import CardTwice, NotACard, parse
from firmware_host.rules.ranking.hand_words import Ranked, explain, words
from firmware_host.rules.ranking.odd_unit import deciding_card, odd_money
from firmware_host.rules.ranking.rankings import Ranking, best_cards, hand_class, strength
from firmware_host.rules.ranking.showing import Ace, highest_by_suit, lowest_by_suit

__all__ = [
    "Ace",
    "CardTwice",
    "HandClass",
    "NotACard",
    "Ranked",
    "Ranking",
    "best_cards",
    "deciding_card",
    "explain",
    "hand_class",
    "highest_by_suit",
    "lowest_by_suit",
    "odd_money",
    "parse",
    "strength",
    "words",
]
