"""Each refusal cites the paragraph that stands in the way, once (R12)."""

import pytest

from firmware_host.rules.decision import Role
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.games.seven_card_stud import STUD, STUD_HILO
from firmware_host.rules.games.super_seven_stud import SUPER_STUD
from firmware_host.rules.round_acts import VoidRound
from firmware_host.rules.round_facts import PotAwarded
from firmware_host.table.acts.decks import LoadDeck, OrderRecut, VerifyDecks, WashDeck
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import StepAway
from firmware_host.table.terms import AwayStakes, Back
from tests.rules.spoken_table import NO_LIMIT, Full, Procedure, dealing
from tests.worlds.pure_table import PureTable


@pytest.mark.paragraph("14.2(a)")
def test_14_2_a_a_card_that_is_out_already_is_refused_by_the_one_deck() -> None:
    table = Full(HOLDEM, {1: 100, 4: 100}, button=4)
    table.deal({1: "As Ks"})
    table.says("seat 1 calls", "seat 4 checks")
    assert table.refuses(dealing(board="As 2c 3d")).paragraphs == ("14.2(a)",)


@pytest.mark.paragraph("14.7(g)", "14.7(g)2")
def test_14_7_g_a_string_bet_is_refused_as_one() -> None:
    table = Full(HOLDEM, {1: 100, 4: 100, 6: 100, 8: 100}, button=8, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 6 calls")
    called = table.refuses("seat 6 raises to $6")
    assert called.paragraphs == ("14.7(g)", "14.7(g)2")
    assert "without announcing a raise" in called.reason
    table.says("seat 8 raises to $8")
    assert table.refuses("seat 8 raises to $20").paragraphs == ("14.7(g)",)
    assert table.refuses("seat 4 folds").paragraphs == ("14.7(d)",)


@pytest.mark.paragraph("14.9(d)", "14.9(d)1")
def test_14_9_d_another_forced_bettor_is_refused_by_the_games_own_paragraph_and_told_why() -> None:
    table = Full(STUD, {1: 100, 4: 100, 6: 100})
    table.deal({1: "?? ?? Kd", 4: "?? ?? 2c", 6: "?? ?? 9s"})
    refused = table.refuses("seat 6 makes the forced bet")
    assert {"14.9(d)", "14.9(d)1"} <= set(refused.paragraphs)
    assert "seat 4 shows 2c" in refused.reason


@pytest.mark.parametrize(
    ("act", "role", "paragraph"),
    [
        pytest.param(VerifyDecks(), Role.DEALER, "14.4(b)", marks=pytest.mark.paragraph("14.4(b)")),
        pytest.param(OrderRecut(why="x"), Role.DEALER, "14.5(c)", marks=pytest.mark.paragraph("14.5(c)")),
        pytest.param(
            StepAway(seat=1, stakes=AwayStakes.COVERED),
            Role.DEALER,
            "14.7(c)5",
            marks=pytest.mark.paragraph("14.7(c)5"),
        ),
        pytest.param(Deal(), Role.TECHNICIAN, "14.6(b)", marks=pytest.mark.paragraph("14.6(b)")),
        pytest.param(WashDeck(back=Back.RED), Role.TECHNICIAN, "14.4(a)", marks=pytest.mark.paragraph("14.4(a)")),
        pytest.param(LoadDeck(back=Back.RED), Role.SURVEILLANCE, "14.5(a)", marks=pytest.mark.paragraph("14.5(a)")),
        pytest.param(VoidRound(why="x"), Role.TECHNICIAN, "I-8", marks=pytest.mark.paragraph("I-8")),
    ],
)
def test_who_may_not_is_told_by_which_paragraph(act: Act, role: Role, paragraph: str) -> None:
    assert PureTable().opened().refuses(act, role=role).paragraphs == (paragraph,)


@pytest.mark.paragraph("14.3(f)", "I-13")
def test_i_13_is_shown_where_a_low_hand_wins() -> None:
    table = Full(STUD_HILO, {1: 2, 4: 2}, stakes=NO_LIMIT)
    table.deal({1: "?? ?? Kd", 4: "?? ?? 2c"})
    table.says("seat 1 makes the forced bet", "seat 4 raises to $2", "seat 1 calls")
    for _ in range(4):
        table.deal()
    table.show_and_award({1: "Ks Kh Kd Qs Qh Jd Jc", 4: "As 3h 2c 5d 7h 9c Tc"})
    assert "I-13" in table.why(PotAwarded)


@pytest.mark.paragraph("14.9B(e)")
def test_14_9b_e_no_paragraph_is_cited_twice() -> None:
    paragraphs = Procedure(SUPER_STUD, 1, 4, 6).expected.paragraphs
    assert len(set(paragraphs)) == len(paragraphs)
