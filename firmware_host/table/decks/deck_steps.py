"""
The steps with the decks, and what is to be counted, in words for the dealer (14.6(e)4, 7; I-8).

A wrong count comes first and is counted again, as long as what was counted still lies there by itself; after that only
all 52 cards tell whether the deck is whole.
"""

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Amounts, Key, Refusal, Role, Step, Unit
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.acts.decks import (
    ConfirmDeck,
    CountCards,
    CutDeck,
    DecksAct,
    InspectDecks,
    RemoveDeck,
    ShowDecks,
    ShuffleByHand,
    SortDeck,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.decks import counting, deck_clocks, gate, hand_shuffling, preparation, shuffling
from firmware_host.table.state import reconciliation
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.stub import expected
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Back, Clock, Counted

Steps = tuple[TableStep, ...]


def asked_for(state: TableState) -> Steps:
    """
    Offer the count that the next deal waits for.

    One key says that the number is right, the same key held that it is wrong; on a page the number is typed.
    """
    if state.round is not None:
        return ()
    again = next((deck for deck in state.decks if deck.miscounted and _may_be_counted(deck)), None)
    if again is not None:
        return _asked(state, counting.to_recount(state, again), again)
    return _due(state) if state.stub_due else _discards(state)


def whole(state: TableState, deck: Deck) -> Steps:
    """
    Offer the count of a deck that came out of the shuffler uncounted.

    The number is typed: a key that says "right" would not show that no card of the deck is still in the shuffler.
    """
    return (replace(_typed(state, Counted.DECK, deck), expected=True),) if _may_be_counted(deck) else ()


def of_what_was_inside(state: TableState) -> Steps:
    """Offer the count by which people continue if the shuffler reports nothing about the deck, or a fault."""
    deck = state.due_deck
    if deck is None or not deck.uncounted or state.by_hand or not _may_be_counted(deck):
        return ()
    if not (gate.is_stuck(state) or reconciliation.waits_to_be_compared(state)):
        return ()
    return (_typed(state, Counted.DECK, deck),)


def besides(state: TableState) -> Steps:
    """Offer the counts that nothing waits for, because a dealer may always count."""
    asked = [step.act for step in asked_for(state)]
    return tuple(step for step in _possible(state) if step.act not in asked)


def _possible(state: TableState) -> Steps:
    stub = counting.stub_can_be_counted(state)
    deck = None if stub is None else state.deck(stub)
    steps = () if deck is None else (_typed(state, Counted.STUB, deck),)
    if state.round is not None:
        waiting = (deck for deck in state.decks if deck.miscounted and _may_be_counted(deck))
        return (*steps, *(_typed(state, Counted.DECK, deck) for deck in waiting))
    return steps


def _may_be_counted(deck: Deck) -> bool:
    """Return whether one person may count the deck; a held deck is counted by two."""
    return deck.stage is not Stage.AWAITED and deck.place is not Place.IN_PLAY and deck.suspect is None


def _due(state: TableState) -> Steps:
    """Return the count of every quarter of an hour: the stub, or all the cards if the stub is gone."""
    stub = counting.stub_can_be_counted(state)
    deck = state.deck(stub or state.last_used) if state.last_used else None
    if deck is None or deck.stage is Stage.AWAITED:
        return ()
    return _asked(state, Counted.DECK if stub is None else Counted.STUB, deck)


def _discards(state: TableState) -> Steps:
    """Return the count of the discards, a step of every round between the push and the next deal (14.6(e)7)."""
    back = counting.discards_can_be_counted(state) if state.discards_due else None
    deck = None if back is None else state.deck(back)
    return () if deck is None else _asked(state, Counted.DISCARDS, deck)


def _asked(state: TableState, what: Counted, deck: Deck) -> Steps:
    """Offer the count by keys, unless a number raised the doubt: then only a number can clear it."""
    typed = _typed(state, what, deck)
    return (replace(typed, expected=True),) if deck.by_number else (*_by_key(state, what, deck), typed)


def _by_key(state: TableState, what: Counted, deck: Deck) -> Steps:
    do = (_say(state, what, deck), "If the number is right, press the key. If it is wrong, hold the key down.")
    right = Step(
        act=CountCards(what=what, back=deck.back, said_right=True),
        say=" ".join(do),
        do=do,
        role=Role.DEALER,
        key=Key.NEXT,
        paragraphs=counting.PARAGRAPHS[what],
        expected=True,
    )
    wrong = Step(
        act=CountCards(what=what, back=deck.back),
        say="The counted number is wrong.",
        role=Role.DEALER,
        key=Key.NEXT_HELD,
        paragraphs=counting.PARAGRAPHS[what],
    )
    return (right, wrong)


def _typed(state: TableState, what: Counted, deck: Deck) -> TableStep:
    """Offer the count by number. The right number is not shown, because a count that only repeats it proves nothing."""
    take = reconciliation.take_out(deck) if what is Counted.DECK else ""
    do = (*((take,) if take else ()), _say(state, what, deck), "Type the number.")
    return Step(
        act=CountCards(what=what, back=deck.back, counted=0),
        say=" ".join(do),
        do=do,
        role=Role.DEALER,
        amounts=Amounts(min=0, step=1, max=MOST_CARDS, unit=Unit.CARDS),
        paragraphs=counting.PARAGRAPHS[what],
    )


MOST_CARDS = 2 * DECK
"""A deck may have cards of the other one in it."""


def _say(state: TableState, what: Counted, deck: Deck) -> str:
    again = " again" if what in deck.miscounted else ""
    if what is Counted.DECK:
        why = f", because {counting.wrongly(deck.miscounted)}" if deck.miscounted and not again else ""
        return f"Count all {DECK} cards of the {deck.back} deck{again}{why}."
    wanted = expected(state, what)
    burns = " and the burn cards" if wanted is not None and wanted.with_burns else ""
    return f"Count the {what}{burns} of the {deck.back} deck{again}."


def preparing_step(state: TableState) -> Steps:
    """Return the step that takes the decks one stage further, the earliest stage first (14.4)."""
    if preparation.at_stage(state, Stage.AWAITED):
        named = preparation.named(preparation.at_stage(state, Stage.AWAITED))
        return (_step(InspectDecks(), f"Receive and inspect {named}.", preparation.INSPECTION),)
    if preparation.at_stage(state, Stage.INSPECTED):
        named = preparation.named(preparation.at_stage(state, Stage.INSPECTED))
        return (
            Step(
                act=VerifyDecks(),
                say=f"A floorperson verifies {named}.",
                role=Role.FLOORPERSON,
                paragraphs=preparation.VERIFICATION,
                expected=True,
            ),
        )
    if preparation.at_stage(state, Stage.VERIFIED):
        named = preparation.named(preparation.at_stage(state, Stage.VERIFIED))
        say = f"Spread {named} face up, by suit and in sequence."
        return (_step(SpreadDecks(), say, preparation.VERIFICATION),)
    two_are_here = preparation.too_few_to_look(state.present) is None
    if two_are_here and any(deck.stage is Stage.SPREAD and not deck.face_up for deck in state.decks):
        return (_step(SpreadDecks(), "Two players are at the table: turn the decks face up.", preparation.IDLE),)
    if two_are_here and state.is_open and preparation.to_show(state):
        named = preparation.named(preparation.to_show(state))
        return (_step(ShowDecks(), f"Two players have looked at {named}.", preparation.WASH),)
    return ()


def replacing_step(state: TableState) -> Steps:
    """Return the same step without a key: a removed deck may be replaced at any time, also during a round (14.2(a))."""
    return tuple(replace(step, key=None, expected=False) for step in preparing_step(state)) if state.is_open else ()


def washing_step(state: TableState) -> Steps:
    """Return the wash of the next deck; without a shuffler one washed deck is enough to continue (14.4(c)1)."""
    waiting = [deck for deck in state.decks if deck.stage is Stage.SHOWN]
    if not state.is_open or not waiting:
        return ()
    needed = not state.by_hand or all(deck.stage is not Stage.READY for deck in state.decks)
    back = waiting[0].back
    say = f"Turn the {back} deck face down, wash it and stack it."
    return (_step(WashDeck(back=back), say, preparation.WASH, expected=needed),)


def counting_step(state: TableState) -> Steps:
    """Return the count that comes before anything else between two rounds."""
    return () if state.due_deck is None else asked_for(state)


def main_step(state: TableState) -> Steps:
    """Return the next step between the last round and the next deal; None if only the deal is left."""
    deck = state.due_deck
    if deck is None:
        return ()
    if deck.stage is not Stage.READY:
        return ()
    if deck.ran_out is not None and deck.place is not Place.IN_PLAY and not state.stub_due:
        return (_aged(state, deck),)
    if state.stub_due or deck.suspect is not None:
        return ()
    if not isinstance(gate.proved_deck(state), Refusal):
        out = not isinstance(gate.cuttable_deck(state), Refusal)
        return (_cut(deck),) if out and not deck.cut else ()
    if state.by_hand and deck.uncounted:
        return whole(state, deck)
    return (_shuffle(deck.back),) if hand_shuffling.is_possible(state, deck) else ()


def other_steps(state: TableState) -> Steps:
    """Return the other steps, which have no key."""
    counts = (*besides(state), *of_what_was_inside(state))
    return (*shuffling.steps(state), *_rotating(state), *counts, *_confirming(state))


def _cut(deck: Deck) -> TableStep:
    where = " out of the shuffler" if deck.place is Place.SHUFFLER else ""
    do = (
        f"Take the {deck.back} deck{where} and lay the cover card in front of it.",
        "With one hand cut ten or more cards onto the cover card, then put the rest on top of them.",
    )
    cut = _step(CutDeck(back=deck.back), " ".join(do), ("14.5(b)", "14.5(b)1", "14.5(b)2", "14.5(b)3"))
    return replace(cut, do=do)


def _shuffle(back: Back) -> TableStep:
    return _step(ShuffleByHand(back=back), f"Shuffle the whole {back} deck by hand and put it in one stack.", SHUFFLED)


def _aged(state: TableState, deck: Deck, *, due: bool = True) -> TableStep:
    unknown = deck_clocks.age_is_unknown(state, deck)
    if deck.ran_out is Clock.CHANGE:
        why = "it is not known how long it has been used" if unknown else "it was opened six hours ago"
        act = RemoveDeck(back=deck.back, why=why if unknown else "it was opened six hours ago")
        return _step(act, f"Take the {deck.back} deck off the table: {why}.", gate.ROTATION, expected=due)
    say = f"Place the {deck.back} deck into suit and sequence: it has been used for three hours."
    return _step(SortDeck(back=deck.back), say, gate.ROTATION, expected=due)


def _rotating(state: TableState) -> Steps:
    """Return the rotation steps for a deck that is not due yet."""
    if state.round is not None or not state.is_open:
        return ()
    due = state.due_deck
    return tuple(
        _aged(state, deck, due=False)
        for deck in state.decks
        if deck.ran_out is not None
        and deck is not due
        and deck.stage is Stage.READY
        and deck.place is not Place.IN_PLAY
    )


def _confirming(state: TableState) -> Steps:
    """Offer to confirm a deck's age, filled in with the full three and six hours so that an empty answer is safe."""
    return tuple(
        Step(
            act=ConfirmDeck(
                back=deck.back,
                sorted_ago_min=deck_clocks.LIMITS_MS[Clock.SORT] // deck_clocks.MINUTE_MS,
                opened_ago_min=deck_clocks.LIMITS_MS[Clock.CHANGE] // deck_clocks.MINUTE_MS,
            ),
            say=f"A floorperson states how old the {deck.back} deck is.",
            role=Role.FLOORPERSON,
            paragraphs=gate.ROTATION,
        )
        for deck in state.decks
        if deck.stage is not Stage.AWAITED and deck_clocks.age_is_unknown(state, deck)
    )


def _step(
    act: DecksAct,
    say: str,
    paragraphs: Paragraphs,
    *,
    expected: bool = True,
) -> TableStep:
    return Step(
        act=act, say=say, role=Role.DEALER, key=Key.NEXT if expected else None, paragraphs=paragraphs, expected=expected
    )
