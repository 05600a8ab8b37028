"""A shuffle this table does not deal on leads on: into the shuffler again, to shuffling by hand, to the floor."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.decks import (
    ApproveHandShuffling,
    CutDeck,
    EndHandShuffling,
    LoadDeck,
    OverrideGate,
    SenseDeck,
    ShuffleByHand,
)
from firmware_host.table.acts.floor import CallFloor, ClearAlert
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import ReportReconciliation, SenseHousing
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import DeliverCommand, outstanding
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AlertKind, Back, Grade, Known, Severity
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, given_out, report

WHY = "the firmware of the shuffler is not on the signed list"


def told(*grades: Grade, known: Known = Known.REPORTED) -> PureTable:
    """Return a table that deals on these, whose shuffler was known no better than this when it shuffled."""
    table = PureTable(configuration(accepts=grades)).opened()
    table.does(report(table.loaded(Back.BLUE), Back.BLUE, known=known, why=WHY))
    return table


def given_out_on_what_is_too_low(*grades: Grade) -> PureTable:
    table = told(*grades)
    table.does(given_out(table.state, Back.BLUE))
    return table


def offered(table: PureTable, act: type[Act]) -> list[TableStep]:
    return [step for step in next_steps(table.state) if isinstance(step.act, act)]


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_the_dealer_is_told_to_put_the_deck_in_again_and_why() -> None:
    table = told(Grade.ATTESTED)
    (again,) = offered(table, SenseDeck)
    assert again.act == SenseDeck(back=Back.BLUE)
    assert again.expected
    assert again.say == f"Put the blue deck into the shuffler again: its shuffle proof has only grade reported ({WHY})."
    table.does(again.act)
    order = table.deck(Back.BLUE).order
    assert order is not None
    table.does(report(order, Back.BLUE, known=Known.ATTESTED))
    table.cuts(Back.BLUE)
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_the_machine_gives_such_a_deck_out_so_that_it_can_go_in_again() -> None:
    table = told(Grade.ATTESTED)
    proof = table.deck(Back.BLUE).proof
    assert proof is not None
    assert outstanding(table.state) == (DeliverCommand(journal=JOURNAL, number=proof.proved),)


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_while_the_other_deck_is_played_it_goes_in_again_as_well() -> None:
    table = PureTable(configuration(accepts=(Grade.ATTESTED,))).opened()
    table.does(report(table.loaded(Back.BLUE), Back.BLUE, known=Known.ATTESTED))
    table.cuts(Back.BLUE)
    table.does(Deal())
    table.does(report(table.loaded(Back.RED), Back.RED, why=WHY))
    assert [step.act for step in offered(table, SenseDeck)] == [SenseDeck(back=Back.RED)]


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_where_it_is_accepted_the_floor_may_agree_to_shuffling_by_hand_instead() -> None:
    assert not offered(told(Grade.ATTESTED), ApproveHandShuffling)
    table = given_out_on_what_is_too_low(Grade.ATTESTED, Grade.BY_HAND)
    (agrees,) = offered(table, ApproveHandShuffling)
    assert (agrees.role, WHY in agrees.say) == (Role.FLOORPERSON, True)
    table.does(agrees.act)
    for kind in (ShuffleByHand, CutDeck, Deal):
        (step,) = (step for step in next_steps(table.state) if step.key is Key.NEXT)
        assert isinstance(step.act, kind)
        table.presses(Key.NEXT)


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_the_refusal_names_every_way_past_it_and_the_keys_call_the_floor() -> None:
    table = given_out_on_what_is_too_low(Grade.ATTESTED, Grade.BY_HAND)
    refusal = table.refuses(CutDeck(back=Back.BLUE))
    assert refusal.code is Code.GRADE_NOT_ACCEPTED
    assert WHY in refusal.reason
    for way in ("put the blue deck into it again", "shuffling by hand", "call the floor"):
        assert way in refusal.allowed_by
    assert [step.key for step in offered(table, CallFloor)] == [Key.CALL_FLOOR]
    wanted = [step.act.act for step in offered(table, RequestApproval) if isinstance(step.act, RequestApproval)]
    assert OverrideGate in [type(act) for act in wanted]


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_it_is_an_alert_until_the_deck_is_shuffled_as_the_table_wants_it() -> None:
    table = told(Grade.ATTESTED)
    (alert,) = table.state.alerts
    assert (alert.kind, alert.about, alert.severity) == (AlertKind.PROOF_TOO_LOW, Back.BLUE, Severity.FAULT)
    assert WHY in alert.say
    assert "accepts" in table.refuses(ClearAlert(alert=alert.number), role=Role.FLOORPERSON).allowed_by
    table.does(report(table.loaded(Back.BLUE), Back.BLUE, known=Known.ATTESTED))
    table.does(ClearAlert(alert=alert.number), role=Role.FLOORPERSON)


def test_a_deck_shuffled_as_the_table_wants_it_raises_nothing() -> None:
    assert told(Grade.REPORTED).state.alerts == ()


@pytest.mark.paragraph("14.5(a)", "14.2(d)2")
def test_14_5_a_a_deck_that_lies_before_the_dealer_without_its_proof_goes_in_again() -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))).opened()
    table.does(ApproveHandShuffling(why="a jam"))
    table.does(ShuffleByHand(back=Back.BLUE))
    table.does(EndHandShuffling())
    table.does(SenseHousing(open=True))
    table.does(SenseHousing(open=False))
    compare = table.state.shuffler.compare
    table.does(ReportReconciliation(journal=JOURNAL, order=compare, went_in=0, came_out=0, lying=0, astray=0))
    assert [step.act for step in offered(table, SenseDeck)] == [SenseDeck(back=Back.BLUE)]


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_table_that_no_longer_deals_by_hand_is_not_told_to_shuffle_so() -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED, Grade.BY_HAND))).opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="there"))
    table.does(ApproveHandShuffling(why="a jam"))
    by_machine = replace(table.state, config=replace(table.config, accepts=(Grade.REPORTED,)))
    acts = [step.act for step in next_steps(by_machine)]
    assert ShuffleByHand(back=Back.BLUE) not in acts
    assert EndHandShuffling() in acts


@pytest.mark.paragraph("14.5(a)", "14.2(d)2")
def test_14_5_a_a_dealer_with_keys_alone_says_which_deck_went_into_a_lamp_read_shuffler() -> None:
    table = PureTable(configuration(accepts=(Grade.WITNESSED,))).opened()
    (load,) = offered(table, LoadDeck)
    assert (load.key, load.role) == (Key.NEXT, Role.DEALER)
    assert load.say == "Put the blue deck into the shuffler, then start it."
    for back, key in ((Back.BLUE, Key.NEXT), (Back.RED, Key.NO_ROLL_HELD)):
        assert [(step.act, step.key) for step in offered(table, LoadDeck)] == [(LoadDeck(back=back), key)]
        table.presses(key)
        order = table.deck(back).order
        assert order is not None, "the press is the dealer's word, and the shuffle is waited for"
        table.does(replace(report(order, back, known=Known.WITNESSED), mode=None, counted=None))
        if back is Back.BLUE:
            for _ in (CutDeck, Deal):
                table.presses(Key.NEXT)
    assert table.state.round is not None, "the red deck is shuffled while the blue one is played"


def test_a_shuffler_that_tells_of_its_decks_needs_no_key() -> None:
    table = PureTable().opened()
    assert [step.key for step in offered(table, SenseDeck)] == [None]
