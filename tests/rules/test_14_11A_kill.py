"""Kill and half-kill, 14.1 and 13:69F-14.11(A)(i) and I-14."""

from typing import TypeVar

import pytest
from msgspec.structs import replace

from firmware_host.hand_history.files import dumps, loads
from firmware_host.hand_history.finishing_stacks import check
from firmware_host.hand_history.hand import parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.hand_history.writer import hand_of
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.kill import KillKind, KillRules, raised, winner
from firmware_host.rules.pots.division import PartName
from firmware_host.rules.round import Phase
from firmware_host.rules.round.betting import choice
from firmware_host.rules.round_acts import AwardPot, Bet, Call, Check, DealStreet, Fold, ShowHand, VoidRound
from firmware_host.rules.round_facts import BlindsPosted, HandsDealt, PotAwarded, RoundBody, RoundStarted, Share
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.rules.struct import Record
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import AddChips, ChangeSeat, ComeBack, LeaveSeat, StepAway, TakeSeat
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Body, Fact
from firmware_host.table.facts.round import (
    ButtonMoved,
    KillButtonCollected,
    KillButtonLapsed,
    KillButtonMoved,
    KillButtonPlaced,
)
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AwayStakes, Back, Grade
from firmware_host.table.view import public_view
from tests.worlds.pure_table import PureTable

STAKES = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))

KILL = KillRules(kind=KillKind.KILL, times_minimum=4)

HALF = KillRules(kind=KillKind.HALF_KILL, times_minimum=3)

TAGS = {KillButtonPlaced: "placed", KillButtonMoved: "moved", KillButtonCollected: "collected"}

BOTH_GAMES = pytest.mark.parametrize("game", [GameName.OMAHA_HILO_8, GameName.BIG_OMAHA_HILO_8])


NO_LOW = ("Kc Kd 7s", "Qh", "Jd")
"""Boards of flop, turn and river. Here nobody can have a low."""

LOW = ("3h 4d 8c", "Ks", "Kh")


def config(
    kill: KillRules | None = KILL,
    *,
    game: GameName = GameName.BIG_OMAHA_HILO_8,
    tracking: Tracking = Tracking.FULL,
    stakes: Stakes = STAKES,
    seats: tuple[int, ...] = (1, 2, 4, 5),
) -> TableConfig:
    return TableConfig(
        house="h",
        table="t",
        game=game,
        tracking=tracking,
        dealer="dealer-1",
        seats=seats,
        stakes=stakes,
        buy_in_cents=20_000,
        accepts=(Grade.REPORTED,),
        kill=kill,
    )


class KillTable:
    """A table that plays hand after hand: who is told to stay bets once on a street or calls, the others fold."""

    def __init__(self, of: TableConfig | None = None) -> None:
        self.table = PureTable(of or config()).opened()
        self._backs = [Back.BLUE, Back.RED]

    def deals(self) -> tuple[Fact, ...]:
        before = len(self.table.facts)
        self.table.dealt(self._backs[0])
        self._backs.reverse()
        self.table.does(DealStreet())
        return tuple(self.table.facts[before:])

    def plays(self, hands: dict[int, str], board: tuple[str, str, str], *, bets: int = 4) -> list[Body]:
        """Play a hand out with a bet on so many of the streets; return what became of it, from the award on."""
        if self.table.state.round is None:
            self.deals()
        for street, cards in enumerate(("", *board)):
            if street:
                self.table.does(DealStreet(board=tuple(cards.split())))
            self.bets(set(hands), once=street < bets)
        for seat, cards in hands.items():
            self.table.does(ShowHand(seat=seat, cards=tuple(cards.split())))
        return [fact.body for fact in self.table.does(AwardPot())]

    def bets(self, stay: set[int], *, once: bool) -> None:
        while (round_ := self.table.state.round) is not None and round_.phase is Phase.BETTING:
            may = choice(round_)
            assert may is not None
            seat = round_.players[may.index].seat
            if seat not in stay:
                self.table.does(Fold(seat=seat))
            elif once and may.max_to:
                self.table.does(Bet(seat=seat, to_cents=may.min_to))
                once = False
            else:
                self.table.does(Check(seat=seat) if may.may_check else Call(seat=seat))

    def wins(self, seat: int, *, bets: int = 4) -> list[str]:
        """One player takes a whole pot; return what became of the kill button."""
        other = 2 if seat != 2 else 4
        return button(self.plays({seat: "Ks Kh Ac Ad 9c", other: "2c 3c 4c 5d 6d"}, NO_LOW, bets=bets))

    @property
    def killer(self) -> int | None:
        return self.table.state.kill_button


def button(bodies: list[Body]) -> list[str]:
    return [TAGS[type(body)] for body in bodies if type(body) in TAGS]


B = TypeVar("B", bound=Record)


def of_kind(facts: tuple[Fact, ...], kind: type[B]) -> B:
    return next(fact.body for fact in facts if isinstance(fact.body, kind))


@pytest.mark.paragraph("14.11(A)(i)", "14.1")
def test_14_11a_i_who_wins_the_entire_qualifying_pot_gets_the_button() -> None:
    table = KillTable()
    assert table.wins(5) == ["placed"]
    assert table.killer == 5
    placed = next(fact for fact in table.table.facts if isinstance(fact.body, KillButtonPlaced))
    assert placed.paragraphs == ("14.11(A)(i)", "14.1")


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11a_i_a_pot_too_small_for_it_places_nothing() -> None:
    """Seats 2 and 5 put in $4 each and seat 1 its blind of $2: $10, and $16 would qualify."""
    table = KillTable()
    assert table.wins(5, bets=0) == []
    assert table.killer is None


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11a_i_because_all_others_folded_is_the_entire_pot_as_well() -> None:
    table = KillTable()
    table.deals()
    table.bets({4, 5}, once=True)
    table.table.does(DealStreet(board=("Kc", "Kd", "7s")))
    table.bets({4, 5}, once=True)
    table.table.does(DealStreet(board=("Qh",)))
    table.bets({5}, once=True)
    assert button([fact.body for fact in table.table.does(AwardPot())]) == ["placed"]
    assert table.killer == 5


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11a_i_the_next_hand_is_at_twice_the_posted_limits_and_never_more() -> None:
    table = KillTable()
    for _ in range(3):
        table.wins(5)
        started = of_kind(table.deals(), RoundStarted)
        assert isinstance(started, RoundStarted)
        assert started.stakes == replace(STAKES, min_cents=800, max_cents=1600)


@pytest.mark.paragraph("14.11(A)(i)", "14.1")
def test_14_11a_i_a_half_kill_is_half_more() -> None:
    table = KillTable(config(HALF))
    table.wins(5)
    started = of_kind(table.deals(), RoundStarted)
    assert isinstance(started, RoundStarted)
    assert started.stakes == replace(STAKES, min_cents=600, max_cents=1200)


@pytest.mark.paragraph("14.11(A)(i)")
@pytest.mark.parametrize(
    ("killer", "posted"),
    [
        (5, {2: 200, 4: 400, 5: 800}),
        (4, {2: 200, 4: 800}),
        (2, {2: 800, 4: 400}),
        (1, {1: 800, 2: 200, 4: 400}),
    ],
)
def test_14_11a_i_the_killer_posts_one_blind_of_the_raised_minimum_the_others_theirs(
    killer: int, posted: dict[int, int]
) -> None:
    """The button moves from seat 5 to seat 1, so seats 2 and 4 are due the blinds; they come before any card."""
    table = KillTable()
    table.wins(killer)
    facts = table.deals()
    blinds = of_kind(facts, BlindsPosted)
    assert isinstance(blinds, BlindsPosted)
    assert dict(zip(blinds.seats, blinds.cents, strict=True)) == posted
    assert blinds.killer == killer
    kinds = [type(fact.body) for fact in facts]
    assert kinds.index(BlindsPosted) < kinds.index(HandsDealt)


@pytest.mark.paragraph("14.11(A)(i)", "14.11(A)(e)")
@pytest.mark.parametrize("killer", [1, 2, 4, 5])
def test_14_11a_i_the_first_to_act_is_left_of_the_blinds_and_the_killer_keeps_the_option(killer: int) -> None:
    table = KillTable()
    table.wins(killer)
    table.deals()
    acted = []
    while True:
        round_ = table.table.state.round
        assert round_ is not None
        may = choice(round_)
        if may is None:
            break
        seat = round_.players[may.index].seat
        acted.append(seat)
        if seat == killer:
            assert may.may_check
            assert (may.min_to, may.max_to) == (1600, 1600)
        table.table.does(Check(seat=seat) if may.may_check else Call(seat=seat))
    assert acted == [5, 1, 2, 4]
    assert round_.pot_cents == 4 * 800


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11a_i_another_winner_moves_the_button_the_same_one_leaves_it() -> None:
    table = KillTable()
    assert table.wins(5) == ["placed"]
    assert table.wins(5) == []
    assert table.killer == 5
    assert table.wins(1) == ["moved"]
    assert table.killer == 1


@pytest.mark.paragraph("14.11(A)(i)", "14.1")
def test_14_11a_i_a_pot_split_between_high_and_low_collects_it() -> None:
    table = KillTable()
    table.wins(5)
    split = {5: "Kc Kd Jd Qc Qd", 1: "As 2c Js 9d Th"}
    assert button(table.plays(split, LOW)) == ["collected"]
    assert table.killer is None
    started = of_kind(table.deals(), RoundStarted)
    assert isinstance(started, RoundStarted)
    assert started.stakes == STAKES


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11a_i_one_player_who_wins_high_and_low_wins_the_entire_pot() -> None:
    table = KillTable()
    assert button(table.plays({5: "Ac 2d Kc Kd Qd", 1: "Jc Js Td 9s 9h"}, LOW)) == ["placed"]


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11a_i_a_pot_that_does_not_qualify_by_that_hands_own_minimum_collects_it() -> None:
    """$8 from each of two and the blinds of $2 and $4: above four times the posted minimum, below that of the hand."""
    table = KillTable()
    table.wins(5)
    assert table.wins(5, bets=0) == ["collected"]
    awarded = [body for body in table.table.bodies() if isinstance(body, PotAwarded)][-1]
    assert 4 * 400 <= awarded.cents < 4 * 800


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11a_i_a_qualifying_amount_is_the_same_in_every_hand() -> None:
    table = KillTable(config(KillRules(kind=KillKind.KILL, pot_cents=1600)))
    table.wins(5)
    assert table.wins(5, bets=0) == []
    assert table.killer == 5


@pytest.mark.paragraph("I-14")
def test_i_14_a_tie_for_high_without_a_low_is_won_whole_by_nobody() -> None:
    table = KillTable()
    table.wins(5)
    bodies = table.plays({5: "Ks 2s As Th 9c", 1: "Kh 2h Ah Ts 9d"}, NO_LOW)
    assert button(bodies) == ["collected"]
    collected = next(fact for fact in table.table.facts if isinstance(fact.body, KillButtonCollected))
    assert "I-14" in collected.paragraphs


@pytest.mark.paragraph("I-14")
@BOTH_GAMES
def test_i_14_after_such_a_tie_the_next_hand_is_played_for_the_posted_limits(game: GameName) -> None:
    table = KillTable(config(game=game))
    fifth = {GameName.OMAHA_HILO_8: ("", ""), GameName.BIG_OMAHA_HILO_8: (" 9c", " 9d")}[game]
    table.plays({5: f"Ks Kh Ac Ad{fifth[0]}", 2: f"2c 3c 4c 5d{fifth[1]}"}, NO_LOW)
    killed = of_kind(table.deals(), RoundStarted)
    tied = table.plays({5: f"Ks 2s As Th{fifth[0]}", 1: f"Kh 2h Ah Ts{fifth[1]}"}, NO_LOW)
    after = of_kind(table.deals(), RoundStarted)
    assert isinstance(killed, RoundStarted)
    assert isinstance(after, RoundStarted)
    (pot,) = (body for body in tied if isinstance(body, PotAwarded))
    assert [share.part for share in pot.shares] == [PartName.WHOLE] * 2, "no low, and tied for the high"
    assert pot.cents >= 4 * 800, "it would qualify"
    assert killed.stakes == raised(KILL, STAKES)
    assert after.stakes == STAKES


@pytest.mark.paragraph("I-14", "14.11(A)(i)")
def test_item_9_every_side_pot_has_to_be_won_and_counts() -> None:
    def pot(number: int, cents: int, *seats: int) -> PotAwarded:
        shares = tuple(Share(seat=seat, part=PartName.WHOLE, cents=cents // len(seats)) for seat in seats)
        return PotAwarded(seats=seats, uncontested=False, pot=number, cents=cents, shares=shares)

    assert winner(KILL, [pot(1, 600, 5), pot(0, 1000, 5)], minimum_cents=400) == 5
    assert winner(KILL, [pot(1, 599, 5), pot(0, 1000, 5)], minimum_cents=400) is None
    assert winner(KILL, [pot(1, 600, 4), pot(0, 9000, 5)], minimum_cents=400) is None
    assert winner(KILL, [pot(0, 9000, 4, 5)], minimum_cents=400) is None
    assert winner(KILL, [], minimum_cents=400) is None


@pytest.mark.paragraph("14.11(A)(i)")
@pytest.mark.parametrize("limit", [Limit.FIXED, Limit.SPREAD])
def test_item_9_raised_are_the_limits_and_nothing_else(limit: Limit) -> None:
    posted = replace(STAKES, limit=limit, ante_cents=100)
    assert raised(KILL, posted) == replace(posted, min_cents=800, max_cents=1600)
    assert raised(HALF, posted) == replace(posted, min_cents=600, max_cents=1200)


@pytest.mark.paragraph("14.11(A)(i)", "14.7(c)3", "I-26")
def test_14_7_c_3_what_a_player_needs_follows_the_raised_limits() -> None:
    """The least bet is 800, and seat 2 owes its posted blind of 200 as well."""
    table = KillTable()
    table.wins(5)
    stacks = table.table.state.stacks
    table.table.ledger = replace(
        table.table.ledger, state=replace(table.table.state, stacks={**stacks, 1: 799, 2: 1000})
    )
    asked = [step.seat for step in next_steps(table.table.state) if isinstance(step.act, AddChips)]
    assert asked == [1]
    started = of_kind(table.deals(), RoundStarted)
    assert isinstance(started, RoundStarted)
    assert started.seats == (2, 4, 5)


@pytest.mark.paragraph("14.11(A)(i)", "14.6(e)2")
def test_14_11a_i_the_dealer_is_told_and_everybody_sees_it() -> None:
    table = KillTable()
    before = public_view(table.table.state).kill
    assert before is not None
    assert (before.kind, before.button, before.qualifying_cents) == (KillKind.KILL, None, 1600)
    table.wins(5)
    table.table.ready(Back.RED)
    view = public_view(table.table.state)
    assert view.kill is not None
    assert (view.kill.button, view.kill.min_cents, view.kill.max_cents) == (5, 800, 1600)
    assert view.kill.qualifying_cents == 3200
    deal = next(step for step in view.steps if isinstance(step.act, Deal))
    assert deal.say.startswith(
        "Seat 5 has the kill button and posts one blind of $8. Blind bets: seat 2 $2, seat 4 $4."
    )
    assert "14.11(A)(i)" in deal.paragraphs


@pytest.mark.paragraph("14.11(A)(i)", "I-23")
def test_i_23_who_takes_the_seat_of_a_killer_that_left_owes_nothing() -> None:
    table = KillTable()
    table.wins(5)
    facts = table.table.does(LeaveSeat(seat=5))
    collected = next(fact for fact in facts if isinstance(fact.body, KillButtonCollected))
    assert collected.paragraphs == ("14.11(A)(i)", "14.1", "I-23")
    table.table.does(TakeSeat(seat=5, cents=20_000))
    table.table.ready(Back.RED)
    assert "kill button" not in next(step.say for step in next_steps(table.table.state) if isinstance(step.act, Deal))
    dealt = table.table.does(Deal())
    posted = of_kind(dealt, BlindsPosted)
    assert (posted.killer, of_kind(dealt, RoundStarted).stakes) == (None, STAKES)


@pytest.mark.paragraph("14.11(A)(i)", "I-23")
def test_i_23_a_killer_who_is_away_at_the_deal_loses_the_kill_and_the_dealer_takes_the_button_up() -> None:
    table = KillTable()
    table.wins(5)
    table.table.does(StepAway(seat=5, stakes=AwayStakes.COVERED))
    assert table.killer == 5, "the player may be back before the deal"
    table.table.ready(Back.RED)
    step = next(step for step in next_steps(table.table.state) if isinstance(step.act, Deal))
    assert "The player of seat 5 is away: collect the kill button." in step.say
    assert "I-23" in step.paragraphs
    facts = table.table.does(Deal())
    assert of_kind(facts, KillButtonLapsed) == KillButtonLapsed(seat=5)
    assert of_kind(facts, RoundStarted).stakes == STAKES
    assert table.killer is None


@pytest.mark.paragraph("14.11(A)(i)", "I-23")
def test_i_23_back_in_time_the_killer_posts() -> None:
    table = KillTable()
    table.wins(5)
    table.table.does(StepAway(seat=5, stakes=AwayStakes.COVERED))
    table.table.does(ComeBack(seat=5))
    table.table.ready(Back.RED)
    assert of_kind(table.table.does(Deal()), BlindsPosted).killer == 5


@pytest.mark.paragraph("14.11(A)(i)", "I-23", "I-7")
def test_i_23_the_kill_goes_along_to_another_seat() -> None:
    table = KillTable(replace(config(), seat_changes=True, missed_blinds=True))
    table.wins(5)
    table.table.does(ChangeSeat(seat=5, to=6))
    assert table.killer == 6


@pytest.mark.paragraph("I-8", "14.11(A)(i)")
def test_i_8_a_void_round_leaves_the_kill_button_where_it_is() -> None:
    table = KillTable()
    table.wins(5)
    table.deals()
    table.table.by_two(VoidRound(why="51 cards"))
    assert table.killer == 5
    assert table.wins(5) == []


@pytest.mark.paragraph("14.11(A)(i)", "14.10(c)3")
def test_14_10_c_3_the_dealers_button_moves_all_the_same() -> None:
    table = KillTable()
    bodies = table.plays({5: "Ks Kh Ac Ad 9c", 1: "2c 3c 4c 5d 6d"}, NO_LOW)
    assert [type(body) for body in bodies[-2:]] == [ButtonMoved, KillButtonPlaced]


def test_two_players_play_a_kill() -> None:
    table = KillTable(config(seats=(1, 2)))
    assert button(table.plays({1: "Ks Kh Ac Ad 9c", 2: "2c 3c 4c 5d 6d"}, NO_LOW)) == ["placed"]
    assert button(table.plays({2: "Ks Kh Ac Ad 9c", 1: "2c 3c 4c 5d 6d"}, NO_LOW)) == ["moved"]


@pytest.mark.paragraph("14.11(A)(i)")
@BOTH_GAMES
@pytest.mark.parametrize("kill", [KILL, HALF])
def test_item_9_the_two_eight_or_better_games_may_have_it(game: GameName, kill: KillRules) -> None:
    assert config(kill, game=game).kill == kill


@pytest.mark.paragraph("14.11(A)(i)")
@pytest.mark.parametrize("game", [game.name for game in GAMES.values() if not game.kill])
def test_item_9_every_other_game_refuses_it_by_name(game: GameName) -> None:
    stakes = replace(STAKES, forced_cents=200)
    with pytest.raises(ValueError, match="without a kill or half-kill"):
        config(game=game, stakes=stakes)


@pytest.mark.parametrize(
    ("kill", "stakes", "said"),
    [
        (KillRules(kind=KillKind.KILL, times_minimum=3), STAKES, "in the next round, 1600 cents"),
        (KillRules(kind=KillKind.HALF_KILL, pot_cents=1199), STAKES, "in the next round, 1200 cents"),
        (HALF, replace(STAKES, min_cents=300, max_cents=500), "whole chips"),
        (HALF, replace(STAKES, min_cents=25, max_cents=50, chip_cents=1), "whole chips"),
    ],
)
def test_a_kill_that_could_not_be_played_is_refused(kill: KillRules, stakes: Stakes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        config(kill, stakes=stakes)


def test_a_table_that_is_not_told_the_pot_cannot_decide_about_a_kill() -> None:
    with pytest.raises(ValueError, match="needs full tracking"):
        config(tracking=Tracking.PROCEDURE)


@pytest.mark.parametrize(("pot", "times"), [(0, 0), (1600, 4)])
def test_a_pot_qualifies_by_one_measure(pot: int, times: int) -> None:
    with pytest.raises(ValueError, match="not both"):
        KillRules(kind=KillKind.KILL, pot_cents=pot, times_minimum=times)


@pytest.mark.paragraph("14.11(A)(i)", "I-16")
@pytest.mark.parametrize("heads_up", HeadsUp)
@pytest.mark.parametrize("killer", [1, 2])
def test_i_16_a_kill_of_two_players_is_played_again_in_the_order_of_the_table(heads_up: HeadsUp, killer: int) -> None:
    table = KillTable(replace(config(seats=(1, 2)), heads_up=heads_up))
    hands = {killer: "Ks Kh Ac Ad 9c", 3 - killer: "2c 3c 4c 5d 6d"}
    table.plays(hands, NO_LOW)
    assert table.killer == killer
    before = len(table.table.facts)
    table.plays(hands, NO_LOW)
    bodies = [fact.body for fact in table.table.facts[before:] if isinstance(fact.body, RoundBody)]
    told = parse_hand(loads(dumps(hand_of(bodies))))
    assert told.killer is not None
    played = replay(told)
    check(told, played)
    assert [fact.body for fact in played.facts if isinstance(fact.body, PotAwarded)]
