"""Taking back a slip: nothing is erased, and the state is as if it had never been."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.rules.game import StreetName
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, CompleteBetting
from firmware_host.rules.round_facts import BettingCompleted, CardBurned, CommunityDealt, ShowdownBegan
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.floor import CallFloor
from firmware_host.table.acts.round import SensePuck
from firmware_host.table.acts.system import Start
from firmware_host.table.facts.corrections import Amended, Corrected, Instead
from firmware_host.table.facts.fact import Fact
from firmware_host.table.history import Ledger
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back
from tests.worlds.pure_table import JOURNAL, PureTable


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened().dealt()


def apart_from_numbers(state: TableState) -> TableState:
    return replace(state, last=0, turn=0, latest_step=(), latest_cause=None)


@pytest.mark.parametrize("streets", [1, 2, 3, 4])
def test_a_street_is_taken_back_whole_the_newest_fact_first(table: PureTable, streets: int) -> None:
    for _ in range(streets - 1):
        table.does(CompleteBetting())
    before = table.state
    step = table.does(CompleteBetting())
    taken = table.does(TakeBack())
    assert [fact.body for fact in taken] == [
        Amended(
            changes=tuple(Instead(of=fact.number, body=None) for fact in reversed(step)),
            why="the dealer took the step back",
        )
    ]
    assert apart_from_numbers(table.state) == apart_from_numbers(before)


def test_the_facts_taken_back_stay_in_the_record(table: PureTable) -> None:
    step = table.does(CompleteBetting())
    table.does(TakeBack())
    assert set(step) <= set(table.facts)
    assert [type(fact.body) for fact in step] == [BettingCompleted, CardBurned, CommunityDealt]


def test_after_a_take_back_the_step_is_done_again_and_the_round_ends_with_a_whole_deck(table: PureTable) -> None:
    table.does(CompleteBetting())
    table.does(TakeBack())
    for _ in range(4):
        table.does(CompleteBetting())
    assert table.places.burns == 3
    assert len(table.places.board) == 5
    table.does(AwardPot())
    assert table.state.rounds == 1


def test_a_showdown_reached_by_a_slip_goes_back_to_the_river(table: PureTable) -> None:
    for _ in range(4):
        table.does(CompleteBetting())
    assert isinstance(table.bodies()[-1], ShowdownBegan)
    table.does(TakeBack())
    assert table.state.round is not None
    assert (table.state.round.phase, table.state.round.street) == (Phase.BETTING, StreetName.RIVER)


def test_what_the_sensors_told_meanwhile_stands(table: PureTable) -> None:
    table.does(CompleteBetting())
    table.does(SensePuck(seat=7))
    table.does(CallFloor())
    table.loaded(Back.RED)
    table.does(Start(software="after a restart", config=table.config))
    started = table.state.started
    table.does(TakeBack())
    assert table.state.round is not None
    assert table.state.round.street is StreetName.DEAL
    assert table.state.puck == 7
    assert table.state.floor_called
    assert table.deck(Back.RED).order is not None
    assert table.state.started == started


def test_only_the_latest_step_is_taken_back_and_only_once(table: PureTable) -> None:
    table.does(CompleteBetting())
    table.does(CompleteBetting())
    table.does(TakeBack())
    refusal = table.refuses(TakeBack())
    assert refusal.code is Code.NOTHING_TO_TAKE_BACK
    assert refusal.allowed_by == "call the floor: a floorperson decides about the round"


def test_neither_the_cut_nor_an_award_is_taken_back() -> None:
    table = PureTable().opened()
    assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK
    table.ready(Back.BLUE)
    assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK
    table.presses(Key.NEXT)
    table.does(CompleteBetting())
    table.does(AwardUncontested())
    assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON])
def test_dealer_and_floorperson_may_take_back(table: PureTable, role: Role) -> None:
    table.does(CompleteBetting())
    table.does(TakeBack(), role=role)


@pytest.mark.parametrize("role", [Role.TECHNICIAN, Role.SURVEILLANCE, Role.DEVICE, Role.HOST])
def test_nobody_else_may(table: PureTable, role: Role) -> None:
    table.does(CompleteBetting())
    assert table.refuses(TakeBack(), role=role).code is Code.NOT_YOUR_ROLE


def test_a_take_back_is_a_new_turn_for_whoever_looked_before_it(table: PureTable) -> None:
    table.does(CompleteBetting())
    seen = table.state.last
    table.does(TakeBack())
    assert table.refuses(CompleteBetting(), seen=seen).code is Code.OUT_OF_DATE


def test_the_key_for_slips_takes_back(table: PureTable) -> None:
    table.presses(Key.NEXT)
    assert [type(fact.body) for fact in table.presses(Key.NO_ROLL)] == [Amended]
    assert table.state.round is not None
    assert table.state.round.street is StreetName.DEAL


def test_a_correction_of_what_does_not_stand_is_a_fault_and_not_believed(table: PureTable) -> None:
    last = table.facts[-1]
    wrong = replace(last, number=last.number + 1, body=Amended(changes=(Instead(of=2, body=None),), why="not of it"))
    with pytest.raises(ValueError, match="is not of this round"):
        table.ledger.with_fact(wrong)


def test_folded_anew_from_the_record_the_ledger_is_the_same(table: PureTable) -> None:
    table.does(CompleteBetting())
    table.does(TakeBack())
    table.does(CompleteBetting())
    facts: tuple[Fact, ...] = tuple(table.facts)
    assert Ledger.empty(JOURNAL).with_facts(facts) == table.ledger


def test_a_record_of_version_0_1_has_a_correction_for_each_fact_of_a_step_and_folds_to_the_same(
    table: PureTable,
) -> None:
    step = table.does(CompleteBetting())
    before = Ledger.empty(JOURNAL).with_facts(table.facts)
    (taken,) = table.does(TakeBack())
    for at, fact in enumerate(reversed(step)):
        body = Corrected(of=fact.number, why="the dealer took the step back")
        before = before.with_fact(replace(taken, number=taken.number + at, body=body))
    assert apart_from_numbers(before.state) == apart_from_numbers(table.state)
