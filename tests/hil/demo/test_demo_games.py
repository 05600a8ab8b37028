"""The demo plays every poker game at both tracking levels, through the real controller."""

import pytest

from firmware_host.rules.games import GAMES
from hil.demo import demo_command
from tests.hil.demo.test_demo import demo

DICE = "mini-dice"


def test_the_demo_names_every_poker_game_there_is_and_dice() -> None:
    assert set(demo_command.GAMES) == {*(str(name) for name in GAMES), DICE}


def test_the_demo_names_every_game_that_may_have_a_kill() -> None:
    assert set(demo_command.KILL_GAMES) == {str(name) for name, game in GAMES.items() if game.kill}


@pytest.mark.parametrize("kill", ["kill", "half-kill"])
def test_the_demo_plays_with_a_kill(kill: str) -> None:
    options = ("--game", "big-omaha-hilo-8", "--tracking", "full", "--kill", kill)
    result = demo(*options, "--rounds", "6", "--speed", "5000", "--seed", "3")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "gets the kill button" in result.stdout
    assert "6 rounds played, all right" in result.stdout


@pytest.mark.parametrize(
    ("options", "says"),
    [(("--game", "big-omaha"), "--game omaha-hilo-8"), (("--game", "omaha-hilo-8"), "--tracking full")],
)
def test_a_kill_that_cannot_be_played_says_which_options_it_needs(options: tuple[str, ...], says: str) -> None:
    result = demo(*options, "--kill", "kill")
    assert result.returncode != 0
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("tracking", ["procedure", "full"])
@pytest.mark.parametrize("game", GAMES)
def test_the_demo_plays_every_game_at_both_levels(game: str, tracking: str) -> None:
    result = demo("--game", game, "--tracking", tracking, "--rounds", "2", "--speed", "5000", "--seed", "3")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stderr == ""
    assert "2 rounds played, all right" in result.stdout
    told = "calls $" in result.stdout or "bets $" in result.stdout
    assert told == (tracking == "full")


@pytest.mark.parametrize("tracking", ["procedure", "full"])
def test_the_demo_shakes_mini_dice_through_its_sensors(tracking: str) -> None:
    result = demo("--game", DICE, "--tracking", tracking, "--rounds", "3", "--speed", "5000", "--seed", "3")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    assert "3 rounds played, all right" in result.stdout
    assert " shakes " in result.stdout
    assert "The shake of " in result.stdout


def test_a_game_that_is_not_there_is_one_clear_line_with_all_that_are() -> None:
    result = demo("--game", "snap")
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "'snap' is not a game" in result.stderr
    assert "badugi" in result.stderr
