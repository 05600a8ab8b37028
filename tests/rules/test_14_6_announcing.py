"""
What the dealer is told to announce: whose turn it is, and every option there is, no more and no fewer (14.6(e)2).

Rounds of every game are played at random, from a seed that is printed where something does not hold. Wherever
somebody has to act, the steps must name one seat, what they offer must be granted, and what they do not must not be.
"""

import random

import pytest

from firmware_host.rules.decision import Amounts, Refusal, Step
from firmware_host.rules.game import Game, Opener
from firmware_host.rules.games import GAMES
from firmware_host.rules.ranking.deck import CARDS
from firmware_host.rules.round import Phase, decide
from firmware_host.rules.round.dealing import common_card_due, street_due
from firmware_host.rules.round_acts import (
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    DealtHand,
    Draw,
    Fold,
    MakeForcedBet,
    RoundAct,
)
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import HIDDEN
from firmware_host.rules.wording import money
from tests.inner_loop import drawn
from tests.rules.spoken_table import FIXED, NO_LIMIT, POT, SPREAD, Full, Procedure

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def options(table: Full) -> dict[type[RoundAct], Step[RoundAct]]:
    """What is announced, by the kind of act."""
    return {type(step.act): step for step in table.steps}


def granted(table: Full, act: RoundAct) -> bool:
    return not isinstance(decide(table.round, act), Refusal)


def might_say(seat: int, cents: int) -> dict[type[RoundAct], RoundAct]:
    """Everything a player at this seat could come up with."""
    return {
        Fold: Fold(seat=seat),
        Check: Check(seat=seat),
        Call: Call(seat=seat),
        Bet: Bet(seat=seat, to_cents=cents),
        MakeForcedBet: MakeForcedBet(seat=seat),
    }


def deals(table: Full, unseen: list[str]) -> None:
    street = street_due(table.round)
    assert street is not None
    if street.draw:
        table.does(DealStreet())
    elif street.board or common_card_due(table.round, street):
        table.does(DealStreet(board=tuple(unseen.pop() for _ in range(street.board or 1))))
    else:
        up_cards = [[unseen.pop() if unseen else HIDDEN for _ in range(street.up)] for _ in table.round.live]
        hands = zip(table.round.live, up_cards, strict=True)
        table.does(
            DealStreet(
                hands=tuple(DealtHand(seat=player.seat, cards=(*[HIDDEN] * street.down, *ups)) for player, ups in hands)
            )
        )


def is_announced_in_full(table: Full) -> None:
    """The seat in turn hears all it may do and nothing else; no other seat may do anything."""
    told = options(table)
    (seat,) = {step.seat for step in told.values()}
    assert seat is not None
    assert all(step.say.startswith(f"Seat {seat} to act: ") for step in told.values())
    assert all("14." in paragraph or "I-" in paragraph for step in told.values() for paragraph in step.paragraphs)
    amounts = told[Bet].amounts if Bet in told else None
    bets = amounts.min if amounts else table.round.bet + table.at(seat).stack
    for kind, act in might_say(seat, bets).items():
        assert granted(table, act) == (kind in told), f"{kind.__name__} of seat {seat}: {sorted(map(str, told))}"
    for other in table.round.seats:
        assert other == seat or not any(granted(table, act) for act in might_say(other, bets).values())
    if amounts:
        is_a_limit(table, seat, amounts, told[Bet].say)


def is_a_limit(table: Full, seat: int, amounts: Amounts, said: str) -> None:
    assert money(amounts.min) in said
    assert money(amounts.max) in said
    assert granted(table, Bet(seat=seat, to_cents=amounts.max))
    assert not granted(table, Bet(seat=seat, to_cents=amounts.min - 1))
    assert not granted(table, Bet(seat=seat, to_cents=amounts.max + 1))


@pytest.mark.paragraph("14.6(e)2")
@EVERY_GAME
@pytest.mark.parametrize("limit", [FIXED, SPREAD, POT, NO_LIMIT], ids=["fixed", "spread", "pot", "no-limit"])
def test_14_6_e_2_each_player_in_turn_is_told_all_options_and_nobody_else_has_any(game: Game, limit: Stakes) -> None:
    for seed in range(drawn(8)):
        chance = random.Random(seed)
        print(f"seed {seed}")
        unseen = chance.sample(CARDS, len(CARDS))
        stacks = {seat: chance.choice([3, 7.5, 30, 200]) for seat in range(1, chance.randint(3, 6))}
        table = Full(game, stacks, stakes=limit)
        turns = 0
        while table.phase not in (Phase.SHOWDOWN, Phase.COMPLETED):
            if table.phase is Phase.DEALING:
                deals(table, unseen)
            elif table.phase is Phase.DRAWING:
                assert {step.seat for step in table.steps} == {table.turn}
                assert "draw as many, or stand pat" in table.expected.say
                table.does(Draw(seat=table.turn or 0, discards=(HIDDEN,) * chance.randint(0, 2)))
            else:
                is_announced_in_full(table)
                turns += 1
                told = options(table)
                told = {kind: step for kind, step in told.items() if kind is not Fold or chance.random() < 0.3} or told
                table.does(told[chance.choice(list(told))].act)
        assert turns > 0 or all(dollars <= 3 for dollars in stacks.values())


@pytest.mark.paragraph("14.6(e)2")
@EVERY_GAME
def test_14_6_e_2_told_only_its_steps_the_table_says_who_begins_with_what_choice_and_what_comes_after(
    game: Game,
) -> None:
    table = Procedure(game, 2, 4, 5)
    for street, following in zip(game.streets, (*game.streets[1:], None), strict=True):
        if table.phase is Phase.DRAWING:
            assert table.expected.say.endswith("When all players have drawn: continue with the betting.")
            table.does(CompleteDraw())
        begins, then = table.expected.say.split("After the betting: ")
        assert then.endswith(f"{following.say}." if following else "showdown, turn the hands face up.")
        choices = [words for words in ("fold, call or raise", "check or bet", "bet or fold") if words in begins]
        assert len(choices) == 1
        assert (choices[0] == "fold, call or raise") == (street is game.streets[0])
        assert (choices[0] == "bet or fold") == street.must_bet
        assert begins.startswith(
            {
                Opener.AFTER_BLINDS: "Seat 5 first",
                Opener.LEFT_OF_BUTTON: "The first remaining player left of the button: ",
                Opener.LOWEST_UP_CARD: "The lowest up-card makes the forced bet (ace high; of equal ranks the lowest",
                Opener.HIGHEST_UP_CARD: "The highest up-card opens (ace high; of equal ranks the highest suit: spades",
                Opener.HIGHEST_UP_CARD_ACE_LOW: (
                    "The highest up-card, an ace below a two, makes the forced bet (of equal ranks the highest suit"
                ),
                Opener.BEST_SHOWING: "The best hand showing opens (ace high",
                Opener.BEST_LOW_SHOWING: "The best low hand showing opens (no pair, ace low",
                Opener.BEST_WITH_COMMUNITY: "The best pair with the community card opens, otherwise",
            }[street.opens]
        )
        table.does(CompleteBetting())
    assert table.expected.say.startswith("Read the hands.")
