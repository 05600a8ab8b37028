"""14.5(a), I-8: no deck is dealt of which a card may still lie in the shuffler."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Refusal
from firmware_host.rules.round_acts import AwardUncontested
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.decks import (
    AcceptPreShuffled,
    ApproveHandShuffling,
    CountCards,
    CutDeck,
    InspectDecks,
    LoadDeck,
    OrderRecut,
    OverrideGate,
    ReportShuffle,
    SenseDeck,
    ShuffleByHand,
    VerifyDecks,
)
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import (
    OrderClearing,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportReconciliation,
    SenseHousing,
    SenseJam,
    SenseLid,
    SenseShelf,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.decks import gate
from firmware_host.table.device_orders import DeliverCommand, ReconcileCommand, ShuffleCommand, outstanding
from firmware_host.table.facts.shuffler import ReconciliationOrdered, ShufflerContradicted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.decks import Place
from firmware_host.table.terms import Back, Counted, Grade, JamPlace, Known
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, given_out, report

LIFTED = "the blue deck was taken out of the shuffler before its cards were counted out"


@pytest.fixture
def table() -> PureTable:
    """A table whose shuffler is there, and whose blue deck was lifted off its shelf."""
    return lifted(PureTable())


def lifted(table: PureTable) -> PureTable:
    table.opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001"))
    table.shuffled(Back.BLUE)
    table.does(SenseShelf(back=None))
    return table


def cut_and_dealt(table: PureTable) -> None:
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


def compared(table: PureTable, *, went_in: int = 52, lying: int = 0, astray: int = 0) -> ReportReconciliation:
    return ReportReconciliation(
        journal=JOURNAL,
        order=table.state.shuffler.compare,
        went_in=went_in,
        came_out=52 - lying,
        lying=lying,
        astray=astray,
    )


def counts(table: PureTable) -> list[CountCards]:
    """Return the counts of whole decks that are offered, each filled in with 52."""
    acts = (step.act for step in next_steps(table.state))
    return [replace(act, counted=52) for act in acts if isinstance(act, CountCards) and act.what is Counted.DECK]


def asked_by_next(table: PureTable) -> str:
    (step,) = (step for step in next_steps(table.state) if step.key is Key.NEXT)
    return step.say


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_a_deck_that_the_machine_counted_out_is_dealt_without_a_comparison() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    table.does(given_out(table.state, Back.BLUE))
    assert outstanding(table.state) == ()
    cut_and_dealt(table)


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_what_was_lifted_off_its_shelf_is_dealt_once_cards_in_and_out_agree(table: PureTable) -> None:
    ordered = table.facts[-1]
    assert ordered.body == ReconciliationOrdered()
    assert outstanding(table.state) == (ReconcileCommand(journal=JOURNAL, number=ordered.number),)
    for refusal in (table.refuses(CutDeck(back=Back.BLUE)), table.refuses(Deal()), what_is_missing(table.state)):
        assert (refusal.code, refusal.reason) == (Code.NO_SHUFFLE_PROOF, LIFTED)
        assert refusal.paragraphs == ("14.5(a)", "I-8")
    table.does(compared(table))
    cut_and_dealt(table)


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("found", [{"astray": 3}, {"went_in": 55}], ids=["left inside", "missing"])
def test_i_8_cards_that_stayed_inside_hold_the_deck_before_a_card_of_it_is_dealt(
    table: PureTable, found: dict[str, int]
) -> None:
    table.does(compared(table, **found))
    assert table.refuses(Deal()).code is Code.DECK_SUSPECT


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_it_may_be_cut_again_and_is_compared_once() -> None:
    table = lifted(PureTable())
    asked = table.state.shuffler.compare
    table.does(compared(table))
    table.does(CutDeck(back=Back.BLUE))
    table.does(OrderRecut(why="fewer than ten cards"))
    table.does(CutDeck(back=Back.BLUE))
    assert table.state.shuffler.compare == 0
    assert [type(fact.body) for fact in table.facts if fact.number >= asked].count(ReconciliationOrdered) == 1
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_what_lies_on_the_shelf_after_it_was_lifted_off_may_be_that_deck(table: PureTable) -> None:
    table.does(compared(table, lying=52))
    assert table.refuses(Deal()).reason == LIFTED
    (seen,) = table.does(SenseShelf(back=Back.BLUE))
    assert outstanding(table.state) == (DeliverCommand(journal=JOURNAL, number=seen.number),)
    table.does(replace(given_out(table.state, Back.BLUE), order=seen.number))
    cut_and_dealt(table)


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
    cut_and_dealt(table)
    assert table.deck(Back.RED).uncounted


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_a_comparison_that_failed_is_asked_for_again_by_the_next_key(table: PureTable) -> None:
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.compare, reason="its power went"))
    assert table.refuses(Deal()).allowed_by.startswith(
        "let the shuffler compare the cards that went in with those that came out"
    )
    assert asked_by_next(table).startswith("Keep the lid closed, and let the shuffler compare")
    table.presses(Key.NEXT)
    table.does(compared(table))
    assert asked_by_next(table).startswith("Take the blue deck")


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("opened", [SenseLid(open=True), SenseHousing(open=True)], ids=["lid", "housing"])
def test_i_8_what_was_opened_before_the_comparison_may_have_let_a_card_out(table: PureTable, opened: Act) -> None:
    """It counts what people lift off as whole: a card taken out through the lid would be missed by nobody."""
    table.does(opened)
    held = table.deck(Back.BLUE)
    assert held.suspect is not None
    assert held.suspect.endswith("was opened before all cards were counted out")
    assert held.proof is None


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("then", ["in its feed", "shuffled", "in trouble"])
def test_i_8_what_is_missing_holds_the_deck_outside_whatever_deck_is_inside_by_then(
    table: PureTable, then: str
) -> None:
    asked = table.state.shuffler.compare
    order = table.loaded(Back.RED)
    if then == "shuffled":
        table.does(report(order, Back.RED))
    if then == "in trouble":
        table.does(report(order, Back.RED, counted=51))
    table.does(ReportReconciliation(journal=JOURNAL, order=asked, went_in=52, came_out=49, lying=0, astray=0))
    assert table.deck(Back.BLUE).suspect == "52 cards went into the shuffler, but 49 are accounted for"
    assert table.refuses(Deal()).code in (Code.DECK_SUSPECT, Code.NO_SHUFFLE_PROOF)


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(("went_in", "came_out", "lying"), [(52, 49, 3), (104, 49, 55)])
def test_i_8_what_a_hand_left_on_the_shelf_holds_the_deck(
    table: PureTable, went_in: int, came_out: int, lying: int
) -> None:
    order = table.state.shuffler.compare
    table.does(
        ReportReconciliation(journal=JOURNAL, order=order, went_in=went_in, came_out=came_out, lying=lying, astray=0)
    )
    assert table.deck(Back.BLUE).suspect == f"{lying} of 52 cards are on the shelf of the shuffler"


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_i_8_what_is_found_as_a_jam_is_cleared_may_be_of_the_deck_outside(table: PureTable) -> None:
    table.does(SenseJam(place=JamPlace.OUTPUT))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, OrderClearing))
    table.does(step.act)
    table.does(ReportClearing(journal=JOURNAL, order=table.state.shuffler.clear, found=3))
    assert table.deck(Back.BLUE).suspect == "3 cards were found in the path of the shuffler"


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_i_8_a_machine_that_has_seen_no_deck_come_out_tells_nothing_of_it(table: PureTable) -> None:
    """Another machine on the cable, or one that has forgotten."""
    order = table.state.shuffler.compare
    table.does(ReportReconciliation(journal=JOURNAL, order=order, went_in=0, came_out=0, lying=0, astray=0))
    assert table.refuses(Deal()).reason == LIFTED
    assert counts(table) == [CountCards(what=Counted.DECK, back=Back.BLUE, counted=52)]


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("order", [1, 10_000])
def test_i_8_only_a_delivery_that_was_asked_for_counts_the_deck_out(table: PureTable, order: int) -> None:
    told = table.does(ReportDelivery(journal=JOURNAL, order=order, back=Back.BLUE, counted=52))
    assert isinstance(told[0].body, ShufflerContradicted)
    assert table.deck(Back.BLUE).uncounted
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF


@pytest.mark.paragraph("14.4(a)", "14.5(a)")
def test_a_deck_that_was_put_into_the_shuffler_is_not_taken_as_pre_shuffled() -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.PRE_SHUFFLED))).started()
    table.does(InspectDecks())
    table.does(VerifyDecks())
    table.does(SenseDeck(back=Back.BLUE))
    assert table.refuses(AcceptPreShuffled()).code is Code.COUNT_DUE
    table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=52))
    table.does(AcceptPreShuffled())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_a_comparison_that_never_ends_is_gone_round_by_a_count_and_another_shuffle(table: PureTable) -> None:
    assert "or count all 52 cards of the deck and shuffle it again" in table.refuses(Deal()).allowed_by
    never = ReportActFailure(journal=JOURNAL, order=table.state.shuffler.compare, reason="no word of it", ended=False)
    table.does(never)
    (count,) = counts(table)
    table.does(count)
    assert "Put the blue deck into the shuffler." in [step.say for step in next_steps(table.state) if step.expected]


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_while_it_cannot_compare_the_floor_is_offered_to_go_on_by_hand() -> None:
    table = lifted(PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))))
    assert not [step for step in next_steps(table.state) if isinstance(step.act, ApproveHandShuffling)], "it compares"
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.compare, reason="a broken sensor"))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, ApproveHandShuffling))
    table.does(step.act)
    assert not [step for step in next_steps(table.state) if step.key is Key.NEXT], "no key says that it is whole"
    (count,) = (step for step in next_steps(table.state) if step.expected and isinstance(step.act, CountCards))
    assert count.say == "Count all 52 cards of the blue deck. Type the number."


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize("overdue", [False, True])
def test_14_5_a_a_deck_that_was_counted_for_an_override_is_offered_for_one(*, overdue: bool) -> None:
    table = PureTable(configuration(accepts=(Grade.ATTESTED,))).opened()
    order = table.loaded(Back.BLUE)
    if overdue:
        table.later(60)
    else:
        table.does(report(order, Back.BLUE))
    (count,) = counts(table)
    table.does(count)
    wanted = [step.act.act for step in next_steps(table.state) if isinstance(step.act, RequestApproval)]
    assert OverrideGate in [type(act) for act in wanted]


def test_one_key_has_one_meaning_where_a_table_takes_lamps_and_words() -> None:
    table = lifted(PureTable(configuration(accepts=(Grade.WITNESSED, Grade.REPORTED))))
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.compare, reason="its power went"))
    keys = [step.key for step in next_steps(table.state) if step.key]
    assert len(keys) == len(set(keys))


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_if_the_machine_goes_away_two_people_may_answer_for_what_was_counted(table: PureTable) -> None:
    table.does(SenseDevice(device="shuffler", up=False, detail="unplugged"))
    override = OverrideGate(back=Back.BLUE, why="the shuffler went")
    assert table.not_by_two(override).code is Code.COUNT_DUE
    offered = [step.act for step in next_steps(table.state)]
    assert counts(table) == [CountCards(what=Counted.DECK, back=Back.BLUE, counted=52)]
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
    assert (refusal.code, refusal.allowed_by) == (Code.COUNT_DUE, "count all 52 cards of the deck")
    table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=52))
    assert asked_by_next(table) == "Shuffle the whole blue deck by hand and put it in one stack."
    table.does(ShuffleByHand(back=Back.BLUE))
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_the_steps_lead_by_the_count_when_both_decks_were_inside_and_no_key_says_it() -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))).opened()
    for back in Back.BLUE, Back.RED:
        table.does(SenseDeck(back=back))
    table.does(ApproveHandShuffling(why="no power"))
    said = []
    while table.state.round is None:
        step = next(step for step in next_steps(table.state) if step.expected)
        said.append(step.say.split(".")[0].split(" and ")[0])
        if step.key is Key.NEXT:
            table.presses(Key.NEXT)
        else:
            table.does(counts(table)[0])
    assert [words for words in said if words.startswith(("Count", "Shuffle"))] in (
        [f"Count all 52 cards of the {back} deck", f"Shuffle the whole {back} deck by hand"] for back in Back
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
    cut_and_dealt(table)
    table.does(AwardUncontested())
    assert not table.deck(Back.BLUE).uncounted
    assert table.deck(Back.BLUE).place is Place.STORAGE
    assert isinstance(gate.proved_deck(table.state), Refusal)
