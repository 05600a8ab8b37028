"""What touches the deck in the shuffler takes its proof away; its cards in and out are compared (14.5(a), I-8)."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.decks import ApproveHandShuffling, CutDeck, Recount, ReportShuffleFailure, SenseDeck
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import (
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportReconciliation,
    ReportSelfTest,
    SenseHousing,
    SenseJam,
    SenseLid,
    SenseRestart,
    SenseShelf,
    SenseSwitch,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import (
    ClearCommand,
    DeliverCommand,
    ReconcileCommand,
    ShuffleCommand,
    outstanding,
)
from firmware_host.table.facts.decks import DeckSuspected, ProofVoided, ShuffleRejected
from firmware_host.table.facts.fact import sentence
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.facts.shuffler import OrderEnded, ShufflerContradicted
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AlertKind, Back, Grade, JamPlace, Mode
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, given_out, report

AGREE = {"went_in": 52, "came_out": 0, "lying": 52, "astray": 0}


def compared(table: PureTable, **found: int) -> ReportReconciliation:
    return ReportReconciliation(journal=JOURNAL, order=table.state.shuffler.compare, **{**AGREE, **found})


def raised(table: PureTable) -> list[AlertKind]:
    return [body.alert for body in table.bodies() if isinstance(body, AlertRaised)]


TOUCHES: list[tuple[Act, str]] = [
    (SenseLid(open=True), "the lid of the shuffler was opened"),
    (SenseHousing(open=True), "the housing of the shuffler was opened"),
    (SenseJam(place=JamPlace.SHELVES), "cards jammed in the shelves of the shuffler"),
    (SenseSwitch(mode=Mode.SORT), "the shuffler was switched to sort"),
    (SenseRestart(), "the shuffler lost power"),
]


STOPS = [touch for touch in TOUCHES if not isinstance(touch[0], SenseSwitch)]


@pytest.mark.paragraph("14.5(a)")
def test_a_switch_turned_in_mid_shuffle_holds_from_the_next_cycle_on() -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    table.does(SenseSwitch(mode=Mode.SORT))
    table.does(report(order, Back.BLUE))
    assert table.deck(Back.BLUE).proof is not None


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(("touch", "reason"), TOUCHES, ids=[type(act).__name__ for act, _ in TOUCHES])
def test_what_touches_a_shuffled_deck_takes_its_proof_away(touch: Act, reason: str) -> None:
    table = PureTable().opened()
    order = table.shuffled(Back.BLUE)
    bodies = [fact.body for fact in table.does(touch)]
    assert ProofVoided(back=Back.BLUE, order=order, reason=reason, again=True) in bodies
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.NO_SHUFFLE_PROOF
    assert table.deck(Back.BLUE).trouble == reason


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(("touch", "reason"), STOPS, ids=[type(act).__name__ for act, _ in STOPS])
def test_what_touches_a_deck_being_shuffled_ends_that_shuffle_whatever_is_told_later(touch: Act, reason: str) -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    bodies = [fact.body for fact in table.does(touch)]
    assert ShuffleRejected(back=Back.BLUE, order=order, reason=reason) in bodies
    (over,) = table.does(report(order, Back.BLUE))
    assert isinstance(over.body, OrderEnded), "the table had given it up"
    assert table.deck(Back.BLUE).proof is None


@pytest.mark.parametrize(("touch", "reason"), TOUCHES, ids=[type(act).__name__ for act, _ in TOUCHES])
def test_a_deck_on_the_table_is_not_touched_by_what_happens_to_the_machine(touch: Act, reason: str) -> None:
    table = PureTable().opened()
    table.ready(Back.BLUE)
    table.does(touch)
    table.does(Deal())
    assert reason not in [body.reason for body in table.bodies() if isinstance(body, ProofVoided)]


@pytest.mark.paragraph("14.5(a)")
def test_an_open_lid_is_closed_first_then_cards_are_compared_then_the_deck_is_put_in_again() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    table.does(SenseLid(open=True))
    assert table.refuses(CutDeck(back=Back.BLUE)).allowed_by == "close the lid"
    assert outstanding(table.state) == ()
    (closed,) = table.does(SenseLid(open=False))
    assert outstanding(table.state) == (ReconcileCommand(journal=JOURNAL, number=closed.number),)
    table.does(compared(table))
    assert outstanding(table.state) == ()
    say = "Then count all 52 cards and put the blue deck into the shuffler."
    assert [step for step in next_steps(table.state) if step.say.endswith(say)]
    table.ready(Back.BLUE)
    table.does(Deal())


def test_the_lid_told_twice_happened_once() -> None:
    table = PureTable().opened()
    table.does(SenseLid(open=True))
    assert table.ask(SenseLid(open=True)) == ()
    table.does(SenseLid(open=False))
    assert table.ask(SenseLid(open=False)) == ()


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize("place", JamPlace)
def test_a_jam_is_taken_out_then_cleared_then_compared(place: JamPlace) -> None:
    table = PureTable().opened()
    table.loaded(Back.BLUE)
    table.does(SenseJam(place=place))
    assert table.ask(SenseJam(place=place)) == (), "told again, it is the same jam"
    assert "open the lid" in table.refuses(CutDeck(back=Back.BLUE)).allowed_by
    assert outstanding(table.state) == (), "nobody has seen to it"
    table.does(SenseLid(open=True))
    (closed,) = table.does(SenseLid(open=False))
    assert outstanding(table.state) == (ClearCommand(journal=JOURNAL, number=closed.number),)
    (cleared,) = table.does(ReportClearing(journal=JOURNAL, order=closed.number, found=3))
    assert outstanding(table.state) == (ReconcileCommand(journal=JOURNAL, number=cleared.number),)
    table.does(compared(table))
    assert table.state.shuffler.doubt is None
    assert AlertKind.SHUFFLER_JAMMED in raised(table)


def test_what_a_jam_leaves_is_no_violation_and_cards_nobody_can_account_for_are() -> None:
    table = PureTable().opened()
    stopped = table.loaded(Back.BLUE)
    table.does(ReportShuffleFailure(journal=JOURNAL, order=stopped, reason="double-feed"))
    order = table.loaded(Back.BLUE)
    table.does(OrderReconciliation())
    table.does(compared(table, went_in=16, lying=0))
    assert AlertKind.CARDS_ASTRAY not in raised(table), "they were taken out by hand, and that deck is counted"
    assert table.deck(Back.BLUE).order == order
    table.does(report(order, Back.BLUE))
    table.cuts(Back.BLUE)
    table.does(OrderReconciliation())
    table.does(compared(table, went_in=16, lying=0))
    assert AlertKind.CARDS_ASTRAY in raised(table), "no deck lies inside that they could be of"


@pytest.mark.paragraph("14.5(a)")
def test_a_shuffler_that_was_away_proves_nothing_before_its_cards_agree() -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    table.does(SenseDevice(device="shuffler", up=False, detail="unplugged"))
    (back,) = table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001"))
    table.does(report(order, Back.BLUE))
    refusal = table.refuses(CutDeck(back=Back.BLUE))
    assert refusal.reason == "the blue deck is in the shuffler, whose cards are in doubt: the shuffler was disconnected"
    assert refusal.allowed_by == "wait until the shuffler has compared the cards that went in with those that came out"
    assert outstanding(table.state) == (ReconcileCommand(journal=JOURNAL, number=back.number),)
    table.does(compared(table))
    table.cuts(Back.BLUE)


def test_a_controller_that_was_away_does_not_doubt_a_shuffler_that_was_not() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001"))
    assert table.state.shuffler.doubt is None


@pytest.mark.paragraph("I-8")
def test_cards_found_inside_hold_both_decks_and_halt_the_round() -> None:
    table = PureTable().opened()
    table.dealt(Back.BLUE)
    table.does(SenseLid(open=True))
    table.does(SenseLid(open=False))
    bodies = [fact.body for fact in table.does(compared(table, went_in=104, came_out=36, lying=52, astray=16))]
    reason = "16 cards were found inside the shuffler"
    assert [body.back for body in bodies if isinstance(body, DeckSuspected)] == [Back.BLUE, Back.RED]
    assert RoundHalted(why=reason) in bodies
    assert table.state.shuffler.doubt == "16 cards were left inside the shuffler"
    assert AlertKind.CARDS_ASTRAY in raised(table)


@pytest.mark.paragraph("I-8")
def test_after_cards_were_found_the_comparison_is_asked_for_once_they_are_out() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001"))
    table.does(OrderReconciliation())
    assert table.refuses(OrderReconciliation()).code is Code.NOT_NOW, "it compares already"
    table.does(compared(table, astray=16, went_in=16, lying=0))
    (again,) = [step for step in next_steps(table.state) if isinstance(step.act, OrderReconciliation)]
    table.does(again.act)
    table.does(compared(table, went_in=0, lying=0))
    assert table.state.shuffler.doubt is None
    for back in (Back.BLUE, Back.RED):
        table.by_two(Recount(back=back, counted=52))
        assert table.deck(back).suspect is None


def test_a_comparison_that_failed_can_be_asked_for_again() -> None:
    table = PureTable().opened()
    table.does(SenseRestart())
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.compare, reason="lid"))
    assert outstanding(table.state) == ()
    assert table.state.shuffler.doubt is not None
    table.does(OrderReconciliation())
    table.does(compared(table))
    assert table.state.shuffler.doubt is None


def test_cards_that_left_through_the_lid_are_counted_by_the_next_cycle() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    for is_open in (True, False):
        table.does(SenseLid(open=is_open))
    table.does(compared(table, went_in=52, came_out=0, lying=36))
    assert table.deck(Back.BLUE).trouble == "the lid of the shuffler was opened"
    assert table.deck(Back.BLUE).suspect is None
    assert AlertKind.CARDS_ASTRAY not in raised(table)


def test_more_cards_out_than_in_hold_the_decks() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    table.does(OrderReconciliation())
    table.does(compared(table, went_in=52, came_out=17, lying=52))
    assert {deck.suspect for deck in table.state.decks} == {"52 cards went into the shuffler, but 69 are accounted for"}


def test_a_report_of_another_journal_or_order_is_a_contradiction_and_ends_no_doubt() -> None:
    table = PureTable().opened()
    table.does(OrderReconciliation())
    ours = compared(table)
    for foreign in (
        ReportReconciliation(journal="f" * 32, order=ours.order, **AGREE),
        ReportReconciliation(journal=JOURNAL, order=ours.order + 1_000, **AGREE),
        ReportClearing(journal=JOURNAL, order=ours.order, found=0),
        ReportDelivery(journal="f" * 32, order=ours.order, back=Back.BLUE, counted=36),
        ReportActFailure(journal="f" * 32, order=ours.order, reason="jam"),
    ):
        told = [fact.body for fact in table.does(foreign)]
        assert [type(body) for body in told] == [ShufflerContradicted, AlertRaised]
    assert table.state.shuffler.doubt is not None


@pytest.mark.paragraph("I-8")
@pytest.mark.parametrize("asked_by", [JOURNAL, "f" * 32], ids=["this record", "another record"])
def test_a_comparison_that_is_wrong_counts_though_another_has_taken_its_place(asked_by: str) -> None:
    """The machine counts anew after it, so these cards are told once: the next comparison will agree."""
    table = PureTable().opened()
    table.dealt(Back.BLUE)
    table.does(SenseDevice(device="shuffler", up=False, detail="unplugged"))
    (back,) = table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001"))
    table.does(SenseRestart())
    assert table.state.shuffler.compare > back.number, "the first order is not waited for any more"
    late = ReportReconciliation(journal=asked_by, order=back.number, went_in=68, came_out=52, lying=0, astray=0)
    bodies = [fact.body for fact in table.does(late)]
    reason = "68 cards went into the shuffler, but 52 are accounted for"
    assert RoundHalted(why=reason) in bodies
    table.does(compared(table, went_in=0, came_out=0, lying=0))
    assert {deck.suspect for deck in table.state.decks} == {reason}
    assert AlertKind.CARDS_ASTRAY in raised(table)


@pytest.mark.paragraph("I-8")
def test_a_late_comparison_that_is_wrong_brings_the_doubt_back() -> None:
    table = PureTable().opened()
    table.does(OrderReconciliation())
    over = compared(table)
    table.does(over)
    table.does(replace(over, went_in=68, came_out=52, lying=0))
    assert table.state.shuffler.doubt is not None
    assert [type(command) for command in outstanding(table.state)] == [ReconcileCommand]


@pytest.mark.paragraph("14.5(a)", "14.2(d)3")
def test_the_deck_whose_turn_it_is_is_given_out_once() -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    assert outstanding(table.state) == (ShuffleCommand(journal=JOURNAL, number=order, back=Back.BLUE),)
    (proved,) = table.does(report(order, Back.BLUE))
    assert outstanding(table.state) == (DeliverCommand(journal=JOURNAL, number=proved.number),)
    table.does(given_out(table.state, Back.BLUE))
    assert outstanding(table.state) == ()
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())
    table.shuffled(Back.RED)
    assert outstanding(table.state) == (), "it stays inside until its round"


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_a_deck_that_comes_out_short_is_held() -> None:
    table = PureTable().opened()
    (proved,) = table.does(report(table.loaded(Back.BLUE), Back.BLUE))
    table.does(ReportDelivery(journal=JOURNAL, order=proved.number, back=Back.BLUE, counted=36))
    reason = "36 cards with blue backs came out of the shuffler instead of 52 blue ones"
    assert table.deck(Back.BLUE).suspect == reason
    assert table.deck(Back.BLUE).proof is None
    assert [type(command) for command in outstanding(table.state)] == [ReconcileCommand]


@pytest.mark.paragraph("I-8")
def test_what_came_out_short_of_a_deck_that_is_dealt_already_halts_its_round() -> None:
    table = PureTable().opened()
    (proved,) = table.does(report(table.loaded(Back.BLUE), Back.BLUE))
    table.does(SenseShelf(back=None))
    table.does(compared(table, came_out=52, lying=0))
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())
    table.does(ReportDelivery(journal=JOURNAL, order=proved.number, back=Back.BLUE, counted=36))
    assert table.state.halted is not None
    assert table.deck(Back.BLUE).suspect is not None


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize(("touch", "reason"), TOUCHES[:3], ids=[type(act).__name__ for act, _ in TOUCHES[:3]])
def test_while_the_shuffler_cannot_the_floor_is_offered_to_go_on_by_hand(touch: Act, reason: str) -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))).opened()
    assert not [step for step in next_steps(table.state) if isinstance(step.act, ApproveHandShuffling)]
    table.does(touch)
    (step,) = [step for step in next_steps(table.state) if isinstance(step.act, ApproveHandShuffling)]
    assert step.role is Role.FLOORPERSON
    assert not [step for step in next_steps(table.state) if isinstance(step.act, SenseDeck)], f"not while {reason}"
    table.does(step.act, role=Role.FLOORPERSON)
    assert table.state.by_hand


def test_a_self_test_that_finds_something_raises_an_alert() -> None:
    table = PureTable().opened()
    table.does(ReportSelfTest())
    assert raised(table) == []
    table.does(ReportSelfTest(failed=("camera",), worn=("feed",)))
    assert raised(table) == [AlertKind.SHUFFLER_FAULTY]


def test_a_switch_that_stood_at_shuffle_from_the_beginning_is_no_news() -> None:
    table = PureTable().opened()
    assert table.ask(SenseSwitch(mode=Mode.SHUFFLE)) == ()
    table.does(SenseSwitch(mode=Mode.SORT))
    assert AlertKind.SHUFFLER_SORTS in raised(table)
    table.does(SenseSwitch(mode=Mode.SHUFFLE))
    table.ready(Back.BLUE)


@pytest.mark.parametrize("act", [touch for touch, _ in TOUCHES], ids=[type(act).__name__ for act, _ in TOUCHES])
def test_nobody_but_the_shuffler_says_so(act: Act) -> None:
    assert PureTable().opened().refuses(act, role=Role.FLOORPERSON).code is Code.NOT_YOUR_ROLE


@pytest.mark.paragraph("14.2(a)", "14.5(a)")
def test_nothing_is_shuffled_behind_an_open_door_and_what_is_shut_again_is_compared() -> None:
    table = PureTable().opened()
    table.does(SenseHousing(open=True))
    assert raised(table)[-1] is AlertKind.HOUSING_OPENED
    assert table.ask(SenseHousing(open=True)) == ()
    table.does(SenseDeck(back=Back.BLUE))
    assert outstanding(table.state) == ()
    table.does(SenseHousing(open=False))
    assert ReconcileCommand in [type(command) for command in outstanding(table.state)]


@pytest.mark.paragraph("14.2(a)", "14.5(a)")
def test_a_housing_that_nothing_watches_any_more_is_compared_and_says_why_on_the_record() -> None:
    table = PureTable().opened()
    table.does(SenseHousing(open=True))
    table.does(SenseHousing(open=False, why="table.toml names no tamper contact"))
    assert ReconcileCommand in [type(command) for command in outstanding(table.state)]
    closed = table.facts[-1]
    assert sentence(closed) == ("The housing of the shuffler is no longer watched: table.toml names no tamper contact.")
    assert AlertKind.HOUSING_OPENED in raised(table), "people still see to what was done while it was open"


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_what_was_ordered_under_one_pairing_is_not_ordered_under_another() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    table.does(SenseDeck(back=Back.BLUE))
    before = {command.number for command in outstanding(table.state)}
    table.does(SenseDevice(device="shuffler", up=False, detail="unplugged"))
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    assert before < {command.number for command in outstanding(table.state)}, "the same machine is asked again"
    table.does(SenseDevice(device="shuffler", up=False, detail="unplugged"))
    known = {command.number for command in outstanding(table.state)}
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="bb"))
    (compare,) = outstanding(table.state)
    assert isinstance(compare, ReconcileCommand)
    assert compare.number not in known | before
    (deck,) = (deck for deck in table.state.decks if deck.back is Back.BLUE)
    assert deck.trouble == "the shuffler was paired again"


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_a_jam_is_cleared_and_a_deck_delivered_by_orders_of_the_new_pairing_only() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    table.ready(Back.BLUE)
    table.does(SenseJam(place=JamPlace.CAMERA))
    table.does(SenseLid(open=True))
    table.does(SenseLid(open=False))
    (before,) = outstanding(table.state)
    table.does(SenseDevice(device="shuffler", up=False, detail="unplugged"))
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="bb"))
    (now,) = outstanding(table.state)
    assert isinstance(before, ClearCommand)
    assert isinstance(now, ClearCommand)
    assert now.number > before.number


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_a_deck_on_the_shelf_of_which_nobody_knows_is_named_and_given_out_before_anything_is_shuffled() -> None:
    table = PureTable().opened()
    table.does(SenseShelf(back=Back.BLUE))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, SenseDeck))
    assert step.say.startswith("The blue deck lies on the shelf of the shuffler: take it out")
    assert table.ask(SenseShelf(back=Back.BLUE)) == ()
    table.does(SenseDeck(back=Back.RED))
    (deliver,) = outstanding(table.state)
    assert isinstance(deliver, DeliverCommand)
    table.does(replace(given_out(table.state, Back.BLUE), order=deliver.number))
    assert [type(command) for command in outstanding(table.state)] == [ShuffleCommand]


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_a_deck_that_was_shuffled_for_this_table_lies_on_the_shelf_rightly() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    assert table.ask(SenseShelf(back=Back.BLUE)) == ()
    table.does(SenseRestart())
    table.does(SenseShelf(back=Back.BLUE))
    assert table.state.shuffler.shelf is Back.BLUE, "its proof is gone"
    table.does(SenseLid(open=True))
    assert table.state.shuffler.shelf is None, "hands have reached it"
