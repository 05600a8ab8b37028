"""19:47-14.6(e)5 and 6: who gets which pot is said before the push, and another winner is refused (R9, R10, R13)."""

import pytest

from firmware_host.rules.decision import Code, Key
from firmware_host.rules.games.holdem_and_omaha import HOLDEM, OMAHA_HILO_8
from firmware_host.rules.games.seven_card_stud import STUD
from firmware_host.rules.round import Phase, next_steps
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, CompleteBetting
from firmware_host.rules.round_facts import PotAwarded, PotMispushed, UncalledReturned
from firmware_host.table.terms import AlertKind
from tests.rules.spoken_table import NO_LIMIT, Full, Procedure

BOARD = ("Ac Kd Kh", "9s", "2c")


def two_pots() -> Full:
    """Seat 2 is all-in for $20 with the best hand; seats 5 and 7 have $100 each, and seat 5 beats seat 7."""
    table = Full(HOLDEM, {2: 20, 5: 100, 7: 100}, button=7, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 7 raises to $60", "seat 2 calls", "seat 5 calls")
    for board in BOARD:
        table.deal(board=board)
        if table.phase is Phase.BETTING:
            table.all_say("checks", 5, 7)
    table.says("seat 2 shows Kc Ks", "seat 5 shows As Qs", "seat 7 shows Qh Jh")
    return table


@pytest.mark.paragraph("14.6(e)5", "14.6(e)6", "14.6(e)2")
def test_14_6_e_6_the_dealer_is_told_each_pot_in_its_order_with_who_gets_it_and_why() -> None:
    table = two_pots()
    assert table.expected.say == (
        "Collect the losing hands. Push side pot 1 of $80 to seat 5 (two pairs, aces and kings with queen); the centre "
        "pot of $60 to seat 2 (four-of-a-kind, kings with ace). Then collect the winning hand."
    )
    assert {"14.6(e)5", "14.6(e)6"} <= set(table.expected.paragraphs)
    assert table.expected.key is Key.NEXT


@pytest.mark.paragraph("14.6(e)2", "14.11(f)2i", "14.11(f)2iii")
def test_14_6_e_6_shares_and_odd_money_are_said_with_what_brings_them() -> None:
    table = Full(OMAHA_HILO_8, {1: 25, 2: 25, 3: 25}, button=3, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 3 raises to $25", "seat 1 calls", "seat 2 calls")
    for board in ("3h 4d 8c", "Ks", "Kh"):
        table.deal(board=board)
    table.says("seat 1 shows As 2s Qd Jd", "seat 2 shows Ac 2c Qh Jh", "seat 3 shows Kc Kd 9s 9d")
    assert table.expected.say == (
        "Collect the losing hands. Push the centre pot of $75: $38 to seat 3 (the high half, four-of-a-kind, kings "
        "with eight, $1 of it odd) and $19 to seat 2, $1 of it odd by the Ac and $18 to seat 1 (the low half, "
        "eight-four-three-two-ace low). Then collect the winning hand."
    )
    assert {"I-13", "I-25", "14.11(f)2i", "14.11(f)2iii"} <= set(table.expected.paragraphs)


@pytest.mark.paragraph("14.6(e)5")
def test_14_6_e_5_a_push_to_another_player_than_the_hands_name_is_refused_with_who_it_goes_to_and_why() -> None:
    table = two_pots()
    refused = table.refuses(AwardPot(seats=(7,)))
    assert refused.code is Code.WRONG_WINNER
    assert "the dealer names seat 7" in refused.reason
    assert "the centre pot of $60 to seat 2 (four-of-a-kind, kings with ace)" in refused.reason
    assert refused.allowed_by == "push the pots to seat 5 and seat 2"
    assert table.refuses(AwardPot(seats=(5,))).code is Code.WRONG_WINNER, "the centre pot is not seat 5's"
    assert table.refuses(AwardPot(seats=(2,), side_pots=((7,),))).code is Code.WRONG_WINNER
    table.does(AwardPot(seats=(2,), side_pots=((5,),)))


@pytest.mark.paragraph("14.6(e)5")
def test_14_6_e_5_a_pot_that_lies_before_another_already_is_on_record_and_taken_back() -> None:
    table = two_pots()
    offered = next(step for step in table.steps if isinstance(step.act, AwardPot) and step.act.pushed)
    assert (offered.key, offered.seats) == (None, (7,))
    table.does(offered.act)
    (mispushed,) = table.told(PotMispushed)
    assert (mispushed.seats, mispushed.due) == ((7,), (5, 2))
    raised = mispushed.raises()
    assert raised is not None
    assert raised.kind == AlertKind.POT_MISPUSHED
    assert table.phase is Phase.SHOWDOWN
    assert table.expected.say.startswith("Take the pot back from seat 7. Collect the losing hands. Push side pot 1")
    assert table.award()
    assert table.round.mispushed == ()


@pytest.mark.paragraph("14.6(e)5", "14.1", "I-24")
def test_i_24_a_round_without_an_ante_won_by_an_uncalled_bet_names_who_won_it() -> None:
    table = Full(STUD, {1: 100, 4: 100})
    table.deal({1: "?? ?? Kd", 4: "?? ?? 2c"})
    table.says("seat 4 makes the forced bet", "seat 1 folds")
    (award,) = table.award()
    assert (award.seats, award.cents, award.uncontested) == ((4,), 0, True)
    assert "pot pushed to seat 4" in award.sentence()
    assert table.why(UncalledReturned) == ("14.1", "I-24")


@pytest.mark.paragraph("14.6(e)6", "14.6(d)")
def test_14_6_e_6_where_no_hand_is_told_the_dealer_hears_that_side_pots_go_first_and_may_name_the_winners() -> None:
    table = Procedure(HOLDEM, 2, 5, 7)
    table.betting_is_over(4)
    assert "Push the side pots first, the one made last before the others" in table.expected.say
    naming = next(step for step in table.steps if isinstance(step.act, AwardPot) and step.act.seats)
    assert (naming.key, naming.seats) == (None, (2, 5, 7))
    table.does(AwardPot(seats=(5,), side_pots=((7,), (2, 5))))
    assert [(award.pot, award.seats) for award in table.told(PotAwarded)] == [(2, (2, 5)), (1, (7,)), (0, (5,))]
    assert table.told(PotAwarded)[1].sentence() == "Side pot 1 pushed to seat 7."


@pytest.mark.paragraph("14.6(d)", "14.6(e)5")
def test_14_6_d_by_a_key_nobody_is_named_and_the_record_says_so() -> None:
    table = Procedure(HOLDEM, 2, 5, 7)
    table.betting_is_over(4)
    table.award()
    (award,) = table.told(PotAwarded)
    assert "the winner was not entered" in award.sentence()
    folded = Procedure(HOLDEM, 2, 5, 7)
    named = next(step for step in next_steps(folded.round) if isinstance(step.act, AwardUncontested) and step.act.seat)
    assert (named.key, named.seats) == (None, (2, 5, 7))
    folded.does(AwardUncontested(seat=5))
    assert folded.told(PotAwarded)[0].seats == (5,)
    assert isinstance(Procedure(HOLDEM, 2, 5).expected.act, CompleteBetting)
