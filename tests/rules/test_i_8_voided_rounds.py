"""I-8: a round that cannot be played out is void; every wager goes back and the button stays (item 13)."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role
from firmware_host.rules.game import Game, GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.games.seven_card_stud import STUD
from firmware_host.rules.round import Phase, start_full
from firmware_host.rules.round_acts import AwardPot, Bet, Call, CompleteBetting, DealStreet, Fold, VoidRound
from firmware_host.rules.round_facts import RoundCompleted, RoundVoided
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import CountCards
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.round import ButtonMoved
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.decks import Place
from firmware_host.table.terms import Back, Counted, Grade
from tests.rules.spoken_table import FIXED, Full, Procedure, Table, hidden_but
from tests.worlds.pure_table import PureTable

pytestmark = pytest.mark.paragraph("I-8")


VOID = VoidRound(why="51 cards were counted")

STAKES = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, ante_cents=100, blinds_cents=(200, 400))


def full_table() -> PureTable:
    config = TableConfig(
        house="h",
        table="t",
        game=GameName.HOLDEM,
        tracking=Tracking.FULL,
        dealer="dealer-1",
        seats=(1, 2, 4),
        stakes=STAKES,
        buy_in_cents=10_000,
        accepts=(Grade.REPORTED,),
    )
    return PureTable(config).opened()


def void(table: PureTable) -> list[object]:
    """As two people do it."""
    return [fact.body for fact in table.by_two(VOID)]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_i_8_every_wager_and_ante_goes_back_in_every_game(game: Game) -> None:
    table = Full(game, {2: 100, 5: 80, 7: 60}, button=7, stakes=replace(FIXED, ante_cents=50))
    assert table.round.pot_cents >= 150
    table.does(VOID)
    assert table.gains == {2: 0, 5: 0, 7: 0}
    assert table.phase is Phase.COMPLETED
    assert table.round.pot_cents == 0
    assert (table.round.places.stub, table.round.places.burns) == (52, 0)


def test_i_8_in_the_middle_of_it_as_well() -> None:
    table = Full(STUD, {1: 100, 4: 100, 6: 100})
    table.deal(hidden_but({1: "Kd", 4: "2c", 6: "9s"}, 2))
    table.says("seat 4 makes the forced bet", "seat 6 completes to $2", "seat 1 calls", "seat 4 folds")
    table.does(VOID)
    (voided,) = table.told(RoundVoided)
    assert voided == RoundVoided(why=VOID.why, stacks=(10_000, 10_000, 10_000))
    assert table.why(RoundVoided) == ("I-8",)
    assert table.steps == ()


def test_i_8_an_ante_one_player_paid_for_all_goes_back_to_that_player() -> None:
    opened = start_full(
        HOLDEM,
        seats=(2, 5),
        stacks={2: 1_000, 5: 1_000},
        button=5,
        stakes=FIXED,
        antes={5: 300},
        dead_antes=True,
    )
    table = Table(opened)
    table.does(VOID)
    assert {player.seat: player.stack for player in table.round.players} == {2: 1_000, 5: 1_000}


def test_i_8_what_is_awarded_stands() -> None:
    table = Full(HOLDEM, {2: 100, 5: 100})
    table.deal()
    table.says(f"seat {table.turn} folds")
    table.award()
    refusal = table.refuses(VOID)
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("I-8",))


def test_i_8_at_the_procedure_level_the_wagers_never_left_the_felt() -> None:
    table = Procedure(HOLDEM, 2, 5, 7)
    table.betting_is_over(4)
    table.does(VOID)
    assert table.told(RoundVoided) == [RoundVoided(why=VOID.why)]


def test_item_13_the_button_stays_the_deck_goes_home_and_the_number_is_used() -> None:
    table = full_table().dealt(Back.BLUE)
    button = table.state.button
    table.does(DealStreet())
    table.does(Bet(seat=4, to_cents=800))
    table.does(Call(seat=1))
    assert [type(body) for body in void(table)] == [RoundVoided]
    assert (table.state.button, table.state.round, table.state.rounds) == (button, None, 1)
    assert table.state.stacks == {1: 10_000, 2: 10_000, 4: 10_000}
    assert table.deck(Back.BLUE).place is Place.STORAGE
    table.dealt(Back.RED)
    assert table.state.rounds == 2
    assert table.state.round is not None
    assert table.state.round.button == button
    assert ButtonMoved not in [type(body) for body in table.bodies()]


def test_i_8_it_is_not_taken_back_and_chips_may_be_added_after_it() -> None:
    table = full_table().dealt()
    table.does(DealStreet())
    table.does(Fold(seat=4))
    void(table)
    assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK
    table.does(AddChips(seat=1, cents=500))


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON, Role.CASINO_SUPERVISOR])
def test_i_8_nobody_declares_it_alone(role: Role) -> None:
    table = full_table().dealt()
    refusal = table.refuses(VOID, role=role)
    assert refusal.code is Code.TWO_PEOPLE_NEEDED
    assert refusal.paragraphs == ("I-8",)


def test_i_8_between_rounds_there_is_nothing_to_void() -> None:
    table = PureTable().opened()
    assert table.not_by_two(VOID).code is Code.NOT_NOW
    table.dealt()
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())
    assert table.not_by_two(VOID).code is Code.NOT_NOW
    assert not [body for body in table.bodies() if isinstance(body, RoundVoided)]
    assert [body for body in table.bodies() if isinstance(body, RoundCompleted)]


@pytest.mark.paragraph("14.6(e)7")
@pytest.mark.parametrize("cards_are_out", [False, True])
def test_14_6_e_7_no_discards_are_asked_for_of_a_round_that_was_void_before_its_first_card(
    *, cards_are_out: bool
) -> None:
    table = full_table()
    table.ready(Back.BLUE)
    table.does(Deal())
    if cards_are_out:
        table.does(DealStreet())
    void(table)
    asked = {step.act.what for step in next_steps(table.state) if isinstance(step.act, CountCards) and step.expected}
    assert (Counted.DISCARDS in asked, table.state.discards_due) == (cards_are_out, cards_are_out)
    table.dealt(Back.RED)
