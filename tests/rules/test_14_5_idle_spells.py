"""19:47-14.5(d): who comes, goes and stays while no game is played, and what the table may not forget meanwhile."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.answers import Code
from firmware_host.rules.game import Tracking
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.seating.acts import ComeBack, LeaveSeat, StepAway, TakeSeat
from firmware_host.table.seating.away import AwayStakes
from firmware_host.table.seating.bodies import SeatTaken
from firmware_host.table.session.acts import CloseTable, IdleTable, OpenTable
from firmware_host.table.steps import next_steps, what_is_missing
from tests.pure_table import PureTable, configuration

STAKES = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))
FULL = replace(configuration(seats=(2, 4)), tracking=Tracking.FULL, stakes=STAKES, buy_in_cents=10_000)


def idle(*seats: int, face_up: bool = True) -> PureTable:
    table = PureTable(configuration(seats=seats)).opened()
    table.does(IdleTable(face_up=face_up))
    return table


def offered(table: PureTable) -> set[type]:
    return {type(step.act) for step in next_steps(table.state)}


@pytest.mark.paragraph("14.5(d)", "14.4(c)")
def test_14_5_d_the_second_player_arrives_at_an_idle_table_and_play_goes_on() -> None:
    table = idle(2, 4)
    table.does(LeaveSeat(seat=4))
    refusal = table.refuses(OpenTable())
    assert (refusal.code, refusal.paragraphs) == (Code.TOO_FEW_PLAYERS, ("14.4(c)", "14.6(b)"))
    assert what_is_missing(table.state) == refusal, "not that the decks were not looked at: by whom?"
    assert TakeSeat in offered(table)
    table.does(TakeSeat(seat=7))
    table.does(OpenTable())
    assert (table.state.seats, table.state.button) == ((2, 7), 7)


@pytest.mark.paragraph("14.5(d)")
def test_14_5_d_who_comes_to_an_idle_table_brings_the_stakes_along() -> None:
    table = PureTable(FULL).opened()
    table.does(IdleTable())
    (taken,) = table.does(TakeSeat(seat=7, cents=6_000))
    assert taken.body == SeatTaken(seat=7, cents=6_000)
    assert table.state.stacks == {2: 10_000, 4: 10_000, 7: 6_000}


@pytest.mark.paragraph("14.5(d)", "14.7(c)5")
def test_14_5_d_who_leaves_steps_away_or_comes_back_while_it_idles_is_on_record() -> None:
    table = idle(2, 4, 5)
    assert {TakeSeat, LeaveSeat, StepAway} <= offered(table)
    table.does(StepAway(seat=4, stakes=AwayStakes.COVERED))
    assert ComeBack in offered(table)
    table.does(LeaveSeat(seat=5))
    table.does(ComeBack(seat=4))
    assert table.state.present == (2, 4)


@pytest.mark.paragraph("14.4(b)", "14.4(c)")
def test_14_4_b_the_first_two_are_seated_while_the_decks_lie_spread_for_them() -> None:
    """Then it is they who play, and nobody that table.toml names."""
    table = PureTable(FULL).spread()
    table.does(TakeSeat(seat=5, cents=4_000))
    assert table.refuses(OpenTable()).code is Code.TOO_FEW_PLAYERS
    table.does(TakeSeat(seat=7, cents=5_000))
    table.does(OpenTable())
    assert (table.state.stacks, table.state.button) == ({5: 4_000, 7: 5_000}, 7)


@pytest.mark.paragraph("14.4(b)")
def test_14_4_b_before_the_decks_lie_there_nobody_has_come_to_play() -> None:
    table = PureTable(FULL).started()
    assert table.refuses(TakeSeat(seat=5)).allowed_by == "open the table"
    assert TakeSeat not in offered(table)
    table.opened().does(CloseTable())
    assert table.refuses(TakeSeat(seat=5)).allowed_by == "open the table"
