"""Alerts have a life: raised by facts, acknowledged, cleared by a person, and never hidden by themselves."""

import pytest

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.rules.roles import NEAREST
from firmware_host.table.acts.decks import CountCards, OverrideGate, ReportShuffleFailure, SenseDeck
from firmware_host.table.acts.floor import AcknowledgeAlert, ClearAlert
from firmware_host.table.acts.intent import Via
from firmware_host.table.acts.round import PressKey, SensePuck
from firmware_host.table.acts.system import SenseDevice, Start
from firmware_host.table.facts.floor import AlertAcknowledged, AlertCleared, AlertRaised
from firmware_host.table.floor.alert_kinds import KINDS, News
from firmware_host.table.floor.alerts import raised_by
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.floor import Alert
from firmware_host.table.terms import AlertKind, Back, Counted, Mode, Severity
from firmware_host.table.view import public_view
from tests.golden.bodies import BODIES
from tests.worlds.pure_table import JOURNAL, PureTable, report

DOWN = SenseDevice(device="shuffler", up=False, detail="no answer for 3 s")

UP = SenseDevice(device="shuffler", up=True, detail="here again")


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


def the_only(table: PureTable) -> Alert:
    (alert,) = table.state.alerts
    return alert


def over(table: PureTable) -> list[bool]:
    return [alert.over for alert in public_view(table.state).alerts]


def test_every_kind_of_alert_has_its_row_and_a_fact_that_raises_it() -> None:
    raised = {alert.kind for alert in map(raised_by, BODIES) if alert is not None}
    assert set(KINDS) == set(AlertKind) == raised


@pytest.mark.parametrize("kind", AlertKind)
def test_every_kind_says_something_to_patrons_and_can_be_looked_after_by_somebody(kind: AlertKind) -> None:
    row = KINDS[kind]
    assert row.sign.endswith(".")
    assert set(NEAREST) >= row.cleared_by
    assert row.cleared_by <= row.acknowledged_by <= set(NEAREST)
    assert bool(row.put_right) is (row.lasts is not None)


def test_a_device_that_goes_away_raises_one_right_behind_the_fact(table: PureTable) -> None:
    went, raised = table.does(DOWN)
    assert raised.body == AlertRaised(
        alert=AlertKind.DEVICE_DOWN,
        about="shuffler",
        severity=Severity.FAULT,
        say="Shuffler down: no answer for 3 s.",
    )
    assert raised.cause == went.cause
    assert the_only(table).number == raised.number


def test_it_stays_when_its_cause_is_over_until_a_person_clears_it(table: PureTable) -> None:
    table.does(DOWN)
    assert over(table) == [False]
    table.does(UP)
    assert over(table) == [True]
    alert = the_only(table)
    (cleared,) = table.does(ClearAlert(alert=alert.number, note="the cable was loose"), role=Role.TECHNICIAN)
    assert cleared.body == AlertCleared(of=alert.number, role=Role.TECHNICIAN, note="the cable was loose")
    assert table.state.alerts == ()


def test_nobody_clears_it_before_its_cause_is_over(table: PureTable) -> None:
    table.does(DOWN)
    refusal = table.refuses(ClearAlert(alert=the_only(table).number))
    assert refusal.code is Code.NOT_NOW
    assert refusal.allowed_by == "check the power and the cable of the device, or call a technician"


@pytest.mark.parametrize(
    ("name", "words"),
    [("shuffler", "Shuffler"), ("web", "Controller part web"), ("broker", "Broker")],
)
def test_what_is_down_is_called_what_it_is(name: str, words: str) -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device=name, up=False, detail="cannot listen"))
    assert [alert.say for alert in table.state.alerts] == [f"{words} down: cannot listen."]


def test_after_a_restart_it_still_stands_and_the_device_is_not_taken_for_up(table: PureTable) -> None:
    table.does(DOWN)
    table.does(Start(software="again", config=table.config))
    assert over(table) == [False]
    table.does(UP)
    assert over(table) == [True]


def test_the_same_again_is_one_alert_and_no_news_before_somebody_has_seen_it(table: PureTable) -> None:
    for _ in range(3):
        table.does(DOWN)
        table.does(UP)
    assert the_only(table).times == 1
    assert [type(body) for body in table.bodies()].count(AlertRaised) == 1


def test_the_same_again_after_it_was_seen_is_raised_again_under_its_old_number(table: PureTable) -> None:
    table.does(DOWN)
    first = the_only(table)
    (seen,) = table.does(AcknowledgeAlert(alert=first.number))
    assert seen.body == AlertAcknowledged(of=first.number, role=Role.DEALER)
    assert the_only(table).acknowledged_by == "somebody"
    table.does(UP)
    table.does(DOWN)
    again = the_only(table)
    assert (again.number, again.times, again.acknowledged_by) == (first.number, 2, None)


def test_what_never_was_over_is_not_raised_again(table: PureTable) -> None:
    table.does(DOWN)
    table.does(AcknowledgeAlert(alert=the_only(table).number))
    table.does(Start(software="again", config=table.config))
    table.does(DOWN)
    assert the_only(table).times == 1


@pytest.mark.paragraph("14.6(e)4", "I-8")
@pytest.mark.parametrize("second", [17, 29])
def test_a_second_wrong_count_is_raised_though_nobody_has_seen_the_first(second: int, table: PureTable) -> None:
    table.played(Back.BLUE)
    table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=13))
    first = the_only(table)
    told = table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=second))
    assert AlertRaised in [type(fact.body) for fact in told]
    again = the_only(table)
    assert (again.number, again.times) == (first.number, 2)
    assert again.say == f"The stub of the blue deck was counted wrong: {second} cards."


@pytest.mark.paragraph("14.6(e)7", "I-8")
def test_the_same_wrong_number_twice_is_two_wrong_counts(table: PureTable) -> None:
    table.played(Back.BLUE)
    for _ in range(2):
        table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=13))
    (wrong,) = (alert for alert in table.state.alerts if alert.kind is AlertKind.WRONG_COUNT)
    assert wrong.times == 2


@pytest.mark.paragraph("14.5(a)")
def test_a_deck_overridden_again_is_a_violation_again_and_has_to_be_seen_again(table: PureTable) -> None:
    for times, why in enumerate(("the shuffler is broken", "it still is"), 1):
        table.by_two(OverrideGate(back=Back.BLUE, why=why))
        (alert,) = (alert for alert in table.state.alerts if alert.kind is AlertKind.GATE_OVERRIDDEN)
        assert (alert.times, alert.acknowledged_by) == (times, None)
        assert alert.say == f"The blue deck is dealt without a shuffle proof: {why}."
        table.does(AcknowledgeAlert(alert=alert.number), role=Role.FLOORPERSON)
        order = table.loaded(Back.BLUE)
        table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason="a jam"))
        table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=52))


@pytest.mark.parametrize("kind", [kind for kind in AlertKind if KINDS[kind].severity is Severity.VIOLATION])
def test_no_violation_hides_behind_an_earlier_one(kind: AlertKind) -> None:
    assert KINDS[kind].news is News.EACH_TIME


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_what_has_something_else_to_tell_is_raised_again_and_the_same_words_are_not(table: PureTable) -> None:
    for reason in ("a jam", "a jam", "a lid"):
        order = table.loaded(Back.RED)
        table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason=reason))
    alert = the_only(table)
    assert (alert.times, alert.say) == (
        2,
        "The red deck was not properly shuffled: the shuffler could not finish the shuffle (a lid).",
    )


def test_a_device_that_comes_and_goes_for_ever_new_reasons_is_one_alert(table: PureTable) -> None:
    for seconds in (3, 4, 5):
        table.does(SenseDevice(device="shuffler", up=False, detail=f"no answer for {seconds} s"))
        table.does(UP)
    assert the_only(table).times == 1


def test_two_devices_are_two_alerts(table: PureTable) -> None:
    table.does(DOWN)
    table.does(SenseDevice(device="puck", up=False, detail="open circuit"))
    assert [alert.about for alert in table.state.alerts] == ["shuffler", "puck"]


def test_acknowledging_twice_tells_nothing_new(table: PureTable) -> None:
    table.does(DOWN)
    act = AcknowledgeAlert(alert=the_only(table).number)
    assert len(table.does(act)) == 1
    assert table.does(act) == ()


def test_an_alert_that_does_not_stand_is_refused(table: PureTable) -> None:
    assert table.refuses(AcknowledgeAlert(alert=3)).reason == "there is no open alert 3"
    assert table.refuses(ClearAlert(alert=3)).code is Code.NOT_NOW


def test_an_act_on_an_alert_names_it_so_an_older_look_at_the_game_does_not_matter(table: PureTable) -> None:
    table.does(DOWN)
    assert isinstance(table.ask(AcknowledgeAlert(alert=the_only(table).number), via=Via.PANEL, seen=0), tuple)


@pytest.mark.paragraph("14.2(a)", "14.2(d)1")
def test_a_foreign_deck_is_a_violation_the_dealer_may_see_and_only_the_floor_may_clear(table: PureTable) -> None:
    table.does(SenseDeck(back=Back.GREEN))
    alert = the_only(table)
    assert (alert.kind, alert.severity) == (AlertKind.FOREIGN_DECK, Severity.VIOLATION)
    assert alert.paragraphs == ("14.2(a)", "14.2(d)1")
    table.does(AcknowledgeAlert(alert=alert.number))
    refusal = table.refuses(ClearAlert(alert=alert.number))
    assert refusal.code is Code.NOT_YOUR_ROLE
    assert refusal.paragraphs == alert.paragraphs
    table.does(ClearAlert(alert=alert.number), role=Role.CASINO_SUPERVISOR)


@pytest.mark.parametrize("role", [role for role in Role if role not in NEAREST])
def test_who_never_looks_after_alerts_is_not_heard(table: PureTable, role: Role) -> None:
    table.does(DOWN)
    for act in (AcknowledgeAlert(alert=the_only(table).number), ClearAlert(alert=the_only(table).number)):
        assert table.refuses(act, role=role).code is Code.NOT_YOUR_ROLE


@pytest.mark.paragraph("I-8", "14.5(a)")
@pytest.mark.parametrize(
    ("counted", "mode", "why"),
    [(51, Mode.SHUFFLE, "counted 51 cards instead of 52"), (52, Mode.SORT, "was set to sort, not to shuffle")],
)
def test_what_was_no_shuffle_raises_one_that_lasts_until_there_is_a_proof(
    table: PureTable, counted: int, mode: Mode, why: str
) -> None:
    order = table.loaded(Back.BLUE)
    table.does(report(order, Back.BLUE, counted=counted, mode=mode))
    assert the_only(table).say == f"The blue deck was not properly shuffled: the shuffler {why}."
    assert over(table) == [False]
    table.shuffled(Back.BLUE)
    assert over(table) == [True]


def test_a_jam_raises_the_same_kind(table: PureTable) -> None:
    order = table.loaded(Back.RED)
    table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason="jam"))
    assert (the_only(table).kind, the_only(table).about) == (AlertKind.SHUFFLE_REJECTED, "red")


@pytest.mark.paragraph("14.5(a)")
def test_a_deck_that_loses_its_proof_is_a_notice(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(SenseDeck(back=Back.BLUE))
    alert = the_only(table)
    assert (alert.kind, alert.severity) == (AlertKind.PROOF_VOIDED, Severity.NOTICE)
    assert over(table) == [True], "it happened and does not last"


@pytest.mark.paragraph("14.10(c)")
def test_a_button_that_wanders_in_mid_round_is_noticed_and_over_when_it_is_back(table: PureTable) -> None:
    table.does(SensePuck(seat=4))
    table.does(SensePuck(seat=10))
    table.dealt()
    assert table.state.alerts == (), "between rounds it may lie anywhere: the step says where it belongs"
    table.does(SensePuck(seat=None))
    table.does(SensePuck(seat=5))
    assert the_only(table).kind is AlertKind.PUCK_ELSEWHERE
    assert over(table) == [False]
    table.does(SensePuck(seat=10))
    assert over(table) == [True]


@pytest.mark.paragraph("14.10(c)")
def test_a_button_before_another_seat_when_the_cards_are_dealt_is_noticed(table: PureTable) -> None:
    """Left where it was, the round is played as if the button lay elsewhere than the players see it (trap 13)."""
    table.does(SensePuck(seat=2))
    table.dealt()
    alert = the_only(table)
    assert (alert.kind, alert.severity) == (AlertKind.PUCK_ELSEWHERE, Severity.NOTICE)
    assert alert.say == "The button was not at seat 10 when the cards were dealt."
    assert over(table) == [False]
    table.does(SensePuck(seat=10))
    assert over(table) == [True], "who clears it is a person"


@pytest.mark.paragraph("14.10(c)")
@pytest.mark.parametrize("seat", [10, None])
def test_a_button_in_its_place_or_in_the_dealers_hand_is_not_reported(table: PureTable, seat: int | None) -> None:
    table.does(SensePuck(seat=2))
    table.does(SensePuck(seat=seat))
    table.dealt()
    assert table.state.alerts == ()


@pytest.mark.paragraph("14.10(c)")
def test_sensors_that_are_down_tell_nothing_of_the_button(table: PureTable) -> None:
    table.does(SensePuck(seat=2))
    table.does(SenseDevice(device="puck", up=False, detail="no answer"))
    table.dealt()
    assert AlertKind.PUCK_ELSEWHERE not in [alert.kind for alert in table.state.alerts]


def test_a_dealer_who_moves_the_button_on_early_is_not_reported(table: PureTable) -> None:
    table.dealt()
    table.does(SensePuck(seat=1))
    assert table.state.alerts == ()


def test_a_refusal_raises_nothing(table: PureTable) -> None:
    table.refuses(SenseDeck(back=Back.GREEN), role=Role.DEALER)
    assert table.state.alerts == ()


def test_the_public_sees_the_words_of_the_sign_and_no_detail(table: PureTable) -> None:
    table.does(DOWN)
    (shown,) = public_view(table.state).alerts
    assert (shown.say, shown.severity) == ("A device of this table is being checked.", Severity.FAULT)
    assert (shown.acknowledged, shown.over) == (False, False)


def test_the_dealer_acknowledges_the_oldest_by_holding_the_key_that_calls_the_floor(table: PureTable) -> None:
    table.does(DOWN)
    table.does(SenseDeck(back=Back.GREEN))
    first, second = table.state.alerts
    (step,) = (step for step in next_steps(table.state) if step.key is Key.CALL_FLOOR_HELD)
    assert (step.act, step.role) == (AcknowledgeAlert(alert=first.number), Role.DEALER)
    (seen,) = table.does(PressKey(key=Key.CALL_FLOOR_HELD))
    assert seen.body == AlertAcknowledged(of=first.number, role=Role.DEALER)
    table.does(PressKey(key=Key.CALL_FLOOR_HELD))
    assert [alert.number for alert in table.state.alerts if alert.acknowledged_by] == [first.number, second.number]
    assert table.refuses(PressKey(key=Key.CALL_FLOOR_HELD)).code is Code.NOT_NOW, "the key does nothing more"


def test_clearing_is_never_on_a_key_and_names_who_may(table: PureTable) -> None:
    table.does(SenseDeck(back=Back.GREEN))
    (clear,) = (step for step in next_steps(table.state) if isinstance(step.act, ClearAlert))
    assert (clear.key, clear.role) == (None, Role.FLOORPERSON)
