"""19:47-14.6(e)4 and 7, I-8: the stub every fifteen minutes, the discards, and what a wrong count does."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key
from firmware_host.rules.round_acts import AwardPot, CompleteBetting, VoidRound
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.decks import CountCards, CutDeck, InspectDecks, Recount, RemoveDeck, SenseDeck
from firmware_host.table.acts.round import ContinueRound, Deal, PressKey
from firmware_host.table.acts.system import AdoptConfiguration, Start
from firmware_host.table.facts.decks import CardsCounted, DeckRemoved, DeckSuspected, StubCountDue
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.decks import Stage
from firmware_host.table.terms import AlertKind, Back, Counted
from tests.worlds.pure_table import PureTable, configuration, given_out, report

STUB = 52 - 14 - 3 - 5
"""Seven players, three burns, five on the board."""


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


def asked_of_two(table: PureTable) -> set[type]:
    """What the table offers one person to ask a second for."""
    acts = (step.act for step in next_steps(table.state))
    return {type(act.act) for act in acts if isinstance(act, RequestApproval)}


def to_showdown(table: PureTable, back: Back = Back.BLUE) -> None:
    table.dealt(back)
    for _ in range(4):
        table.does(CompleteBetting())


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_after_fifteen_minutes_the_next_round_is_not_dealt_without_a_count(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.ready(Back.RED)
    table.later(15)
    refusal = table.refuses(Deal())
    assert (refusal.code, refusal.paragraphs) == (Code.COUNT_DUE, ("14.6(e)4",))
    right, wrong = (step for step in next_steps(table.state) if step.key and isinstance(step.act, CountCards))
    said = "Count the stub of the blue deck. If the number is right, press the key. If it is wrong, hold the key down."
    assert (right.key, right.say) == (Key.NEXT, said)
    assert (wrong.key, wrong.say) == (Key.NEXT_HELD, "The counted number is wrong.")
    (fact,) = table.presses(Key.NEXT)
    assert fact.body == CardsCounted(what=Counted.STUB, back=Back.BLUE, counted=None, expected=None, said=True)
    table.does(Deal())


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_no_stub_is_asked_for_before_there_was_a_round(table: PureTable) -> None:
    """The players come late: nothing is to be counted that nobody has dealt, and the first deal is open."""
    table.ready(Back.BLUE)
    table.later(16)
    table.does(Deal())
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())
    table.strike()
    assert what_is_missing(table.state).code is Code.COUNT_DUE, "the quarter of an hour ran from the opening"


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_it_is_asked_for_at_the_end_of_the_round_not_in_it(table: PureTable) -> None:
    table.dealt()
    table.later(16)
    assert what_is_missing(table.state).code is not Code.COUNT_DUE
    assert not [step for step in next_steps(table.state) if step.key and isinstance(step.act, CountCards)]
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())
    table.strike()
    assert what_is_missing(table.state).code is Code.COUNT_DUE


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_a_key_pressed_as_the_count_falls_due_confirms_no_number(table: PureTable) -> None:
    """The dealer was about to deal, and the quarter of an hour was up in that moment."""
    table.played(Back.BLUE)
    table.ready(Back.RED)
    table.later(15)
    for key in (Key.NEXT, Key.NEXT_HELD):
        refusal = table.refuses(PressKey(key=key))
        assert (refusal.code, refusal.paragraphs) == (Code.OUT_OF_DATE, ("14.6(e)4",))
    (counted,) = table.presses(Key.NEXT)
    assert isinstance(counted.body, CardsCounted)


@pytest.mark.paragraph("14.6(e)4", "I-8")
def test_14_6_e_4_a_wrong_count_is_counted_again_and_wrong_again_the_deck_leaves(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.later(15)
    first, *_ = table.presses(Key.NEXT_HELD)
    assert first.body == CardsCounted(what=Counted.STUB, back=Back.BLUE, counted=None, expected=None, said=False)
    assert table.state.stub_due
    assert "again" in next(step.say for step in next_steps(table.state) if step.key is Key.NEXT)
    facts = table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=STUB - 1))
    assert DeckRemoved in [type(fact.body) for fact in facts]
    assert table.deck(Back.BLUE).stage is Stage.AWAITED
    assert [alert for alert in table.state.alerts if alert.kind is AlertKind.WRONG_COUNT]


@pytest.mark.paragraph("14.6(e)4", "I-8")
def test_14_6_e_4_right_at_the_second_count_nothing_follows(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.later(15)
    table.presses(Key.NEXT_HELD)
    table.presses(Key.NEXT)
    assert not table.state.stub_due
    assert table.deck(Back.BLUE).stage is Stage.READY


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_the_shufflers_count_does_not_replace_it(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.shuffled(Back.BLUE)
    table.later(15)
    (step,) = (step for step in next_steps(table.state) if step.key is Key.NEXT)
    assert step.say.startswith("Count all 52 cards of the blue deck.")
    table.presses(Key.NEXT)
    assert not table.state.stub_due
    assert table.deck(Back.BLUE).proof is None, "whoever counts it has touched it"


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_a_stub_wrong_twice_before_the_award_halts_the_round_until_two_people_decide(table: PureTable) -> None:
    to_showdown(table)
    table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=STUB - 1))
    facts = table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=STUB - 1))
    assert {DeckSuspected, RoundHalted} <= {type(fact.body) for fact in facts}
    assert table.refuses(AwardPot()).code is Code.ROUND_HALTED
    assert table.refuses(ContinueRound(why="it was a slip")).code is Code.TWO_PEOPLE_NEEDED
    table.by_two(VoidRound(why="a card is missing"))
    assert table.state.round is None
    assert table.state.halted is None


@pytest.mark.paragraph("I-8")
def test_i_8_a_halted_round_offers_both_ways_out_and_a_held_deck_its_recount(table: PureTable) -> None:
    to_showdown(table)
    for _ in range(2):
        table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=STUB - 1))
    assert asked_of_two(table) == {VoidRound, ContinueRound}, "the deck in play is counted after the round"
    void = next(step for step in next_steps(table.state) if isinstance(step.act, RequestApproval))
    table.does(void.act, role=void.role)
    assert asked_of_two(table) == {ContinueRound}
    table.by_two(ContinueRound(why="the missing card was on the floor"))
    table.does(AwardPot())
    assert asked_of_two(table) == {Recount}


@pytest.mark.paragraph("I-8")
def test_i_8_two_people_may_let_it_go_on_and_the_deck_stays_held(table: PureTable) -> None:
    to_showdown(table)
    for _ in range(2):
        table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=STUB - 1))
    table.by_two(ContinueRound(why="the missing card was on the floor"))
    table.does(AwardPot())
    table.played(Back.RED)
    table.does(SenseDeck(back=Back.BLUE))
    assert table.deck(Back.BLUE).order is None, "a deck that is held is not shuffled"
    assert table.refuses(CutDeck(back=Back.BLUE)).code is Code.DECK_SUSPECT


@pytest.mark.paragraph("14.6(e)7", "I-8")
def test_14_6_e_7_discards_wrong_twice_hold_the_deck_until_two_people_count_52(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=13))
    facts = table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=13))
    assert DeckSuspected in [type(fact.body) for fact in facts]
    assert table.refuses(Recount(back=Back.BLUE, counted=52)).code is Code.TWO_PEOPLE_NEEDED
    table.by_two(Recount(back=Back.BLUE, counted=52))
    assert table.deck(Back.BLUE).suspect is None


@pytest.mark.paragraph("14.6(e)7", "I-8")
def test_14_6_e_7_a_held_deck_that_is_not_whole_leaves(table: PureTable) -> None:
    table.played(Back.BLUE)
    for _ in range(2):
        table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=13))
    table.by_two(Recount(back=Back.BLUE, counted=51))
    assert table.deck(Back.BLUE).stage is Stage.AWAITED


@pytest.mark.paragraph("14.6(e)7")
def test_14_6_e_7_the_right_number_is_the_hands_that_were_dealt(table: PureTable) -> None:
    table.played(Back.BLUE)
    (fact,) = table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=14))
    assert fact.body == CardsCounted(what=Counted.DISCARDS, back=Back.BLUE, counted=14, expected=14, matches=True)


@pytest.mark.paragraph("I-8")
def test_a_deck_that_leaves_play_in_mid_round_is_dealt_from_no_more(table: PureTable) -> None:
    table.dealt()
    facts = table.does(SenseDeck(back=Back.BLUE))
    assert RoundHalted in [type(fact.body) for fact in facts]
    assert table.refuses(CompleteBetting()).code is Code.ROUND_HALTED
    table.by_two(VoidRound(why="the deck was in the shuffler"))


def test_cards_that_were_put_away_after_the_last_deal_halt_nothing(table: PureTable) -> None:
    to_showdown(table)
    table.does(SenseDeck(back=Back.BLUE))
    table.does(AwardPot())


def another_in_force(table: PureTable, decks: tuple[Back, Back]) -> None:
    table.does(Start(software="again", config=configuration(decks=decks)))
    assert table.state.candidate is not None
    table.by_two(AdoptConfiguration(candidate=table.state.candidate.number))


def goes_on_to_the_deal(table: PureTable) -> None:
    """Do what is asked for, one thing after the other, until a round is under way."""
    for _ in range(20):
        wanted = [step for step in next_steps(table.state) if step.expected]
        assert wanted, f"nothing is asked for: {what_is_missing(table.state)}"
        table.does(wanted[0].act)
        if table.state.round is not None:
            return
        for deck in table.state.decks:
            if deck.order:
                table.does(report(deck.order, deck.back))
                table.does(given_out(table.state, deck.back))
    raise AssertionError("no round was dealt")


@pytest.mark.paragraph("14.6(e)4", "14.2(a)")
@pytest.mark.parametrize("decks", [(Back.GREEN, Back.BLACK), (Back.GREEN, Back.RED)])
@pytest.mark.parametrize(("before", "after"), [(16, 0), (0, 16), (0, 0)])
def test_14_6_e_4_with_other_decks_in_force_no_stub_of_the_old_ones_is_asked_for(
    table: PureTable, decks: tuple[Back, Back], before: int, after: int
) -> None:
    table.played(Back.BLUE)
    table.later(before)
    another_in_force(table, decks)
    table.later(after)
    assert not table.state.stub_due
    assert not [step for step in next_steps(table.state) if isinstance(step.act, CountCards)]
    goes_on_to_the_deal(table)


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_other_decks_in_force_leave_the_stub_that_still_lies_there_to_be_counted(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.later(16)
    another_in_force(table, (Back.BLUE, Back.GREEN))
    assert table.state.stub_due
    table.presses(Key.NEXT)
    assert not table.state.stub_due


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_the_stub_that_went_with_its_deck_does_not_fall_due_later(table: PureTable) -> None:
    """Neither its stub nor its discards lie in the deck that is received in its place."""
    table.played(Back.BLUE)
    table.does(RemoveDeck(back=Back.BLUE, why="a torn card"))
    table.later(16)
    assert not table.state.stub_due
    table.does(InspectDecks())
    assert not [step for step in next_steps(table.state) if isinstance(step.act, CountCards)]
    table.dealt(Back.RED)
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())
    table.later(16)
    assert table.state.stub_due


def heard_before(table: PureTable, body: StubCountDue) -> None:
    """As an older record tells it, of a time at which this would not be asked for."""
    last = table.facts[-1]
    fact = replace(last, number=last.number + 1, at=table.now, body=body)
    table.ledger = table.ledger.with_fact(fact)
    table.facts.append(fact)


@pytest.mark.paragraph("14.6(e)4")
@pytest.mark.parametrize("other_decks", [False, True])
def test_14_6_e_4_an_older_records_count_of_a_stub_that_was_not_there_holds_nothing_up(*, other_decks: bool) -> None:
    table = PureTable().opened()
    if other_decks:
        table.played(Back.BLUE)
        another_in_force(table, (Back.GREEN, Back.BLACK))
    table.later(16)
    heard_before(table, StubCountDue())
    assert not table.state.stub_due
    goes_on_to_the_deal(table)


@pytest.mark.paragraph("14.6(e)4")
def test_14_6_e_4_an_older_records_count_of_a_removed_decks_stub_holds_nothing_up(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.does(RemoveDeck(back=Back.BLUE, why="a torn card"))
    table.does(InspectDecks())
    table.later(16)
    heard_before(table, StubCountDue())
    table.dealt(Back.RED)
