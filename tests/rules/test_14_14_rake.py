"""The rake, 14.6(e)8 and I-9 for 14.14, which is not printed: how much, out of which pot, and before the push."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.hand_history.finishing_stacks import check
from firmware_host.hand_history.hand import parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.hand_history.writer import hand_of
from firmware_host.journal.chain import genesis, next_hash
from firmware_host.rules.decision import Code
from firmware_host.rules.game import Game, GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.games.seven_card_stud import STUD
from firmware_host.rules.pots.bad_beat import BadBeatRules, LeastHand
from firmware_host.rules.pots.rake import FixedRake, FromPot, NoRake, PercentageRake, Rake, TimeCharge, rake_cents
from firmware_host.rules.ranking import HandClass
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import AwardPot
from firmware_host.rules.round_facts import (
    BadBeatContributed,
    LosingHandsCollected,
    PotAwarded,
    RakeTaken,
    RoundBody,
    RoundCompleted,
    UncalledReturned,
)
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.config import TableConfig
from hil.auditor.poker_auditor import Auditor
from tests.rules.random_rounds import play, stakes
from tests.rules.spoken_table import FIXED, NO_LIMIT, Full, hidden_but

JOURNAL = "00112233445566778899aabbccddeeff"

FIVE_PERCENT = PercentageRake(per_mille=50, step_cents=100, cap_cents=400)

BY_SIZE = FixedRake(
    table=(FromPot(from_cents=1000, takes_cents=100), FromPot(from_cents=3000, takes_cents=200)),
)

TEN_PERCENT = PercentageRake(per_mille=100, cap_cents=1000)

HALF = PercentageRake(per_mille=500, cap_cents=10_000)


# --- how much


@pytest.mark.paragraph("I-9", "14.14")
@pytest.mark.parametrize(
    ("pot", "taken"), [(0, 0), (1999, 0), (2000, 100), (3999, 100), (4750, 200), (8000, 400), (1_000_000, 400)]
)
def test_i_9_a_percentage_is_rounded_down_to_the_step_and_capped(pot: int, taken: int) -> None:
    assert rake_cents(FIVE_PERCENT, pot_cents=pot, board_dealt=True) == taken


@pytest.mark.paragraph("I-9")
def test_i_9_a_percentage_may_have_half_percents() -> None:
    rake = PercentageRake(per_mille=25, step_cents=25, cap_cents=300)
    assert rake_cents(rake, pot_cents=5_000, board_dealt=True) == 125


@pytest.mark.paragraph("I-9", "14.14")
@pytest.mark.parametrize(("pot", "taken"), [(0, 0), (999, 0), (1000, 100), (2999, 100), (3000, 200), (90_000, 200)])
def test_i_9_a_fixed_amount_goes_by_the_size_of_the_pot(pot: int, taken: int) -> None:
    assert rake_cents(BY_SIZE, pot_cents=pot, board_dealt=True) == taken


@pytest.mark.paragraph("I-9")
@pytest.mark.parametrize("rake", [NoRake(), TimeCharge(half_hour_cents=600)])
def test_i_9_no_rake_and_a_charge_by_the_half_hour_take_nothing_from_a_pot(rake: Rake) -> None:
    assert rake_cents(rake, pot_cents=1_000_000, board_dealt=True) == 0


@pytest.mark.paragraph("I-9")
@pytest.mark.parametrize("rake", [FIVE_PERCENT, BY_SIZE])
def test_i_9_no_flop_no_drop_is_an_option(rake: PercentageRake | FixedRake) -> None:
    option = replace(rake, no_flop_no_drop=True)
    assert rake_cents(rake, pot_cents=4000, board_dealt=False) == 200
    assert rake_cents(option, pot_cents=4000, board_dealt=False) == 0
    assert rake_cents(option, pot_cents=4000, board_dealt=True) == 200


def test_a_pot_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="a pot cannot be -1 cents"):
        rake_cents(FIVE_PERCENT, pot_cents=-1, board_dealt=True)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (((1000, 1001),), "cannot be taken from a pot of 1000"),
        (((1000, 100), (1000, 200)), "the line from 1000 cents does not"),
        (((1000, 200), (2000, 100)), "the line from 2000 cents does not"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(lines: tuple[tuple[int, int], ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        FixedRake(table=tuple(FromPot(from_cents=at, takes_cents=takes) for at, takes in lines))


@pytest.mark.paragraph("I-9")
@pytest.mark.parametrize(
    "rake",
    [
        PercentageRake(per_mille=50, step_cents=50, cap_cents=400),
        PercentageRake(per_mille=50, step_cents=100, cap_cents=450),
        FixedRake(table=(FromPot(from_cents=1000, takes_cents=150),)),
    ],
)
def test_i_9_a_rake_that_breaks_chips_is_refused(rake: Rake) -> None:
    with pytest.raises(ValueError, match="in whole chips of 100"):
        Stakes(limit=Limit.NO, min_cents=200, rake=rake)


def test_stakes_of_yesterday_have_no_rake_and_those_of_today_are_read_as_written() -> None:
    old = msgspec.json.decode(b'{"limit":"no","min_cents":200}', type=Stakes)
    assert (old.rake, old.bad_beat) == (NoRake(), None)
    for rake in (NoRake(), FIVE_PERCENT, BY_SIZE, TimeCharge(half_hour_cents=500)):
        posted = replace(old, rake=rake)
        assert msgspec.json.decode(msgspec.json.encode(posted), type=Stakes) == posted


@pytest.mark.paragraph("I-9")
def test_i_9_no_flop_no_drop_is_refused_at_a_table_whose_game_has_no_flop() -> None:
    posted = replace(stakes(Limit.FIXED, button=False), rake=replace(FIVE_PERCENT, no_flop_no_drop=True))
    with pytest.raises(ValueError, match="stud has no flop"):
        table_of(GameName.STUD, posted)
    assert table_of(GameName.STUD, replace(posted, rake=FIVE_PERCENT)).stakes


def table_of(game: GameName, posted: Stakes) -> TableConfig:
    return TableConfig(
        house="h",
        table="t",
        game=game,
        tracking=Tracking.FULL,
        dealer="d",
        seats=(1, 2),
        stakes=posted,
        buy_in_cents=10_000,
    )


# --- in a round of play


def checked_down(rake: Rake, *, bet: int = 20) -> Full:
    """Three players put in so much each before the flop and check from there; seat 2 has the best hand."""
    table = Full(HOLDEM, {2: 100, 5: 100, 7: 100}, stakes=replace(NO_LIMIT, rake=rake), button=7)
    table.deal({2: "As Ah", 5: "Ks Kh", 7: "Qs Qh"})
    table.says(f"seat 7 raises to ${bet}", "seat 2 calls", "seat 5 calls")
    for board in ("2c 7d 9h", "3s", "Jc"):
        table.deal(board=board)
        table.all_say("checks", 2, 5, 7)
    table.says("seat 2 shows As Ah", "seat 5 mucks", "seat 7 mucks")
    return table


@pytest.mark.paragraph("14.6(e)8", "I-9", "14.14", "14.1")
def test_14_6_e_8_the_rake_is_taken_once_before_the_push_and_the_pot_is_what_is_left() -> None:
    table = checked_down(FIVE_PERCENT)
    (pushed,) = table.award()
    assert table.told(RakeTaken) == [RakeTaken(cents=300)]
    assert table.order(RakeTaken, LosingHandsCollected, PotAwarded, RoundCompleted) == [
        "RakeTaken",
        "LosingHandsCollected",
        "PotAwarded",
        "RoundCompleted",
    ]
    assert {"14.6(e)8", "I-9"} <= set(table.why(RakeTaken))
    assert pushed.cents == 5700
    assert table.gains == {2: 37, 5: -20, 7: -20}


@pytest.mark.paragraph("14.6(e)8")
def test_14_6_e_8_the_dealer_is_told_what_to_take() -> None:
    assert checked_down(FIVE_PERCENT).expected.say.startswith(
        "Rake: $3. Collect the other hands. Push the centre pot of $57 to seat 2"
    )
    assert checked_down(NoRake()).expected.say.startswith(
        "Collect the other hands. Push the centre pot of $60 to seat 2"
    )


@pytest.mark.paragraph("I-9")
def test_i_9_where_nothing_is_taken_nothing_is_told() -> None:
    for rake in (NoRake(), TimeCharge(half_hour_cents=600), replace(BY_SIZE, table=BY_SIZE.table[1:])):
        table = checked_down(rake, bet=5)
        table.award()
        assert table.told(RakeTaken) == []
        assert table.gains == {2: 10, 5: -5, 7: -5}


@pytest.mark.paragraph("I-9")
def test_i_9_no_flop_no_drop_when_all_fold_before_the_flop() -> None:
    for option, taken in ((True, []), (False, [RakeTaken(cents=100)])):
        posted = replace(NO_LIMIT, rake=replace(HALF, no_flop_no_drop=option))
        table = Full(HOLDEM, {2: 100, 5: 100, 7: 100}, stakes=posted, button=7)
        table.deal()
        table.says("seat 7 folds", "seat 2 folds")
        assert table.expected.say.startswith(
            f"Return the uncalled $1 to seat 5. {'' if option else 'Rake: $1. '}Collect"
        )
        table.award()
        assert table.told(RakeTaken) == taken
        assert table.told(UncalledReturned)[0].cents == 100, "what nobody called is in no pot and is not raked"


@pytest.mark.paragraph("I-9")
def test_i_9_a_game_without_a_flop_is_raked_from_the_first_card() -> None:
    table = Full(STUD, {1: 100, 4: 100, 6: 100}, stakes=replace(FIXED, ante_cents=100, rake=HALF))
    table.deal(hidden_but({1: "Kd", 4: "2c", 6: "9s"}, 2))
    table.says("seat 4 makes the forced bet", "seat 6 completes to $2", "seat 1 raises to $4")
    table.says("seat 4 folds", "seat 6 folds")
    table.award()
    assert table.told(RakeTaken) == [RakeTaken(cents=400)]


def side_pot(rake: Rake, *, short: int = 6) -> Full:
    """Seat 2 is all-in for so much, seats 5 and 7 go on to $40 each. Seat 2 beats seat 5, who beats seat 7."""
    table = Full(HOLDEM, {2: short, 5: 40, 7: 100}, stakes=replace(NO_LIMIT, rake=rake), button=7)
    table.deal({2: "As Ah", 5: "Ks Kh", 7: "Qs Qh"})
    table.says("seat 7 raises to $40", "seat 2 calls", "seat 5 calls")
    for board in ("2c 7d 9h", "3s", "Jc"):
        table.deal(board=board)
    return table


@pytest.mark.paragraph("14.6(e)8", "14.6(e)6")
def test_14_6_e_8_the_rake_is_once_per_hand_and_out_of_the_centre_pot() -> None:
    table = side_pot(FIVE_PERCENT)
    side, centre = table.show_and_award({2: "As Ah", 5: "Ks Kh", 7: "Qs Qh"})
    assert table.told(RakeTaken) == [RakeTaken(cents=400)]
    assert (centre.pot, centre.cents) == (0, 1800 - 400)
    assert (side.pot, side.cents) == (1, 6800)


@pytest.mark.paragraph("14.6(e)8")
def test_14_6_e_8_a_centre_pot_that_is_not_enough_is_followed_by_the_side_pot() -> None:
    table = side_pot(TEN_PERCENT, short=2)
    side, centre = table.show_and_award({2: "As Ah", 5: "Ks Kh", 7: "Qs Qh"})
    assert table.told(RakeTaken) == [RakeTaken(cents=800)]
    assert (centre.cents, side.cents) == (0, 7600 - 200)
    assert table.gains == {2: -2, 5: 34, 7: -40}


@pytest.mark.paragraph("I-9")
def test_item_8_odd_money_is_of_the_pot_net_of_the_rake() -> None:
    table = Full(HOLDEM, {2: 100, 5: 100}, stakes=replace(NO_LIMIT, rake=FIVE_PERCENT), button=5)
    table.deal({2: "As Kh", 5: "Ad Kc"})
    table.says("seat 2 raises to $10", "seat 5 calls")
    for board in ("2c 7d 9h", "3s", "Jc"):
        table.deal(board=board)
        table.all_say("checks", 2, 5)
    (pushed,) = table.show_and_award({2: "As Kh", 5: "Ad Kc"})
    assert pushed.cents == 1900
    assert {share.seat: (share.cents, share.odd_cents) for share in pushed.shares} == {2: (1000, 100), 5: (900, 0)}


@pytest.mark.paragraph("I-9", "I-16")
def test_a_raked_round_as_a_hand_history_keeps_its_stacks_under_names_of_our_own() -> None:
    table = checked_down(FIVE_PERCENT)
    table.award()
    written = hand_of(made.body for made in table.facts)
    assert "finishing_stacks" not in written
    assert (written["_rake"], written["_finishing_stacks"]) == (3, [137, 80, 80])
    read = parse_hand(written)
    played = replay(read)
    check(read, played)
    assert sum(played.finishing_stacks) == 300, "a hand history is replayed without a rake"


def heard(bodies: list[RoundBody]) -> list[str]:
    """Let the auditor hear these facts of one round, and return the complaints."""
    auditor = Auditor()
    digest = genesis(JOURNAL)
    for number, body in enumerate(bodies, 1):
        at = {"wall_ms": 0, "mono_ms": 0, "boot": "boot-1", "synced": True}
        data = msgspec.json.encode({"journal": JOURNAL, "number": number, "at": at, "round": 1, "body": body})
        digest = next_hash(digest, data)
        auditor.hear(data, digest.hex())
    return auditor.complaints


@pytest.mark.paragraph("14.6(e)8")
def test_14_6_e_8_an_auditor_of_the_record_counts_the_rake_and_asks_that_it_came_before_the_push() -> None:
    table = checked_down(FIVE_PERCENT)
    table.award()
    told = [made.body for made in table.facts]
    assert heard(told) == []
    (rake,) = table.told(RakeTaken)
    without = [body for body in told if body != rake]
    assert heard(without) == ["round 2: 30000 cents went in, 0 were taken and 29700 came out"]
    assert heard([*without[:-1], rake, without[-1]]) == ["round 2: money was taken after the pot was pushed"]


AMOUNTS = st.integers(1, 40).map(lambda chips: 100 * chips)

PERCENTAGES = st.builds(
    PercentageRake,
    per_mille=st.integers(1, 1000),
    step_cents=AMOUNTS,
    cap_cents=AMOUNTS,
    no_flop_no_drop=st.booleans(),
)


@st.composite
def tables(draw: st.DrawFn) -> FixedRake:
    sizes = sorted(draw(st.sets(AMOUNTS, min_size=1)))
    takes = sorted(draw(st.lists(AMOUNTS, min_size=len(sizes), max_size=len(sizes))))
    lines = zip(sizes, takes, strict=True)
    return FixedRake(
        table=tuple(FromPot(from_cents=size, takes_cents=min(size, take)) for size, take in lines),
        no_flop_no_drop=draw(st.booleans()),
    )


RAKES: st.SearchStrategy[Rake] = st.one_of(
    st.just(NoRake()), PERCENTAGES, tables(), st.builds(TimeCharge, half_hour_cents=AMOUNTS)
)

BAD_BEATS = st.none() | st.builds(
    BadBeatRules,
    pot_from_cents=AMOUNTS.map(lambda cents: 4000 + cents),
    takes_cents=AMOUNTS,
    least=st.sampled_from(
        [
            LeastHand(of=HandClass.ONE_PAIR),
            LeastHand(of=HandClass.TWO_PAIRS, ranks="A"),
            LeastHand(of=HandClass.FULL_HOUSE),
        ]
    ),
    loser_percent=st.just(50),
    winner_percent=st.just(30),
    table_percent=st.just(20),
)


@pytest.mark.paragraph("I-9")
@given(rake=RAKES, pot=st.integers(0, 100_000), dealt=st.booleans())
def test_a_rake_is_never_above_the_pot_and_never_breaks_a_chip(rake: Rake, pot: int, dealt: bool) -> None:  # noqa: FBT001
    taken = rake_cents(rake, pot_cents=pot, board_dealt=dealt)
    assert 0 <= taken <= pot
    assert taken % 100 == 0


@pytest.mark.paragraph("14.6(e)8", "14.6(e)9", "I-9")
@given(
    game=st.sampled_from(list(GAMES.values())),
    rake=RAKES,
    held=BAD_BEATS,
    piles=st.lists(st.sampled_from((100, 225, 700, 1500, 4000, 10_000)), min_size=2, max_size=7),
    seed=st.integers(0, 1 << 32),
)
def test_no_chip_is_lost_whatever_is_taken(
    game: Game, rake: Rake, held: BadBeatRules | None, piles: list[int], seed: int
) -> None:
    posted = replace(stakes(Limit.NO, button=game.button, ante_cents=25), rake=rake, bad_beat=held)
    played = play(game, posted, dict(enumerate(piles, 1)), random.Random(seed))
    taken = sum(b.cents for b in played.bodies if isinstance(b, RakeTaken))
    kept = sum(b.cents for b in played.bodies if isinstance(b, BadBeatContributed))
    completed = played.bodies[-1]
    assert isinstance(completed, RoundCompleted)
    assert played.final.phase is Phase.COMPLETED
    assert sum(completed.stacks) + taken + kept == sum(piles)
    assert completed.stacks == tuple(p.stack for p in sorted(played.final.players, key=lambda p: p.seat))
    assert all(stack >= 0 for stack in completed.stacks)
    pots = [b.cents for b in played.bodies if isinstance(b, PotAwarded)]
    assert all(cents >= 0 for cents in pots)
    assert sum(pots) + taken + kept == sum(player.put_in for player in played.final.players), "net of what went back"


def test_an_award_that_takes_is_decided_once_and_then_refused() -> None:
    table = checked_down(FIVE_PERCENT)
    table.award()
    assert table.refuses(AwardPot()).code is Code.NOT_NOW
