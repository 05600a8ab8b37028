"""19:47-14.5: shuffling by hand, the recut, and the gate's override."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.table.acts.decks import (
    ApproveHandShuffling,
    CutDeck,
    EndHandShuffling,
    OrderRecut,
    OverrideGate,
    ShuffleByHand,
)
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.system import AdoptConfiguration, Start
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.decks import DeckPutInPlay
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AlertKind, Back, Grade
from tests.worlds.pure_table import PureTable, configuration

BY_HAND = (Grade.REPORTED, Grade.BY_HAND)


@pytest.fixture
def table() -> PureTable:
    return PureTable(configuration(accepts=BY_HAND)).opened()


def finished(table: PureTable) -> None:
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())


def in_force(table: PureTable, config: TableConfig) -> None:
    table.does(Start(software="again", config=config))
    assert table.state.candidate is not None
    table.by_two(AdoptConfiguration(candidate=table.state.candidate.number))


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_the_floor_agrees_once_and_not_every_round(table: PureTable) -> None:
    assert table.refuses(ShuffleByHand(back=Back.BLUE)).allowed_by == "ask a floorperson to approve shuffling by hand"
    assert table.refuses(ApproveHandShuffling(why="a jam"), role=Role.DEALER).code is Code.NOT_YOUR_ROLE
    table.does(ApproveHandShuffling(why="a jam"))
    for _ in range(2):
        table.does(ShuffleByHand(back=Back.BLUE))
        assert table.refuses(Deal()).code is Code.NOT_CUT
        table.does(CutDeck(back=Back.BLUE))
        table.does(Deal())
        finished(table)
        table.counts_discards()
        assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF, "every round its own shuffle"
    assert [body.grade for body in table.bodies() if isinstance(body, DeckPutInPlay)] == [Grade.BY_HAND] * 2


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_the_keys_alone_lead_through_the_hand_procedure(table: PureTable) -> None:
    table.does(ApproveHandShuffling(why="a jam"))
    for said in ("Shuffle the whole blue deck", "Take the blue deck", "Blind bets"):
        (step,) = (step for step in next_steps(table.state) if step.key is Key.NEXT)
        assert said in step.say
        table.presses(Key.NEXT)
    assert table.state.round is not None


@pytest.mark.paragraph("14.2(d)", "14.2(b)")
def test_14_2_b_shuffled_by_hand_the_decks_need_not_alternate(table: PureTable) -> None:
    table.does(ApproveHandShuffling(why="a jam"))
    for back in (Back.BLUE, Back.BLUE, Back.RED):
        table.does(ShuffleByHand(back=back))
        table.does(CutDeck(back=back))
        table.does(Deal())
        finished(table)
        table.counts_discards()
    table.does(EndHandShuffling())
    assert table.state.due_deck is not None
    assert table.state.due_deck.back is Back.BLUE, "with the shuffler they alternate again"


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_table_that_does_not_accept_it_never_shuffles_by_hand() -> None:
    table = PureTable().opened()
    assert table.refuses(ApproveHandShuffling(why="a jam")).code is Code.GRADE_NOT_ACCEPTED
    with pytest.raises(ValueError, match="by-hand"):
        configuration(shuffler=False)


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize("shuffled", [False, True])
def test_14_5_a_the_floors_approval_ends_where_hand_shuffling_is_no_longer_accepted(
    table: PureTable, *, shuffled: bool
) -> None:
    table.does(ApproveHandShuffling(why="a jam"))
    if shuffled:
        table.does(ShuffleByHand(back=Back.BLUE))
    in_force(table, configuration(accepts=(Grade.REPORTED,)))
    assert not table.state.by_hand
    (asked,) = (step.say for step in next_steps(table.state) if step.expected)
    assert asked.startswith("Put the blue deck into the shuffler")
    table.dealt(Back.BLUE)


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_the_floors_approval_lasts_where_hand_shuffling_is_accepted_as_before(table: PureTable) -> None:
    table.does(ApproveHandShuffling(why="a jam"))
    in_force(table, replace(configuration(accepts=BY_HAND), shuffle_limit_s=120))
    table.does(ShuffleByHand(back=Back.BLUE))


@pytest.mark.paragraph("14.5(c)")
def test_14_5_c_a_casino_supervisor_may_order_another_cut_before_any_card(table: PureTable) -> None:
    assert table.refuses(OrderRecut(why="too few")).code is Code.NOT_NOW
    table.ready(Back.BLUE)
    for role in (Role.DEALER, Role.FLOORPERSON):
        assert table.refuses(OrderRecut(why="too few"), role=role).code is Code.NOT_YOUR_ROLE
    table.does(OrderRecut(why="too few"))
    assert table.refuses(Deal()).code is Code.NOT_CUT
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())
    assert table.refuses(OrderRecut(why="too late")).code is Code.NOT_NOW


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_only_two_people_one_a_supervisor_override_the_gate_and_the_round_carries_the_mark() -> None:
    table = PureTable().opened()
    override = OverrideGate(back=Back.BLUE, why="the shuffler is away")
    assert table.refuses(override).code is Code.TWO_PEOPLE_NEEDED
    table.by_two(override)
    assert table.refuses(Deal()).code is Code.NOT_CUT, "the cut is not overridden"
    table.does(CutDeck(back=Back.BLUE))
    facts = table.does(Deal())
    (in_play,) = (fact.body for fact in facts if isinstance(fact.body, DeckPutInPlay))
    assert in_play.grade is Grade.OVERRIDDEN
    assert [alert.about for alert in table.state.alerts if alert.kind is AlertKind.GATE_OVERRIDDEN] == [Back.BLUE]
    finished(table)
    table.ready(Back.RED)
    table.does(Deal())
    finished(table)
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF, "for one round only"


def test_overridden_is_no_grade_a_house_may_accept() -> None:
    with pytest.raises(ValueError, match="two people"):
        configuration(accepts=(Grade.OVERRIDDEN,))
