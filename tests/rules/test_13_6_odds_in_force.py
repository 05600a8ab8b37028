"""What a house offers is changed by two people, between shakes, and never under a wager (item 11, I-2, 13.6(b))."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.table.acts.approvals import Approve, RequestApproval
from firmware_host.table.acts.system import AdoptConfiguration, PassDeadline, Start
from firmware_host.table.config import DiceConfig, TableConfig
from firmware_host.table.facts.floor import ApprovalGiven
from firmware_host.table.facts.system import ConfigurationAdopted
from firmware_host.table.identities import STAFF
from firmware_host.table.view import public_view
from tests.worlds.pure_dice import A_SEVEN, A_SIX, DiceTable, dice_configuration
from tests.worlds.pure_table import configuration

TRACKED = dice_configuration(tracking=Tracking.FULL)

BETTER = replace(TRACKED, dice=DiceConfig(odds={Wager.PLACE_4: "2 to 1"}))


def a_table() -> DiceTable:
    table = DiceTable(TRACKED)
    for person in ("floor-2", "supervisor-1"):
        table.enrols(person, *STAFF)
    return table


def wanted(table: DiceTable, config: TableConfig) -> AdoptConfiguration:
    """Start the controller again with another table.toml."""
    table.does(Start(software="again", config=config))
    assert table.state.candidate is not None
    return AdoptConfiguration(candidate=table.state.candidate.number)


def asked(table: DiceTable, config: TableConfig) -> Refusal:
    act = RequestApproval(act=wanted(table, config), why="better odds")
    return table.refuses(act, role=Role.FLOORPERSON, actor="floor-2")


@pytest.mark.paragraph("13.6(b)", "I-2")
def test_better_odds_are_put_in_force_while_wagers_are_open() -> None:
    table = a_table()
    (adopted,) = table.by_two(wanted(table, BETTER))
    assert isinstance(adopted.body, ConfigurationAdopted)
    assert adopted.body.config == BETTER
    shown = public_view(table.state).dice
    assert shown is not None
    assert (shown.pays[0].wager, shown.pays[0].odds) == (Wager.PLACE_4, "2 to 1")
    table.wagered(3, Wager.PLACE_4, 7_00)


@pytest.mark.paragraph("I-2")
def test_odds_do_not_change_while_a_place_bet_stands() -> None:
    table = a_table()
    table.wagered(3, Wager.PLACE_10, 5_00)
    table.whole_shake(A_SIX)
    refusal = asked(table, BETTER)
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("I-2", "13.6(b)"))
    assert refusal.reason == "the odds cannot be changed while wagers are on the table: seat 3 on place-10"
    table.whole_shake(A_SEVEN)
    assert table.by_two(wanted(table, BETTER))


@pytest.mark.paragraph("I-2")
@pytest.mark.parametrize(
    "config", [replace(TRACKED, dice=DiceConfig(chip_cents=25)), replace(TRACKED, tracking=Tracking.PROCEDURE)]
)
def test_neither_does_the_chip_nor_what_the_table_is_told(config: TableConfig) -> None:
    table = a_table()
    table.wagered(3, Wager.PLACE_10, 5_00)
    assert asked(table, config).code is Code.NOT_NOW


def test_what_touches_no_wager_may_change_under_it() -> None:
    table = a_table()
    table.wagered(3, Wager.PLACE_10, 5_00)
    assert table.by_two(wanted(table, replace(TRACKED, dice=DiceConfig(shakes=5))))


def test_agreed_on_in_the_middle_of_a_shake_it_is_done_when_that_is_settled() -> None:
    table = a_table()
    table.rolled(A_SIX)
    request = table.requested(wanted(table, BETTER))
    (given,) = table.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert isinstance(given.body, ApprovalGiven)
    assert given.body.waits
    assert table.does(PassDeadline(name=f"agreed-{request}")) == ()
    table.settled()
    adopted = table.does(PassDeadline(name=f"agreed-{request}"))[-1].body
    assert isinstance(adopted, ConfigurationAdopted)
    assert adopted.config == BETTER
    assert table.state.config == BETTER


def test_a_table_of_dice_does_not_become_one_of_poker() -> None:
    refusal = asked(a_table(), replace(configuration(), house="demo", table="dice-1"))
    assert refusal.code is Code.CONFIGURATION_DIFFERS
    assert refusal.reason == f"table.toml names the game {GameName.HOLDEM}, but this record is of a mini-dice table"
