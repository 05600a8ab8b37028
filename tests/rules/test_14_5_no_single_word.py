"""14.5(a), 14.5(b), I-8: nothing is dealt on the word of a shuffler that another of its words contradicts."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.decks import (
    CutDeck,
    Recount,
    ReportShuffle,
    ReportShuffleFailure,
    SenseDeck,
    SenseFeed,
)
from firmware_host.table.acts.floor import AcknowledgeAlert, ClearAlert
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import (
    OrderClearing,
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportEmptied,
    ReportForeign,
    ReportReconciliation,
    ReportStanding,
    ReportTampering,
    ReportUnreadable,
    SenseBoot,
    SenseJam,
    SenseRestart,
    SenseSwitch,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import ClearCommand, DeliverCommand, ReconcileCommand, outstanding
from firmware_host.table.facts.decks import DeckSuspected, ShuffleRejected
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.facts.shuffler import LinkTampered, ShufflerContradicted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.decks import Place
from firmware_host.table.state.hindrance import of_machine
from firmware_host.table.terms import AlertKind, Back, Grade, JamPlace, Known, Mode, Rest
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, given_out, report

AT_REST = Rest(shelf=Back.BLUE, shelf_cards=52)
OUT = Rest(output=Back.BLUE, output_cards=52)
TAKEN_OUT = (
    "If the blue deck is still in the shuffler, take it out; open the lid if it does not come out. "
    "Then count all 52 cards and put the blue deck into the shuffler."
)
SHORT_BY_THREE = {"went_in": 156, "came_out": 153, "lying": 0, "astray": 0}


@pytest.fixture
def table() -> PureTable:
    """A table whose shuffler is there."""
    made = PureTable().opened()
    made.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    return made


def comparison(table: PureTable, order: int | None = None, **counts: int) -> ReportReconciliation:
    right = {"went_in": 52, "came_out": 52, "lying": 0, "astray": 0}
    asked = table.state.shuffler.compare if order is None else order
    return ReportReconciliation(journal=JOURNAL, order=asked, **{**right, **counts})


def alerts(table: PureTable) -> list[AlertKind]:
    return [body.alert for body in table.bodies() if isinstance(body, AlertRaised)]


def says(table: PureTable) -> list[str]:
    return [step.say for step in next_steps(table.state)]


def deals_again(table: PureTable) -> None:
    """
    Follow what the table says until it deals: two people count what is held, the dealer does what a step says.

    The machine is honest from here on. A step has to lead there each time, and no act that is not offered is asked for.
    """
    for _ in range(60):
        state = table.state
        if state.round is not None:
            return
        held = next((deck for deck in state.decks if deck.suspect is not None), None)
        if held is not None:
            table.by_two(Recount(back=held.back, counted=52))
            continue
        if _machine_does(table):
            continue
        step = next((step for step in next_steps(state) if step.expected), None)
        if step is None:
            step = next((step for step in next_steps(state) if isinstance(step.act, OrderReconciliation)), None)
        assert step is not None, f"no step leads on: {what_is_missing(state)}"
        answer = table.ask(step.act, role=None)
        assert not isinstance(answer, Refusal), (step, answer)
    raise AssertionError(says(table))


def _machine_does(table: PureTable) -> bool:
    for command in outstanding(table.state):
        match command:
            case ReconcileCommand(number=number):
                table.does(comparison(table, number, went_in=0, came_out=0))
            case ClearCommand(number=number):
                table.does(ReportClearing(journal=JOURNAL, order=number, found=0))
            case DeliverCommand(number=number):
                deck = next((deck for deck in table.state.decks if deck.proof and deck.proof.proved == number), None)
                back = deck.back if deck is not None else table.state.shuffler.shelf
                assert back is not None
                table.does(replace(given_out(table.state, back), order=number))
            case _:
                table.does(report(command.number, command.back))
        return True
    return False


def contradicted(table: PureTable) -> str:
    """Return what the last contradiction was; nothing is dealt on it, it is an alert, and a comparison follows."""
    found = [body for body in table.bodies() if isinstance(body, ShufflerContradicted)]
    assert found
    assert AlertKind.SHUFFLER_DISAGREES in alerts(table)
    assert all(deck.proof is None for deck in table.state.decks if deck.place is not Place.IN_PLAY)
    assert isinstance(table.ask(Deal()), Refusal)
    return found[-1].reason


# D1


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d1_while_the_machine_compares_no_step_asks_for_a_deck(table: PureTable) -> None:
    assert any(isinstance(step.act, SenseDeck) for step in next_steps(table.state))
    table.does(SenseRestart())
    assert not any(isinstance(step.act, SenseDeck) for step in next_steps(table.state))
    table.does(comparison(table, went_in=0, came_out=0))
    assert any(isinstance(step.act, SenseDeck) for step in next_steps(table.state))


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("loaded", [False, True], ids=["not put in", "put in all the same"])
@pytest.mark.parametrize("late", [False, True], ids=["in time", "late"])
def test_d1_missing_cards_hold_both_decks_whenever_they_are_told(table: PureTable, *, loaded: bool, late: bool) -> None:
    table.does(SenseRestart())
    asked = table.state.shuffler.compare
    if loaded:
        table.does(SenseDeck(back=Back.RED))
    if late:
        table.does(SenseRestart())
    told = table.does(comparison(table, asked, **SHORT_BY_THREE))
    assert {fact.body.back for fact in told if isinstance(fact.body, DeckSuspected)} == {Back.BLUE, Back.RED}
    assert AlertKind.CARDS_ASTRAY in alerts(table)
    assert table.refuses(Deal()).code is Code.DECK_SUSPECT
    deals_again(table)


# D2


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (replace(OUT, output_cards=51, astray=1), "the shuffler's status shows 1 card where none should be"),
        (replace(OUT, output_cards=51), "the shuffler's status shows 51 blue cards in the output, not 52 blue cards"),
        (replace(OUT, output=Back.RED), "the shuffler's status shows 52 red cards in the output, not 52 blue cards"),
        (Rest(output_cards=1), "the shuffler's status shows no deck in the output, but 1 card there"),
        (AT_REST, "the blue deck should be out, but the shuffler's status shows 52 blue cards on the shelf"),
        (Rest(moving=True), "the shuffler reports that it has finished, but its status says that it still moves"),
        (None, "the shuffler was not asked for its status after it stopped"),
    ],
)
def test_d2_what_was_given_out_is_held_against_status_at_rest(table: PureTable, rest: Rest | None, reason: str) -> None:
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=rest))
    assert contradicted(table) == reason
    assert [type(command) for command in outstanding(table.state)] == [ReconcileCommand]
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.NO_SHUFFLE_PROOF
    deals_again(table)


@pytest.mark.paragraph("14.5(a)")
def test_d2_a_deck_that_was_taken_out_of_the_output_already_is_all_out(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=Rest()))
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(
    "rest",
    [
        replace(AT_REST, shelf_cards=51),
        replace(AT_REST, shelf=Back.RED),
        replace(AT_REST, astray=2),
        replace(AT_REST, feed=Back.BLUE),
        Rest(shelf_cards=3),
        Rest(moving=True),
        None,
    ],
    ids=repr,
)
def test_d2_a_finished_shuffle_is_held_against_status_at_rest(table: PureTable, rest: Rest | None) -> None:
    order = table.loaded(Back.BLUE)
    told = [fact.body for fact in table.does(replace(report(order, Back.BLUE), rest=rest))]
    assert [body.order for body in told if isinstance(body, ShuffleRejected)] == [order]
    contradicted(table)
    deals_again(table)


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("rest", [Rest(output=Back.BLUE, output_cards=51), Rest(astray=1)], ids=repr)
def test_d2_what_status_says_later_counts_until_the_deal(table: PureTable, rest: Rest) -> None:
    table.shuffled(Back.BLUE)
    table.does(given_out(table.state, Back.BLUE))
    table.does(ReportStanding(rest=rest))
    contradicted(table)
    deals_again(table)


# D3


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("when", ["on the shelf", "cut"])
def test_d3_a_shuffle_that_finished_and_then_failed_is_no_shuffle(table: PureTable, when: str) -> None:
    order = table.shuffled(Back.BLUE)
    if when == "cut":
        table.cuts(Back.BLUE)
    table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason="jam"))
    assert (
        contradicted(table)
        == f"the shuffler reports a shuffle that failed (jam) for order {order}, which had already ended"
    )
    deals_again(table)


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d3_in_the_middle_of_its_round_the_round_waits_for_the_floor(table: PureTable) -> None:
    order = table.shuffled(Back.BLUE)
    table.cuts(Back.BLUE)
    table.does(Deal())
    told = [fact.body for fact in table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason="jam"))]
    assert any(isinstance(body, RoundHalted) for body in told)
    assert table.deck(Back.BLUE).suspect is not None


@pytest.mark.paragraph("14.5(a)")
def test_d3_a_shuffle_that_failed_and_then_finished_is_no_shuffle_either(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason="double-feed"))
    table.does(report(order, Back.BLUE))
    contradicted(table)


# D4


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize("known", [Known.ATTESTED, Known.REPORTED])
def test_d4_without_the_nonce_of_its_order_nothing_is_a_proof_at_any_grade(known: Known) -> None:
    table = PureTable(configuration(accepts=(Grade.ATTESTED, Grade.REPORTED))).opened()
    order = table.loaded(Back.BLUE)
    table.does(replace(report(order, Back.BLUE, known=known), nonce_fits=False))
    assert (
        contradicted(table)
        == "the result of the shuffle does not carry the random number that the table sent with the order"
    )
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.NO_SHUFFLE_PROOF


# D5


@pytest.mark.paragraph("14.5(b)", "14.5(a)")
def test_d5_the_cut_is_neither_offered_nor_taken_before_the_deck_is_out(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    assert not [step for step in next_steps(table.state) if isinstance(step.act, CutDeck)]
    for act in (CutDeck(back=Back.BLUE), Deal()):
        refusal = table.refuses(act)
        assert refusal.reason == "the blue deck is in the shuffler"
        assert refusal.allowed_by.startswith(
            "wait until the shuffler has delivered the deck; if it does not come out, take away the deck"
        )
        assert "14.5(b)" in refusal.paragraphs


@pytest.mark.paragraph("14.5(b)", "14.5(a)")
@pytest.mark.parametrize("seen", [ReportStanding(rest=Rest()), ReportEmptied(place=JamPlace.SHELVES)], ids=repr)
def test_d5_a_deck_that_was_lifted_off_is_compared_before_it_is_cut(table: PureTable, seen: Act) -> None:
    table.shuffled(Back.BLUE)
    table.does(seen)
    assert [type(command) for command in outstanding(table.state)] == [ReconcileCommand]
    assert isinstance(table.ask(CutDeck(back=Back.BLUE)), Refusal)
    table.does(comparison(table))
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


# D6


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("journal", [JOURNAL, "f" * 32], ids=["nobody's order", "another record's"])
@pytest.mark.parametrize("kind", ["finished", "failed", "delivered", "cleared", "compared", "act failed"])
def test_d6_the_end_of_what_was_not_ordered_is_a_fact_and_an_alert(table: PureTable, kind: str, journal: str) -> None:
    table.shuffled(Back.BLUE)
    table.does(given_out(table.state, Back.BLUE))
    order = 900
    told: dict[str, Act] = {
        "finished": replace(report(order, Back.RED), journal=journal),
        "failed": ReportShuffleFailure(journal=journal, order=order, reason="jam"),
        "delivered": ReportDelivery(journal=journal, order=order, back=Back.BLUE, counted=52, rest=OUT),
        "cleared": ReportClearing(journal=journal, order=order, found=0),
        "compared": replace(comparison(table, order), journal=journal),
        "act failed": ReportActFailure(journal=journal, order=order, reason="jam"),
    }
    table.does(told[kind])
    assert contradicted(table).startswith("the shuffler reports ")
    deals_again(table)


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d6_an_order_does_not_end_as_one_of_another_kind(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    table.does(comparison(table, order))
    contradicted(table)


# D8


@pytest.mark.paragraph("14.5(a)")
def test_d8_what_is_not_the_paired_shuffler_is_an_alert_of_its_own(table: PureTable) -> None:
    table.does(SenseDevice(device="shuffler", up=False, detail="the device has stopped answering"))
    table.does(ReportForeign(reason="what answers is not the shuffler that was paired"))
    assert table.ask(ReportForeign(reason="what answers is not the shuffler that was paired")) == ()
    alert = next(alert for alert in table.state.alerts if alert.kind is AlertKind.SHUFFLER_FOREIGN)
    assert "what answers is not the shuffler that was paired" in alert.say
    assert isinstance(table.ask(ClearAlert(alert=alert.number)), Refusal), "it lasts"
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    table.does(AcknowledgeAlert(alert=alert.number))
    table.does(ClearAlert(alert=alert.number), role=Role.FLOORPERSON)


# D10


@pytest.mark.paragraph("14.5(a)", "14.2(d)2")
def test_d10_a_deck_that_lies_in_the_feed_already_is_taken_up_from_status(table: PureTable) -> None:
    table.does(SenseFeed(back=Back.BLUE))
    assert table.deck(Back.BLUE).order is not None
    assert table.ask(SenseFeed(back=Back.BLUE)) == (), "once"
    deals_again(table)


@pytest.mark.paragraph("14.5(a)")
def test_d10_what_status_sees_in_the_feed_is_neither_the_deck_in_play_nor_a_second_one(table: PureTable) -> None:
    table.dealt(Back.BLUE)
    assert table.ask(SenseFeed(back=Back.BLUE)) == ()
    table.shuffled(Back.RED)
    assert table.ask(SenseFeed(back=Back.BLUE)) == ()


# D11


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d11_cards_astray_are_run_out_by_a_step_before_anything_is_shuffled(table: PureTable) -> None:
    table.does(OrderReconciliation())
    table.does(comparison(table, went_in=52, came_out=49, astray=3))
    table.does(SenseDeck(back=Back.RED))
    assert outstanding(table.state) == (), "a shuffle would be refused"
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, OrderClearing))
    assert step.expected
    table.does(step.act)
    assert isinstance(table.ask(OrderClearing()), Refusal)
    (clear,) = outstanding(table.state)
    assert isinstance(clear, ClearCommand)
    table.does(ReportClearing(journal=JOURNAL, order=clear.number, found=3))
    assert table.state.shuffler.astray == 0
    deals_again(table)


@pytest.mark.paragraph("14.5(a)")
def test_d11_a_clearing_that_failed_is_offered_again(table: PureTable) -> None:
    table.does(ReportStanding(rest=Rest(astray=2)))
    table.does(comparison(table, went_in=0, came_out=0, astray=2))
    table.does(OrderClearing())
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.clear, reason="a part is broken"))
    assert any(isinstance(step.act, OrderClearing) for step in next_steps(table.state))
    assert AlertKind.SHUFFLER_FAULTY in alerts(table)


@pytest.mark.paragraph("14.5(a)")
def test_d11_a_jam_of_a_machine_that_tells_of_no_lid_is_cleared_by_the_step(table: PureTable) -> None:
    table.does(SenseJam(place=JamPlace.CAMERA))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, OrderClearing))
    table.does(step.act)
    deals_again(table)


# D12


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("about", ["the shuffle", "no order", "the comparison"])
def test_d12_an_event_that_cannot_be_read_is_an_end_without_a_proof(table: PureTable, about: str) -> None:
    table.does(SenseRestart())
    order = table.loaded(Back.BLUE)
    named = {"the shuffle": order, "no order": 0, "the comparison": table.state.shuffler.compare}[about]
    unreadable = ReportUnreadable(
        what="SHUFFLE_FINISHED", length=56, digest="4f" * 8, journal=JOURNAL if named else "", order=named
    )
    table.does(unreadable)
    assert "SHUFFLE_FINISHED" in contradicted(table)
    deals_again(table)


# D13


@pytest.mark.paragraph("14.5(a)")
def test_d13_a_deck_told_again_in_mid_shuffle_keeps_its_order_and_its_proof(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    assert table.does(SenseDeck(back=Back.BLUE)) == ()
    table.does(report(order, Back.BLUE))
    table.cuts(Back.BLUE)
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)")
def test_d13_a_machine_that_stands_at_sort_has_not_shuffled_whatever_it_says(table: PureTable) -> None:
    table.does(SenseSwitch(mode=Mode.SORT))
    table.does(report(table.loaded(Back.BLUE), Back.BLUE))
    assert contradicted(table) == "the switch of the shuffler is set to sort, but the shuffler reported a shuffle"


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d13_a_boot_count_that_falls_back_bars_the_machine_until_it_is_paired_anew(table: PureTable) -> None:
    table.does(SenseBoot(boot=7))
    assert table.ask(SenseBoot(boot=7)) == ()
    table.ready(Back.BLUE)
    table.does(SenseBoot(boot=6))
    assert AlertKind.SHUFFLER_DISAGREES in alerts(table)
    assert isinstance(table.ask(Deal()), Refusal)
    assert outstanding(table.state) == ()
    assert table.ask(SenseDeck(back=Back.RED)) == (), "it is not heard"
    assert table.ask(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa")) == ()
    machine = of_machine(table.state)
    assert machine is not None
    assert "pair it again" in machine.put_right
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="bb"))
    assert table.state.devices["shuffler"]
    deals_again(table)


def test_d13_frames_that_noise_cannot_make_are_an_alert(table: PureTable) -> None:
    told = [fact.body for fact in table.does(ReportTampering(forged=0, replayed=3))]
    assert told[0] == LinkTampered(forged=0, replayed=3)
    assert AlertKind.LINK_TAMPERED in alerts(table)


# S10


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize(
    ("told_ms", "took_ms", "proves"),
    [(0, 45_000, False), (999, 45_000, False), (45_000, 50, False), (45_000, 999, False), (1_000, 1_000, True)],
)
def test_s10_nobody_shuffles_a_deck_in_less_than_a_second(told_ms: int, took_ms: int, *, proves: bool) -> None:
    table = PureTable(configuration(accepts=(Grade.ATTESTED,))).opened()
    done = report(table.loaded(Back.BLUE), Back.BLUE, duration_ms=told_ms, known=Known.ATTESTED)
    table.does(replace(done, took_ms=took_ms))
    assert (table.deck(Back.BLUE).proof is not None) is proves
    if not proves:
        assert "at least 1000 ms" in contradicted(table)


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize(("later_ms", "proves"), [(50, False), (2_000, True)])
def test_s10_an_order_of_before_the_start_is_timed_by_its_fact(
    table: PureTable, later_ms: int, *, proves: bool
) -> None:
    done = report(table.loaded(Back.BLUE), Back.BLUE)
    table.waits(later_ms)
    table.does(replace(done, took_ms=None))
    assert (table.deck(Back.BLUE).proof is not None) is proves


@pytest.mark.paragraph("14.5(a)")
def test_s10_how_long_is_the_houses_to_say() -> None:
    table = PureTable(replace(configuration(), shuffle_least_s=30)).opened()
    table.does(report(table.loaded(Back.BLUE), Back.BLUE, duration_ms=29_999))
    assert "at least 30000 ms" in contradicted(table)


@pytest.mark.paragraph("14.5(a)")
def test_a_shuffle_read_by_lamps_is_timed_by_them_alone() -> None:
    table = PureTable(configuration(accepts=(Grade.WITNESSED,))).opened()
    done = ReportShuffle(
        journal=JOURNAL,
        order=table.loaded(Back.BLUE),
        mode=None,
        counted=None,
        back=Back.BLUE,
        duration_ms=20_000,
        known=Known.WITNESSED,
    )
    table.does(done)
    assert table.deck(Back.BLUE).proof is not None


def test_two_people_may_still_answer_for_a_round_once_the_deck_was_counted(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=AT_REST))
    assert not [step for step in next_steps(table.state) if isinstance(step.act, RequestApproval)], "it is not counted"


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("seen", [{"jam": JamPlace.SHELVES}, {"lid_open": True}], ids=["jam", "lid"])
def test_14_5_a_a_shuffle_is_no_proof_while_status_sees_a_jam_or_an_open_lid(
    table: PureTable, seen: dict[str, object]
) -> None:
    """No event said so; the event alone would have taken the proof."""
    order = table.loaded(Back.BLUE)
    (rejected, *_) = table.does(report(order, Back.BLUE, rest=replace(AT_REST, **seen)))
    assert isinstance(rejected.body, ShuffleRejected)
    assert "the shuffler's status s" in rejected.body.reason
    assert not any(isinstance(body, ShufflerContradicted) for body in table.bodies()), "an event may still follow"
    table.refuses(CutDeck(back=Back.BLUE))


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(
    ("seen", "alert"),
    [
        ({"jam": JamPlace.SHELVES}, AlertKind.SHUFFLER_JAMMED),
        ({"lid_open": True}, AlertKind.SHUFFLER_OPEN),
        ({"mode": Mode.SORT}, AlertKind.SHUFFLER_SORTS),
        ({"feed": Back.BLUE}, AlertKind.SHUFFLER_DISAGREES),
    ],
    ids=["jam", "lid", "switch", "feed"],
)
def test_14_5_a_what_status_sees_beside_a_deck_given_out_takes_its_proof(
    table: PureTable, seen: dict[str, object], alert: AlertKind
) -> None:
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=replace(OUT, **seen)))
    assert alert in alerts(table)
    assert table.deck(Back.BLUE).proof is None
    table.refuses(CutDeck(back=Back.BLUE))


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_the_other_deck_in_the_feed_is_no_contradiction(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=replace(OUT, feed=Back.RED)))
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())
