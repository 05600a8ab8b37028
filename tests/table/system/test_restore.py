"""A journal that goes on from another, on paper: who may begin it, and that money and alerts are not lost by it."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.floor import ClearAlert, EnrolKey, RevokeKey, RevokePerson
from firmware_host.table.acts.money import OpenFund, PayBadBeat
from firmware_host.table.acts.seating import LeaveSeat
from firmware_host.table.acts.system import Carried, RestoreJournal, SenseDevice, Start
from firmware_host.table.facts.money import BadBeatCarriedOver, BadBeatPaid
from firmware_host.table.facts.system import ConfigurationAdopted, ConfigurationDiffers, JournalOpened
from firmware_host.table.identities import Person, id_of
from firmware_host.table.prompts import next_steps
from firmware_host.table.system.restore import carried
from firmware_host.table.terms import AlertKind, Previous
from tests.rules.test_14_19_fund import held
from tests.worlds.pure_table import PureTable

ONE_KEY, ANOTHER_KEY = "ab" * 32, "cd" * 32

PREVIOUS = Previous(journal="ff" * 16, number=812, hash="ab" * 32)

FLOOR, PIT, DEALER = (Person(roles=(role,)) for role in (Role.FLOORPERSON, Role.CASINO_SUPERVISOR, Role.DEALER))

PEOPLE = {
    "pit-1": PIT,
    "pit-2": PIT,
    "floor-1": FLOOR,
    "floor-2": FLOOR,
    "dealer-1": DEALER,
    "gone-1": replace(PIT, revoked=True),
}


def asked(by: str, second: str, taken: Carried | None = None) -> RestoreJournal:
    return RestoreJournal(previous=PREVIOUS, by=by, second=second, carried=taken or Carried(people=PEOPLE))


def gone_on(old: PureTable) -> PureTable:
    """The same table in a new journal."""
    new = PureTable(old.config)
    new.does(asked("somebody", "pit-1", carried(old.state)))
    return new


@pytest.mark.parametrize("two", [("pit-1", "pit-2"), ("pit-1", "floor-1"), ("floor-1", "pit-1")])
def test_two_people_of_the_record_one_of_them_a_supervisor_begin_it(two: tuple[str, str]) -> None:
    opened, *_ = PureTable().does(asked(*two))
    assert opened.body == JournalOpened(previous=PREVIOUS, people=two)


@pytest.mark.parametrize(
    ("two", "code"),
    [
        (("pit-1", "pit-1"), Code.TWO_PEOPLE_NEEDED),
        (("pit-1", " PIT-1 "), Code.TWO_PEOPLE_NEEDED),
        (("pit-1", ""), Code.TWO_PEOPLE_NEEDED),
        (("floor-1", "floor-2"), Code.TWO_PEOPLE_NEEDED),
        (("pit-1", "dealer-1"), Code.NOT_YOUR_ROLE),
        (("dealer-1", "pit-1"), Code.NOT_YOUR_ROLE),
        (("pit-1", "ghost"), Code.NOT_ENROLLED),
        (("ghost", "pit-1"), Code.NOT_ENROLLED),
        (("pit-1", "gone-1"), Code.NOT_ENROLLED),
    ],
)
def test_nobody_else_does(two: tuple[str, str], code: Code) -> None:
    assert PureTable().refuses(asked(*two)).code is code


def test_a_journal_that_has_begun_is_not_begun_again() -> None:
    assert PureTable().started().refuses(asked("pit-1", "pit-2")).code is Code.NOT_NOW


def test_what_is_in_force_stays_in_force_and_another_file_takes_two_people() -> None:
    old = PureTable().started()
    old.enrols("pit-1", Role.CASINO_SUPERVISOR)
    new = gone_on(old)
    assert ConfigurationAdopted(config=old.config) in new.bodies()
    new.does(Start(software="firmware-host 0", config=replace(old.config, blinds=1)))
    assert new.state.adopted == old.config
    assert any(isinstance(body, ConfigurationDiffers) for body in new.bodies())


def test_who_was_revoked_stays_so() -> None:
    old = PureTable().started()
    old.enrols("pit-1", Role.CASINO_SUPERVISOR)
    old.enrols("floor-1", Role.FLOORPERSON)
    old.does(RevokePerson(person="floor-1"))
    assert gone_on(old).state.people["floor-1"].revoked


def test_keys_of_commands_hold_and_one_that_was_revoked_never_comes_back() -> None:
    old = PureTable().started()
    old.enrols("pit-1", Role.CASINO_SUPERVISOR)
    for public in (ONE_KEY, ANOTHER_KEY):
        old.by_supervisors(EnrolKey(public=public, actor="pit-1", role=Role.CASINO_SUPERVISOR))
    old.does(RevokeKey(key=id_of(ANOTHER_KEY)))
    new = gone_on(old)
    assert new.state.keys == old.state.keys
    again = EnrolKey(public=ANOTHER_KEY, actor="pit-1", role=Role.CASINO_SUPERVISOR)
    asks = RequestApproval(act=again, why="found again")
    assert new.refuses(asks, role=Role.CASINO_SUPERVISOR).code is Code.NOT_NOW


@pytest.mark.paragraph("14.19", "I-10")
def test_i_10_the_fund_and_a_bad_beat_not_yet_paid_are_not_lost() -> None:
    old = held(fund=999_901)
    old.enrols("pit-1", Role.CASINO_SUPERVISOR)
    new = gone_on(old)
    assert new.state.money.fund_cents == old.state.money.fund_cents == 1_000_001
    assert new.state.money.fund_opened
    (owed,) = (fact for fact in new.facts if isinstance(fact.body, BadBeatCarriedOver))
    new.does(Start(software="firmware-host 0", config=new.config))
    assert new.refuses(OpenFund(cents=100), role=Role.POKER_SHIFT_SUPERVISOR).paragraphs == ("14.19", "I-10")
    (step,) = (step for step in next_steps(new.state) if isinstance(step.act, PayBadBeat))
    (paid,) = new.does(step.act, role=step.role)
    assert isinstance(paid.body, BadBeatPaid)
    assert paid.body.of == owed.number
    assert sum(share.cents for share in paid.body.shares) == 1_000_001
    assert new.state.money.fund_cents == 0


@pytest.mark.paragraph("14.19", "I-10")
def test_i_10_a_bad_beat_of_the_record_before_is_nothing_of_those_who_sit_at_the_same_seats_now() -> None:
    old = held(fund=999_901)
    old.enrols("pit-1", Role.CASINO_SUPERVISOR)
    dealt_in = old.state.money.held[0].seats
    new = gone_on(old)
    new.opened()
    assert set(dealt_in) <= set(new.state.seats)
    assert [step.seats for step in next_steps(new.state) if isinstance(step.act, LeaveSeat)] == [new.state.seats]
    new.does(LeaveSeat(seat=dealt_in[0]))
    (step,) = (step for step in next_steps(new.state) if isinstance(step.act, PayBadBeat))
    assert "then pay the players who sat here in that round: seat 2 $" in step.say
    new.does(step.act, role=step.role)


def test_an_alert_nobody_has_cleared_stands_in_the_new_record_until_somebody_does() -> None:
    old = PureTable().opened()
    old.enrols("pit-1", Role.CASINO_SUPERVISOR)
    old.does(SenseDevice(device="shuffler", up=True, detail="ready"))
    old.does(SenseDevice(device="shuffler", up=False, detail="no answer"))
    new = gone_on(old)
    (alert,) = new.state.alerts
    assert (alert.kind, alert.about) == (AlertKind.DEVICE_DOWN, "shuffler")
    new.does(Start(software="firmware-host 0", config=new.config))
    new.does(SenseDevice(device="shuffler", up=True, detail="ready"))
    assert len(new.state.alerts) == 1, "it never goes by itself"
    new.does(ClearAlert(alert=alert.number, note="another cable"), role=Role.FLOORPERSON)
    assert [standing.kind for standing in new.state.alerts] == []


def test_the_round_that_was_under_way_is_named() -> None:
    old = PureTable().opened().dealt()
    old.enrols("pit-1", Role.CASINO_SUPERVISOR)
    opened = gone_on(old).facts[0].body
    assert isinstance(opened, JournalOpened)
    assert opened.under_way == 1
