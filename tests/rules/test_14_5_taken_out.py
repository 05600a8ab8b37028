"""14.5(a), I-8: no deck is dealt of which a card may still lie in the shuffler."""

import pytest

from firmware_host.rules.acts import AwardUncontested
from firmware_host.rules.answers import Code, Key, Refusal
from firmware_host.table.approvals.acts import RequestApproval
from firmware_host.table.contract import DeliverCommand, ReconcileCommand, ShuffleCommand
from firmware_host.table.controller.acts import SenseDevice
from firmware_host.table.decks import gate
from firmware_host.table.decks.acts import (
    ApproveHandShuffling,
    CountCards,
    CutDeck,
    LoadDeck,
    OrderRecut,
    OverrideGate,
    ReportShuffle,
    SenseDeck,
    ShuffleByHand,
)
from firmware_host.table.decks.deck import Back, Counted, Grade, Known, Place
from firmware_host.table.outstanding import outstanding
from firmware_host.table.play.acts import Deal
from firmware_host.table.shuffler.acts import (
    OrderReconciliation,
    ReportActFailure,
    ReportReconciliation,
    SenseJam,
    SenseLid,
    SenseShelf,
)
from firmware_host.table.shuffler.bodies import ReconciliationOrdered
from firmware_host.table.shuffler.state import JamPlace
from firmware_host.table.steps import next_steps, what_is_missing
from tests.pure_table import JOURNAL, PureTable, configuration, given_out, report

LIFTED = "the blue deck was taken out of the shuffler, which has not counted it out"


@pytest.fixture
def table() -> PureTable:
    """A table whose shuffler is there, and whose blue deck was lifted off its shelf and cut."""
    return lifted(PureTable())


def lifted(table: PureTable) -> PureTable:
    table.opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001"))
    table.shuffled(Back.BLUE)
    table.does(CutDeck(back=Back.BLUE))
    return table


def compared(table: PureTable, *, went_in: int = 52, lying: int = 0, astray: int = 0) -> ReportReconciliation:
    return ReportReconciliation(
        journal=JOURNAL,
        order=table.state.shuffler.compare,
        went_in=went_in,
        came_out=52 - lying,
        lying=lying,
        astray=astray,
    )


def asked_by_next(table: PureTable) -> str:
    (step,) = (step for step in next_steps(table.state) if step.key is Key.NEXT)
    return step.say


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_a_deck_that_the_machine_counted_out_is_dealt_without_a_comparison() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    table.does(given_out(table.state, Back.BLUE))
    table.does(CutDeck(back=Back.BLUE))
    assert outstanding(table.state) == ()
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_what_was_lifted_off_its_shelf_is_dealt_once_cards_in_and_out_agree(table: PureTable) -> None:
    ordered = table.facts[-1]
    assert ordered.body == ReconciliationOrdered()
    assert outstanding(table.state) == (ReconcileCommand(journal=JOURNAL, number=ordered.number),)
    for refusal in (table.refuses(Deal()), what_is_missing(table.state)):
        assert (refusal.code, refusal.reason) == (Code.NO_SHUFFLE_PROOF, LIFTED)
        assert refusal.paragraphs == ("14.5(a)", "I-8")
    table.does(compared(table))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("found", [{"astray": 3}, {"went_in": 55}], ids=["left inside", "missing"])
def test_i_8_cards_that_stayed_inside_hold_the_deck_before_a_card_of_it_is_dealt(
    table: PureTable, found: dict[str, int]
) -> None:
    table.does(compared(table, **found))
    assert table.refuses(Deal()).code is Code.DECK_SUSPECT


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_it_may_be_cut_again_while_the_machine_compares_and_is_compared_once() -> None:
    table = lifted(PureTable())
    asked = table.state.shuffler.compare
    table.does(OrderRecut(why="fewer than ten cards"))
    table.does(compared(table))
    table.does(CutDeck(back=Back.BLUE))
    assert table.state.shuffler.compare == 0
    assert [type(fact.body) for fact in table.facts if fact.number >= asked].count(ReconciliationOrdered) == 1
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_what_lies_on_the_shelf_after_the_cut_may_be_that_deck(table: PureTable) -> None:
    table.does(compared(table, lying=52))
    assert table.refuses(Deal()).reason == LIFTED
    (seen,) = table.does(SenseShelf(back=Back.BLUE))
    assert outstanding(table.state) == (DeliverCommand(journal=JOURNAL, number=seen.number),)
    table.does(given_out(table.state, Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_the_next_deck_waits_for_the_comparison_and_what_lies_there_of_it_is_no_card_left_behind(
    table: PureTable,
) -> None:
    order = table.loaded(Back.RED)
    assert [type(command) for command in outstanding(table.state)] == [ReconcileCommand, ShuffleCommand]
    table.does(report(order, Back.RED))
    table.does(
        ReportReconciliation(
            journal=JOURNAL, order=table.state.shuffler.compare, went_in=104, came_out=52, lying=52, astray=0
        )
    )
    table.does(Deal())
    assert table.deck(Back.RED).uncounted


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_a_comparison_that_failed_is_asked_for_again_by_the_next_key(table: PureTable) -> None:
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.compare, reason="its power went"))
    assert table.refuses(Deal()).allowed_by == "let the shuffler compare its cards in with its cards out"
    assert asked_by_next(table).startswith("Look into the shuffler")
    table.presses(Key.NEXT)
    table.does(compared(table))
    assert asked_by_next(table).startswith("Blind bets")


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_with_the_lid_open_it_compares_once_that_is_closed() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    table.does(CutDeck(back=Back.BLUE))
    table.does(SenseLid(open=True))
    assert table.refuses(Deal()).allowed_by == "close the lid"
    assert table.refuses(OrderReconciliation()).code is Code.NOT_NOW
    table.does(SenseLid(open=False))
    table.does(compared(table))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_if_the_machine_goes_away_two_people_may_answer_for_what_was_counted(table: PureTable) -> None:
    table.does(SenseDevice(device="shuffler", up=False, detail="unplugged"))
    override = OverrideGate(back=Back.BLUE, why="the shuffler went")
    assert table.not_by_two(override).code is Code.COUNT_DUE
    offered = [step.act for step in next_steps(table.state)]
    assert CountCards(what=Counted.DECK, back=Back.BLUE, counted=52) in offered
    assert not [act for act in offered if isinstance(act, RequestApproval) and isinstance(act.act, OverrideGate)]
    table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=52))
    table.by_two(override)
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("place", JamPlace)
def test_14_5_a_what_comes_out_of_a_broken_shuffler_is_counted_before_it_is_shuffled_by_hand(place: JamPlace) -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))).opened()
    table.loaded(Back.BLUE)
    table.does(SenseJam(place=place))
    table.does(ApproveHandShuffling(why="a jam"))
    refusal = table.refuses(ShuffleByHand(back=Back.BLUE))
    assert (refusal.code, refusal.allowed_by) == (Code.COUNT_DUE, "count all 52 cards of it")
    table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=52))
    assert asked_by_next(table) == "Shuffle the whole blue deck and put it in one stack."
    table.does(ShuffleByHand(back=Back.BLUE))
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_the_keys_alone_lead_by_the_count_when_both_decks_were_inside() -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))).opened()
    for back in Back.BLUE, Back.RED:
        table.does(SenseDeck(back=back))
    table.does(ApproveHandShuffling(why="no power"))
    said = []
    while table.state.round is None:
        said.append(asked_by_next(table).split(":")[0].split(" and ")[0])
        table.presses(Key.NEXT)
    assert [words for words in said if words.startswith(("Count", "Shuffle"))] in (
        [f"Count the whole {back} deck", f"Shuffle the whole {back} deck"] for back in Back
    )


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_i_8_a_wrong_count_of_it_is_counted_again_and_never_a_proof() -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))).opened()
    table.loaded(Back.BLUE)
    table.does(SenseJam(place=JamPlace.CAMERA))
    table.does(ApproveHandShuffling(why="a jam"))
    table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=51))
    assert table.deck(Back.BLUE).uncounted
    assert table.refuses(ShuffleByHand(back=Back.BLUE)).code is Code.COUNT_DUE


@pytest.mark.paragraph("14.5(a)")
def test_what_a_shuffler_that_is_read_by_its_lamps_never_tells_is_not_waited_for() -> None:
    table = PureTable(configuration(accepts=(Grade.WITNESSED,))).opened()
    table.does(LoadDeck(back=Back.BLUE))
    order = table.deck(Back.BLUE).order
    assert order is not None
    table.does(
        ReportShuffle(
            journal=JOURNAL, order=order, back=Back.BLUE, mode=None, counted=None, duration_ms=45_000,
            known=Known.WITNESSED,
        )
    )  # fmt: skip
    assert outstanding(table.state) == (), "it is given no order"
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)")
def test_a_deck_that_was_dealt_is_no_longer_one_that_came_out_of_the_shuffler_uncounted(table: PureTable) -> None:
    table.does(compared(table))
    table.does(Deal())
    table.does(AwardUncontested())
    assert not table.deck(Back.BLUE).uncounted
    assert table.deck(Back.BLUE).place is Place.STORAGE
    assert isinstance(gate.proved_deck(table.state), Refusal)
