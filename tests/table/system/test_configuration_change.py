"""A changed table.toml is offered at the start and put in force by two people, between rounds."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role
from firmware_host.rules.game import GameName
from firmware_host.rules.round_acts import AwardUncontested
from firmware_host.table.acts.approvals import Approve, RequestApproval
from firmware_host.table.acts.system import AdoptConfiguration, PassDeadline, Start
from firmware_host.table.config import TableConfig
from firmware_host.table.deadlines import alarms
from firmware_host.table.facts.floor import AlertRaised, ApprovalCarriedOut, ApprovalExpired, ApprovalGiven
from firmware_host.table.facts.round import ButtonPlaced, ButtonTakenAway
from firmware_host.table.facts.system import ConfigurationAdopted, ConfigurationDiffers
from firmware_host.table.identities import STAFF
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AlertKind, Back, Grade
from firmware_host.table.view import public_view
from tests.worlds.pure_table import PureTable, configuration

CHANGED = replace(configuration(), blinds=1, shuffle_limit_s=120)


def restarted(table: PureTable, config: TableConfig) -> AdoptConfiguration:
    *_, last = table.does(Start(software="again", config=config))
    assert isinstance(last.body, ConfigurationDiffers | AlertRaised)
    assert table.state.candidate is not None
    return AdoptConfiguration(candidate=table.state.candidate.number)


@pytest.fixture
def table() -> PureTable:
    table = PureTable().opened()
    for person in ("floor-2", "supervisor-1"):
        table.enrols(person, *STAFF)
    return table


def test_at_the_start_it_is_said_what_differs_and_what_to_do_and_nothing_of_it_is_in_force(table: PureTable) -> None:
    _, differs, raised = table.does(Start(software="again", config=CHANGED))
    assert differs.body == ConfigurationDiffers(config=CHANGED, names=("blinds", "shuffle_limit_s"))
    assert isinstance(raised.body, AlertRaised)
    assert raised.body.alert is AlertKind.CONFIGURATION_DIFFERS
    assert raised.body.say.startswith("table.toml differs from the settings in force: blinds, shuffle_limit_s.")
    assert table.state.config == table.config


def test_two_people_put_it_in_force(table: PureTable) -> None:
    act = restarted(table, CHANGED)
    (adopted,) = table.by_two(act)
    assert isinstance(adopted.body, ConfigurationAdopted)
    assert adopted.body.config == CHANGED
    assert table.state.config == CHANGED
    assert table.state.candidate is None
    assert adopted.body.sentence() == (
        "Configuration now in force: holdem, tracking procedure. "
        "Changed: blinds from 2 to 1; shuffle_limit_s from 180 to 120."
    )
    assert [alert.over for alert in public_view(table.state).alerts] == [True]


def test_one_of_the_two_is_a_supervisor(table: PureTable) -> None:
    act = restarted(table, CHANGED)
    request = table.requested(act)
    refusal = table.refuses(Approve(request=request), role=Role.FLOORPERSON, actor="floor-2")
    assert refusal.code is Code.TWO_PEOPLE_NEEDED
    assert refusal.allowed_by == "one of the two has to be a casino supervisor or poker shift supervisor"


def test_agreed_on_in_the_middle_of_a_round_it_waits_for_its_end(table: PureTable) -> None:
    table.dealt()
    act = restarted(table, CHANGED)
    request = table.requested(act)
    (given,) = table.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert isinstance(given.body, ApprovalGiven)
    assert given.body.waits
    name = f"agreed-{request}"
    assert name not in [alarm.name for alarm in alarms(table.state)], "the host need not wake for it"
    assert table.does(PassDeadline(name=name)) == ()
    table.does(AwardUncontested())
    assert name in [alarm.name for alarm in alarms(table.state)]
    done, adopted = table.does(PassDeadline(name=name))
    assert done.body == ApprovalCarriedOut(of=request, asked_by="floor-1", approved_by="supervisor-1")
    assert isinstance(adopted.body, ConfigurationAdopted)
    assert adopted.body.config == CHANGED
    assert table.does(PassDeadline(name=name)) == ()


def test_what_was_agreed_on_and_is_no_longer_asked_for_is_not_done(table: PureTable) -> None:
    table.dealt()
    request = table.requested(restarted(table, CHANGED))
    table.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    table.does(Start(software="with the old file", config=table.config))
    table.does(AwardUncontested())
    expired, _ = table.does(PassDeadline(name=f"agreed-{request}"))
    assert expired.body == ApprovalExpired(of=request)
    assert table.state.config == table.config


def test_what_two_people_looked_at_is_what_they_put_in_force(table: PureTable) -> None:
    request = table.requested(restarted(table, CHANGED))
    restarted(table, replace(CHANGED, blinds=3))
    assert (
        table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1").code
        is Code.CONFIGURATION_DIFFERS
    )


def test_with_the_old_file_back_nothing_is_offered_any_more(table: PureTable) -> None:
    act = restarted(table, CHANGED)
    table.does(Start(software="again", config=table.config))
    assert table.state.candidate is None
    assert table.not_by_two(act).code is Code.CONFIGURATION_DIFFERS
    assert [alert.over for alert in public_view(table.state).alerts] == [True]


def test_starting_again_with_the_same_file_asks_for_nothing_new_and_voids_no_request(table: PureTable) -> None:
    request = table.requested(restarted(table, CHANGED))
    assert len(table.does(Start(software="again", config=CHANGED))) == 1
    assert [alert.times for alert in table.state.alerts] == [1]
    table.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert table.state.config == CHANGED


@pytest.mark.parametrize("change", [{"house": "other"}, {"table": "poker-9"}])
def test_another_tables_name_never_goes_into_this_tables_record(table: PureTable, change: dict[str, str]) -> None:
    act = restarted(table, replace(table.config, **change))
    refusal = table.not_by_two(act)
    assert refusal.code is Code.CONFIGURATION_DIFFERS
    assert refusal.allowed_by == "give another --data folder, or write the old names in table.toml"


def test_the_step_to_ask_is_offered_until_it_was_asked(table: PureTable) -> None:
    assert not [step for step in next_steps(table.state) if isinstance(step.act, RequestApproval)]
    act = restarted(table, CHANGED)
    (ask,) = (step for step in next_steps(table.state) if isinstance(step.act, RequestApproval))
    assert (ask.act, ask.role) == (RequestApproval(act=act, why="table.toml was changed"), Role.FLOORPERSON)
    table.does(ask.act, role=ask.role)
    assert not [step for step in next_steps(table.state) if isinstance(step.act, RequestApproval)]


def test_decks_that_stay_keep_their_proof_and_others_are_new(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.by_two(restarted(table, replace(CHANGED, decks=(Back.BLUE, Back.GREEN))))
    assert [deck.back for deck in table.state.decks] == [Back.BLUE, Back.GREEN]
    assert table.deck(Back.BLUE).proof is not None
    assert table.deck(Back.GREEN).proof is None


def test_a_grade_no_longer_accepted_is_not_dealt_on(table: PureTable) -> None:
    table.ready(Back.BLUE)
    table.by_two(restarted(table, replace(CHANGED, accepts=(Grade.ATTESTED,))))
    waiting = public_view(table.state).waiting_for
    assert waiting is not None
    assert waiting.code is Code.GRADE_NOT_ACCEPTED


@pytest.mark.paragraph("14.8(a)", "14.10(c)2")
def test_another_game_takes_the_button_away_or_places_it_and_is_dealt(table: PureTable) -> None:
    stud = replace(table.config, game=GameName.STUD)
    _, taken = table.by_two(restarted(table, stud))
    assert taken.body == ButtonTakenAway()
    assert table.state.button is None
    table.dealt(Back.BLUE)
    table.does(AwardUncontested())
    _, placed = table.by_two(restarted(table, replace(stud, game=GameName.OMAHA)))
    assert placed.body == ButtonPlaced(seat=10)
    table.dealt(Back.RED)
