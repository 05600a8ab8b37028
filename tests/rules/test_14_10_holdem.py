"""Hold 'em, 19:47-14.10, as far as the procedure level knows it."""

import pytest
from msgspec.structs import replace

from firmware_host.rules import round as play
from firmware_host.rules.decision import Code, Key, Refusal
from firmware_host.rules.game import StreetName, Tracking
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, CompleteBetting, Fold
from firmware_host.rules.round_facts import (
    BettingCompleted,
    BlindsPosted,
    CardBurned,
    CommunityDealt,
    HandsDealt,
    LosingHandsCollected,
    PotAwarded,
    RoundCompleted,
    RoundStarted,
    ShowdownBegan,
)
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.table.acts.decks import CutDeck
from firmware_host.table.acts.round import Deal
from firmware_host.table.facts.round import ButtonMoved
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.stub import expected
from firmware_host.table.terms import Back, Counted
from tests.worlds.pure_table import SEATS, PureTable, configuration, given_out

STREETS = (StreetName.DEAL, StreetName.FLOP, StreetName.TURN, StreetName.RIVER)


def at_the_table(*seats: int, blinds: int = 2) -> PureTable:
    return PureTable(configuration(seats=seats, blinds=blinds)).opened()


LEFT_OF_BUTTON = "The first remaining player left of the button: check or bet"


def who_acts_first(table: PureTable) -> int | None:
    step = next(step for step in next_steps(table.state) if step.expected and step.key is Key.NEXT)
    return step.seat


def dealers_words(table: PureTable) -> str:
    return next(step.say for step in next_steps(table.state) if step.expected and step.key is Key.NEXT)


def blinds_and_hands(table: PureTable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    blinds = next(body for body in table.bodies() if isinstance(body, BlindsPosted))
    hands = next(body for body in table.bodies() if isinstance(body, HandsDealt))
    return blinds.seats, hands.seats


@pytest.mark.paragraph("14.6(b)")
@pytest.mark.parametrize("players", range(2, 12))
def test_14_6_b_two_to_eleven_players_are_dealt_in_and_every_card_is_somewhere(players: int) -> None:
    table = at_the_table(*range(1, players + 1)).dealt()
    assert table.places.hands == 2 * players
    while table.state.round is not None and table.state.round.phase is Phase.BETTING:
        places = table.places
        assert places.stub + places.burns + places.discards + places.hands + len(places.board) == 52
        table.does(CompleteBetting())
    table.does(AwardPot())
    completed = next(body for body in table.bodies() if isinstance(body, RoundCompleted))
    assert completed == RoundCompleted(), "no number is told before it is counted"
    stub, discards = expected(table.state, Counted.STUB), expected(table.state, Counted.DISCARDS)
    assert stub is not None
    assert discards is not None
    assert (stub.exact, discards.exact) == (52 - 2 * players - 5 - 3, 2 * players)


@pytest.mark.paragraph("14.6(b)", "14.10(b)")
@pytest.mark.parametrize(("players", "code"), [(1, Code.TOO_FEW_PLAYERS), (12, Code.TOO_MANY_PLAYERS)])
def test_14_6_b_nobody_is_dealt_in_with_one_player_or_twelve(players: int, code: Code) -> None:
    seats = tuple(range(1, players + 1))
    answer = play.start(HOLDEM, tracking=configuration().tracking, seats=seats, button=1, blinds=2)
    assert isinstance(answer, Refusal)
    assert answer.code is code
    assert "14.6(b)" in answer.paragraphs


@pytest.mark.paragraph("14.10(b)")
def test_14_10_b_eleven_is_the_most_the_section_allows() -> None:
    assert HOLDEM.most_players == 11
    assert "14.10(b)" in HOLDEM.players_paragraphs


@pytest.mark.paragraph("14.10(c)", "14.10(c)2")
@pytest.mark.parametrize(("seats", "first"), [(SEATS, 10), ((2, 3), 3), (tuple(range(1, 12)), 11), ((1, 6), 6)])
def test_14_10_c_2_the_first_button_is_at_the_first_player_on_the_dealers_right(
    seats: tuple[int, ...], first: int
) -> None:
    assert at_the_table(*seats).state.button == first


@pytest.mark.paragraph("14.10(c)3")
def test_14_10_c_3_the_button_moves_clockwise_after_every_round_and_round_the_table() -> None:
    table = at_the_table(2, 5, 9)
    assert table.state.button == 9
    seen = []
    for back in (Back.BLUE, Back.RED, Back.BLUE, Back.RED):
        moved = next(fact for fact in table.played(back) if isinstance(fact.body, ButtonMoved))
        assert isinstance(moved.body, ButtonMoved)
        assert moved.paragraphs == ("14.10(c)3",)
        seen.append(moved.body.seat)
    assert seen == [2, 5, 9, 2]


@pytest.mark.paragraph("14.10(c)3")
def test_14_10_c_3_the_button_moves_also_when_all_others_folded_and_never_within_a_round() -> None:
    table = at_the_table(2, 5, 9).dealt()
    table.does(CompleteBetting())
    assert table.state.button == 9
    table.does(AwardUncontested(seat=5))
    assert table.state.button == 2


@pytest.mark.paragraph("14.10(c)", "14.10(d)", "I-16")
@pytest.mark.parametrize(
    ("seats", "rounds_before", "blinds"),
    [
        ((1, 2, 3), 0, (1, 2)),  # button at 3
        ((1, 2, 3), 1, (2, 3)),  # button at 1
        ((1, 2, 3), 2, (3, 1)),  # button at 2: the second blind wraps round
        ((4, 9), 0, (4, 9)),  # heads-up, I-16: left of the button first
        ((4, 9), 1, (9, 4)),
    ],
)
def test_14_10_d_the_first_blind_is_left_of_the_button_the_next_left_of_that(
    seats: tuple[int, ...], rounds_before: int, blinds: tuple[int, ...]
) -> None:
    table = at_the_table(*seats)
    for number in range(rounds_before):
        table.played(Back.RED if number % 2 else Back.BLUE)
    before = len(table.facts)
    table.dealt(Back.RED if rounds_before % 2 else Back.BLUE)
    posted = next(fact for fact in table.facts[before:] if isinstance(fact.body, BlindsPosted))
    assert isinstance(posted.body, BlindsPosted)
    assert posted.body.seats == blinds
    assert "14.10(d)" in posted.paragraphs


@pytest.mark.paragraph("14.10(d)")
@pytest.mark.parametrize(("blinds", "posted"), [(1, (1,)), (2, (1, 2)), (3, (1, 2, 4))])
def test_14_10_d_as_many_blinds_as_the_sign_posts(blinds: int, posted: tuple[int, ...]) -> None:
    assert blinds_and_hands(at_the_table(*SEATS, blinds=blinds).dealt())[0] == posted


@pytest.mark.paragraph("14.7(b)2")
def test_14_7_b_2_the_blinds_are_in_before_any_card() -> None:
    table = at_the_table(*SEATS).dealt()
    kinds = [type(body) for body in table.bodies()]
    assert kinds.index(RoundStarted) < kinds.index(BlindsPosted) < kinds.index(HandsDealt)
    posted = next(fact for fact in table.facts if isinstance(fact.body, BlindsPosted))
    assert "14.7(b)2" in posted.paragraphs


@pytest.mark.paragraph("14.10(e)")
@pytest.mark.parametrize("seats", [(2, 6), SEATS, tuple(range(1, 12))])
def test_14_10_e_two_cards_down_to_each_from_the_left_of_the_button_the_button_last(seats: tuple[int, ...]) -> None:
    table = at_the_table(*seats).dealt()
    dealt = next(fact for fact in table.facts if isinstance(fact.body, HandsDealt))
    assert isinstance(dealt.body, HandsDealt)
    assert dealt.body.down == 2
    assert dealt.body.seats == seats, "the first button is at the highest seat, so seat order is deal order"
    assert dealt.body.seats[-1] == max(seats)
    assert dealt.paragraphs == ("14.10(e)",)


@pytest.mark.paragraph("14.10(e)")
def test_14_10_e_the_deal_goes_on_round_the_table_past_the_last_seat() -> None:
    table = at_the_table(1, 4, 8)
    table.played(Back.BLUE)
    before = len(table.facts)
    table.dealt(Back.RED)
    dealt = next(fact.body for fact in table.facts[before:] if isinstance(fact.body, HandsDealt))
    assert dealt.seats == (4, 8, 1), "the button is at seat 1"


@pytest.mark.paragraph("14.10(f)")
@pytest.mark.parametrize(("blinds", "first"), [(1, 2), (2, 4), (3, 5)])
def test_14_10_f_the_first_round_is_opened_left_of_the_last_blind(blinds: int, first: int) -> None:
    assert who_acts_first(at_the_table(*SEATS, blinds=blinds).dealt()) == first


@pytest.mark.paragraph("14.10(f)", "I-16")
def test_14_10_f_heads_up_the_first_blind_acts_first_by_the_text() -> None:
    assert who_acts_first(at_the_table(3, 7).dealt()) == 3, "I-16: 14.10(d) and (f) as written"


@pytest.mark.paragraph("I-16")
def test_i_16_in_the_usual_order_of_two_the_button_posts_first_acts_first_and_then_last() -> None:
    table = PureTable(configuration(seats=(3, 7), heads_up=HeadsUp.USUAL)).opened()
    table.ready(Back.BLUE)
    assert (
        dealers_words(table)
        == "Blind bets: seat 7 and seat 3. Then deal two cards face down to each player, starting with seat 3."
    )
    table.does(Deal())
    assert blinds_and_hands(table) == ((7, 3), (3, 7)), "the button is at seat 7"
    assert who_acts_first(table) == 7
    for _ in range(3):
        table.does(CompleteBetting())
        assert LEFT_OF_BUTTON in dealers_words(table)


@pytest.mark.paragraph("I-16")
def test_i_16_a_single_blind_is_no_small_one_and_stays_left_of_the_button() -> None:
    table = PureTable(configuration(seats=(3, 7), blinds=1, heads_up=HeadsUp.USUAL)).opened().dealt()
    assert blinds_and_hands(table)[0] == (3,)
    assert who_acts_first(table) == 7


@pytest.mark.paragraph("I-16")
def test_i_16_of_three_or_more_the_setting_changes_nothing() -> None:
    table = PureTable(configuration(seats=(2, 3, 7), heads_up=HeadsUp.USUAL)).opened().dealt()
    assert blinds_and_hands(table) == ((2, 3), (2, 3, 7))
    assert who_acts_first(table) == 7


@pytest.mark.paragraph("I-16")
@pytest.mark.parametrize(
    ("of_the_table", "of_the_stakes"),
    [(HeadsUp.USUAL, HeadsUp.BY_PARAGRAPH), (HeadsUp.BY_PARAGRAPH, HeadsUp.USUAL)],
)
def test_i_16_the_one_setting_holds_at_the_full_level_wherever_it_is_written(
    of_the_table: HeadsUp, of_the_stakes: HeadsUp
) -> None:
    stakes = Stakes(limit=Limit.FIXED, min_cents=200, max_cents=400, blinds_cents=(100, 200), heads_up=of_the_stakes)
    config = replace(
        configuration(seats=(3, 7), heads_up=of_the_table), tracking=Tracking.FULL, stakes=stakes, buy_in_cents=100_00
    )
    table = PureTable(config).opened()
    table.ready(Back.BLUE)
    assert dealers_words(table).startswith("Blind bets: seat 7 $1, seat 3 $2.")
    table.does(Deal())
    (posted,) = (body for body in table.bodies() if isinstance(body, BlindsPosted))
    assert dict(zip(posted.seats, posted.cents, strict=True)) == {7: 100, 3: 200}


@pytest.mark.paragraph("14.10(g)")
@pytest.mark.parametrize("rounds_complete", [1, 2, 3])
def test_14_10_g_later_rounds_are_opened_left_of_the_button(rounds_complete: int) -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(rounds_complete):
        table.does(CompleteBetting())
    assert dealers_words(table).startswith(LEFT_OF_BUTTON)
    assert who_acts_first(table) is None, "who has folded is not told"


@pytest.mark.paragraph("14.10(g)", "14.10(h)", "14.10(i)", "I-11")
@pytest.mark.parametrize(
    ("paragraph", "rounds_before", "street", "cards"),
    [
        ("14.10(g)", 0, StreetName.FLOP, 3),
        ("14.10(h)", 1, StreetName.TURN, 1),
        ("14.10(i)", 2, StreetName.RIVER, 1),
    ],
)
def test_14_10_g_h_i_one_burn_then_the_community_cards(
    paragraph: str, rounds_before: int, street: StreetName, cards: int
) -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(rounds_before):
        table.does(CompleteBetting())
    burns, board, stub = table.places.burns, len(table.places.board), table.places.stub

    betting, burn, community = table.does(CompleteBetting())

    assert betting.body == BettingCompleted(street=STREETS[STREETS.index(street) - 1])
    assert burn.body == CardBurned(street=street)
    assert burn.paragraphs == (paragraph, "14.6(e)3")
    assert community.body == CommunityDealt(street=street, cards=("??",) * cards)
    assert community.paragraphs == (paragraph,)
    assert table.places.burns == burns + 1
    assert len(table.places.board) == board + cards
    assert table.places.stub == stub - 1 - cards


@pytest.mark.paragraph("14.6(e)3")
def test_14_6_e_3_burns_are_kept_apart_from_the_discards() -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(3):
        table.does(CompleteBetting())
    assert (table.places.burns, table.places.discards) == (3, 0)


@pytest.mark.paragraph("14.6(d)", "14.10(j)")
def test_14_10_j_a_showdown_follows_the_last_betting_round() -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(3):
        table.does(CompleteBetting())
    betting, showdown = table.does(CompleteBetting())
    assert betting.body == BettingCompleted(street=StreetName.RIVER)
    assert showdown.body == ShowdownBegan()
    assert showdown.paragraphs == ("14.10(j)",)


@pytest.mark.paragraph("14.6(c)", "14.6(d)", "14.10(j)")
@pytest.mark.parametrize("rounds_complete", range(4))
def test_14_10_j_there_is_no_showdown_before_four_betting_rounds(rounds_complete: int) -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(rounds_complete):
        table.does(CompleteBetting())
    assert table.refuses(AwardPot()).code is Code.NOT_NOW


@pytest.mark.paragraph("14.10(j)")
def test_14_10_j_all_may_share_the_pot() -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(4):
        table.does(CompleteBetting())
    facts = table.does(AwardPot(seats=SEATS))
    assert PotAwarded(seats=SEATS, uncontested=False) in [fact.body for fact in facts]


@pytest.mark.paragraph("14.6(e)5")
def test_14_6_e_5_the_losing_hands_come_in_before_the_pot_is_pushed() -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(4):
        table.does(CompleteBetting())
    facts = table.does(AwardPot(seats=(4,)))
    assert [type(fact.body) for fact in facts] == [LosingHandsCollected, PotAwarded, RoundCompleted, ButtonMoved]
    assert facts[0].paragraphs == facts[1].paragraphs == ("14.6(e)5",)


@pytest.mark.paragraph("14.6(d)", "14.6(e)5")
@pytest.mark.parametrize("rounds_complete", range(4))
def test_14_6_e_5_on_any_street_the_last_player_takes_the_pot(rounds_complete: int) -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(rounds_complete):
        table.does(CompleteBetting())
    facts = table.does(AwardUncontested(seat=7))
    assert PotAwarded(seats=(7,), uncontested=True) in [fact.body for fact in facts]
    assert table.state.round is None


@pytest.mark.paragraph("14.6(d)", "14.6(e)5")
def test_14_6_e_5_at_a_showdown_nobody_wins_without_one() -> None:
    table = at_the_table(*SEATS).dealt()
    for _ in range(4):
        table.does(CompleteBetting())
    assert table.refuses(AwardUncontested(seat=7)).code is Code.NOT_NOW


@pytest.mark.paragraph("14.6(e)7")
def test_14_6_e_7_the_counts_at_the_end_of_a_short_round_make_a_deck() -> None:
    table = at_the_table(*SEATS).dealt()
    table.does(CompleteBetting())
    table.does(AwardUncontested())
    stub, discards = expected(table.state, Counted.STUB), expected(table.state, Counted.DISCARDS)
    assert stub is not None
    assert discards is not None
    assert (stub.exact, discards.exact) == (34, 14)


@pytest.mark.paragraph("14.7(a)")
def test_14_7_a_at_the_procedure_level_only_the_seats_taken_post_and_are_dealt_to() -> None:
    table = at_the_table(2, 5, 9).dealt()
    blinds, hands = blinds_and_hands(table)
    assert (set(blinds), set(hands)) == ({2, 5}, {2, 5, 9})
    refused = table.refuses(Fold(seat=3))
    assert refused.code is Code.NOT_SEATED
    assert refused.paragraphs == ("14.7(a)",)
    table.does(Fold(seat=2))
    assert "has folded" in table.refuses(AwardUncontested(seat=2)).reason


@pytest.mark.paragraph("14.7(a)")
@pytest.mark.parametrize("winner", [3, 11])
def test_14_7_a_only_the_seated_win(winner: int) -> None:
    table = at_the_table(*SEATS).dealt()
    refusal = table.refuses(AwardUncontested(seat=winner))
    assert refusal.code is Code.NOT_SEATED
    assert "14.7(a)" in refusal.paragraphs
    for _ in range(4):
        table.does(CompleteBetting())
    assert table.refuses(AwardPot(seats=(1, winner))).code is Code.NOT_SEATED


@pytest.mark.paragraph("14.6(c)")
def test_14_6_c_nothing_is_bet_completed_or_awarded_outside_a_round_of_play() -> None:
    table = at_the_table(*SEATS)
    for act in (CompleteBetting(), AwardPot(), AwardUncontested()):
        refusal = table.refuses(act)
        assert refusal.code is Code.NOT_NOW
        assert refusal.paragraphs == ("14.6(c)",)


@pytest.mark.paragraph("14.6(e)2")
def test_14_6_e_2_the_next_key_alone_carries_a_round_from_the_cut_to_the_award() -> None:
    table = at_the_table(*SEATS)
    table.shuffled(Back.BLUE)
    table.does(given_out(table.state, Back.BLUE))
    while table.state.rounds == 0 or table.state.round is not None:
        (expected,) = (step for step in next_steps(table.state) if step.expected and step.key is Key.NEXT)
        assert expected.say
        table.presses(Key.NEXT)
    kinds = [type(body) for body in table.bodies()]
    assert kinds.count(PotAwarded) == 1
    assert kinds.count(CommunityDealt) == 3


@pytest.mark.paragraph("14.6(e)2")
def test_14_6_e_2_a_second_round_does_not_begin_inside_the_first() -> None:
    table = at_the_table(*SEATS).dealt()
    table.shuffled(Back.RED)
    assert table.refuses(Deal()).code is Code.NOT_NOW
    assert table.refuses(CutDeck(back=Back.RED)).code is Code.NOT_NOW
