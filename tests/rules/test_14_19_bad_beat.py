"""The bad beat, 14.6(e)9 and I-10 for 14.19, which is not printed: what is put aside, what qualifies, who is paid."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.rules.game import Game, GameName, Tracking
from firmware_host.rules.games.holdem_and_omaha import HOLDEM, OMAHA, OMAHA_HILO_8
from firmware_host.rules.games.seven_card_stud import STUD
from firmware_host.rules.pots.bad_beat import (
    BadBeat,
    BadBeatRules,
    LeastHand,
    PaidAs,
    bad_beat,
    contribution_cents,
    payout,
)
from firmware_host.rules.pots.rake import NoRake, PercentageRake, Rake
from firmware_host.rules.ranking import HandClass
from firmware_host.rules.round_facts import BadBeatContributed, BadBeatHeld, LosingHandsCollected, PotAwarded, RakeTaken
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.config import TableConfig
from tests.rules.random_rounds import stakes
from tests.rules.spoken_table import NO_LIMIT, Full

ACES_FULL = LeastHand(of=HandClass.FULL_HOUSE, ranks="A")

RULES = BadBeatRules(
    pot_from_cents=2000, takes_cents=100, least=ACES_FULL, loser_percent=50, winner_percent=25, table_percent=25
)


def found(board: str, game: Game = HOLDEM, rules: BadBeatRules = RULES, **hands: str) -> BadBeat | None:
    """Look at the hands of seats written as `s2="As Ad"`."""
    tabled = {int(seat[1:]): tuple(cards.split()) for seat, cards in hands.items()}
    return bad_beat(rules, game=game, hands=tabled, board=tuple(board.split()))


# --- what is put aside


@pytest.mark.paragraph("14.6(e)9")
@pytest.mark.parametrize(("left", "aside"), [(0, 0), (1999, 0), (2000, 100), (90_000, 100)])
def test_14_6_e_9_a_fixed_amount_is_put_aside_of_each_pot_that_qualifies(left: int, aside: int) -> None:
    assert contribution_cents(RULES, pot_cents=left) == aside


def test_a_pot_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="a pot cannot be -1 cents"):
        contribution_cents(RULES, pot_cents=-1)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"takes_cents": 2001}, "cannot be taken from a pot of 2000"),
        ({"table_percent": 24}, "99 percent, not 100"),
        ({"winner_percent": 26}, "101 percent, not 100"),
    ],
)
def test_terms_that_do_not_add_up_are_refused(changed: dict[str, int], said: str) -> None:
    posted = {**msgspec.structs.asdict(RULES), **changed}
    with pytest.raises(ValueError, match=said):
        BadBeatRules(**posted)


@pytest.mark.parametrize(
    ("least", "said"),
    [
        ((HandClass.ROYAL_FLUSH, ""), "that hand cannot lose"),
        ((HandClass.BADUGI, ""), "that hand cannot lose"),
        ((HandClass.FULL_HOUSE, "1"), "are not valid ranks"),
        ((HandClass.FULL_HOUSE, "AKQ"), "at most 2"),
        ((HandClass.FULL_HOUSE, "AA"), "at most 2 different ones"),
    ],
)
def test_a_hand_that_cannot_be_posted_is_refused(least: tuple[HandClass, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        LeastHand(of=least[0], ranks=least[1])


def test_an_amount_that_breaks_chips_is_refused() -> None:
    with pytest.raises(ValueError, match="in whole chips of 100"):
        Stakes(limit=Limit.NO, min_cents=200, bad_beat=replace(RULES, takes_cents=50))


@pytest.mark.paragraph("I-10")
def test_i_10_it_is_refused_at_a_table_whose_game_has_no_flop() -> None:
    posted = replace(stakes(Limit.FIXED, button=False), bad_beat=RULES)
    with pytest.raises(ValueError, match="a bad beat can only be offered at hold 'em and omaha"):
        TableConfig(
            house="h",
            table="t",
            game=GameName.STUD,
            tracking=Tracking.FULL,
            dealer="d",
            seats=(1, 2),
            stakes=posted,
            buy_in_cents=10_000,
        )


@pytest.mark.paragraph("I-10")
def test_i_10_no_setting_offers_a_high_hand_payout_beside_it() -> None:
    posted = msgspec.to_builtins(Stakes(limit=Limit.NO, min_cents=200, bad_beat=RULES))
    assert msgspec.convert(posted, Stakes).bad_beat == RULES
    with pytest.raises(msgspec.ValidationError, match="high_hand"):
        msgspec.convert({**posted, "high_hand": {}}, Stakes)


# --- what is a bad beat


@pytest.mark.paragraph("I-10", "14.19", "14.1")
def test_i_10_aces_full_beaten_by_four_of_a_kind() -> None:
    assert found("Ac Ks Kh Kd 2c", s2="As Ah", s5="Kc 3d") == BadBeat(
        losers=(2,),
        winners=(5,),
        words="full house, aces over kings",
        beaten_by="four-of-a-kind, kings with ace",
    )


@pytest.mark.paragraph("I-10")
def test_i_10_a_hand_below_the_posted_one_is_none() -> None:
    assert found("Qs Ks Kh Qc 2c", s2="Qd Jd", s5="Kc Kd") is None


@pytest.mark.paragraph("I-10")
@pytest.mark.parametrize(
    ("ranks", "qualifies"), [("", True), ("Q", True), ("K", False), ("QK", True), ("QA", False), ("QJ", True)]
)
def test_i_10_what_is_posted_is_a_class_and_the_ranks_that_decide_in_it(ranks: str, qualifies: bool) -> None:  # noqa: FBT001
    rules = replace(RULES, least=LeastHand(of=HandClass.FULL_HOUSE, ranks=ranks))
    lost = found("Kh Qs Qc 7s 7h", rules=rules, s2="Qd Kd", s5="7c 7d")
    assert (lost is not None) is qualifies, "queens over kings"


@pytest.mark.paragraph("I-10")
def test_i_10_both_hole_cards_play_at_hold_em() -> None:
    assert found("Ac As Kh Kd Kc", s2="Ah 4d", s5="Ks 3d") is None, "one ace plays; the four does not"
    assert found("Ac As 9h 9d 2c", s2="Ah 2d", s5="9s 9c") is None, "aces full of nines leave the two out"
    assert found("Ac As 9h 5d 5c", s2="Ah 9c", s5="5s 5h") is not None, "aces full of nines with both"


@pytest.mark.paragraph("I-10")
def test_i_10_a_hole_card_plays_where_it_may_though_the_board_has_its_like() -> None:
    lost = found("Ac As Jh 5d 5c", s2="Ah Jd", s5="5s 5h")
    assert lost is not None
    assert lost.words == "full house, aces over jacks"
    assert found("Ac As Jh Js 5c", s2="Ah Jd", s5="Jc 5h") is None, "jacks full lose to aces full"


@pytest.mark.paragraph("I-10")
def test_i_10_at_omaha_two_hole_cards_always_play() -> None:
    lost = found("Ac Ks Kh 2c 3c", OMAHA, s2="As Ah 7d 8d", s5="Kc Kd 9s 9h")
    assert lost is not None
    assert (lost.losers, lost.winners) == ((2,), (5,))


@pytest.mark.paragraph("I-10")
def test_i_10_the_low_half_changes_nothing() -> None:
    lost = found("Ac Ks Kh 2c 3c", OMAHA_HILO_8, s2="As Ah 4d 5d", s5="Kc Kd 9s 9h")
    assert lost is not None
    assert lost.losers == (2,)


@pytest.mark.paragraph("I-10")
def test_i_10_the_best_losing_hand_counts_and_those_who_tie_share() -> None:
    first = found("As 8s 8h Kh Kc", s2="Ah Ad", s5="Ks Kd", s7="8c 8d")
    assert first is not None
    assert (first.losers, first.winners) == ((7,), (5,))
    tied = found("Ac As Jh 5d 5c", s7="Ah Jd", s2="Ad Jc", s5="5s 5h")
    assert tied is not None
    assert (tied.losers, tied.winners) == ((7, 2), (5,))


@pytest.mark.paragraph("I-10")
def test_i_10_winners_who_tie_are_all_named() -> None:
    rules = replace(RULES, least=LeastHand(of=HandClass.ONE_PAIR))
    tied = found("As Kd 9h 5d 2c", rules=rules, s2="Ah Kh", s5="Ad Kc", s7="9s 3d", s8="5s 9d")
    assert tied is not None
    assert (tied.losers, tied.winners) == ((8,), (2, 5))


@pytest.mark.paragraph("I-10")
def test_i_10_without_a_losing_hand_on_the_table_there_is_none() -> None:
    assert found("Ac Ks Kh Kd 2c", s2="As Ah") is None
    assert found("", STUD, s2="As Ah Ad Kc Kd 2c 3c", s5="Qc Qd Qh Qs 4c 5c 6c") is None


# --- in a round of play


def showdown(rake: Rake, bet: int = 20) -> Full:
    posted = replace(NO_LIMIT, rake=rake, bad_beat=RULES)
    table = Full(HOLDEM, {2: 100, 5: 100, 7: 100}, stakes=posted, button=7)
    table.deal()
    table.says(f"seat 7 raises to ${bet}", "seat 2 calls", "seat 5 calls")
    for board in ("Ac Kd Kh", "Ks", "2c"):
        table.deal(board=board)
        table.all_say("checks", 2, 5, 7)
    return table


@pytest.mark.paragraph("14.6(e)9", "14.6(e)8", "I-10", "14.19", "14.1")
def test_14_6_e_9_rake_then_contribution_then_the_bad_beat_then_the_push() -> None:
    table = showdown(PercentageRake(per_mille=50, cap_cents=400))
    table.says("seat 2 shows As Ah", "seat 5 shows Kc 3d", "seat 7 mucks")
    assert table.expected.say.startswith(
        "Rake: $3. Bad beat fund: $1. Collect the losing hands. Push the centre pot of $56"
    )
    (pushed,) = table.award()
    assert table.order(RakeTaken, BadBeatContributed, BadBeatHeld, LosingHandsCollected, PotAwarded) == [
        "RakeTaken",
        "BadBeatContributed",
        "BadBeatHeld",
        "LosingHandsCollected",
        "PotAwarded",
    ]
    assert {"14.6(e)9", "14.19", "I-10"} <= set(table.why(BadBeatContributed))
    assert "I-10" in table.why(BadBeatHeld)
    assert pushed.cents == 6000 - 300 - 100
    assert table.gains == {2: -20, 5: 36, 7: -20}
    assert table.told(BadBeatHeld) == [
        BadBeatHeld(
            seats=(2,),
            winners=(5,),
            words="full house, aces over kings",
            beaten_by="four-of-a-kind, kings with ace",
        )
    ]


@pytest.mark.paragraph("I-10")
def test_i_10_a_hand_that_was_mucked_was_not_held_at_the_showdown() -> None:
    table = showdown(NoRake())
    table.says("seat 5 shows Kc 3d", "seat 2 mucks", "seat 7 mucks")
    table.award()
    assert table.told(BadBeatHeld) == []
    assert table.told(BadBeatContributed) == [BadBeatContributed(cents=100)]


@pytest.mark.paragraph("14.6(e)9", "I-10")
def test_i_10_whether_a_pot_qualifies_goes_by_what_the_rake_has_left() -> None:
    for rake, aside in ((NoRake(), [100]), (PercentageRake(per_mille=100, cap_cents=200), [])):
        table = showdown(rake, bet=7)
        table.says("seat 5 shows Kc 3d", "seat 2 mucks", "seat 7 mucks")
        table.award()
        assert [body.cents for body in table.told(BadBeatContributed)] == aside, "$21, of which the rake leaves $19"


# --- who is paid

HELD = BadBeat(losers=(2,), winners=(5,), words="", beaten_by="")


def paid(fund: int, held: BadBeat = HELD, seats: tuple[int, ...] = (2, 5, 7, 9)) -> dict[int, tuple[str, int, int]]:
    shares = payout(RULES, fund, held=held, seats=seats)
    return {share.seat: (share.paid_as, share.cents, share.odd_cents) for share in shares}


@pytest.mark.paragraph("I-10")
def test_i_10_shares_for_loser_winner_and_table() -> None:
    assert paid(100_000) == {
        2: (PaidAs.LOSER, 50_000, 0),
        5: (PaidAs.WINNER, 25_000, 0),
        7: (PaidAs.TABLE, 12_500, 0),
        9: (PaidAs.TABLE, 12_500, 0),
    }


@pytest.mark.paragraph("I-10")
def test_i_10_odd_cents_go_to_the_loser() -> None:
    assert paid(1003) == {
        2: (PaidAs.LOSER, 503, 2),
        5: (PaidAs.WINNER, 250, 0),
        7: (PaidAs.TABLE, 125, 0),
        9: (PaidAs.TABLE, 125, 0),
    }
    two = replace(HELD, losers=(9, 2))
    assert paid(1003, two) == {
        9: (PaidAs.LOSER, 252, 2),
        2: (PaidAs.LOSER, 251, 1),
        5: (PaidAs.WINNER, 250, 0),
        7: (PaidAs.TABLE, 250, 0),
    }


@pytest.mark.paragraph("I-10")
def test_i_10_where_there_is_nobody_else_the_share_of_the_table_goes_to_the_loser() -> None:
    assert paid(1000, seats=(2, 5)) == {2: (PaidAs.LOSER, 750, 0), 5: (PaidAs.WINNER, 250, 0)}


def test_a_fund_below_zero_pays_nobody() -> None:
    with pytest.raises(ValueError, match="a fund cannot be -1 cents"):
        payout(RULES, -1, held=HELD, seats=(2, 5))


@pytest.mark.paragraph("I-10")
@given(
    loser=st.integers(0, 100),
    rest=st.integers(0, 100),
    fund=st.integers(0, 10_000_000),
    seats=st.permutations(range(1, 12)),
    sizes=st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(0, 5)),
)
def test_the_shares_add_up_to_the_fund_and_nobody_gets_less_than_nothing(
    loser: int, rest: int, fund: int, seats: list[int], sizes: tuple[int, int, int]
) -> None:
    losers, winners, others = sizes
    winner = (100 - loser) * rest // 100
    rules = replace(RULES, loser_percent=loser, winner_percent=winner, table_percent=100 - loser - winner)
    held = replace(HELD, losers=tuple(seats[:losers]), winners=tuple(seats[losers : losers + winners]))
    shares = payout(rules, fund, held=held, seats=seats[: losers + winners + others])
    assert sum(share.cents for share in shares) == fund
    assert all(0 <= share.odd_cents <= share.cents for share in shares)
    assert len({share.seat for share in shares}) == len(shares) == losers + winners + others
