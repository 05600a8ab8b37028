"""19:47-14.6(e)4 and 7, I-8: a wrong count stays with its deck until it is put right, whatever is done meanwhile."""

import pytest

from firmware_host.rules.decision import Amounts, Code, Key, Role, Unit
from firmware_host.rules.round_acts import AwardPot, CompleteBetting, VoidRound
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.decks import (
    CountCards,
    CutDeck,
    InspectDecks,
    OverrideGate,
    Recount,
    RemoveDeck,
    SenseDeck,
    ShuffleByHand,
    WashDeck,
)
from firmware_host.table.acts.floor import ClearAlert, IdleTable
from firmware_host.table.acts.round import Deal
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckRemoved,
    DeckSuspected,
    ProofVoided,
    ShuffleOrdered,
    ShuffleRejected,
)
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.decks import Stage
from firmware_host.table.terms import AlertKind, Back, Counted, Grade
from tests.worlds.opening import opening
from tests.worlds.pure_table import PureTable, configuration

STUB = 52 - 14 - 3 - 5
"""Seven players, three burns, five on the board."""

DISCARDS = 14

RIGHT = {Counted.STUB: STUB, Counted.DISCARDS: DISCARDS, Counted.DECK: 52}

TAKE_OUT = "If the blue deck is still in the shuffler, take it out; open the lid if it does not come out."


@pytest.fixture
def table() -> PureTable:
    """A table whose one deck in use is shuffled by hand, round after round."""
    return PureTable(configuration(shuffler=False, accepts=(Grade.BY_HAND,))).opened()


@pytest.fixture
def by_machine() -> PureTable:
    return PureTable().opened()


def made_ready(table: PureTable, back: Back = Back.BLUE) -> None:
    table.does(ShuffleByHand(back=back))
    table.does(CutDeck(back=back))


def to_showdown(table: PureTable) -> None:
    made_ready(table)
    table.does(Deal())
    for _ in range(4):
        table.does(CompleteBetting())


def played(table: PureTable) -> None:
    to_showdown(table)
    table.does(AwardPot())


def counts(table: PureTable, what: Counted, *, short: int = 0, back: Back = Back.BLUE) -> list[type]:
    """Count so many too few of it; return what became true."""
    facts = table.does(CountCards(what=what, back=back, counted=RIGHT[what] - short))
    return [type(fact.body) for fact in facts]


def is_closed(table: PureTable) -> bool:
    """Whether the gate lets nothing through and says that it is for a count."""
    return what_is_missing(table.state).code is Code.COUNT_DUE and table.refuses(Deal()).code is Code.COUNT_DUE


def asked_for(table: PureTable) -> str:
    """What the dealer is asked to do next."""
    return next(step.say for step in next_steps(table.state) if step.expected)


def counted_as_asked(table: PureTable, *, short: int = 0) -> list[type]:
    """Type a number for the count that is asked for: no key answers what a number raised."""
    step = next(step for step in next_steps(table.state) if step.expected)
    assert isinstance(step.act, CountCards)
    assert (step.key, step.amounts is None) == (None, False)
    return counts(table, step.act.what, short=short)


@pytest.mark.paragraph("I-8", "14.6(e)4", "14.6(e)7")
@pytest.mark.parametrize("what", list(Counted))
def test_i_8_a_deck_counted_wrong_is_not_dealt_before_it_is_counted_again(table: PureTable, what: Counted) -> None:
    played(table)
    counts(table, what, short=1)
    assert is_closed(table)
    assert not [step for step in next_steps(table.state) if step.key and isinstance(step.act, CountCards)]
    assert "again" in asked_for(table)
    counted_as_asked(table)
    table.counts_discards()
    made_ready(table)
    table.does(Deal())


@pytest.mark.paragraph("I-8", "14.6(e)4")
@pytest.mark.parametrize("what", [Counted.STUB, Counted.DECK])
def test_i_8_stub_or_deck_wrong_again_and_the_deck_leaves(table: PureTable, what: Counted) -> None:
    played(table)
    counts(table, what, short=1)
    assert DeckRemoved in counted_as_asked(table, short=1)
    assert table.deck(Back.BLUE).stage is Stage.AWAITED


@pytest.mark.paragraph("I-8", "14.6(e)7")
def test_i_8_discards_wrong_again_by_the_key_and_the_deck_is_held(table: PureTable) -> None:
    played(table)
    table.presses(Key.NEXT_HELD)
    facts = table.presses(Key.NEXT_HELD)
    assert DeckSuspected in [type(fact.body) for fact in facts]


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_what_is_counted_in_between_does_not_make_a_second_wrong_stub_a_first(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=17)
    counts(table, Counted.DISCARDS)
    assert is_closed(table), "right discards say nothing of the stub"
    assert DeckRemoved in counts(table, Counted.STUB, short=1)


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_all_52_counted_instead_of_a_wrong_stub_is_the_second_count(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=1)
    assert DeckRemoved in counts(table, Counted.DECK, short=1)


@pytest.mark.paragraph("I-8", "14.6(e)7")
def test_i_8_all_52_counted_instead_of_wrong_discards_is_the_second_count_and_holds_the_deck(table: PureTable) -> None:
    played(table)
    counts(table, Counted.DISCARDS, short=1)
    assert DeckSuspected in counts(table, Counted.DECK, short=1)
    table.by_two(Recount(back=Back.BLUE, counted=52))
    made_ready(table)
    table.does(Deal())


@pytest.mark.paragraph("I-8", "14.6(e)4", "14.6(e)7")
def test_i_8_all_52_cards_put_every_wrong_count_right(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=1)
    counts(table, Counted.DISCARDS, short=-1)
    counts(table, Counted.DECK)
    made_ready(table)
    table.does(Deal())


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_both_counted_wrong_both_are_counted_again(table: PureTable) -> None:
    played(table)
    counts(table, Counted.DISCARDS, short=-1)
    counts(table, Counted.STUB, short=1)
    counted_as_asked(table)
    assert is_closed(table)
    counted_as_asked(table)
    made_ready(table)
    table.does(Deal())


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_a_stub_wrong_at_the_showdown_stays_wrong_when_the_pot_is_awarded(table: PureTable) -> None:
    to_showdown(table)
    counts(table, Counted.STUB, short=1)
    table.does(AwardPot())
    assert is_closed(table)
    assert asked_for(table) == "Count the stub of the blue deck again. Type the number."
    assert DeckRemoved in counts(table, Counted.STUB, short=1)


@pytest.mark.paragraph("14.6(e)4", "I-8")
def test_14_6_e_4_the_count_of_the_quarter_hour_wrong_in_the_round_is_second_after_it(table: PureTable) -> None:
    to_showdown(table)
    table.later(16)
    counts(table, Counted.STUB, short=1)
    table.does(AwardPot())
    table.later(1)
    facts = table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=STUB - 1))
    assert isinstance(facts[0].body, CardsCounted)
    assert facts[0].body.again
    assert DeckRemoved in [type(fact.body) for fact in facts]


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_a_stub_that_nobody_can_count_any_more_is_counted_as_the_whole_deck(table: PureTable) -> None:
    """Whoever shuffles the deck has put its stub, burns and discards together."""
    played(table)
    counts(table, Counted.STUB, short=1)
    table.does(ShuffleByHand(back=Back.BLUE))
    assert is_closed(table)
    assert (
        asked_for(table) == "Count all 52 cards of the blue deck, because its stub was counted wrong. Type the number."
    )
    assert table.refuses(CountCards(what=Counted.STUB, back=Back.BLUE, counted=STUB)).code is Code.NOT_NOW
    counted_as_asked(table)
    made_ready(table)
    table.does(Deal())


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_a_washed_deck_has_no_stub_to_count(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=1)
    table.does(WashDeck(back=Back.BLUE))
    assert asked_for(table).startswith("Count all 52 cards of the blue deck")


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_the_stub_of_a_void_round_is_counted_again_like_any_other(table: PureTable) -> None:
    to_showdown(table)
    counts(table, Counted.STUB, short=1)
    table.by_two(VoidRound(why="51 cards"))
    assert asked_for(table) == "Count the stub of the blue deck again. Type the number."
    assert DeckRemoved in counted_as_asked(table, short=1)


@pytest.mark.paragraph("I-8")
def test_i_8_two_people_cannot_let_a_deck_through_that_was_counted_wrong(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=1)
    assert table.not_by_two(OverrideGate(back=Back.BLUE, why="it will be whole")).code is Code.COUNT_DUE


@pytest.mark.paragraph("I-8")
def test_i_8_the_other_deck_may_go_on_meanwhile_and_the_wrong_one_still_waits(table: PureTable) -> None:
    played(table)
    counts(table, Counted.DISCARDS, short=1)
    table.does(WashDeck(back=Back.RED))
    made_ready(table, Back.RED)
    assert asked_for(table) == "Count the discards of the blue deck again. Type the number."
    table.does(Deal())
    whole = CountCards(what=Counted.DECK, back=Back.BLUE, counted=52)
    offered = [step.act for step in next_steps(table.state) if isinstance(step.act, CountCards)]
    assert Counted.DECK in [act.what for act in offered], "there is time for it while the other is played"
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())
    assert (
        asked_for(table)
        == "Count all 52 cards of the blue deck, because its discards were counted wrong. Type the number."
    )
    table.does(whole)
    table.counts_discards()
    made_ready(table, Back.RED)
    table.does(Deal())


@pytest.mark.paragraph("I-8")
def test_i_8_another_deck_in_its_place_ends_it(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=1)
    table.does(RemoveDeck(back=Back.BLUE, why="torn"))
    table.does(InspectDecks())
    table.does(WashDeck(back=Back.RED))
    made_ready(table, Back.RED)
    table.does(Deal())


@pytest.mark.paragraph("I-8", "14.5(d)")
def test_i_8_an_idle_spell_does_not_make_the_deck_whole(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=1)
    table.does(IdleTable())
    for act in opening(table.config)[-3:]:
        table.does(act)
    assert asked_for(table).startswith("Count all 52 cards of the blue deck")


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_the_other_decks_52_cards_say_nothing_of_the_stub_that_is_due(table: PureTable) -> None:
    played(table)
    table.later(16)
    counts(table, Counted.DECK, back=Back.RED)
    assert table.state.stub_due


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_the_shuffler_does_not_count_for_the_dealer(by_machine: PureTable) -> None:
    table = by_machine
    table.played(Back.BLUE)
    counts(table, Counted.STUB, short=1)
    facts = table.does(SenseDeck(back=Back.BLUE))
    assert ShuffleOrdered not in [type(fact.body) for fact in facts]
    assert asked_for(table) == (
        f"{TAKE_OUT} Count all 52 cards of the blue deck, because its stub was counted wrong. Type the number."
    )
    counted_as_asked(table)
    table.played(Back.RED)
    table.dealt(Back.BLUE)


@pytest.mark.paragraph("I-8", "14.6(e)7")
def test_i_8_a_wrong_count_told_late_takes_the_proof_along(by_machine: PureTable) -> None:
    """The deck went into the shuffler before its dealer said how many discards there had been."""
    table = by_machine
    table.played(Back.BLUE)
    order = table.loaded(Back.BLUE)
    facts = [fact.body for fact in table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=13))]
    assert ShuffleRejected(back=Back.BLUE, order=order, reason="the discards were counted wrong") in facts
    assert table.deck(Back.BLUE).order is None
    assert asked_for(table) == (
        f"{TAKE_OUT} Count all 52 cards of the blue deck, because its discards were counted wrong. Type the number."
    )


@pytest.mark.paragraph("I-8", "14.6(e)7")
def test_i_8_a_wrong_count_told_after_the_shuffle_voids_it(by_machine: PureTable) -> None:
    table = by_machine
    table.played(Back.BLUE)
    table.shuffled(Back.BLUE)
    assert ProofVoided in counts(table, Counted.DISCARDS, short=1)
    assert table.deck(Back.BLUE).proof is None


@pytest.mark.paragraph("I-8", "14.6(e)4")
def test_i_8_a_third_wrong_count_before_the_award_is_no_first(table: PureTable) -> None:
    to_showdown(table)
    counts(table, Counted.STUB, short=1)
    assert RoundHalted in counts(table, Counted.STUB, short=1)
    assert RoundHalted in counts(table, Counted.STUB, short=1)


@pytest.mark.paragraph("I-8", "14.6(e)4", "14.6(e)7")
@pytest.mark.parametrize("due", [False, True])
@pytest.mark.parametrize("wrong", [(), *((what,) for what in Counted), (Counted.STUB, Counted.DISCARDS)])
def test_i_8_no_count_is_offered_twice(table: PureTable, wrong: tuple[Counted, ...], *, due: bool) -> None:
    played(table)
    if due:
        table.later(16)
    for what in wrong:
        counts(table, what, short=1)
    offered = [step.act for step in next_steps(table.state) if isinstance(step.act, CountCards) and step.act.counted]
    kinds = [(act.what, act.back) for act in offered]
    assert len(kinds) == len(set(kinds)), kinds


@pytest.mark.paragraph("I-8")
@pytest.mark.parametrize(
    ("wrong", "reason", "allowed_by"),
    [
        ((Counted.STUB,), "its stub", "count the stub again, or all 52 cards of the deck"),
        (
            (Counted.STUB, Counted.DISCARDS),
            "its stub and its discards",
            "count the stub and the discards again, or all 52 cards of the deck",
        ),
        ((Counted.DECK,), "all its cards", "count all 52 cards of the deck again"),
    ],
)
def test_i_8_the_gate_says_what_was_counted_wrong_and_what_puts_it_right(
    table: PureTable, wrong: tuple[Counted, ...], reason: str, allowed_by: str
) -> None:
    played(table)
    for what in wrong:
        counts(table, what, short=1)
    refusal = table.refuses(Deal())
    assert refusal.reason == f"the blue deck was counted wrong: {reason}"
    assert refusal.allowed_by == allowed_by


@pytest.mark.paragraph("I-8", "14.6(e)4")
@pytest.mark.parametrize(
    ("first", "why"),
    [
        (Counted.STUB, "all its cards were counted wrong, and before that its stub was counted wrong"),
        (Counted.DECK, "all its cards were counted wrong twice"),
    ],
)
def test_i_8_of_a_whole_deck_that_was_counted_wrong_all_its_cards_are_spoken_of(
    table: PureTable, first: Counted, why: str
) -> None:
    played(table)
    counts(table, first, short=1)
    table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=51))
    assert DeckRemoved(back=Back.BLUE, why=why) in table.bodies()
    alert = next(alert for alert in reversed(table.state.alerts) if alert.kind is AlertKind.WRONG_COUNT)
    assert alert.say == "All the cards of the blue deck were counted wrong: 51 cards instead of 52."


@pytest.mark.paragraph("I-8")
def test_i_8_the_alert_of_a_wrong_count_cannot_be_cleared_before_it_is_put_right(table: PureTable) -> None:
    played(table)
    counts(table, Counted.STUB, short=1)
    (alert,) = (alert for alert in table.state.alerts if alert.kind is AlertKind.WRONG_COUNT)
    clear = ClearAlert(alert=alert.number, note="seen")
    assert (
        table.refuses(clear, role=Role.FLOORPERSON).allowed_by
        == "count the same cards again, or all 52; if the count is still wrong, replace the deck"
    )
    counts(table, Counted.STUB)
    table.does(clear, role=Role.FLOORPERSON)


@pytest.mark.paragraph("I-8")
def test_i_8_a_held_deck_asks_for_two_people_and_not_for_the_dealers_count(table: PureTable) -> None:
    played(table)
    counts(table, Counted.DISCARDS, short=1)
    counts(table, Counted.DISCARDS, short=1)
    steps = next_steps(table.state)
    assert not [step for step in steps if step.key and isinstance(step.act, CountCards)]
    (asked,) = (step for step in steps if isinstance(step.act, RequestApproval) and isinstance(step.act.act, Recount))
    assert asked.amounts == Amounts(min=0, step=1, max=104, unit=Unit.CARDS), "the number is typed"
    assert "52" not in repr(asked)
    table.requested(Recount(back=Back.BLUE, counted=52))
    steps = next_steps(table.state)
    assert asked.act not in [step.act for step in steps], "one request at a time"
