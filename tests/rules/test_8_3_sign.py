"""What stands on the sign: made from what is in force, and nothing that a patron has no business with."""

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.table.acts.round import ChangeGame
from firmware_host.table.acts.system import Start
from firmware_host.table.config import PostedGame
from firmware_host.table.sign import sign
from firmware_host.table.terms import Grade
from tests.golden.configs import CONFIG, DICE_CONFIG, KILL_CONFIG, TWO_GAMES
from tests.worlds.pure_table import PureTable


@pytest.mark.paragraph("19:47-8.3")
@pytest.mark.paragraph("14.11(A)(i)")
def test_limits_blinds_and_the_kill_are_posted_as_they_are_in_force() -> None:
    posted = sign(PureTable(KILL_CONFIG).started().state)
    (game,) = posted.games
    assert KILL_CONFIG.stakes is not None
    assert game.stakes == KILL_CONFIG.stakes
    assert game.kill == KILL_CONFIG.kill
    assert (game.title, game.blinds, posted.playing) == ("Big Omaha high-low split eight or better", 2, game.game)


@pytest.mark.paragraph("19:47-8.3")
@pytest.mark.paragraph("I-16")
def test_the_order_of_two_stands_on_the_sign_wherever_it_was_said() -> None:
    config = replace(KILL_CONFIG, heads_up=HeadsUp.USUAL)
    (game,) = sign(PureTable(config).started().state).games
    assert game.stakes is not None
    assert game.stakes.heads_up is config.order_of_two is HeadsUp.USUAL


@pytest.mark.paragraph("19:47-8.3")
@pytest.mark.paragraph("14.10(d)")
@pytest.mark.parametrize("blinds", [(400,), (200, 400), (100, 200, 400)])
def test_as_many_blinds_are_posted_as_the_stakes_name(blinds: tuple[int, ...]) -> None:
    stakes = Stakes(limit=Limit.NO, min_cents=400, blinds_cents=blinds)
    further = PostedGame(game=GameName.OMAHA, blinds=3, stakes=stakes)
    config = replace(KILL_CONFIG, game=GameName.HOLDEM, kill=None, stakes=stakes, games=(further,))
    assert [game.blinds for game in sign(PureTable(config).started().state).games] == [len(blinds), len(blinds)]


@pytest.mark.paragraph("19:47-8.3")
@pytest.mark.paragraph("I-6")
@pytest.mark.parametrize(("limit", "posted"), [(Limit.FIXED, 3), (Limit.SPREAD, 0), (Limit.POT, 0), (Limit.NO, 0)])
def test_a_cap_on_raises_is_posted_at_fixed_limit_alone(limit: Limit, posted: int) -> None:
    most = 800 if limit in (Limit.FIXED, Limit.SPREAD) else 0
    stakes = Stakes(limit=limit, min_cents=400, max_cents=most, blinds_cents=(200, 400))
    (game,) = sign(
        PureTable(replace(KILL_CONFIG, game=GameName.HOLDEM, kill=None, stakes=stakes)).started().state
    ).games
    assert game.stakes is not None
    assert game.stakes.raises == posted


@pytest.mark.paragraph("19:47-8.3")
@pytest.mark.paragraph("I-2")
def test_mini_dice_is_posted_for_as_many_players_as_there_are_seats() -> None:
    posted = sign(PureTable(replace(DICE_CONFIG, all_seats=(1, 2, 4))).started().state)
    assert posted.dice is not None
    assert posted.dice.players == 3


@pytest.mark.paragraph("19:47-8.3")
def test_every_posted_game_stands_there_and_which_of_them_is_played() -> None:
    table = PureTable(TWO_GAMES).opened()
    before = sign(table.state)
    table.does(ChangeGame(game=GameName.STUD))
    after = sign(table.state)
    assert [game.game for game in before.games] == [GameName.HOLDEM, GameName.STUD]
    assert [game.blinds for game in before.games] == [2, 0], "a forced bet begins at stud"
    assert (before.playing, after.playing) == (GameName.HOLDEM, GameName.STUD)
    assert after == replace(before, playing=GameName.STUD)


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize("option", ["straddle", "missed_blinds", "seat_changes"])
def test_an_option_of_the_house_is_posted_and_nothing_that_is_off(option: str) -> None:
    config = msgspec.structs.replace(KILL_CONFIG, **{option: True})
    usual, posted = sign(PureTable(KILL_CONFIG).started().state), sign(PureTable(config).started().state)
    assert posted == msgspec.structs.replace(usual, **{option: True})
    assert not getattr(usual, option)


def test_decks_shuffled_by_their_maker_are_posted() -> None:
    config = replace(CONFIG, accepts=(Grade.ATTESTED, Grade.PRE_SHUFFLED))
    assert sign(PureTable(config).started().state).pre_shuffled
    assert not sign(PureTable(CONFIG).started().state).pre_shuffled


@pytest.mark.paragraph("13.6(a)")
def test_a_mini_dice_table_posts_what_it_pays() -> None:
    posted = sign(PureTable(DICE_CONFIG).started().state)
    assert posted.games == ()
    assert posted.dice is not None
    assert [pays.odds for pays in posted.dice.pays if pays.wager is Wager.FIELD] == ["1 to 1", "3 to 1"]


def test_a_file_that_nobody_has_put_in_force_does_not_change_the_sign() -> None:
    table = PureTable(CONFIG).opened()
    before = sign(table.state)
    table.does(Start(software="firmware-host 0", config=replace(CONFIG, blinds=3)))
    assert table.state.candidate is not None
    assert sign(table.state) == before
