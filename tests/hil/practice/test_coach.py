"""The coach: a learner who does everything right scores full marks in every game at both levels."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.rules.cards import BIT
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.games import GAMES as RULES
from firmware_host.rules.ranking import Ace, lowest_by_suit
from firmware_host.rules.round.award_plan import work_out
from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    Draw,
    Fold,
    MakeForcedBet,
    MuckHand,
    ShowHand,
)
from firmware_host.rules.stakes import Limit
from firmware_host.rules.struct import HIDDEN
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import CountCards, CutDeck
from firmware_host.table.acts.dice import AcceptShaker, CallSum, NoteDie, RefuseShaker
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.intent import Accepted
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import SenseLid
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.decks import Place
from firmware_host.table.state.stub import expected
from firmware_host.table.terms import Counted
from hil.practice.due import between_rounds
from hil.practice.hand_moves import Doing, Hand, before, say
from hil.practice.judging import Kind, compared, is_step
from hil.practice.practice_score import Mistake, lines
from tests.hil.practice.practising import Practice
from tests.inner_loop import drawn

GAMES = [*GameName]

POKER = [game for game in GameName if game is not GameName.MINI_DICE]

ORDINARY = (
    Fold,
    Check,
    Call,
    Bet,
    MakeForcedBet,
    MuckHand,
    CompleteBetting,
    CompleteDraw,
    AwardUncontested,
    DealStreet,
)


@pytest.mark.parametrize("tracking", [*Tracking])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(drawn(2)))
def test_a_perfect_learner_scores_full_marks(game: GameName, tracking: Tracking, seed: int) -> None:
    practice = Practice(game, tracking, seed=seed)
    practice.deals(3)
    result = practice.coach.score()
    assert result.percent == 100
    assert result.steps > 10
    assert not result.mistakes


def mistake(found: Mistake | None, kind: Kind) -> Mistake:
    """Check that the mistake was found, named and cited."""
    assert found is not None
    assert found.kind is kind, found
    assert found.title
    assert found.happened
    assert found.should
    assert found.why
    assert found.paragraphs
    assert all(each.text for each in found.paragraphs), found.paragraphs
    return found


@pytest.mark.parametrize("game", POKER)
def test_another_act_than_the_players_is_found_and_counts_half_once_taken_back(game: GameName) -> None:
    practice = Practice(game, Tracking.FULL, seed=7)
    due = practice.until((Call, Check))
    assert isinstance(due, Call | Check)
    mistake(practice.asks(Fold(seat=due.seat)), Kind.WRONG_ACT)
    practice.takes_back()
    assert practice.coach.due is not None
    assert practice.coach.due.act == due
    practice.deals(2)
    result = practice.coach.score()
    assert [each.corrected for each in result.mistakes] == [True]
    assert (result.corrected, result.missed) == (1, 0)
    assert result.points == result.steps - 0.5


@pytest.mark.parametrize("game", POKER)
def test_a_mistake_that_stays_in_the_record_is_missed_and_the_players_go_on(game: GameName) -> None:
    practice = Practice(game, Tracking.FULL, seed=8)
    due = practice.until((Call, Check))
    assert isinstance(due, Call | Check)
    mistake(practice.asks(Fold(seat=due.seat)), Kind.WRONG_ACT)
    practice.deals(2)
    result = practice.coach.score()
    assert (result.corrected, result.missed) == (0, 1)


def test_a_wrong_amount_is_found() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=3, limit=Limit.SPREAD)
    due = practice.until(Bet)
    assert isinstance(due, Bet)
    amounts = next(step.amounts for step in next_steps(practice.state) if isinstance(step.act, Bet))
    assert amounts is not None
    other = amounts.max if due.to_cents != amounts.max else amounts.min
    mistake(practice.asks(replace(due, to_cents=other)), Kind.WRONG_AMOUNT)


def test_wrong_board_cards_are_found_and_the_round_goes_on_with_those_entered() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=5)
    while not isinstance(due := practice.until(DealStreet), DealStreet) or not due.board:
        practice.does_what_is_due()
    others = tuple(card for card in BIT if card not in due.board)[: len(due.board)]
    found = mistake(practice.asks(DealStreet(board=others)), Kind.WRONG_CARDS)
    assert " ".join(due.board) in found.should
    practice.deals(2)
    assert practice.coach.score().missed == 1


@pytest.mark.parametrize("game", [game for game in POKER if any(street.up for street in RULES[game].streets)])
def test_wrong_up_cards_are_found(game: GameName) -> None:
    practice = Practice(game, Tracking.FULL, seed=5)
    while not isinstance(due := practice.until(DealStreet), DealStreet) or not due.hands:
        practice.does_what_is_due()
    first, second, *rest = due.hands
    swapped = (replace(first, cards=second.cards), replace(second, cards=first.cards), *rest)
    mistake(practice.asks(DealStreet(hands=swapped)), Kind.WRONG_CARDS)
    practice.deals(2)
    assert practice.coach.score().missed == 1


def test_up_cards_left_out_are_found_and_the_player_who_really_opens_opens() -> None:
    practice = Practice(GameName.STUD, Tracking.FULL, seed=5)
    while not isinstance(due := practice.until(DealStreet), DealStreet) or not due.hands:
        practice.does_what_is_due()
    up = {hand.seat: hand.cards[-1] for hand in due.hands}
    mistake(practice.asks(DealStreet()), Kind.WRONG_CARDS)
    opens = practice.until(MakeForcedBet)
    assert isinstance(opens, MakeForcedBet)
    assert up[opens.seat] == lowest_by_suit(tuple(up.values()), Ace.HIGH)


def test_another_hand_than_the_one_shown_is_found() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=5)
    due = practice.until(ShowHand)
    assert isinstance(due, ShowHand)
    assert practice.state.round is not None
    free = [card for card, bit in BIT.items() if not practice.state.round.known & bit and card not in due.cards]
    mistake(practice.asks(ShowHand(seat=due.seat, cards=tuple(free[:2]))), Kind.WRONG_CARDS)
    practice.deals(2)
    assert practice.coach.score().missed == 1


def test_a_wrong_number_of_discards_is_found() -> None:
    practice = Practice(GameName.DRAW, Tracking.FULL, seed=5)
    due = practice.until(Draw)
    assert isinstance(due, Draw)
    count = 1 if len(due.discards) != 1 else 2
    mistake(practice.asks(Draw(seat=due.seat, discards=(HIDDEN,) * count)), Kind.WRONG_CARDS)


def test_an_act_for_another_seat_is_refused_and_cited() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=5)
    due = practice.until((Call, Fold, Check))
    assert isinstance(due, Call | Fold | Check)
    other = next(seat for seat in reversed(practice.state.seats) if seat != due.seat)
    found = practice.asks(MakeForcedBet(seat=other))
    mistake(found, Kind.WRONG_SEAT)
    assert practice.coach.mistakes[0].corrected


def test_showing_a_hand_for_the_wrong_seat_is_found() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=5)
    due = practice.until(ShowHand)
    assert isinstance(due, ShowHand)
    assert practice.state.round is not None
    other = next((seat for seat in practice.state.round.seats_in if seat != due.seat), None)
    assert other is not None
    mistake(practice.asks(ShowHand(seat=other, cards=due.cards)), Kind.WRONG_SEAT)


@pytest.mark.parametrize("game", POKER)
def test_a_press_before_the_players_have_finished_is_too_early(game: GameName) -> None:
    practice = Practice(game, Tracking.PROCEDURE, seed=4)
    practice.until(CompleteBetting)
    while not (practice.coach.players_are_busy and practice.coach.due and practice.coach.due.act):
        practice.does_what_is_due()
    due = practice.coach.due.act
    assert due is not None
    mistake(practice.asks(due), Kind.TOO_EARLY)
    practice.deals(2)
    assert practice.coach.score().missed == 1


def test_a_press_too_early_that_is_taken_back_counts_half() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=4)
    practice.until(Deal)
    practice.does_what_is_due()
    assert practice.coach.players_are_busy
    mistake(practice.asks(CompleteBetting()), Kind.TOO_EARLY)
    practice.takes_back()
    assert practice.coach.players_are_busy
    practice.deals(1)
    result = practice.coach.score()
    assert (result.corrected, result.missed) == (1, 0)


@pytest.mark.parametrize("game", POKER)
def test_all_others_folded_while_several_are_in_is_found(game: GameName) -> None:
    practice = Practice(game, Tracking.PROCEDURE, seed=4)
    practice.until(CompleteBetting)
    practice.waits_for_players()
    mistake(practice.asks(AwardUncontested()), Kind.SKIPPED_STEP)


def test_the_pot_pushed_to_another_player_is_found_at_both_levels() -> None:
    for tracking in Tracking:
        practice = Practice(GameName.HOLDEM, tracking, seed=5)
        practice.until(ShowHand) if tracking is Tracking.FULL else None
        due = practice.until(AwardPot)
        assert isinstance(due, AwardPot)
        practice.waits_for_players()
        round_ = practice.state.round
        assert round_ is not None
        winners = due.seats or work_out(round_).winners
        other = next(seat for seat in round_.seats_in if seat not in winners)
        mistake(practice.asks(AwardPot(seats=(other,))), Kind.WRONG_PUSH)


def test_a_wrong_count_is_found() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=5)
    due = practice.until(CountCards)
    assert isinstance(due, CountCards)
    assert due.counted is not None
    found = mistake(practice.asks(replace(due, counted=due.counted - 1)), Kind.WRONG_COUNT)
    assert str(due.counted) in found.should


def test_the_same_step_twice_is_entered_twice() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
    due = practice.until(Deal)
    assert practice.asks(due) is None
    found = practice.asks(due)
    assert found is not None
    assert found.kind is Kind.REPEATED_STEP
    assert found.paragraphs


def test_the_same_request_sent_again_is_one_request() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
    due = practice.until(Deal)
    assert practice.asks(due, id_="page:again") is None
    assert practice.asks(due, id_="page:again") is None
    assert not practice.coach.mistakes


def test_dealing_before_the_cut_is_refused_and_cited() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
    practice.until(CutDeck)
    mistake(practice.asks(Deal()), Kind.REFUSED)


def test_calling_the_floor_and_looking_for_help_is_no_mistake() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
    practice.until(CompleteBetting)
    assert practice.asks(CallFloor()) is None
    assert practice.asks(EndFloorCall()) is None
    practice.deals(1)
    assert practice.coach.score().percent == 100


def test_hands_at_the_wrong_moment_are_found() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
    practice.until(CompleteBetting)
    in_play = next(deck.back for deck in practice.state.decks if deck.place is Place.IN_PLAY)
    mistake(practice.coach.did(Hand(do=Doing.LOAD, back=in_play), 1.0), Kind.HANDS)
    mistake(practice.coach.did(Hand(do=Doing.OPEN_LID), 1.0), Kind.HANDS)
    assert practice.coach.did(Hand(do=Doing.CLOSE_LID), 1.0) is None
    button = practice.state.button
    assert button is not None
    other = next(seat for seat in practice.state.seats if seat != button)
    mistake(practice.coach.did(Hand(do=Doing.BUTTON, seat=other), 1.0), Kind.HANDS)
    assert practice.coach.did(Hand(do=Doing.BUTTON, seat=button), 2.0) is None
    assert practice.coach.mistakes[-1].corrected


def test_the_cut_with_the_deck_still_in_the_shuffler_is_found() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
    due = practice.until(CutDeck)
    assert isinstance(due, CutDeck)
    practice.coach.asked("page:cut", due, 1.0, in_shuffler=(due.back,))
    answer = practice.table.does(due)
    practice.hears()
    told = Accepted(id="page:cut", numbers=tuple(fact.number for fact in answer))
    mistake(practice.coach.answered("page:cut", told), Kind.HANDS)


def test_the_learner_is_told_what_the_hands_do_before_the_tap() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
    cut = practice.until(CutDeck)
    assert isinstance(cut, CutDeck)
    lying = replace(practice.state, decks=tuple(replace(deck, place=Place.SHUFFLER) for deck in practice.state.decks))
    assert [say(hand) for hand in before(lying, cut)] == ["Take the deck out of the shuffler"]
    practice.until(Deal)
    table = practice.state
    astray = replace(table, puck=next(seat for seat in table.seats if seat != table.button))
    assert [say(hand) for hand in before(astray, Deal())] == [f"Move the dealer button to seat {table.button}"]
    assert before(replace(table, puck=table.button), Deal()) == ()
    due = between_rounds(astray, seed=5)
    assert due is not None
    assert due.first == (f"Your hands first: Move the dealer button to seat {table.button}",)


@pytest.mark.parametrize("tracking", [*Tracking])
def test_wrong_dice_are_found(tracking: Tracking) -> None:
    practice = Practice(GameName.MINI_DICE, tracking, seed=2)
    due = practice.until(NoteDie)
    assert isinstance(due, NoteDie)
    lie = practice.lie
    assert lie is not None
    face = next(face for face in range(1, 7) if face not in lie.faces)
    mistake(practice.asks(NoteDie(face=face)), Kind.WRONG_DICE)


def unequal_dice(tracking: Tracking) -> tuple[Practice, tuple[int, int]]:
    for seed in range(40):
        practice = Practice(GameName.MINI_DICE, tracking, seed=seed)
        practice.until(NoteDie)
        assert practice.lie is not None
        first, second = practice.lie.faces
        if first != second:
            return practice, (first, second)
    raise AssertionError("equal dice in forty shakes")


@pytest.mark.parametrize("tracking", [*Tracking])
def test_either_die_may_be_entered_first(tracking: Tracking) -> None:
    practice, (first, second) = unequal_dice(tracking)
    assert practice.asks(NoteDie(face=second)) is None
    assert practice.asks(CallSum(dice=(second, first))) is None
    assert practice.coach.mistakes == []


def test_a_mistake_cites_what_it_breaks() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=5)
    due = practice.until(Call)
    assert isinstance(due, Call)
    found = practice.asks(Fold(seat=due.seat))
    assert found is not None
    assert found.paragraphs[0].name == "14.7(d)"


def test_a_player_who_declines_and_is_given_the_shaker_is_found() -> None:
    practice = Practice(GameName.MINI_DICE, Tracking.PROCEDURE, seed=3)
    due = practice.until(RefuseShaker)
    assert isinstance(due, RefuseShaker)
    found = practice.asks(AcceptShaker(seat=due.seat))
    assert found is not None
    assert found.kind in (Kind.WRONG_ACT, Kind.SKIPPED_STEP)
    assert found.paragraphs


def test_uncovering_too_soon_is_found() -> None:
    practice = Practice(GameName.MINI_DICE, Tracking.PROCEDURE, seed=3)
    while not (practice.coach.due and Hand(do=Doing.SHAKE, times=3) in practice.coach.due.hands):
        practice.does_what_is_due()
    mistake(practice.coach.did(Hand(do=Doing.UNCOVER), 1.0), Kind.HANDS)
    mistake(practice.coach.did(Hand(do=Doing.SHAKE, times=2), 1.0), Kind.HANDS)


def test_alerts_of_a_fault_that_was_asked_for_are_no_mistakes() -> None:
    for fault, found in (("A card jams.", 0), ("", 1)):
        practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=5)
        practice.until(CompleteBetting)
        practice.coach.fault(fault)
        practice.table.does(SenseLid(open=True))
        practice.hears()
        assert len(practice.coach.mistakes) == found


@given(seed=st.integers(0, 1 << 16), game=st.sampled_from(POKER), stops=st.sets(st.integers(0, 60), max_size=6))
@settings(max_examples=drawn(20), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_wherever_a_learner_takes_back_the_same_thing_is_due_again(seed: int, game: GameName, stops: set[int]) -> None:
    for tracking in Tracking:
        practice = Practice(game, tracking, seed=seed)
        practice.until(CutDeck)
        for at in range(60):
            due = practice.coach.due
            assert practice.does_what_is_due() is None
            can = any(isinstance(step.act, TakeBack) for step in next_steps(practice.state))
            if not (at in stops and can and due is not None and due.act is not None):
                continue
            if practice.state.round is not None and not isinstance(due.act, CutDeck | Deal):
                practice.takes_back()
                assert practice.coach.due is not None
                assert practice.coach.due.act == due.act
        assert practice.coach.score().percent == 100


@given(seed=st.integers(0, 1 << 16), game=st.sampled_from(POKER), wrongs=st.sets(st.integers(0, 40), max_size=5))
@settings(max_examples=drawn(20), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_entered_the_coach_follows_the_record(seed: int, game: GameName, wrongs: set[int]) -> None:
    """Any step of the table instead of what is due: the coach names each one, and the game goes on."""
    chance = random.Random(seed)
    for tracking in Tracking:
        practice = Practice(game, tracking, seed=seed)
        for at in range(40):
            practice.does_what_is_due()
            due = practice.coach.due
            if at not in wrongs or due is None or due.act is None:
                continue
            offered = [step.act for step in next_steps(practice.state) if isinstance(step.act, ORDINARY)]
            if offered:
                act = chance.choice(offered)
                right = compared(due.act, act) is None and not practice.coach.players_are_busy
                found = practice.asks(act)
                assert (found is None) is right or not is_step(act)
        assert len({each.number for each in practice.coach.mistakes}) == len(practice.coach.mistakes)
        assert 0 <= practice.coach.score().percent <= 100


def test_a_learner_who_takes_longer_is_told_how_long() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.PROCEDURE, seed=1)
    practice.deals(2)
    pace = {each.step: each for each in practice.coach.score().pace}
    assert pace["complete betting"].times >= 2
    assert pace["complete betting"].usual_s > 0
    text = "\n".join(lines(practice.coach.score()))
    assert "Score: 100 of 100 after 2 rounds." in text
    assert "complete betting" in text


def test_the_hands_turned_up_were_held_all_along_and_no_card_lies_twice() -> None:
    practice = Practice(GameName.OMAHA, Tracking.FULL, seed=9)
    shown: list[str] = []
    practice.until(ShowHand)
    while isinstance(practice.coach.due.act if practice.coach.due else None, ShowHand):
        act = practice.coach.due.act if practice.coach.due else None
        shown += act.cards if isinstance(act, ShowHand) else ()
        practice.does_what_is_due()
    board = practice.state.round.board if practice.state.round else ()
    assert len({*shown, *board}) == len(shown) + len(board)


def test_a_count_in_the_middle_of_a_round_is_no_mistake() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=5)
    practice.until((ShowHand, AwardUncontested, AwardPot))
    assert practice.coach.due is not None
    due = practice.coach.due.act
    back = next(deck.back for deck in practice.state.decks if deck.place is Place.IN_PLAY)
    stub = expected(practice.state, Counted.STUB)
    assert stub is not None
    assert practice.asks(CountCards(what=Counted.STUB, back=back, counted=stub.least)) is None
    assert practice.coach.due is not None
    assert practice.coach.due.act == due
    assert not practice.coach.score().mistakes


def test_a_mistake_among_many_steps_never_leaves_full_marks() -> None:
    practice = Practice(GameName.HOLDEM, Tracking.FULL, seed=7)
    due = practice.until((Call, Check))
    assert isinstance(due, Call | Check)
    practice.asks(Fold(seat=due.seat))
    practice.takes_back()
    practice.deals(8)
    result = practice.coach.score()
    assert result.steps > 100
    assert result.percent == 99
