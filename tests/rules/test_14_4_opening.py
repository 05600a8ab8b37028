"""19:47-14.4 and 14.5(d): from two decks in a box to two washed stacks, at the opening and after idling."""

import pytest

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.table.acts.decks import (
    AcceptPreShuffled,
    CutDeck,
    DistributeDecks,
    InspectDecks,
    RemoveDeck,
    SenseDeck,
    ShowDecks,
    ShuffleByHand,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.floor import CloseTable, IdleTable, OpenTable
from firmware_host.table.acts.intent import Via
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import TakeSeat
from firmware_host.table.facts.decks import DecksDistributed, DecksSpread, DecksVerified
from firmware_host.table.facts.round import ButtonPlaced
from firmware_host.table.identities import STAFF
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.decks import Place, Stage
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Grade
from tests.worlds.pure_table import PureTable, configuration


def expected(state: TableState) -> str:
    return next(step.say for step in next_steps(state) if step.expected)


def stages(table: PureTable) -> set[Stage]:
    return {deck.stage for deck in table.state.decks}


@pytest.mark.paragraph("14.4(a)", "14.4(b)", "14.4(c)")
def test_14_4_each_step_is_asked_for_and_none_can_be_left_out() -> None:
    table = PureTable().started()
    for act, said, stage in (
        (InspectDecks(), "Receive and inspect", Stage.INSPECTED),
        (VerifyDecks(), "A floorperson verifies", Stage.VERIFIED),
        (SpreadDecks(), "Spread the blue and the red decks face up, by suit and in sequence.", Stage.SPREAD),
        (OpenTable(), "Let two players inspect both decks", Stage.SHOWN),
        (WashDeck(back=Back.BLUE), "Turn the blue deck face down, wash it and stack it.", None),
        (WashDeck(back=Back.RED), "Turn the red deck face down, wash it and stack it.", Stage.READY),
    ):
        assert expected(table.state).startswith(said)
        table.refuses(Deal())
        table.refuses(CutDeck(back=Back.BLUE))
        table.does(act)
        assert stage is None or stages(table) == {stage}


@pytest.mark.paragraph("14.4(a)")
def test_14_4_a_the_inspection_is_the_dealers_and_only_of_what_was_received() -> None:
    table = PureTable().started()
    assert table.refuses(InspectDecks(), role=Role.FLOORPERSON).code is Code.NOT_YOUR_ROLE
    table.does(InspectDecks())
    assert table.refuses(InspectDecks()).code is Code.NOT_NOW


@pytest.mark.paragraph("14.4(a)", "14.4(b)")
@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR, Role.CASINO_SUPERVISOR])
@pytest.mark.parametrize("via", [Via.PANEL, Via.KEYS])
def test_14_4_b_nobody_verifies_what_the_same_person_inspected(role: Role, via: Via) -> None:
    table = PureTable().started()
    table.enrols("dealer-1", *STAFF)
    table.does(InspectDecks(), via=via, actor="dealer-1")
    refusal = table.refuses(VerifyDecks(), role=role, actor="dealer-1")
    assert (refusal.code, refusal.paragraphs) == (Code.TWO_PEOPLE_NEEDED, ("14.4(b)",))
    assert refusal.reason == "dealer-1 inspected the blue and the red decks and may not also verify them"
    table.does(VerifyDecks(), role=role, actor="somebody")


@pytest.mark.paragraph("14.4(b)")
def test_14_4_b_of_decks_inspected_by_two_people_each_verifies_the_others() -> None:
    table = PureTable().opened()
    table.enrols("dealer-2", *STAFF)
    for back, dealer in ((Back.BLUE, "dealer-1"), (Back.RED, "dealer-2")):
        table.does(RemoveDeck(back=back, why="a torn card"))
        table.does(InspectDecks(), actor=dealer)
    (fact,) = table.does(VerifyDecks(), role=Role.FLOORPERSON, actor="dealer-2")
    assert fact.body == DecksVerified(backs=(Back.BLUE,))
    assert table.refuses(VerifyDecks(), role=Role.FLOORPERSON, actor="dealer-2").code is Code.TWO_PEOPLE_NEEDED


@pytest.mark.paragraph("14.4(b)")
@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR, Role.CASINO_SUPERVISOR])
def test_14_4_b_the_verification_is_the_floors_and_on_no_key(role: Role) -> None:
    table = PureTable().started()
    table.does(InspectDecks())
    assert table.refuses(VerifyDecks(), role=Role.DEALER).code is Code.NOT_YOUR_ROLE
    assert not [step for step in next_steps(table.state) if step.key is Key.NEXT]
    assert what_is_missing(table.state).allowed_by == "have a floorperson or a supervisor verify it"
    (fact,) = table.does(VerifyDecks(), role=role)
    assert isinstance(fact.body, DecksVerified)


@pytest.mark.paragraph("14.4(b)")
def test_14_4_b_the_spread_is_face_up_by_suit_and_in_sequence() -> None:
    table = PureTable().started()
    table.does(InspectDecks())
    assert table.refuses(SpreadDecks()).code is Code.NOT_NOW
    table.does(VerifyDecks())
    (spread,) = table.does(SpreadDecks())
    assert spread.body == DecksSpread(backs=(Back.BLUE, Back.RED), face_up=True, in_sequence=True)


@pytest.mark.paragraph("14.4(c)", "14.4(c)2")
def test_14_4_c_2_with_a_shuffler_neither_deck_is_dealt_before_both_were_washed() -> None:
    table = PureTable().spread()
    table.does(OpenTable())
    table.does(WashDeck(back=Back.BLUE))
    table.shuffled(Back.BLUE)
    refusal = table.refuses(CutDeck(back=Back.BLUE))
    assert (refusal.code, refusal.paragraphs) == (Code.DECK_NOT_PREPARED, ("14.4(c)",))
    table.does(WashDeck(back=Back.RED))
    table.cuts(Back.BLUE)
    assert expected(table.state).startswith("Blind bets") or "red deck" in expected(table.state)
    loading = [step.act for step in next_steps(table.state) if isinstance(step.act, SenseDeck)]
    assert loading == [SenseDeck(back=Back.RED)], "the other goes into the shuffler for the next round"


@pytest.mark.paragraph("14.4(c)1")
def test_14_4_c_1_without_a_shuffler_only_the_deck_for_use_need_be_washed_and_the_other_at_its_rotation() -> None:
    table = PureTable(configuration(shuffler=False, accepts=(Grade.BY_HAND,))).spread()
    table.does(OpenTable())
    table.does(WashDeck(back=Back.BLUE))
    table.does(ShuffleByHand(back=Back.BLUE))
    assert table.refuses(ShuffleByHand(back=Back.RED)).allowed_by == "wash and stack it first (14.4(c))"
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())
    table.does(WashDeck(back=Back.RED))
    assert table.deck(Back.RED).stage is Stage.READY


@pytest.mark.paragraph("14.4(a)", "14.5(a)")
def test_14_4_a_pre_shuffled_decks_are_dealt_only_where_that_is_posted() -> None:
    table = PureTable().started()
    table.does(InspectDecks())
    table.does(VerifyDecks())
    assert table.refuses(AcceptPreShuffled()).code is Code.GRADE_NOT_ACCEPTED
    posted = PureTable(configuration(accepts=(Grade.REPORTED, Grade.PRE_SHUFFLED))).started()
    posted.does(InspectDecks())
    posted.does(VerifyDecks())
    posted.does(AcceptPreShuffled())
    posted.does(OpenTable())
    assert posted.refuses(Deal()).code is Code.NOT_CUT
    posted.does(CutDeck(back=Back.BLUE))
    posted.does(Deal())


@pytest.mark.paragraph("14.2(c)")
def test_14_2_c_the_shift_supervisors_distribution_is_on_record() -> None:
    table = PureTable().started()
    (fact,) = table.does(DistributeDecks(why="two new decks, small limits"))
    assert fact.body == DecksDistributed(why="two new decks, small limits")
    assert fact.paragraphs == ("14.2(c)",)
    assert table.refuses(DistributeDecks(why="x"), role=Role.FLOORPERSON).code is Code.NOT_YOUR_ROLE


@pytest.mark.paragraph("14.2(c)")
@pytest.mark.parametrize("role", [Role.POKER_SHIFT_SUPERVISOR, Role.CASINO_SUPERVISOR])
def test_14_2_c_a_supervisor_of_the_shift_supervisor_distributes_them_too(role: Role) -> None:
    table = PureTable().started()
    (fact,) = table.does(DistributeDecks(why="two new decks, small limits"), role=role)
    assert isinstance(fact.body, DecksDistributed)


@pytest.mark.paragraph("14.5(d)")
@pytest.mark.parametrize("face_up", [True, False])
def test_14_5_d_an_idle_tables_decks_are_looked_at_and_washed_again(*, face_up: bool) -> None:
    table = PureTable().opened()
    table.ready(Back.BLUE)
    table.does(IdleTable(face_up=face_up))
    assert all(deck.proof is None for deck in table.state.decks)
    assert {deck.place for deck in table.state.decks} == {Place.TABLE}
    assert table.refuses(Deal()).paragraphs == ("14.4(c)",)
    if not face_up:
        assert table.refuses(OpenTable()).code is Code.NOT_NOW, "they have to lie face up first"
        assert expected(table.state) == "Two players are at the table: turn the decks face up."
        table.does(SpreadDecks())
    facts = table.does(OpenTable())
    assert [fact.body for fact in facts if isinstance(fact.body, ButtonPlaced)], "the first button again (item 13)"
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.DECK_NOT_PREPARED
    for back in (Back.BLUE, Back.RED):
        table.does(WashDeck(back=back))
    table.played(Back.BLUE)


@pytest.mark.paragraph("14.5(d)")
def test_14_5_d_nothing_idles_in_mid_round() -> None:
    table = PureTable().opened().dealt()
    assert table.refuses(IdleTable()).code is Code.NOT_NOW
    assert table.refuses(CloseTable()).code is Code.NOT_NOW


@pytest.mark.paragraph("14.4(a)")
def test_a_closed_table_begins_from_the_inspection() -> None:
    table = PureTable().opened()
    table.played(Back.BLUE)
    table.does(CloseTable())
    assert (table.state.is_open, table.state.seats, table.state.dealer, table.state.button) == (False, (), None, None)
    assert stages(table) == {Stage.AWAITED}
    table.opened()
    table.played(Back.BLUE)


@pytest.mark.paragraph("14.4(c)", "14.2(a)")
def test_a_deck_that_comes_to_the_open_table_is_prepared_like_the_first_two() -> None:
    table = PureTable().opened()
    table.played(Back.BLUE)
    table.does(RemoveDeck(back=Back.RED, why="a torn card"))
    for act in (InspectDecks(), VerifyDecks(), SpreadDecks(), ShowDecks(), WashDeck(back=Back.RED)):
        assert table.refuses(CutDeck(back=Back.RED)).code is Code.DECK_NOT_PREPARED
        table.does(act)
    table.played(Back.RED)


@pytest.mark.paragraph("14.4(c)")
def test_14_4_c_who_was_seated_before_the_opening_plays_and_the_step_says_that_the_file_seats_nobody_then() -> None:
    table = PureTable(configuration(seats=(1, 2))).spread()
    (opens,) = (step for step in next_steps(table.state) if isinstance(step.act, OpenTable))
    assert opens.say == "Let two players inspect both decks, then open the table: 2 players seated."
    table.does(TakeSeat(seat=9))
    assert not [step for step in next_steps(table.state) if isinstance(step.act, OpenTable)]
    aside = "seats 1, 2, which table.toml fills, stay empty because players were seated by hand"
    assert what_is_missing(table.state).reason.endswith(f"but only one player is at the table; {aside}")
    table.does(TakeSeat(seat=4))
    (opens,) = (step for step in next_steps(table.state) if isinstance(step.act, OpenTable))
    assert opens.say == f"Let two players inspect both decks, then open the table: 2 players seated; {aside}."
    table.does(opens.act)
    assert table.state.seats == (4, 9)


@pytest.mark.paragraph("14.4(c)")
def test_14_4_c_where_all_of_the_file_sit_already_there_is_nothing_to_say_about_it() -> None:
    table = PureTable(configuration(seats=(1, 2))).spread()
    for seat in (2, 1):
        table.does(TakeSeat(seat=seat))
    (opens,) = (step for step in next_steps(table.state) if isinstance(step.act, OpenTable))
    assert opens.say.endswith(": 2 players seated.")
