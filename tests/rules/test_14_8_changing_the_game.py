"""Changing the game between rounds, to one the table posts: its stakes, its players, its button (14.8(a), I-21)."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.kill import KillKind, KillRules
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, Bet, DealStreet, Fold
from firmware_host.rules.round_facts import BlindsPosted, RoundStarted
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.floor import CloseTable, IdleTable, OpenTable
from firmware_host.table.acts.round import ChangeGame, Deal
from firmware_host.table.acts.seating import LeaveSeat, StepAway
from firmware_host.table.acts.system import Start
from firmware_host.table.config import ButtonAfterStud, PostedGame, TableConfig
from firmware_host.table.facts.round import ButtonPlaced, GameChanged, KillButtonCollected, KillButtonPlaced
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AwayStakes, Back
from tests.worlds.opening import opening
from tests.worlds.pure_table import PureTable, configuration

HOLDEM = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))

STUD = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, ante_cents=50, forced_cents=200)

OMAHA = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))

POSTED = (
    PostedGame(game=GameName.STUD, stakes=STUD),
    PostedGame(game=GameName.OMAHA_HILO_8, stakes=OMAHA, kill=KillRules(kind=KillKind.KILL, times_minimum=4), blinds=1),
)

PROCEDURE = replace(configuration(seats=(1, 2, 4, 7)), games=(*POSTED[:1], PostedGame(game=GameName.DRAW, blinds=1)))

FULL = replace(
    configuration(seats=(1, 2, 4, 7)), tracking=Tracking.FULL, stakes=HOLDEM, buy_in_cents=20_000, games=POSTED
)


def changed(config: TableConfig, *names: GameName) -> PureTable:
    table = PureTable(config).opened()
    for name in names:
        table.does(ChangeGame(game=name))
    return table


def round_started(table: PureTable, back: Back = Back.BLUE) -> RoundStarted:
    table.ready(back)
    return next(fact.body for fact in table.does(Deal()) if isinstance(fact.body, RoundStarted))


@pytest.mark.paragraph("14.8(a)")
@pytest.mark.parametrize("config", [PROCEDURE, FULL], ids=["procedure", "full"])
def test_14_8_a_the_next_round_is_of_the_game_that_was_changed_to(config: TableConfig) -> None:
    table = changed(config, GameName.STUD)
    assert GameChanged(game=GameName.STUD) in table.bodies()
    started = round_started(table)
    assert (started.game, started.button) == (GameName.STUD, None)


@pytest.mark.paragraph("14.8(a)")
def test_14_8_a_each_game_is_played_for_what_it_is_posted_for() -> None:
    table = changed(FULL, GameName.STUD)
    assert round_started(table).stakes == STUD
    back = changed(FULL, GameName.STUD, GameName.HOLDEM)
    assert round_started(back).stakes == HOLDEM


@pytest.mark.paragraph("14.10(d)")
def test_14_10_d_and_with_as_many_blinds_as_it_is_posted_with() -> None:
    table = changed(PROCEDURE, GameName.DRAW)
    table.ready(Back.BLUE)
    assert BlindsPosted(seats=(1,)) in [fact.body for fact in table.does(Deal())]


@pytest.mark.paragraph("14.1")
def test_14_1_a_round_of_play_is_of_one_game() -> None:
    table = PureTable(PROCEDURE).opened().dealt()
    refusal = table.refuses(ChangeGame(game=GameName.STUD))
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.1",))
    assert not [step for step in next_steps(table.state) if isinstance(step.act, ChangeGame)]


@pytest.mark.paragraph("14.8(a)")
def test_14_8_a_a_game_the_table_does_not_post_is_not_played_at_it() -> None:
    refusal = PureTable(PROCEDURE).opened().refuses(ChangeGame(game=GameName.BADUGI))
    assert (refusal.code, refusal.allowed_by) == (Code.NOT_OFFERED, "choose holdem, stud or draw")


@pytest.mark.paragraph("14.12(b)")
def test_14_12_b_nor_one_for_fewer_players_than_are_seated() -> None:
    config = replace(PROCEDURE, seats=tuple(range(1, 10)))
    refusal = PureTable(config).opened().refuses(ChangeGame(game=GameName.DRAW))
    assert (refusal.code, refusal.paragraphs[-1]) == (Code.TOO_MANY_PLAYERS, "14.12(b)")


def test_what_is_played_is_no_change() -> None:
    assert PureTable(PROCEDURE).opened().refuses(ChangeGame(game=GameName.HOLDEM)).code is Code.NOT_NOW


def test_the_floorperson_is_offered_the_other_games() -> None:
    offered = [step for step in next_steps(PureTable(PROCEDURE).opened().state) if isinstance(step.act, ChangeGame)]
    assert [(step.say, step.role) for step in offered] == [
        ("Change the game to seven-card stud high.", Role.FLOORPERSON),
        ("Change the game to five-card draw high.", Role.FLOORPERSON),
    ]


@pytest.mark.paragraph("I-21", "14.10(c)2")
@pytest.mark.parametrize(
    ("setting", "seat"), [(ButtonAfterStud.FIRST_PLACE, 7), (ButtonAfterStud.WHERE_IT_LAY, 1)], ids=str
)
def test_i_21_after_a_stud_game_the_button_goes_where_the_house_says(setting: ButtonAfterStud, seat: int) -> None:
    """After one round of hold 'em it lies at seat 1."""
    table = PureTable(replace(PROCEDURE, button_after_stud=setting)).opened().dealt()
    table.does(AwardUncontested())
    table.does(ChangeGame(game=GameName.STUD))
    assert table.state.button is None
    assert round_started(table, Back.RED).button is None
    table.does(AwardUncontested())
    facts = table.does(ChangeGame(game=GameName.HOLDEM))
    assert facts[-1].body == ButtonPlaced(seat=seat)


@pytest.mark.paragraph("I-21")
def test_i_21_where_the_player_who_had_it_is_gone_it_goes_before_the_next() -> None:
    table = changed(replace(PROCEDURE, button_after_stud=ButtonAfterStud.WHERE_IT_LAY), GameName.STUD)
    table.does(LeaveSeat(seat=7))
    table.does(StepAway(seat=1, stakes=AwayStakes.COVERED))
    assert table.does(ChangeGame(game=GameName.HOLDEM))[-1].body == ButtonPlaced(seat=2)


@pytest.mark.paragraph("I-21", "14.10(c)2", "14.5(d)")
@pytest.mark.parametrize("stop", [IdleTable(), CloseTable()], ids=["idle", "close"])
def test_i_21_an_idle_spell_ends_what_it_was_to_go_back_to(stop: IdleTable | CloseTable) -> None:
    """Item 13: the first button is before the first player to the right of the dealer again after every idle spell."""
    table = PureTable(replace(PROCEDURE, button_after_stud=ButtonAfterStud.WHERE_IT_LAY)).opened()
    table.played(Back.BLUE)
    assert table.state.button == 1
    table.does(ChangeGame(game=GameName.STUD))
    table.does(stop)
    for act in (OpenTable(),) if isinstance(stop, IdleTable) else opening(table.config):
        table.does(act)
    assert table.does(ChangeGame(game=GameName.HOLDEM))[-1].body == ButtonPlaced(seat=7)


@pytest.mark.paragraph("14.10(c)3")
def test_14_10_c_3_from_one_game_with_a_button_to_another_it_stays() -> None:
    table = changed(PROCEDURE, GameName.DRAW)
    assert table.state.button == 7


@pytest.mark.paragraph("14.11(A)(i)")
def test_14_11_a_i_a_kill_ends_with_the_game_it_was_won_at() -> None:
    """Seat 7 wins $22 unseen, more than four times the least bet."""
    table = changed(FULL, GameName.OMAHA_HILO_8)
    table.ready(Back.BLUE)
    for act in (Deal(), DealStreet(), Bet(seat=4, to_cents=800), Bet(seat=7, to_cents=1_200)):
        table.does(act)
    for seat in (1, 2, 4):
        table.does(Fold(seat=seat))
    assert KillButtonPlaced(seat=7) in [fact.body for fact in table.does(AwardPot())]
    assert table.does(ChangeGame(game=GameName.HOLDEM))[-1].body == KillButtonCollected()
    assert table.state.kill_button is None


def test_a_restart_knows_which_game_was_changed_to() -> None:
    table = changed(PROCEDURE, GameName.STUD)
    table.does(Start(software="firmware-host 0", config=PROCEDURE))
    assert table.state.config is not None
    assert table.state.config.game is GameName.STUD
    assert table.state.adopted == PROCEDURE


@pytest.mark.paragraph("14.7(c)")
@pytest.mark.parametrize("ante", [25, 50, 75, 100, 300])
def test_14_7_c_antes_under_a_dollar_are_in_quarters_and_halves(ante: int) -> None:
    posted = PostedGame(game=GameName.STUD, stakes=replace(STUD, ante_cents=ante))
    assert replace(FULL, games=(posted,)).games == (posted,)


@pytest.mark.paragraph("14.7(c)")
@pytest.mark.parametrize("ante", [10, 30, 60, 125, 150])
def test_14_7_c_no_other_ante_can_be_posted(ante: int) -> None:
    posted = PostedGame(game=GameName.STUD, stakes=replace(STUD, ante_cents=ante))
    with pytest.raises(ValueError, match=r"\(14\.7\(c\)\)"):
        replace(FULL, games=(posted,))


def test_an_ante_in_chips_of_the_table_is_no_coin() -> None:
    posted = PostedGame(game=GameName.STUD, stakes=replace(STUD, ante_cents=125, chip_cents=25))
    assert replace(FULL, games=(posted,)).games == (posted,)


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        (POSTED[0], "twice"),
        (PostedGame(game=GameName.MINI_DICE), "give it a table of its own"),
        (PostedGame(game=GameName.OMAHA), "needs `stakes`"),
        (PostedGame(game=GameName.OMAHA, stakes=STUD), "played with blinds"),
        (PostedGame(game=GameName.OMAHA, stakes=OMAHA, kill=KillRules(kind=KillKind.KILL, pot_cents=9_000)), "kill"),
    ],
)
def test_a_game_that_cannot_be_played_here_is_not_posted(posted: PostedGame, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(FULL, games=(*POSTED, posted))
