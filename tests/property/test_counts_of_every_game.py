"""
What a dealer who counts right counts is never called wrong, in any game told by its steps alone (14.6(e)4 and 7).

Beside the table a few lines deal real cards: players fold and draw as chance has it, and nobody tells the table.
"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.cards import DECK
from firmware_host.rules.game import Game, Street, StubEnds
from firmware_host.rules.games import GAMES
from firmware_host.rules.round import Phase
from firmware_host.rules.round.left_over import left_over, played
from firmware_host.rules.round_acts import CompleteBetting, CompleteDraw
from tests.rules.spoken_table import Procedure


class RealCards:
    """Where the cards of one round really are."""

    def __init__(self, game: Game, players: int, chance: random.Random) -> None:
        first = game.streets[0]
        self.game, self.chance = game, chance
        self.live = players
        self.held = first.down + first.up
        self.stub = DECK - self.held * players
        self.burns = self.board = 0
        self.tossed: list[int] = [0] * players

    def some_fold(self) -> None:
        while self.live > 2 and self.chance.random() < 0.3:
            self.live -= 1
            self.tossed.pop(self.chance.randrange(len(self.tossed)))

    def is_short(self, street: Street) -> bool:
        each = street.down + street.up
        return bool(each) and each * self.live + street.burn > self.stub

    def deal(self, street: Street) -> None:
        if street.draw:
            return
        each = street.down + street.up
        if not self.is_short(street):
            self.stub -= each * self.live + street.board + street.burn
            self.burns += street.burn
            self.board += street.board
            self.held += each
        elif self.game.stub_ends is StubEnds.COMMON_CARD:
            if self.stub <= 1:
                self.stub, self.burns = self.stub + self.burns, 0
            self.stub, self.burns, self.board = self.stub - 2, self.burns + 1, self.board + 1
        else:
            dealt = 0
            if self.stub:
                self.burns += 1
                dealt = self.stub - 1
            self.stub = DECK - self.held * self.live - dealt - self.board
            self.stub, self.burns = self.stub - 1 - (each * self.live - dealt), 1
            self.held += each

    def draw(self) -> None:
        due = not self.stub
        if self.stub:
            self.stub, self.burns = self.stub - 1, self.burns + 1
        for seat in range(self.live):
            count = self.chance.randint(0, self.held)
            others = self.game.stub_ends is StubEnds.SHUFFLE_OTHERS_DISCARDS
            if count > self.stub:
                pile = DECK - self.stub - self.burns - self.held * self.live
                pile = pile - self.tossed[seat] if others else pile + count
                self.stub += pile - due
                self.burns += due
                due = False
                self.tossed = [tossed if at == seat else 0 for at, tossed in enumerate(self.tossed)]
            self.stub -= count
            self.tossed[seat] += count


@pytest.mark.paragraph("14.6(e)4", "14.6(e)7")
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(seed=st.integers(0, 1 << 30), data=st.data())
def test_14_6_e_4_a_right_count_is_right_whatever_nobody_told(game: Game, seed: int, data: st.DataObject) -> None:
    players = data.draw(st.integers(2, game.most_players))
    real = RealCards(game, players, random.Random(seed))
    table = Procedure(game, *range(1, players + 1))
    while table.phase is not Phase.SHOWDOWN:
        if table.phase is Phase.DRAWING:
            real.draw()
            table.does(CompleteDraw())
            continue
        following = table.round.following
        real.some_fold()
        if table.round.on.discard:
            real.held -= table.round.on.discard
        table.does(CompleteBetting(stub_short=following is not None and real.is_short(following)))
        if following is not None:
            real.deal(following)
    left = left_over(played(table.round))
    assert left.stub.least <= real.stub <= left.stub.most
    exact = left_over(played(table.round), real.stub)
    hands = DECK - real.stub - real.burns - real.board
    assert exact.burns.least <= real.burns <= exact.burns.most
    assert left.hands.least <= hands <= left.hands.most
