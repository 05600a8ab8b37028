"""Who is known to the table: enrolled, revoked, locked out, on duty."""

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Refusal, Role
from firmware_host.rules.round_acts import CompleteBetting
from firmware_host.table.acts.approvals import Approve, RequestApproval
from firmware_host.table.acts.decks import InspectDecks
from firmware_host.table.acts.floor import (
    BeginTrust,
    CallFloor,
    EnrolPerson,
    RelieveDealer,
    ReportRightPin,
    ReportWrongPin,
    ResetPin,
    RevokePerson,
)
from firmware_host.table.acts.round import PressKey
from firmware_host.table.acts.system import PassDeadline, Start
from firmware_host.table.clocks import Deadline
from firmware_host.table.deadlines import deadlines
from firmware_host.table.facts.floor import (
    DealerRelieved,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    ReliefDue,
)
from firmware_host.table.floor.pin_lockout import locked_out
from firmware_host.table.identities import STAFF
from firmware_host.table.prompts import next_steps
from tests.worlds.opening import SECOND_SUPERVISOR
from tests.worlds.pure_table import MINUTE_MS, PureTable, configuration

ABOVE_A_DEALER = [role for role in STAFF if role is not Role.DEALER]

SUPERVISOR = (Role.CASINO_SUPERVISOR,)


def without_people() -> PureTable:
    table = PureTable()
    table.does(Start(software="firmware-host 0", config=table.config))
    return table


def test_the_first_supervisor_is_named_at_the_console_and_the_fact_says_so() -> None:
    table = without_people()
    (fact,) = table.does(BeginTrust(person="pit-1", roles=SUPERVISOR))
    assert fact.body == PersonEnrolled(person="pit-1", roles=SUPERVISOR, start_of_trust=True)
    assert "already" in table.refuses(BeginTrust(person="pit-1", roles=SUPERVISOR)).reason


def test_trust_does_not_begin_with_a_floorperson() -> None:
    refusal = without_people().refuses(BeginTrust(person="floor-1", roles=(Role.FLOORPERSON,)))
    assert refusal.allowed_by == "add floor-1 with --role casino-supervisor"


@pytest.mark.parametrize("name", ["Floor-1", "floor-1\n"])
def test_no_name_is_enrolled_that_is_another_one_written_another_way(name: str) -> None:
    table = PureTable().started()
    table.enrols("floor-1", Role.FLOORPERSON)
    refusal = table.not_by_supervisors(EnrolPerson(person=name, roles=SUPERVISOR))
    assert refusal.code is Code.NOT_NOW
    assert refusal.reason.startswith("this name is only another spelling of floor-1")
    table.does(RevokePerson(person="floor-1"))
    assert table.not_by_supervisors(EnrolPerson(person=name, roles=SUPERVISOR)).code is Code.NOT_NOW


@pytest.mark.parametrize("name", ["Floor-1", "floor 1", "floor-1\n", "\u0444loor-1", ""])
def test_a_name_is_of_small_letters_figures_and_hyphens_and_of_nothing_else(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"person": name, "roles": ["floorperson"]}, EnrolPerson)


def test_a_supervisor_enrols_others_each_role_once_and_in_one_order() -> None:
    table = PureTable().started()
    roles = (Role.SURVEILLANCE, Role.FLOORPERSON, Role.SURVEILLANCE)
    (fact,) = table.by_supervisors(EnrolPerson(person="floor-1", roles=roles))
    assert fact.body == PersonEnrolled(person="floor-1", roles=(Role.FLOORPERSON, Role.SURVEILLANCE))
    assert table.by_supervisors(EnrolPerson(person="floor-1", roles=roles)) == ()


@pytest.mark.parametrize("roles", [(), (Role.DEVICE,), (Role.HOST, Role.DEALER)])
def test_a_person_is_neither_device_nor_controller_nor_without_a_role(roles: tuple[Role, ...]) -> None:
    act = EnrolPerson(person="floor-1", roles=roles)
    assert PureTable().started().not_by_supervisors(act).code is Code.NOT_YOUR_ROLE


@pytest.mark.parametrize("role", ABOVE_A_DEALER)
def test_whoever_is_above_a_dealer_has_to_be_enrolled_in_that_role(role: Role) -> None:
    table = PureTable().started()
    act = CallFloor() if role is Role.FLOORPERSON else EnrolPerson(person="x", roles=(Role.DEALER,))
    if role not in (Role.FLOORPERSON, Role.CASINO_SUPERVISOR):
        assert table.refuses(act, role=role, actor="floor-1").code is Code.NOT_YOUR_ROLE
        return
    assert table.refuses(act, role=role, actor="floor-1").reason == "no person called floor-1 is enrolled"
    table.enrols("floor-1", Role.TECHNICIAN)
    assert "enrolled as technician" in table.refuses(act, role=role, actor="floor-1").reason
    table.enrols("floor-1", role)
    assert table.does(act, role=role, actor="floor-1")


def test_a_dealer_needs_no_entry_unless_the_table_asks_for_one() -> None:
    assert PureTable().started().does(CallFloor(), actor="dealer-9")
    strict = PureTable(configuration(dealers_enrolled=True)).started()
    assert strict.refuses(CallFloor(), actor="dealer-9").code is Code.NOT_ENROLLED
    strict.enrols("dealer-9", Role.DEALER)
    assert strict.does(CallFloor(), actor="dealer-9")


def test_a_key_pressed_before_the_table_opens_is_the_dealer_s_whom_the_configuration_names() -> None:
    strict = PureTable(configuration(dealers_enrolled=True)).started()
    assert strict.refuses(PressKey(key=Key.NEXT), actor="keys").reason == "no person called dealer-1 is enrolled"
    strict.enrols("dealer-1", Role.DEALER)
    assert strict.does(PressKey(key=Key.NEXT), actor="keys")


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON])
def test_who_was_revoked_does_nothing_in_any_role(role: Role) -> None:
    table = PureTable().started()
    table.enrols("floor-1", Role.DEALER, Role.FLOORPERSON)
    assert table.does(RevokePerson(person="floor-1"))[0].body == PersonRevoked(person="floor-1")
    assert table.refuses(CallFloor(), role=role, actor="floor-1").code is Code.NOT_ENROLLED
    assert table.does(RevokePerson(person="floor-1")) == ()


def test_the_keys_of_a_revoked_dealer_do_nothing_until_somebody_takes_over() -> None:
    table = PureTable().opened()
    table.enrols("dealer-1", Role.DEALER)
    table.does(RevokePerson(person="dealer-1"))
    assert table.refuses(PressKey(key=Key.CALL_FLOOR)).reason == "dealer-1 was revoked and may not act at this table"
    table.does(RelieveDealer(dealer="dealer-2"), role=Role.FLOORPERSON)
    assert table.presses(Key.CALL_FLOOR)


def test_who_was_revoked_can_be_enrolled_again() -> None:
    table = PureTable().started()
    table.enrols("floor-1", Role.FLOORPERSON)
    table.does(RevokePerson(person="floor-1"))
    table.enrols("floor-1", Role.FLOORPERSON)
    assert table.does(CallFloor(), role=Role.FLOORPERSON, actor="floor-1")


def test_the_only_supervisor_stays_one_but_root_can_revoke_and_begin_again() -> None:
    table = without_people()
    table.does(BeginTrust(person="pit-1", roles=SUPERVISOR))
    demoted = EnrolPerson(person="pit-1", roles=(Role.DEALER,))
    assert table.refuses(demoted, actor="pit-1").code is Code.TWO_PEOPLE_NEEDED
    table.does(RevokePerson(person="pit-1"), role=Role.HOST)
    fact, _alert = table.does(BeginTrust(person="pit-2", roles=SUPERVISOR))
    assert fact.body == PersonEnrolled(person="pit-2", roles=SUPERVISOR, start_of_trust=True, later=True)


@pytest.mark.parametrize("act", [RevokePerson(person="x"), ResetPin(person="x")])
def test_nothing_is_done_to_whom_nobody_knows(act: RevokePerson | ResetPin) -> None:
    assert PureTable().started().refuses(act).reason == "no person called x is enrolled"


def locked(table: PureTable, wrong: int) -> None:
    for _ in range(wrong):
        answer = table.ask(ReportWrongPin(person="somebody"))
        while isinstance(answer, Refusal):
            table.waits(1000)
            answer = table.ask(ReportWrongPin(person="somebody"))


def test_wrong_pins_are_facts_and_from_the_third_on_each_is_waited_for_longer() -> None:
    table = PureTable().started()
    locked(table, 5)
    waits = [fact.body.wait_s for fact in table.facts if isinstance(fact.body, PinRefused)]
    assert waits == [0, 0, 30, 60, 120]
    assert [fact.body.wrong_pins for fact in table.facts if isinstance(fact.body, PinRefused)] == [1, 2, 3, 4, 5]


def test_during_the_wait_not_even_the_right_pin_is_looked_at() -> None:
    table = PureTable().started()
    locked(table, 3)
    refusal = table.refuses(ReportRightPin(person="somebody"))
    assert refusal.code is Code.LOCKED_OUT
    assert refusal.allowed_by == "wait 30 seconds, or have casino supervisors set a new PIN"
    table.waits(29_999)
    assert table.refuses(ReportRightPin(person="somebody")).allowed_by.startswith("wait 1 second")
    table.waits(1)
    assert table.does(ReportRightPin(person="somebody"))[0].body == PinAccepted(person="somebody")
    assert table.does(ReportRightPin(person="somebody")) == ()


def test_a_new_pin_ends_the_wait() -> None:
    table = PureTable().started()
    table.enrols("pit-2", Role.CASINO_SUPERVISOR)
    locked(table, 3)
    reset = RequestApproval(act=ResetPin(person="somebody"), why="forgotten")
    *_, asked = table.does(reset, role=Role.CASINO_SUPERVISOR, actor="pit-2")
    table.does(Approve(request=asked.number), role=Role.CASINO_SUPERVISOR, actor=SECOND_SUPERVISOR)
    assert locked_out(table.state, "somebody", table.now) is None


@pytest.mark.parametrize(("synced", "still"), [(True, False), (False, True)])
def test_pulling_the_plug_does_not_shorten_the_wait(*, synced: bool, still: bool) -> None:
    """After a minute without power: gone where both walls are known to be right, begun anew where they are not."""
    table = PureTable().started()
    locked(table, 3)
    table.now = replace(table.now, boot="boot-2", mono_ms=0, wall_ms=table.now.wall_ms + MINUTE_MS, synced=synced)
    table.does(Start(software="firmware-host 0", config=table.config))
    assert bool(locked_out(table.state, "somebody", table.now)) is still
    table.waits(30_000)
    assert locked_out(table.state, "somebody", table.now) is None


@pytest.mark.paragraph("14.6(b)")
def test_14_6_b_the_relief_is_a_fact_and_the_keys_act_as_who_deals() -> None:
    table = PureTable().opened().dealt()
    (fact,) = table.does(RelieveDealer(dealer="dealer-2"), actor="dealer-2")
    assert fact.body == DealerRelieved(dealer="dealer-2", relieved="dealer-1")
    assert table.state.dealer == "dealer-2"
    assert table.does(CompleteBetting()), "the round goes on under the new dealer"
    assert table.refuses(RelieveDealer(dealer="dealer-2")).reason == "dealer-2 is on duty already"


def test_nobody_is_relieved_before_anybody_deals() -> None:
    assert PureTable().started().refuses(RelieveDealer(dealer="dealer-2")).code is Code.NOT_NOW


def test_only_an_enrolled_dealer_takes_over_where_dealers_are_enrolled() -> None:
    table = PureTable(configuration(dealers_enrolled=True)).started()
    table.enrols("floor-1", Role.FLOORPERSON)
    table.does(InspectDecks(), actor="somebody")
    assert table.refuses(RelieveDealer(dealer="floor-1")).reason == "floor-1 is not enrolled as a dealer"
    table.enrols("floor-1", Role.FLOORPERSON, Role.DEALER)
    assert table.does(RelieveDealer(dealer="floor-1"))


def reliefs(table: PureTable) -> tuple[Deadline, ...]:
    return tuple(deadline for deadline in deadlines(table.state) if deadline.name == "dealer-relief")


def test_a_posted_time_is_asked_for_once_and_the_enrolled_dealers_are_offered() -> None:
    table = PureTable(configuration(relief_minutes=30)).opened()
    table.enrols("dealer-2", Role.DEALER)
    (due,) = reliefs(table)
    assert (due.due_ms, due.warn_ms) == (30 * MINUTE_MS, 25 * MINUTE_MS)
    assert table.does(PassDeadline(name=due.name)) == ()
    table.waits(30 * MINUTE_MS)
    assert table.does(PassDeadline(name=due.name))[0].body == ReliefDue(dealer="dealer-1")
    assert reliefs(table) == ()
    offered = [step.act for step in next_steps(table.state) if isinstance(step.act, RelieveDealer)]
    assert offered == [RelieveDealer(dealer="somebody"), RelieveDealer(dealer="dealer-2")]
    table.does(offered[1])
    assert [deadline.due_ms for deadline in reliefs(table)] == [60 * MINUTE_MS]
    assert not [step for step in next_steps(table.state) if isinstance(step.act, RelieveDealer)]
