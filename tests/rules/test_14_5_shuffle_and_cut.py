"""Shuffle and cut of the cards, 19:47-14.5: the deal gate, refusal by refusal."""

import msgspec
import pytest

from firmware_host.rules.decision import Code, Key
from firmware_host.rules.round_facts import HandsDealt
from firmware_host.table.acts.decks import CutDeck, ReportShuffleFailure, SenseDeck
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import shuffles
from firmware_host.table.facts.decks import (
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    ForeignDeckSeen,
    ProofVoided,
    ShuffleOrdered,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.facts.shuffler import ShufflerContradicted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.terms import Back, Grade, Known, Mode, Rest
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, given_out, report


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_loading_a_deck_makes_the_host_order_its_shuffle(table: PureTable) -> None:
    loaded, ordered = table.does(SenseDeck(back=Back.BLUE))
    assert loaded.body == DeckLoaded(back=Back.BLUE)
    assert ordered.body == ShuffleOrdered(back=Back.BLUE)
    assert [(command.number, command.back) for command in shuffles(table.state)] == [(ordered.number, Back.BLUE)]


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_reported_shuffle_of_the_whole_deck_is_the_proof(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    (proved,) = table.does(report(order, Back.BLUE))
    assert proved.body == ShuffleProved(
        back=Back.BLUE,
        grade=Grade.REPORTED,
        order=order,
        mode=Mode.SHUFFLE,
        counted=52,
        duration_ms=45_000,
        took_ms=45_000,
        rest=Rest(shelf=Back.BLUE, shelf_cards=52),
    )
    assert proved.paragraphs == ("14.5(a)",)
    assert shuffles(table.state) == ()


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize("known", Known)
def test_the_proof_is_of_the_grade_that_the_device_is_known_by_and_says_what_it_lacks(known: Known) -> None:
    why = None if known is Known.ATTESTED else "no signed list names its firmware"
    table = PureTable(configuration(accepts=(Grade(known.value),))).opened()
    (proved,) = table.does(report(table.loaded(Back.BLUE), Back.BLUE, known=known, why=why))
    assert isinstance(proved.body, ShuffleProved)
    assert (proved.body.grade, proved.body.why) == (Grade(known.value), why)
    table.cuts(Back.BLUE)
    table.does(Deal())
    assert DeckPutInPlay(back=Back.BLUE, grade=Grade(known.value), order=proved.body.order) in table.bodies()


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_without_any_shuffle_nothing_is_dealt(table: PureTable) -> None:
    refusal = table.refuses(Deal())
    assert refusal.code is Code.NO_SHUFFLE_PROOF
    assert refusal.paragraphs == ("14.5(a)",)
    assert refusal.allowed_by == "put the blue deck into the shuffler"


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_while_the_shuffler_works_nothing_is_dealt(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    refusal = table.refuses(Deal())
    assert refusal.code is Code.NO_SHUFFLE_PROOF
    assert refusal.reason == "the blue deck is being shuffled"


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_shuffler_that_does_not_answer_gives_no_proof_and_the_dealer_hears_why(table: PureTable) -> None:
    table.does(SenseDevice(device="shuffler", up=True, detail="here"))
    table.loaded(Back.BLUE)
    table.does(SenseDevice(device="shuffler", up=False, detail="gone"))
    refusal = table.refuses(Deal())
    assert refusal.code is Code.NO_SHUFFLE_PROOF
    assert "does not answer" in refusal.reason


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(
    ("counted", "mode", "back", "why"),
    [
        (52, Mode.SORT, Back.BLUE, "the shuffler was set to sort, not to shuffle"),
        (51, Mode.SHUFFLE, Back.BLUE, "the shuffler counted 51 cards instead of 52"),
        (53, Mode.SHUFFLE, Back.BLUE, "the shuffler counted 53 cards instead of 52"),
        (0, Mode.SHUFFLE, Back.BLUE, "the shuffler counted 0 cards instead of 52"),
        (52, Mode.SHUFFLE, Back.RED, "the shuffler saw red backs in the blue deck"),
        (52, Mode.SHUFFLE, Back.GREEN, "the shuffler saw green backs in the blue deck"),
    ],
)
def test_14_5_a_what_is_no_shuffle_of_the_whole_deck_is_rejected(
    table: PureTable, counted: int, mode: Mode, back: Back, why: str
) -> None:
    order = table.loaded(Back.BLUE)
    rejected, *_ = table.does(report(order, back, counted=counted, mode=mode))
    assert rejected.body == ShuffleRejected(back=Back.BLUE, order=order, reason=why, ended=True)
    assert "14.5(a)" in rejected.paragraphs
    for act in (Deal(), CutDeck(back=Back.BLUE)):
        refusal = table.refuses(act)
        assert refusal.code is Code.NO_SHUFFLE_PROOF
        assert refusal.reason == why, "the dealer is told what was wrong"
        assert refusal.allowed_by == "take the blue deck out of the shuffler, count it and put it in again"
    assert shuffles(table.state) == ()


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_rejected_deck_is_asked_for_again_and_then_dealt(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    table.does(report(order, Back.BLUE, counted=51))
    (again,) = (step for step in next_steps(table.state) if isinstance(step.act, SenseDeck))
    assert again.say.endswith("Then count all 52 cards and put the blue deck into the shuffler.")
    table.ready(Back.BLUE)
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_jam_gives_no_proof(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    rejected, *_ = table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason="jam"))
    why = "the shuffler could not finish the shuffle (cards jammed in the shuffler)"
    assert rejected.body == ShuffleRejected(back=Back.BLUE, order=order, reason=why, ended=True, stopped=True)
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_report_of_no_order_or_of_an_old_one_proves_nothing(table: PureTable) -> None:
    old = table.loaded(Back.BLUE)
    table.does(ReportShuffleFailure(journal=JOURNAL, order=old, reason="jam"))
    new = table.loaded(Back.BLUE)
    assert new != old
    for order in (old, new + 100):
        contradicted, *_ = table.does(report(order, Back.BLUE))
        assert isinstance(contradicted.body, ShufflerContradicted)
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize("counted", [52, 51])
def test_14_5_a_two_ends_of_one_shuffle_prove_nothing(table: PureTable, counted: int) -> None:
    order = table.shuffled(Back.BLUE)
    contradicted, *_ = table.does(report(order, Back.BLUE, counted=counted))
    assert isinstance(contradicted.body, ShufflerContradicted)
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.NO_SHUFFLE_PROOF


@pytest.mark.paragraph("14.5(a)", "14.2(a)")
def test_14_5_a_a_deck_of_foreign_backs_is_not_shuffled(table: PureTable) -> None:
    seen, *_ = table.does(SenseDeck(back=Back.GREEN))
    assert seen.body == ForeignDeckSeen(back=Back.GREEN)
    assert shuffles(table.state) == ()
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_a_proof_is_used_once(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.played(Back.RED)
    refusal = table.refuses(Deal())
    assert refusal.code is Code.NO_SHUFFLE_PROOF
    assert refusal.reason == "the blue deck, whose turn it is, has not been shuffled"
    orders = [body.order for body in table.bodies() if isinstance(body, DeckPutInPlay)]
    assert len(orders) == len(set(orders)) == 2


@pytest.mark.paragraph("14.5(a)")
def test_14_5_a_putting_a_proved_deck_in_again_takes_its_proof_and_its_cut_away(table: PureTable) -> None:
    table.ready(Back.BLUE)
    order = table.bodies()[-1]
    assert isinstance(order, DeckCut)
    voided, _, loaded, ordered = table.does(SenseDeck(back=Back.BLUE))
    assert isinstance(voided.body, ProofVoided)
    assert voided.body.reason == "the deck was put into the shuffler again"
    assert loaded.body == DeckLoaded(back=Back.BLUE)
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF
    table.does(report(ordered.number, Back.BLUE))
    table.does(given_out(table.state, Back.BLUE))
    assert table.refuses(Deal()).code is Code.NOT_CUT


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize("accepts", [(Grade.ATTESTED,), (Grade.WITNESSED, Grade.BY_HAND), (Grade.PRE_SHUFFLED,)])
def test_a_grade_the_table_does_not_accept_is_neither_cut_nor_dealt(accepts: tuple[Grade, ...]) -> None:
    table = PureTable(configuration(accepts=accepts)).opened()
    table.shuffled(Back.BLUE)
    for act in (CutDeck(back=Back.BLUE), Deal()):
        refusal = table.refuses(act)
        assert refusal.code is Code.GRADE_NOT_ACCEPTED
        assert refusal.paragraphs == ("14.5(a)",)
        assert "only grade reported" in refusal.reason
        assert "accepts" in refusal.allowed_by
    assert HandsDealt not in [type(body) for body in table.bodies()]


@pytest.mark.paragraph("14.5(b)1", "14.5(b)2", "14.5(b)3")
def test_14_5_b_1_to_3_the_dealer_is_told_each_part_of_the_cut_in_its_order(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    assert not [step for step in next_steps(table.state) if isinstance(step.act, CutDeck)], "it is not out yet"
    table.does(given_out(table.state, Back.BLUE))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, CutDeck))
    assert step.expected
    laid, cut = step.say.split(". ")
    assert laid == "Take the blue deck out of the shuffler and lay the cover card in front of it"
    assert cut == "With one hand cut ten or more cards onto the cover card, then put the rest on top of them."
    assert step.paragraphs == ("14.5(b)", "14.5(b)1", "14.5(b)2", "14.5(b)3")
    (recorded,) = table.does(step.act)
    assert recorded.body == DeckCut(back=Back.BLUE)
    assert recorded.paragraphs == ("14.5(b)1", "14.5(b)2", "14.5(b)3")
    assert not [step for step in next_steps(table.state) if isinstance(step.act, CutDeck)], "said until it is done"


@pytest.mark.paragraph("14.5(b)")
def test_14_5_b_a_shuffled_deck_is_not_dealt_before_it_is_cut(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(given_out(table.state, Back.BLUE))
    refusal = table.refuses(Deal())
    assert refusal.code is Code.NOT_CUT
    assert refusal.paragraphs == ("14.5(b)",)
    (cut,) = table.does(CutDeck(back=Back.BLUE))
    assert cut.paragraphs == ("14.5(b)1", "14.5(b)2", "14.5(b)3")
    table.does(Deal())


@pytest.mark.paragraph("14.5(b)")
def test_14_5_b_an_unshuffled_deck_is_not_cut(table: PureTable) -> None:
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.NO_SHUFFLE_PROOF
    table.loaded(Back.BLUE)
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.NO_SHUFFLE_PROOF


@pytest.mark.paragraph("14.5(c)")
def test_14_5_c_a_second_cut_is_a_casino_supervisors_to_order(table: PureTable) -> None:
    table.ready(Back.BLUE)
    refusal = table.refuses(CutDeck(back=Back.BLUE))
    assert refusal.code is Code.NOT_NOW
    assert "14.5(c)" in refusal.allowed_by


@pytest.mark.paragraph("14.4(c)")
def test_14_4_c_before_the_table_is_open_nothing_is_dealt_however_ready_the_deck() -> None:
    table = PureTable().spread()
    table.does(SenseDeck(back=Back.BLUE))
    assert table.deck(Back.BLUE).order is None, "what has not been washed is not shuffled"
    refusal = table.refuses(Deal())
    assert refusal.code is Code.NOT_NOW
    assert refusal.paragraphs == ("14.4(c)",)


def test_the_next_key_is_refused_by_what_is_missing_until_there_is_a_proof(table: PureTable) -> None:
    assert what_is_missing(table.state).code is Code.NO_SHUFFLE_PROOF
    assert not [step for step in next_steps(table.state) if step.key is Key.NEXT]
    table.shuffled(Back.BLUE)
    table.does(given_out(table.state, Back.BLUE))
    (cut,) = table.presses(Key.NEXT)
    assert cut.body == DeckCut(back=Back.BLUE)
    assert HandsDealt in [type(fact.body) for fact in table.presses(Key.NEXT)]


def test_14_5_a_a_report_for_another_journals_order_proves_nothing() -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    stranger = msgspec.structs.replace(report(order, Back.BLUE), journal="f" * 32)
    contradicted, *_ = table.does(stranger)
    assert isinstance(contradicted.body, ShufflerContradicted)
    deck = table.state.deck(Back.BLUE)
    assert deck is not None
    assert deck.proof is None
    assert deck.order == order
