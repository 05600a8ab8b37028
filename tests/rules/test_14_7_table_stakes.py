"""19:47-14.7(c): what lies on the table, when it is enough, when it may be added to; at a table that tracks all."""

import msgspec
import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from firmware_host.rules.decision import Code
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.round_facts import BlindsPosted, RoundStarted
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.floor import OpenTable
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.round import ButtonPlaced
from firmware_host.table.facts.seating import ChipsAdded, SeatTaken
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back, Grade
from tests.worlds.pure_table import PureTable

STAKES = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))

STUD = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, ante_cents=50, forced_cents=200)


def config(*, stakes: Stakes | None = STAKES, game: GameName = GameName.HOLDEM, buy_in: int = 2_000) -> TableConfig:
    return TableConfig(
        house="h",
        table="t",
        game=game,
        tracking=Tracking.FULL,
        dealer="dealer-1",
        seats=(1, 2, 4),
        stakes=stakes,
        buy_in_cents=buy_in,
        accepts=(Grade.REPORTED,),
    )


def ready(of: TableConfig, **has: int) -> PureTable:
    """Open the table with a deck that may be dealt; `seat1=2_000` and the like is what is on the table there."""
    table = PureTable(of).opened()
    table.ready(Back.BLUE)
    for name, cents in has.items():
        seat = int(name.removeprefix("seat"))
        table.does(AddChips(seat=seat, cents=cents - table.state.stacks[seat]))
    return table


@pytest.mark.paragraph("14.7(c)")
def test_14_7_c_what_a_player_sat_down_with_is_on_the_table() -> None:
    table = PureTable(config()).spread()
    facts = table.does(OpenTable())
    assert [fact.body.cents for fact in facts if isinstance(fact.body, SeatTaken)] == [2_000, 2_000, 2_000]
    assert table.state.stacks == {1: 2_000, 2: 2_000, 4: 2_000}


@pytest.mark.paragraph("14.7(c)")
@pytest.mark.parametrize("ante", [25, 50, 75, 100, 300])
def test_14_7_c_an_ante_is_in_chips_or_below_a_dollar_coin_of_a_quarter_or_a_half(ante: int) -> None:
    assert config(stakes=replace(STUD, ante_cents=ante), game=GameName.STUD).stakes


@pytest.mark.paragraph("14.7(c)")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (replace(STUD, ante_cents=10), "`ante_cents` is 10: write whole 100-cent chips"),
        (replace(STUD, ante_cents=125), "`ante_cents` is 125: write whole"),
        (replace(STUD, forced_cents=150), "`forced_cents` is 150, which is not a whole number of 100-cent chips"),
        (replace(STUD, min_cents=350), "`min_cents` is 350, which is not a whole number of 100-cent chips"),
        (replace(STUD, max_cents=850), "`max_cents` is 850, which is not a whole number of 100-cent chips"),
        (
            replace(STAKES, blinds_cents=(250, 400)),
            "`blinds_cents` is 250, which is not a whole number of 100-cent chips",
        ),
    ],
)
def test_14_7_c_what_nobody_could_put_down_in_chips_is_not_posted(wrong: Stakes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        config(stakes=wrong, game=GameName.HOLDEM if wrong.blinds_cents else GameName.STUD)


@pytest.mark.paragraph("14.7(c)1")
def test_14_7_c_1_chips_are_added_between_rounds_only() -> None:
    table = ready(config())
    (added,) = table.does(AddChips(seat=2, cents=500))
    assert added.body == ChipsAdded(seat=2, cents=500)
    assert table.state.stacks[2] == 2_500
    table.does(Deal())
    refusal = table.refuses(AddChips(seat=2, cents=500))
    assert refusal.code is Code.NOT_NOW
    assert refusal.paragraphs == ("14.7(c)1",)
    assert table.state.stacks[2] == 2_500


@pytest.mark.paragraph("14.7(c)1")
@pytest.mark.parametrize("cents", [0, -1, -500])
def test_14_7_c_1_nobody_can_even_ask_to_take_chips_away(cents: int) -> None:
    with pytest.raises(ValidationError, match="cents"):
        msgspec.json.decode(msgspec.json.encode(AddChips(seat=2, cents=cents)), type=AddChips)


@pytest.mark.paragraph("14.7(a)")
def test_14_7_a_nobody_adds_chips_at_an_empty_seat() -> None:
    assert ready(config()).refuses(AddChips(seat=3, cents=500)).code is Code.NOT_SEATED


@pytest.mark.paragraph("14.7(c)3")
@pytest.mark.parametrize(("has", "dealt_in"), [(599, (2, 4)), (600, (1, 2, 4))])
def test_14_7_c_3_enough_is_what_has_to_be_posted_and_one_bet(has: int, dealt_in: tuple[int, ...]) -> None:
    """The first button is at seat 4, so seat 1 posts 200 and the least bet is 400."""
    table = ready(config(buy_in=100), seat1=has, seat2=2_000, seat4=2_000)
    facts = table.does(Deal())
    started = next(fact.body for fact in facts if isinstance(fact.body, RoundStarted))
    assert started.seats == dealt_in
    assert started.stacks == tuple(table.state.stacks[seat] for seat in dealt_in)


@pytest.mark.paragraph("14.7(c)3")
def test_14_7_c_3_who_has_too_little_is_asked_to_add() -> None:
    table = ready(config(buy_in=100), seat1=2_000, seat4=2_000)
    asked = [step for step in next_steps(table.state) if isinstance(step.act, AddChips)]
    assert [step.seat for step in asked] == [2]
    assert asked[0].paragraphs == ("14.7(c)1", "14.7(c)3")


@pytest.mark.paragraph("14.6(b)")
def test_14_6_b_one_player_with_enough_is_no_game() -> None:
    table = ready(config(buy_in=100), seat1=2_000)
    refusal = table.refuses(Deal())
    assert refusal.code is Code.TOO_FEW_PLAYERS
    assert refusal.reason == f"poker needs two players, but of the {len(table.state.present)} present 1 can be dealt in"
    assert refusal.allowed_by == "wait until a second player has enough chips and is not waiting for a blind"


def test_a_stud_table_has_no_button_to_place() -> None:
    table = PureTable(config(stakes=STUD, game=GameName.STUD)).spread()
    assert not [fact for fact in table.does(OpenTable()) if isinstance(fact.body, ButtonPlaced)]
    assert table.state.button is None


@pytest.mark.parametrize(
    ("stakes", "game", "buy_in", "said"),
    [
        (None, GameName.HOLDEM, 2_000, "stakes"),
        (STAKES, GameName.HOLDEM, 0, "buy_in_cents"),
        (STUD, GameName.HOLDEM, 2_000, "blinds"),
        (STAKES, GameName.STUD, 2_000, "forced bet"),
    ],
)
def test_a_table_that_could_not_be_tracked_is_refused(
    stakes: Stakes | None, game: GameName, buy_in: int, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        config(stakes=stakes, game=game, buy_in=buy_in)


@pytest.mark.paragraph("14.7(c)3")
def test_14_7_c_3_the_first_short_player_is_left_out_and_the_blinds_are_worked_out_anew() -> None:
    """The button is at seat 4. Seat 1, short, would post $2 and seat 2 $4; without seat 1 it is $2."""
    table = ready(config(buy_in=100), seat1=599, seat2=700, seat4=2_000)
    assert next(fact.body.seats for fact in table.does(Deal()) if isinstance(fact.body, RoundStarted)) == (2, 4)


@pytest.mark.paragraph("14.10(d)", "I-27")
def test_i_27_fewer_players_than_blinds_post_the_largest_of_them() -> None:
    three = replace(STAKES, blinds_cents=(100, 200, 400))
    facts = ready(config(stakes=three, buy_in=100), seat1=2_000, seat4=2_000).does(Deal())
    posted = next(fact for fact in facts if isinstance(fact.body, BlindsPosted))
    assert posted.body == BlindsPosted(seats=(1, 4), cents=(200, 400))
    assert "I-27" in posted.paragraphs


@pytest.mark.paragraph("14.7(c)3")
def test_14_7_c_3_a_blind_that_moves_on_is_counted_to_whom_it_moves() -> None:
    """Seat 1 is one cent short of blind and bet; its blind moves on, and then seat 4 is short of the next one."""
    table = ready(config(buy_in=100), seat1=599, seat2=2_000, seat4=500)
    assert table.refuses(Deal()).code is Code.TOO_FEW_PLAYERS
    table.does(AddChips(seat=4, cents=300))
    assert next(fact.body.seats for fact in table.does(Deal()) if isinstance(fact.body, RoundStarted)) == (2, 4)


@pytest.mark.paragraph("14.7(c)1")
def test_14_7_c_1_adding_less_than_nothing_is_taking_away() -> None:
    assert ready(config()).refuses(AddChips(seat=1, cents=-500)).code is Code.WRONG_AMOUNT
