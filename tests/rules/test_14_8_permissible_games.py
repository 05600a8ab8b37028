"""Which games there are, 19:47-14.8, and whether each is played for the high, for the low or for both."""

from __future__ import annotations

import pytest

from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.ranking import Ranking

PLAYED_FOR = {
    # 1. Seven-card stud: high, high-low split, high-low split eight or better.
    "stud": (Ranking.HIGH, None),
    "stud-hilo": (Ranking.HIGH, Ranking.LOW),
    "stud-hilo-8": (Ranking.HIGH, Ranking.LOW_EIGHT_OR_BETTER),
    # 2. Hold 'em: high.
    "holdem": (Ranking.HIGH, None),
    # 3. Omaha: high, high-low split eight or better.
    "omaha": (Ranking.OMAHA_HIGH, None),
    "omaha-hilo-8": (Ranking.OMAHA_HIGH, Ranking.OMAHA_LOW_EIGHT_OR_BETTER),
    # 4. Five-card draw: high and low.
    "draw": (Ranking.HIGH, None),
    "draw-low": (None, Ranking.LOW),
    # 5. Five-card stud: high.
    "five-stud": (Ranking.HIGH, None),
    # 6. Mambo: high-low split six or better.
    "mambo-hilo-6": (Ranking.THREE_CARD_HIGH, Ranking.THREE_CARD_LOW_SIX_OR_BETTER),
    # 7. Badugi, as proposed.
    "badugi": (None, Ranking.BADUGI),
    # By their own sections: Super Seven, 14.9B, and Big Omaha, 14.11(A).
    "super-stud": (Ranking.HIGH, None),
    "super-stud-low": (None, Ranking.LOW),
    "super-stud-hilo": (Ranking.HIGH, Ranking.LOW),
    "super-stud-hilo-8": (Ranking.HIGH, Ranking.LOW_EIGHT_OR_BETTER),
    "big-omaha": (Ranking.OMAHA_HIGH, None),
    "big-omaha-hilo-8": (Ranking.OMAHA_HIGH, Ranking.OMAHA_LOW_EIGHT_OR_BETTER),
}


@pytest.mark.paragraph(
    "14.8(a)",
    "14.8(a)1",
    "14.8(a)2",
    "14.8(a)3",
    "14.8(a)4",
    "14.8(a)5",
    "14.8(a)6",
    "14.8(a)7",
    "14.10(a)",
    "14.13(a)",
)
def test_14_8_a_the_games_are_those_listed_each_played_for_what_its_type_says() -> None:
    assert {name.value: (game.high, game.low) for name, game in GAMES.items()} == PLAYED_FOR


@pytest.mark.paragraph("14.8(a)")
@pytest.mark.parametrize("name", ["razz", "pineapple", "stud-low", "holdem-hilo-8", "holdem-low", "HOLDEM", ""])
def test_14_8_a_no_other_game_has_a_name_here(name: str) -> None:
    with pytest.raises(ValueError, match="is not a valid GameName"):
        GameName(name)
