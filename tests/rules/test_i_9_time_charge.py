"""The charge per half hour (I-9): a clock, a payment between rounds from everybody who is there, each on record."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.pots.rake import NoRake, TimeCharge
from firmware_host.rules.round_acts import AwardUncontested, VoidRound
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.corrections import AdjustMoney
from firmware_host.table.acts.floor import CloseTable, IdleTable
from firmware_host.table.acts.money import CollectTimeCharge
from firmware_host.table.acts.round import ChangeGame
from firmware_host.table.acts.seating import LeaveSeat, StepAway
from firmware_host.table.acts.system import AdoptConfiguration, PassDeadline, Start
from firmware_host.table.config import PostedGame
from firmware_host.table.deadlines import deadlines
from firmware_host.table.facts.fact import sentence
from firmware_host.table.facts.floor import ApprovalExpired
from firmware_host.table.facts.money import TimeChargeCollected, TimeChargeDue
from firmware_host.table.money.time_charge import CLOCK
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Adjustment, AwayStakes
from tests.worlds.pure_table import MINUTE_MS, PureTable, configuration

STAKES = Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400), rake=TimeCharge(half_hour_cents=600))

FULL = replace(configuration(seats=(1, 2, 4)), tracking=Tracking.FULL, stakes=STAKES, buy_in_cents=20_000)

PROCEDURE = replace(FULL, tracking=Tracking.PROCEDURE, buy_in_cents=0)

ANOTHER_CHARGE = replace(STAKES, rake=TimeCharge(half_hour_cents=700))

HALF_HOUR_MS = 30 * MINUTE_MS


def after_half_an_hour(table: PureTable) -> PureTable:
    table.waits(HALF_HOUR_MS)
    table.does(PassDeadline(name=CLOCK))
    return table


def due_ms(table: PureTable) -> list[int]:
    return [deadline.due_ms for deadline in deadlines(table.state) if deadline.name == CLOCK]


def offered(table: PureTable) -> list[str]:
    return [step.say for step in next_steps(table.state) if isinstance(step.act, CollectTimeCharge)]


@pytest.mark.paragraph("I-9", "14.14")
def test_i_9_when_a_half_hour_is_over_the_dealer_is_told_to_collect_and_each_payment_is_on_record() -> None:
    table = PureTable(FULL).opened()
    assert (due_ms(table), offered(table)) == ([HALF_HOUR_MS], [])
    after_half_an_hour(table)
    assert TimeChargeDue() in table.bodies()
    assert offered(table) == ["Collect the time charge: $6 from each player."]
    (paid,) = table.does(CollectTimeCharge())
    assert paid.body == TimeChargeCollected(seats=(1, 2, 4), cents=(600, 600, 600))
    assert table.state.stacks == {1: 19_400, 2: 19_400, 4: 19_400}
    assert (table.state.money.time_cents, table.state.money.rake_cents) == (1_800, 0)
    assert (due_ms(table), offered(table)) == ([2 * HALF_HOUR_MS], [])


@pytest.mark.paragraph("I-9")
def test_i_9_nothing_is_collected_before_a_half_hour_is_over_nor_twice_for_one() -> None:
    table = PureTable(FULL).opened()
    table.waits(HALF_HOUR_MS - 1)
    assert table.does(PassDeadline(name=CLOCK)) == ()
    assert table.refuses(CollectTimeCharge()).code is Code.NOT_NOW
    table.waits(1)
    table.does(PassDeadline(name=CLOCK))
    table.does(CollectTimeCharge())
    assert table.refuses(CollectTimeCharge()).allowed_by == "wait until the half hour is over"


@pytest.mark.paragraph("I-9", "14.7(c)1")
def test_i_9_nothing_is_taken_off_the_table_in_mid_round() -> None:
    table = PureTable(PROCEDURE).opened().dealt()
    after_half_an_hour(table)
    refusal = table.refuses(CollectTimeCharge())
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.14", "I-9", "14.7(c)1"))
    assert offered(table) == []
    table.does(AwardUncontested())
    assert table.does(CollectTimeCharge())


@pytest.mark.paragraph("I-9")
def test_i_9_two_half_hours_are_two_payments() -> None:
    table = after_half_an_hour(after_half_an_hour(PureTable(FULL).opened()))
    table.does(CollectTimeCharge())
    table.does(CollectTimeCharge())
    assert table.state.stacks[1] == 18_800
    assert table.refuses(CollectTimeCharge()).code is Code.NOT_NOW


@pytest.mark.paragraph("I-9")
def test_i_9_who_is_away_pays_nothing_and_who_has_less_pays_what_there_is() -> None:
    table = PureTable(FULL).opened()
    lines = (Adjustment(seat=2, cents=450 - 20_000), Adjustment(seat=1, cents=-20_000))
    table.by_two(AdjustMoney(lines=lines, why="counted"))
    table.does(StepAway(seat=4, stakes=AwayStakes.COVERED))
    after_half_an_hour(table)
    assert table.does(CollectTimeCharge())[0].body == TimeChargeCollected(seats=(2,), cents=(450,))
    assert table.state.stacks == {1: 0, 2: 0, 4: 20_000}


@pytest.mark.paragraph("I-9")
def test_i_9_where_no_money_is_tracked_it_is_recorded_as_posted() -> None:
    table = after_half_an_hour(PureTable(PROCEDURE).opened())
    assert table.does(CollectTimeCharge())[0].body == TimeChargeCollected(seats=(1, 2, 4), cents=(600, 600, 600))
    assert table.state.stacks == {}


@pytest.mark.paragraph("I-9")
def test_i_9_a_table_that_posts_none_collects_none() -> None:
    table = PureTable(configuration()).opened()
    assert due_ms(table) == []
    assert table.refuses(CollectTimeCharge()).code is Code.NOT_OFFERED


@pytest.mark.paragraph("I-9")
@pytest.mark.parametrize(("synced", "left_min"), [(True, 5), (False, 30)])
def test_i_9_without_a_clock_to_trust_the_half_hour_begins_anew_for_the_players(*, synced: bool, left_min: int) -> None:
    """Twenty minutes played, five without power."""
    table = PureTable(FULL).opened()
    table.waits(20 * MINUTE_MS)
    table.now = replace(table.now, boot="boot-2", mono_ms=0, wall_ms=table.now.wall_ms + 5 * MINUTE_MS, synced=synced)
    table.does(Start(software="firmware-host 0", config=FULL))
    assert due_ms(table) == [left_min * MINUTE_MS]


@pytest.mark.paragraph("I-9")
def test_i_9_with_another_game_the_half_hour_begins_anew() -> None:
    stud = replace(STAKES, blinds_cents=(), forced_cents=200)
    table = PureTable(replace(FULL, games=(PostedGame(game=GameName.STUD, stakes=stud),))).opened()
    table.waits(20 * MINUTE_MS)
    table.does(ChangeGame(game=GameName.STUD))
    assert due_ms(table) == [50 * MINUTE_MS]


@pytest.mark.paragraph("I-9", "14.14")
@pytest.mark.parametrize("stop", [IdleTable(), CloseTable()], ids=["idle", "close"])
def test_i_9_what_is_due_is_collected_before_the_table_stops(stop: IdleTable | CloseTable) -> None:
    """The clock begins anew with the next opening: a half hour over by then would be nobody's any more."""
    table = after_half_an_hour(PureTable(FULL).opened())
    refusal = table.refuses(stop)
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.14", "I-9"))
    assert refusal.allowed_by == "collect the time charge first"
    assert not [step for step in next_steps(table.state) if isinstance(step.act, IdleTable | CloseTable)]
    table.does(CollectTimeCharge())
    table.does(stop)


@pytest.mark.paragraph("I-9")
def test_i_9_where_nobody_is_there_to_pay_that_is_on_record() -> None:
    table = after_half_an_hour(PureTable(FULL).opened())
    for seat in (1, 2, 4):
        table.does(LeaveSeat(seat=seat))
    assert offered(table) == ["Confirm that no player is present to pay the time charge."]
    (paid,) = table.does(CollectTimeCharge())
    assert paid.body == TimeChargeCollected(seats=(), cents=())
    assert sentence(paid) == "Time charge: no player to collect from."
    table.does(IdleTable())


@pytest.mark.paragraph("I-9")
def test_i_9_what_is_due_is_collected_before_a_game_for_which_another_charge_is_posted() -> None:
    stud = replace(STAKES, blinds_cents=(), forced_cents=200, rake=NoRake())
    draw = replace(STAKES, blinds_cents=(400,))
    games = (PostedGame(game=GameName.STUD, stakes=stud), PostedGame(game=GameName.DRAW, stakes=draw))
    table = after_half_an_hour(PureTable(replace(FULL, games=games)).opened())
    assert table.refuses(ChangeGame(game=GameName.STUD)).paragraphs == ("14.14", "I-9")
    table.does(ChangeGame(game=GameName.DRAW))
    table.does(CollectTimeCharge())
    table.does(ChangeGame(game=GameName.STUD))


@pytest.mark.paragraph("I-9")
def test_i_9_what_is_due_is_collected_before_another_charge_is_put_in_force() -> None:
    table = after_half_an_hour(PureTable(FULL).opened())
    dearer = replace(FULL, stakes=replace(STAKES, rake=TimeCharge(half_hour_cents=900)))
    table.does(Start(software="firmware-host 0", config=dearer))
    assert table.state.candidate is not None
    adopt = AdoptConfiguration(candidate=table.state.candidate.number)
    assert table.not_by_two(adopt).paragraphs == ("14.14", "I-9")
    table.does(CollectTimeCharge())
    table.by_two(adopt)


def agreed_in_a_round() -> tuple[PureTable, AdoptConfiguration]:
    """Two people want another charge, in the middle of a round; before its end a half hour is over."""
    table = PureTable(FULL).opened().dealt()
    table.does(Start(software="again", config=replace(FULL, stakes=ANOTHER_CHARGE)))
    assert table.state.candidate is not None
    act = AdoptConfiguration(candidate=table.state.candidate.number)
    table.by_two(act)
    table.later(31)
    table.by_two(VoidRound(why="51 cards"))
    table.strike()
    return table, act


@pytest.mark.paragraph("I-9")
def test_i_9_what_was_agreed_on_in_a_round_is_put_in_force_when_the_half_hour_that_is_over_is_paid() -> None:
    table, act = agreed_in_a_round()
    assert [agreed.act for agreed in table.state.agreed] == [act]
    assert not [body for body in table.bodies() if isinstance(body, ApprovalExpired)]
    assert offered(table) == ["Collect the time charge: $6 from each player; then the changed table.toml takes effect."]
    (paid,) = table.does(CollectTimeCharge())
    assert isinstance(paid.body, TimeChargeCollected)
    assert paid.body.cents == (600, 600, 600), "at the charge of the half hour that is over"
    table.strike()
    assert not table.state.agreed
    assert table.state.config is not None
    assert table.state.config.stakes == ANOTHER_CHARGE


@pytest.mark.paragraph("I-9")
def test_i_9_what_table_toml_no_longer_asks_for_waits_for_no_charge() -> None:
    table, _ = agreed_in_a_round()
    table.does(Start(software="with the old file", config=FULL))
    table.strike()
    assert not table.state.agreed
    assert isinstance(table.bodies()[-2], ApprovalExpired)
    assert offered(table) == ["Collect the time charge: $6 from each player."]


@pytest.mark.paragraph("I-9")
def test_i_9_the_step_to_collect_names_what_cannot_be_asked_for_before_it() -> None:
    table = after_half_an_hour(PureTable(FULL).opened())
    table.does(Start(software="again", config=replace(FULL, stakes=ANOTHER_CHARGE)))
    assert not [step for step in next_steps(table.state) if isinstance(step.act, RequestApproval)]
    assert offered(table) == ["Collect the time charge: $6 from each player; then the changed table.toml takes effect."]
    table.does(CollectTimeCharge())
    assert [step for step in next_steps(table.state) if isinstance(step.act, RequestApproval)]
