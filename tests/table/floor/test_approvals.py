"""What takes two people: asked by one, approved by another, and decided on the table of that moment."""

from typing import get_args

import pytest
from msgspec.structs import replace

from firmware_host.rules.act_and_fact import TakesTwo
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.roles import NEAREST
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, CompleteBetting, DealStreet, Fold, VoidRound
from firmware_host.rules.round_facts import RoundVoided
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import Approvable, Approve, Decline, RequestApproval
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.acts.decks import (
    CountCards,
    InspectDecks,
    OverrideGate,
    Recount,
    RemoveDeck,
    SenseDeck,
    ShowDecks,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.floor import CloseTable, EnrolKey, EnrolPerson, ResetPin, RevokePerson
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.acts.record_in_doubt import AcceptRecordEnd
from firmware_host.table.acts.round import ContinueRound, Deal
from firmware_host.table.acts.seating import LeaveSeat, StepAway, TakeSeat
from firmware_host.table.acts.shuffler import AdoptHouseKey, ReportReconciliation
from firmware_host.table.acts.system import AdoptConfiguration, PassDeadline, Start
from firmware_host.table.clocks import Stamp
from firmware_host.table.corrections.holds import SINCE, about
from firmware_host.table.deadlines import alarms
from firmware_host.table.decide import decide
from firmware_host.table.facts.floor import (
    AlertRaised,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
)
from firmware_host.table.identities import STAFF
from firmware_host.table.permissions import not_alone, not_these_two
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.floor import Thing
from firmware_host.table.terms import Adjustment, AlertKind, AwayStakes, Back
from firmware_host.table.view import public_view
from tests.worlds.pure_dice import A_SEVEN, A_SIX, DiceTable, dice_configuration
from tests.worlds.pure_table import JOURNAL, MINUTE_MS, PureTable, configuration, report

VOID = VoidRound(why="51 cards")

LIMIT_MS = 300_000

ONE_OF_EACH: tuple[Approvable, ...] = (
    VOID,
    AcceptRecordEnd(of=1),
    AdoptConfiguration(candidate=1),
    AdoptHouseKey(candidate=1),
    AdjustMoney(lines=(Adjustment(seat=1, cents=100),), why="miscounted"),
    ContinueRound(why="the floor looked"),
    CorrectWager(of=1, to_cents=400, why="misread"),
    CorrectSum(round=1, dice=(2, 4), why="misread"),
    OverrideGate(back=Back.BLUE, why="no shuffler"),
    Recount(back=Back.BLUE, counted=52),
    EnrolPerson(person="floor-3", roles=(Role.FLOORPERSON,)),
    ResetPin(person="floor-1"),
    EnrolKey(public="5e" * 32, actor="floor-1", role=Role.FLOORPERSON),
)

A_CHIP_FELL = AdjustMoney(lines=(Adjustment(seat=1, cents=500),), why="a chip fell")

FULL = replace(
    configuration(seats=(1, 4)),
    tracking=Tracking.FULL,
    stakes=Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400)),
    buy_in_cents=10_000,
)


@pytest.fixture
def table() -> PureTable:
    table = PureTable().opened().dealt()
    for person in ("floor-1", "floor-2", "supervisor-1"):
        table.enrols(person, *STAFF)
    return table


def test_every_act_that_takes_two_people_can_be_requested_and_no_other() -> None:
    assert {act for act in get_args(Act) if issubclass(act, TakesTwo)} == set(get_args(Approvable))


@pytest.mark.parametrize("kind", get_args(Approvable), ids=lambda kind: kind.__name__)
def test_for_each_there_are_people_who_may(kind: type[TakesTwo]) -> None:
    row = kind.by_two
    assert row.led_by <= row.who
    assert row.who == kind.may_ask
    assert set(NEAREST) >= row.who
    assert not row.say.endswith(".")


@pytest.mark.paragraph("I-8")
def test_one_asks_another_approves_and_both_stand_in_the_record(table: PureTable) -> None:
    (asked,) = table.does(
        RequestApproval(act=VOID, why="the deck was one short"), role=Role.FLOORPERSON, actor="floor-1"
    )
    assert asked.body == ApprovalRequested(act=VOID, why="the deck was one short", role=Role.FLOORPERSON)
    assert table.state.round is not None, "nothing has happened yet"
    given, voided = table.does(Approve(request=asked.number), role=Role.DEALER, actor="dealer-1")
    assert given.body == ApprovalGiven(
        of=asked.number,
        asked_by="floor-1",
        asked_as=Role.FLOORPERSON,
        approved_by="dealer-1",
        approved_as=Role.DEALER,
        why="the deck was one short",
    )
    assert isinstance(voided.body, RoundVoided)
    assert given.cause == voided.cause
    assert given.paragraphs == voided.paragraphs == ("I-8",)
    assert table.state.approvals == ()


@pytest.mark.paragraph("I-8")
def test_a_name_nobody_knows_is_no_second_person(table: PureTable) -> None:
    request = table.requested(VOID, actor="floor-1")
    assert table.refuses(Approve(request=request), role=Role.DEALER, actor="ghost").code is Code.NOT_ENROLLED
    asks = RequestApproval(act=VOID, why="51 cards")
    assert table.refuses(asks, role=Role.DEALER, actor="ghost").code is Code.NOT_ENROLLED
    assert table.refuses(Decline(request=request), role=Role.DEALER, actor="ghost").code is Code.NOT_ENROLLED
    table.enrols("dealer-2", Role.DEALER)
    table.does(Approve(request=request), role=Role.DEALER, actor="dealer-2")


@pytest.mark.parametrize("role", Role)
def test_nobody_is_two_people_whatever_role_he_comes_in(table: PureTable, role: Role) -> None:
    request = table.requested(VOID, actor="floor-1")
    refusal = table.refuses(Approve(request=request), role=role, actor="floor-1")
    assert refusal.code in (Code.TWO_PEOPLE_NEEDED, Code.NOT_YOUR_ROLE)
    assert table.state.round is not None


def test_whoever_asked_is_named_to_whoever_approves_the_own_request(table: PureTable) -> None:
    request = table.requested(VOID, actor="floor-1")
    refusal = table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="floor-1")
    assert refusal.code is Code.TWO_PEOPLE_NEEDED
    assert (refusal.reason, refusal.allowed_by) == (
        "floor-1 requested this and may not also approve it",
        "have a second person approve it",
    )


@pytest.mark.parametrize("name", ["Floor-1", "FLOOR-1", "floor-1 ", "floor-1\n", "\uff46loor-1"])
def test_nobody_is_two_people_by_writing_the_own_name_another_way(name: str) -> None:
    table = PureTable(replace(configuration(), dealer=name)).opened().dealt()
    request = table.requested(VOID, actor="floor-1")
    refusal = table.refuses(Approve(request=request), role=Role.DEALER, actor=name)
    assert refusal.code is Code.TWO_PEOPLE_NEEDED


def test_two_dealers_are_not_enough_where_the_floor_decides(table: PureTable) -> None:
    request = table.requested(VOID, role=Role.DEALER, actor="dealer-1")
    table.enrols("dealer-2", Role.DEALER)
    refusal = table.refuses(Approve(request=request), role=Role.DEALER, actor="dealer-2")
    assert refusal.code is Code.TWO_PEOPLE_NEEDED
    assert "floorperson" in refusal.allowed_by
    table.does(Approve(request=request), role=Role.FLOORPERSON, actor="floor-1")
    assert table.state.round is None


@pytest.mark.parametrize("role", Role)
def test_nobody_does_alone_what_takes_two_not_even_the_host(table: PureTable, role: Role) -> None:
    refusal = table.refuses(VOID, role=role)
    assert refusal.code in (Code.TWO_PEOPLE_NEEDED, Code.NOT_YOUR_ROLE)


@pytest.mark.parametrize("kind", get_args(Approvable), ids=lambda kind: kind.__name__)
def test_each_is_refused_by_its_own_words(kind: type[TakesTwo]) -> None:
    refusal = not_alone(next(act for act in ONE_OF_EACH if isinstance(act, kind)))
    assert refusal is not None
    assert refusal.paragraphs == kind.by_two.paragraphs


@pytest.mark.parametrize("role", [Role.TECHNICIAN, Role.SURVEILLANCE, Role.DEVICE, Role.HOST])
def test_who_has_no_say_in_it_neither_asks_nor_approves_nor_declines(table: PureTable, role: Role) -> None:
    request = table.requested(VOID)
    for act in (RequestApproval(act=VOID, why="x"), Approve(request=request), Decline(request=request, why="x")):
        assert table.refuses(act, role=role, actor="other").code is Code.NOT_YOUR_ROLE


def test_what_cannot_be_done_is_refused_before_a_second_person_is_troubled(table: PureTable) -> None:
    table.does(AwardUncontested())
    refusal = table.refuses(RequestApproval(act=VOID, why="too late"), role=Role.FLOORPERSON)
    assert refusal.reason == "no round of play is under way"


@pytest.mark.paragraph("I-8")
def test_what_was_asked_of_one_round_is_never_done_to_the_next(table: PureTable) -> None:
    request = table.requested(VOID)
    table.does(AwardUncontested())
    table.dealt(Back.RED)
    refusal = table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert refusal.code is Code.OUT_OF_DATE
    assert refusal.reason == "the request was made in round 1, which is over"
    assert public_view(table.state).approvals == ()


def second_is_refused(table: PureTable, request: int) -> Refusal:
    """Nobody is offered to approve it, and a supervisor who does all the same is told why not."""
    assert request not in [shown.number for shown in public_view(table.state).approvals]
    if "supervisor-1" not in table.state.people:
        table.enrols("supervisor-1", *STAFF)
    return table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")


def astray(cards: int) -> ReportReconciliation:
    return ReportReconciliation(journal=JOURNAL, order=0, went_in=52, came_out=52, lying=0, astray=cards)


@pytest.mark.parametrize("act", ONE_OF_EACH, ids=lambda act: type(act).__name__)
def test_what_is_asked_for_is_about_something_unless_it_waits_for_the_end_of_any_round(act: Approvable) -> None:
    assert bool(about(PureTable().opened().state, act)) is not act.by_two.between_rounds


@pytest.mark.paragraph("14.7(c)1")
def test_money_miscounted_in_one_round_is_not_put_right_after_it() -> None:
    table = PureTable(FULL).opened().dealt()
    pot = AdjustMoney(lines=(Adjustment(seat=None, cents=500),), why="a chip fell")
    request = table.requested(pot)
    for act in (DealStreet(), Fold(seat=1), AwardPot()):
        table.does(act)
    assert second_is_refused(table, request).code is Code.OUT_OF_DATE
    table.dealt(Back.RED)
    assert second_is_refused(table, request).reason == "the request was made in round 1, which is over"
    table.by_two(pot)


@pytest.mark.paragraph("14.7(c)1")
def test_money_miscounted_between_rounds_is_not_put_right_in_the_next() -> None:
    table = PureTable(FULL).opened()
    request = table.requested(A_CHIP_FELL)
    table.dealt()
    assert second_is_refused(table, request).reason == SINCE[Thing.ROUND]


@pytest.mark.paragraph("14.7(c)1")
def test_money_miscounted_before_one_player_is_not_put_right_before_another() -> None:
    table = PureTable(FULL).opened()
    request = table.requested(A_CHIP_FELL)
    table.does(StepAway(seat=1, stakes=AwayStakes.COUNTED))
    table.does(LeaveSeat(seat=1), role=Role.FLOORPERSON)
    table.does(TakeSeat(seat=1, cents=10_000))
    assert second_is_refused(table, request).reason == SINCE[Thing.PLAYER]
    table.by_two(A_CHIP_FELL)


@pytest.mark.paragraph("14.7(c)1")
def test_whoever_money_is_put_right_before_stays_and_the_table_stays_open_until_two_people_have_decided() -> None:
    table = PureTable(FULL).opened()
    request = table.requested(A_CHIP_FELL)
    for act in (LeaveSeat(seat=1), CloseTable()):
        refusal = table.refuses(act)
        assert refusal.paragraphs == AdjustMoney.by_two.paragraphs
        assert refusal.reason == "two people are correcting the money of seat 1"
    steps = next_steps(table.state)
    assert not [step for step in steps if isinstance(step.act, CloseTable)]
    assert [step.seats for step in steps if isinstance(step.act, LeaveSeat)] == [(4,)]
    assert {Approve, Decline} <= {type(step.act) for step in steps}
    table.does(Decline(request=request), role=Role.FLOORPERSON, actor="floor-1")
    table.does(LeaveSeat(seat=1))
    table.does(CloseTable())


@pytest.mark.paragraph("14.7(c)1")
def test_a_request_that_nobody_answers_holds_nobody_for_long() -> None:
    table = PureTable(FULL).opened()
    table.requested(A_CHIP_FELL)
    table.later(LIMIT_MS / MINUTE_MS)
    table.does(LeaveSeat(seat=1))


@pytest.mark.paragraph("13.5(e)", "13.5(f)")
def test_no_table_is_closed_while_two_people_put_its_last_sum_right() -> None:
    table = DiceTable(dice_configuration())
    table.whole_shake(A_SEVEN)
    request = table.requested(CorrectSum(round=1, dice=A_SIX, why="misread"))
    assert table.refuses(CloseTable()).reason == "two people are correcting the last sum"
    assert not [step for step in next_steps(table.state) if isinstance(step.act, CloseTable)]
    table.enrols("supervisor-1", Role.CASINO_SUPERVISOR)
    table.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert table.does(CloseTable())


@pytest.mark.paragraph("14.5(a)")
def test_an_override_of_one_round_is_none_of_another() -> None:
    table = PureTable().opened()
    table.played(Back.BLUE)
    request = table.requested(OverrideGate(back=Back.RED, why="the shuffler is slow"))
    table.shuffled(Back.RED)
    assert second_is_refused(table, request).reason.startswith("the red deck needs no override")
    table.cuts(Back.RED)
    table.does(Deal())
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())
    table.played(Back.BLUE)
    assert second_is_refused(table, request).code is Code.OUT_OF_DATE


@pytest.mark.paragraph("14.5(a)")
def test_an_override_of_one_deck_is_none_of_another_with_the_same_backs() -> None:
    table = PureTable().opened()
    table.played(Back.BLUE)
    request = table.requested(OverrideGate(back=Back.RED, why="the shuffler is slow"))
    table.does(RemoveDeck(back=Back.RED, why="a torn card"))
    for act in (InspectDecks(), VerifyDecks(), SpreadDecks(), ShowDecks(), WashDeck(back=Back.RED)):
        table.does(act)
    assert second_is_refused(table, request).reason == SINCE[Thing.DECK]


@pytest.mark.paragraph("14.5(a)")
def test_nobody_answers_for_a_round_without_a_proof_where_there_is_one(table: PureTable) -> None:
    table.does(AwardUncontested())
    table.shuffled(Back.RED)
    refusal = table.not_by_two(OverrideGate(back=Back.RED, why="no time"))
    assert (refusal.code, refusal.allowed_by) == (Code.NOT_NOW, "deal the red deck as usual")


@pytest.mark.paragraph("I-8")
def test_a_deck_counted_before_more_was_found_is_counted_again() -> None:
    table = PureTable().opened()
    table.does(astray(16))
    request = table.requested(Recount(back=Back.BLUE, counted=52))
    table.does(astray(3))
    assert table.deck(Back.BLUE).suspect == "3 cards were found inside the shuffler"
    assert second_is_refused(table, request).reason == SINCE[Thing.SUSPICION]
    table.by_two(Recount(back=Back.BLUE, counted=52))
    assert table.deck(Back.BLUE).suspect is None


@pytest.mark.paragraph("I-8")
def test_a_round_halted_for_one_thing_does_not_go_on_once_another_is_found(table: PureTable) -> None:
    table.does(astray(16))
    assert table.state.halted is not None
    request = table.requested(ContinueRound(why="they are cards of yesterday"))
    table.does(astray(3))
    assert second_is_refused(table, request).code is Code.OUT_OF_DATE
    table.by_two(ContinueRound(why="the floor looked at both"))
    assert table.state.halted is None


def test_a_sum_put_right_since_is_asked_for_anew() -> None:
    table = DiceTable(dice_configuration())
    table.whole_shake(A_SEVEN)
    request = table.requested(CorrectSum(round=1, dice=(1, 1), why="misread"))
    table.by_two(CorrectSum(round=1, dice=A_SIX, why="misread"))
    assert second_is_refused(table, request).reason == SINCE[Thing.SUM]


def test_whoever_was_revoked_meanwhile_is_not_one_of_the_two(table: PureTable) -> None:
    request = table.requested(VOID, actor="floor-1")
    table.does(RevokePerson(person="floor-1"), role=Role.CASINO_SUPERVISOR)
    refusal = table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert refusal.reason == f"no request {request} waits for a second person"


def test_the_same_is_not_asked_for_twice(table: PureTable) -> None:
    table.requested(VOID)
    refusal = table.refuses(RequestApproval(act=VOID, why="again"), role=Role.FLOORPERSON, actor="floor-2")
    assert refusal.reason == "this was requested already"


def test_approved_once_it_is_gone(table: PureTable) -> None:
    request = table.requested(VOID)
    table.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1").reason == (
        f"no request {request} waits for a second person"
    )


@pytest.mark.parametrize(("role", "actor"), [(Role.CASINO_SUPERVISOR, "supervisor-1"), (Role.FLOORPERSON, "floor-1")])
def test_it_is_declined_by_who_may_approve_or_by_who_asked(table: PureTable, role: Role, actor: str) -> None:
    request = table.requested(VOID)
    (declined,) = table.does(Decline(request=request, why="the card was found"), role=role, actor=actor)
    assert declined.body == ApprovalDeclined(of=request, role=role, why="the card was found")
    assert (
        table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1").code is Code.NOT_NOW
    )
    assert table.state.round is not None


def test_an_older_look_at_the_game_is_no_reason_not_to_approve(table: PureTable) -> None:
    request = table.requested(VOID)
    table.does(CompleteBetting())
    answer = table.ask(
        Approve(request=request), via=Via.PANEL, seen=request, role=Role.CASINO_SUPERVISOR, actor="supervisor-1"
    )
    assert isinstance(answer, tuple)


def test_nobody_came_in_time_is_said_and_raises_an_alert(table: PureTable) -> None:
    request = table.requested(VOID)
    (alarm,) = (alarm for alarm in alarms(table.state) if alarm.name.startswith("approval"))
    assert alarm.at_ms == LIMIT_MS
    table.now = replace(table.now, mono_ms=LIMIT_MS)
    expired, raised = table.does(PassDeadline(name=alarm.name))
    assert expired.body == ApprovalExpired(of=request)
    assert isinstance(raised.body, AlertRaised)
    assert raised.body.alert is AlertKind.APPROVAL_EXPIRED
    assert (
        table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1").code is Code.NOT_NOW
    )


def test_nobody_approves_what_has_run_out_though_no_clock_has_said_so_yet(table: PureTable) -> None:
    request = table.requested(VOID)
    table.waits(LIMIT_MS - 1)
    assert isinstance(decide(table.state, approving(table, request, table.now)), tuple), "the last moment is in time"
    table.waits(1)
    refusal = table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert (refusal.code, refusal.reason) == (Code.OUT_OF_DATE, "this request was not approved in time and has expired")
    assert table.requested(VOID, actor="floor-2") != request, "and it may be asked for anew"


@pytest.mark.parametrize("synced", [True, False])
def test_nobody_approves_after_the_power_was_away_what_was_asked_for_before(table: PureTable, *, synced: bool) -> None:
    request = table.requested(VOID)
    later = replace(table.now, wall_ms=table.now.wall_ms + 60_000, boot="boot-2", synced=synced)
    answer = decide(table.state, approving(table, request, later))
    assert isinstance(answer, Refusal)
    assert answer.code is Code.OUT_OF_DATE


def approving(table: PureTable, request: int, at: Stamp) -> Intent:
    return Intent(
        id="late",
        actor="supervisor-1",
        role=Role.CASINO_SUPERVISOR,
        via=Via.PANEL,
        at=at,
        seen=table.state.last,
        act=Approve(request=request),
    )


def test_a_request_outlives_a_restart_and_not_a_reboot(table: PureTable) -> None:
    request = table.requested(VOID)
    table.does(Start(software="again", config=table.config))
    name = f"approval-{request}"
    assert table.does(PassDeadline(name=name)) == ()
    table.now = replace(table.now, boot="boot-2")
    expired, _ = table.does(PassDeadline(name=name))
    assert expired.body == ApprovalExpired(of=request)


def test_the_step_to_approve_names_who_is_still_needed_and_is_on_no_key(table: PureTable) -> None:
    table.requested(VOID, role=Role.DEALER, actor="dealer-1")
    approve, decline = (step for step in next_steps(table.state) if isinstance(step.act, Approve | Decline))
    assert (approve.say, approve.role, approve.key) == ("Approve: Declare the round void.", Role.FLOORPERSON, None)
    assert decline.key is None


def test_the_public_hears_what_is_asked_and_neither_who_nor_why(table: PureTable) -> None:
    request = table.requested(VOID, why="seat 4 has six cards")
    (shown,) = public_view(table.state).approvals
    assert (shown.number, shown.say) == (request, "Declare the round void.")


def test_the_pair_is_judged_by_name_and_role_alone() -> None:
    floor, supervisor = ("floor-1", Role.FLOORPERSON), ("supervisor-1", Role.POKER_SHIFT_SUPERVISOR)
    act = AdoptConfiguration(candidate=1)
    assert not_these_two(act.by_two, floor, supervisor) is None
    assert not_these_two(act.by_two, supervisor, floor) is None
    refusal = not_these_two(act.by_two, floor, ("floor-2", Role.FLOORPERSON))
    assert refusal is not None
    assert refusal.code is Code.TWO_PEOPLE_NEEDED


def wanted(table: PureTable) -> dict[type, RequestApproval]:
    steps = (step for step in next_steps(table.state) if isinstance(step.act, RequestApproval))
    return {type(step.act.act): step.act for step in steps if isinstance(step.act, RequestApproval)}


@pytest.mark.paragraph("I-8")
def test_a_void_round_can_be_asked_for_at_any_time_of_it_and_once(table: PureTable) -> None:
    asked = wanted(table)
    assert set(asked) == {VoidRound}
    table.does(asked[VoidRound], role=Role.FLOORPERSON, actor="floor-1")
    assert table.state.approvals[0].act == asked[VoidRound].act
    assert asked[VoidRound] not in wanted(table).values()
    table.does(Approve(request=table.state.approvals[0].number), role=Role.DEALER, actor="dealer-1")
    assert table.state.round is None
    assert VoidRound not in wanted(table)


@pytest.mark.paragraph("14.5(a)")
def test_an_override_is_offered_where_no_proof_will_come_by_itself_and_only_there() -> None:
    table = PureTable().opened()
    assert OverrideGate not in wanted(table), "nobody has put the deck in yet"
    table.does(SenseDeck(back=Back.BLUE))
    assert OverrideGate not in wanted(table), "it is being shuffled"
    order = table.deck(Back.BLUE).order
    assert order is not None
    table.does(report(order, Back.BLUE, counted=51))
    assert OverrideGate not in wanted(table), "nobody has counted it"
    (count,) = (step for step in next_steps(table.state) if isinstance(step.act, CountCards))
    table.does(replace(count.act, counted=52))
    asked = wanted(table)[OverrideGate]
    assert asked.act == OverrideGate(back=Back.BLUE, why=asked.why)
    table.by_two(asked.act)
    assert OverrideGate not in wanted(table)


IN_FULL = {
    Recount: "52 cards of the blue deck",
    OverrideGate: "the blue deck",
    AdjustMoney: "$1 more at seat 1",
    CorrectWager: "fact 1 was a bet of $4 in all",
    CorrectSum: "the dice of round 1 showed 2 and 4",
    EnrolPerson: "floor-3 as floorperson",
    ResetPin: "floor-1",
    EnrolKey: "floor-1 as floorperson",
}


@pytest.mark.parametrize("act", ONE_OF_EACH, ids=lambda act: type(act).__name__)
def test_the_second_person_reads_every_name_and_number_before_agreeing(act: Approvable) -> None:
    said = act.decided()
    detail = IN_FULL.get(type(act))
    assert said == (f"{act.by_two.say} ({detail})" if detail else act.by_two.say)


def test_what_is_agreed_to_stands_in_the_step_the_view_and_the_record(table: PureTable) -> None:
    asked = EnrolPerson(person="floor-3", roles=(Role.FLOORPERSON, Role.TECHNICIAN))
    *_, fact = table.does(RequestApproval(act=asked, why="new"), role=Role.CASINO_SUPERVISOR)
    words = (
        "Enroll a person in a role above dealer, or change the person's roles (floor-3 as floorperson and technician)"
    )
    assert words in fact.body.sentence()
    assert f"Approve: {words}." in [step.say for step in next_steps(table.state)]
    assert [each.say for each in public_view(table.state).approvals] == [f"{words}."]
