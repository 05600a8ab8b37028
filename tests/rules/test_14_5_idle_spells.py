"""19:47-14.5(d): who comes, goes and stays while no game is played, and what the table may not forget meanwhile."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.decks import InspectDecks, RemoveDeck, ShowDecks, SpreadDecks, VerifyDecks
from firmware_host.table.acts.floor import CloseTable, IdleTable, OpenTable
from firmware_host.table.acts.round import ChangeGame
from firmware_host.table.acts.seating import ComeBack, LeaveSeat, StepAway, TakeSeat
from firmware_host.table.config import PostedGame, TableConfig
from firmware_host.table.evolve import evolve
from firmware_host.table.facts.decks import DecksShown
from firmware_host.table.facts.fact import Body
from firmware_host.table.facts.round import ButtonPlaced
from firmware_host.table.facts.seating import SeatTaken
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AwayStakes, Back
from tests.worlds.pure_table import PureTable, configuration

OF_PLAY = {
    *("is_open", "button", "button_before_stud", "kill_button", "owed", "last_used"),
    *("idle_due", "quiet_since", "played_at"),
    *("stub_counted_at", "stub_due", "stub_counted", "left", "discards_due", "rounds_since_counted"),
}
"""What is over with the play it belongs to; what commences after an idle spell knows nothing of it."""

LASTS = {
    *("journal", "last", "turn", "started", "started_at", "config", "candidate", "adopted", "idle", "latest_step"),
    *("latest_cause", "dealer", "dealer_since", "relief_due", "people", "keys", "seats", "stacks", "away", "money"),
    *("puck", "puck_known", "devices", "decks", "hand_approved", "struck_at", "floor_called", "alerts", "approvals"),
    *("agreed", "warned", "rounds", "round", "told", "dice", "halted", "halted_by", "clocks", "disk_low"),
    *("shuffler", "seated", "opened_by", "seats_told", "end_doubted", "superseded", "pins"),
    *("program", "program_checked"),
}

STAKES = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))

FULL = replace(configuration(seats=(2, 4)), tracking=Tracking.FULL, stakes=STAKES, buy_in_cents=10_000)


def idle(*seats: int, face_up: bool = True) -> PureTable:
    table = PureTable(configuration(seats=seats)).opened()
    table.does(IdleTable(face_up=face_up))
    return table


def offered(table: PureTable) -> set[type]:
    return {type(step.act) for step in next_steps(table.state)}


def expected(table: PureTable) -> str:
    return next((step.say for step in next_steps(table.state) if step.expected), "")


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
    assert table.refuses(TakeSeat(seat=5)).allowed_by == "open the table first"
    assert TakeSeat not in offered(table)
    table.opened().does(CloseTable())
    assert table.refuses(TakeSeat(seat=5)).allowed_by == "open the table first"


def opened_with(table: PureTable) -> list[Body]:
    return [fact.body for fact in table.does(OpenTable())]


@pytest.mark.paragraph("14.5(d)", "14.7(a)")
@pytest.mark.parametrize("config", [configuration(seats=(2, 4)), FULL], ids=["procedure", "full"])
def test_14_5_d_whom_everybody_left_a_table_opens_again_for_those_who_come_and_invents_nobody(
    config: TableConfig,
) -> None:
    table = PureTable(config).opened()
    table.does(LeaveSeat(seat=2))
    table.does(LeaveSeat(seat=4))
    table.does(IdleTable())
    assert OpenTable not in offered(table)
    assert table.refuses(OpenTable()).reason.endswith("no player is at the table")
    for seat in (5, 7):
        table.does(TakeSeat(seat=seat))
    assert not [body for body in opened_with(table) if isinstance(body, SeatTaken)]
    assert (table.state.seats, table.state.stacks) == ((5, 7), {})


@pytest.mark.paragraph("14.4(c)", "14.5(d)", "14.10(c)2")
def test_14_5_d_who_is_away_has_not_looked_at_the_decks_and_has_no_button() -> None:
    table = idle(2, 4)
    table.does(StepAway(seat=4, stakes=AwayStakes.COVERED))
    assert OpenTable not in offered(table)
    assert table.refuses(OpenTable()).code is Code.TOO_FEW_PLAYERS
    table.does(TakeSeat(seat=3))
    assert expected(table) == ("Let two players inspect both decks, then open the table: 2 players seated and 1 away.")
    facts = opened_with(table)
    assert DecksShown(backs=(Back.BLUE, Back.RED)) in facts
    assert ButtonPlaced(seat=3) in facts


@pytest.mark.paragraph("14.4(c)")
def test_14_4_c_nor_has_he_looked_at_a_deck_that_came_to_the_open_table() -> None:
    table = PureTable(configuration(seats=(2, 4))).opened()
    table.does(RemoveDeck(back=Back.RED, why="a torn card"))
    for act in (InspectDecks(), VerifyDecks(), SpreadDecks()):
        table.does(act)
    table.does(StepAway(seat=4, stakes=AwayStakes.COVERED))
    assert ShowDecks not in offered(table)
    assert table.refuses(ShowDecks()).code is Code.TOO_FEW_PLAYERS
    table.does(ComeBack(seat=4))
    table.does(ShowDecks())


@pytest.mark.paragraph("14.5(d)")
def test_14_5_d_face_down_the_decks_are_turned_up_when_two_have_arrived_and_not_before() -> None:
    table = idle(2, 4, face_up=False)
    table.does(StepAway(seat=4, stakes=AwayStakes.COVERED))
    assert SpreadDecks not in offered(table)
    assert what_is_missing(table.state).code is Code.TOO_FEW_PLAYERS
    table.does(ComeBack(seat=4))
    assert expected(table) == "Two players are at the table: turn the decks face up."


@pytest.mark.paragraph("14.10(c)2", "I-21")
def test_14_10_c_2_no_button_lies_before_play_commences() -> None:
    """The game may change while the table idles; the button is placed when it opens, before those who are there."""
    config = replace(configuration(seats=(2, 4, 7)), game=GameName.STUD, games=(PostedGame(game=GameName.HOLDEM),))
    table = PureTable(config).opened()
    table.does(IdleTable())
    table.does(ChangeGame(game=GameName.HOLDEM))
    assert table.state.button is None
    table.does(LeaveSeat(seat=7))
    assert ButtonPlaced(seat=4) in opened_with(table)


@pytest.mark.paragraph("14.10(c)2", "14.7(c)5")
def test_14_10_c_2_a_button_nobody_was_there_for_is_placed_when_somebody_is() -> None:
    config = replace(configuration(seats=(2, 4)), game=GameName.STUD, games=(PostedGame(game=GameName.HOLDEM),))
    table = PureTable(config).opened()
    for seat in (2, 4):
        table.does(StepAway(seat=seat, stakes=AwayStakes.COVERED))
    table.does(ChangeGame(game=GameName.HOLDEM))
    assert table.state.button is None
    assert [fact.body for fact in table.does(ComeBack(seat=2))][1:] == [ButtonPlaced(seat=2)]
    assert [fact.body for fact in table.does(TakeSeat(seat=7))][1:] == [], "it lies there now"


@pytest.mark.paragraph("14.5(d)", "14.10(c)2")
def test_14_5_d_of_all_a_table_knows_it_is_said_what_an_idle_spell_ends() -> None:
    """A field that is new has to be put on one side or the other."""
    assert set(TableState.__struct_fields__) == OF_PLAY | LASTS
    assert not OF_PLAY & LASTS
    table = PureTable(FULL).opened()
    (idled, *_) = table.does(IdleTable())
    before = replace(table.state, **dict.fromkeys(OF_PLAY, "of the play before"))
    fresh = TableState(journal="")
    for name in OF_PLAY:
        assert getattr(evolve(before, idled), name) == getattr(fresh, name), name
