"""What every game's own section says in the same words: (a) that it is followed, (b) antes, (c) the button."""

import re

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key
from firmware_host.rules.game import Game, GameName, Opener
from firmware_host.rules.games import GAMES
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import DealStreet
from firmware_host.rules.round_facts import AntesPosted, BlindsPosted, HandsDealt
from firmware_host.table.acts.round import Deal
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.round import ButtonMoved
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back, Grade
from tests.rules.spoken_table import FIXED, Full, dealing, hidden_but
from tests.worlds.pure_table import PureTable

SECTIONS = {
    GameName.HOLDEM: ("14.10", "bcdefghij"),
    GameName.OMAHA: ("14.11", "bcdef"),
    GameName.OMAHA_HILO_8: ("14.11", "bcdefgh"),
    GameName.BIG_OMAHA: ("14.11(A)", "bcdef"),
    GameName.BIG_OMAHA_HILO_8: ("14.11(A)", "bcdefgh"),
    GameName.STUD: ("14.9", "cdefghi"),
    GameName.STUD_HILO: ("14.9", "cdefghikl"),
    GameName.STUD_HILO_8: ("14.9", "cdefghijkl"),
    GameName.SUPER_STUD: ("14.9B", "bcdefghi"),
    GameName.SUPER_STUD_LOW: ("14.9B", "bcdefghi"),
    GameName.SUPER_STUD_HILO: ("14.9B", "bcdefghikl"),
    GameName.SUPER_STUD_HILO_8: ("14.9B", "bcdefghijkl"),
    GameName.DRAW: ("14.12", "bcdefgh"),
    GameName.DRAW_LOW: ("14.12", "bcdefgh"),
    GameName.BADUGI: ("14.12C", "bcdefghijkl"),
    GameName.FIVE_STUD: ("14.13", "bcdefgh"),
    GameName.MAMBO_HILO_6: ("14.13A", "bcdefghij"),
}
"""The section of each game and what of it a round comes past; the kill of 14.11(A)(i) is an option of its own."""


NOT_OF_A_GAME = re.compile(r"14\.[3-7]\(.*|I-\d+")

EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)

WITH_A_BUTTON = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.button], ids=lambda game: game.name
)

WITH_A_FORCED_BET = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if not game.button], ids=lambda game: game.name
)


def to_the_showdown(game: Game) -> Full:
    """Two players who do what is expected of them, street by street; nothing but the board is shown."""
    table = Full(game, {2: 100, 5: 100})
    board = iter(["As", "Kd", "7c", "4h", "2s"])
    while table.phase is not Phase.SHOWDOWN:
        act = table.expected.act
        following = game.streets[table.round.at + 1] if table.told(HandsDealt) and table.round.following else None
        if isinstance(act, DealStreet) and following:
            act = dealing(board=" ".join(next(board) for _ in range(following.board)))
        table.does(act)
    return table


@EVERY
@pytest.mark.paragraph("14.9B(a)", "14.10(a)", "14.11(a)", "14.11(A)(a)", "14.12(a)", "14.12C(a)", "14.13(a)")
@pytest.mark.paragraph("14.13A(a)")
def test_a_a_round_comes_past_every_subsection_of_its_own_section_and_past_no_other_games(game: Game) -> None:
    """Every fact is told by a paragraph; (e) to (i) of omaha and the draws are those of hold 'em, as they say."""
    section, letters = SECTIONS[game.name]
    table = to_the_showdown(game)
    told = [paragraph for made in table.facts for paragraph in made.paragraphs]
    assert all(made.paragraphs for made in table.facts)
    own = {found[1] for paragraph in told if (found := re.match(rf"{re.escape(section)}\(([a-z])\)", paragraph))}
    assert own == set(letters)
    others = {p for p in told if not p.startswith(f"{section}(") and not NOT_OF_A_GAME.fullmatch(p)}
    assert all(game.button and paragraph.startswith("14.10(") for paragraph in others), others


@EVERY
@pytest.mark.paragraph("14.9B(b)", "14.10(b)", "14.11(b)", "14.11(A)(b)", "14.12(b)", "14.12C(b)", "14.13(b)")
@pytest.mark.paragraph("14.13A(b)", "14.7(b)1")
def test_b_a_posted_ante_is_in_before_any_card_and_none_is_asked_for_where_none_is_posted(game: Game) -> None:
    table = Full(game, {2: 100, 5: 100, 7: 100}, stakes=replace(FIXED, ante_cents=50))
    assert not any(player.down or player.up for player in table.round.players)
    (antes,) = table.told(AntesPosted)
    assert dict(zip(antes.seats, antes.cents, strict=True)) == {2: 50, 5: 50, 7: 50}
    assert Full(game, {2: 100, 5: 100, 7: 100}).told(AntesPosted) == []


@WITH_A_BUTTON
@pytest.mark.paragraph("14.10(c)", "14.11(c)", "14.11(A)(c)", "14.12(c)", "14.12C(c)")
def test_c_the_button_begins_at_the_dealers_right_moves_on_and_says_who_is_dealt_to_and_acts_first(game: Game) -> None:
    config = TableConfig(
        house="h", table="t", game=game.name, dealer="dealer-1", seats=(2, 5, 7, 9), accepts=(Grade.REPORTED,)
    )
    table = PureTable(config).opened()
    for back, button, order in (
        (Back.BLUE, 9, (2, 5, 7, 9)),
        (Back.RED, 2, (5, 7, 9, 2)),
        (Back.BLUE, 5, (7, 9, 2, 5)),
    ):
        assert table.state.button == button
        before = len(table.facts)
        table.ready(back)
        table.does(Deal())
        bodies = table.bodies()[before:]
        assert [body.seats for body in bodies if isinstance(body, HandsDealt)] == [order]
        assert [body.seats for body in bodies if isinstance(body, BlindsPosted)] == [order[:2]]
        while table.state.round is not None:
            if table.state.round.phase is Phase.BETTING:
                first = order[2] if table.state.round.on.opens is Opener.AFTER_BLINDS else None
                assert next(step.seat for step in next_steps(table.state) if step.expected) == first
            table.presses(Key.NEXT)
        assert [body.seat for body in table.bodies()[before:] if isinstance(body, ButtonMoved)] == [order[0]]


@WITH_A_FORCED_BET
@pytest.mark.paragraph("14.9(e)", "14.9B(e)", "14.13(e)", "14.13A(e)")
def test_after_the_forced_bet_each_in_turn_raises_folds_or_calls_until_the_last_raise_is_answered(game: Game) -> None:
    table = Full(game, {1: 100, 4: 100, 6: 100})
    table.deal(hidden_but({1: "7s", 4: "7c", 6: "7h"}, down=game.streets[0].down))
    lowest = table.turn
    others = {4: (6, 1), 1: (4, 6)}[lowest or 0]
    table.says(f"seat {lowest} makes the forced bet")
    assert table.turn == others[0]
    assert table.refuses(f"seat {others[0]} checks").code is Code.WRONG_AMOUNT
    table.says(f"seat {others[0]} completes to $2", f"seat {others[1]} folds")
    assert table.turn == lowest
    table.says(f"seat {lowest} raises to $4", f"seat {others[0]} calls")
    assert table.phase is Phase.DEALING
    assert [player.seat for player in table.round.live] == sorted({lowest or 0, others[0]})


def test_there_is_a_section_for_every_game() -> None:
    assert set(SECTIONS) == set(GAMES)
