"""The steps with the decks, in words for the dealer."""

from msgspec.structs import replace

from firmware_host.rules.decision import Key, Refusal, Role, Step
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.acts.decks import (
    ConfirmDeck,
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
from firmware_host.table.decks import count_steps, deck_clocks, gate, hand_shuffling, preparation, shuffling
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Back, Clock

Steps = tuple[TableStep, ...]


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
                say=f"The floorperson verifies {named}.",
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
        return (_step(SpreadDecks(), "Two players are here: turn the decks face up.", preparation.IDLE),)
    if two_are_here and state.is_open and preparation.to_show(state):
        named = preparation.named(preparation.to_show(state))
        return (_step(ShowDecks(), f"Two players have looked at {named}.", preparation.WASH),)
    return ()


def replacing_step(state: TableState) -> Steps:
    """Return the same without a key: a deck that was removed is replaced at any time, also during a round (14.2(a))."""
    return tuple(replace(step, key=None, expected=False) for step in preparing_step(state)) if state.is_open else ()


def washing_step(state: TableState) -> Steps:
    """Return the wash of the next deck; without a shuffler one washed deck is enough to go on with (14.4(c)1)."""
    waiting = [deck for deck in state.decks if deck.stage is Stage.SHOWN]
    if not state.is_open or not waiting:
        return ()
    needed = not state.by_hand or all(deck.stage is not Stage.READY for deck in state.decks)
    back = waiting[0].back
    say = f"Turn the {back} deck face down, wash it and stack it."
    return (_step(WashDeck(back=back), say, preparation.WASH, expected=needed),)


def counting_step(state: TableState) -> Steps:
    """Return the count that comes before anything else between two rounds."""
    return () if state.due_deck is None else count_steps.asked_for(state)


def main_step(state: TableState) -> Steps:
    """Return the next step between the last round and the next deal; none when only the deal is left."""
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
        return count_steps.whole(state, deck)
    return (_shuffle(deck.back),) if hand_shuffling.is_possible(state, deck) else ()


def other_steps(state: TableState) -> Steps:
    """Return the other steps, which have no key."""
    counts = (*count_steps.besides(state), *count_steps.of_what_was_inside(state))
    return (*shuffling.steps(state), *_rotating(state), *counts, *_confirming(state))


def _cut(deck: Deck) -> TableStep:
    where = "from the shuffler" if deck.place is Place.SHUFFLER else "before you"
    say = (
        f"Take the {deck.back} deck {where} and lay the cover card before it. With one hand cut ten or more cards onto "
        "the cover card, then put the rest on top of them."
    )
    return _step(CutDeck(back=deck.back), say, ("14.5(b)", "14.5(b)1", "14.5(b)2", "14.5(b)3"))


def _shuffle(back: Back) -> TableStep:
    return _step(ShuffleByHand(back=back), f"Shuffle the whole {back} deck and put it in one stack.", SHUFFLED)


def _aged(state: TableState, deck: Deck, *, due: bool = True) -> TableStep:
    unknown = deck_clocks.age_is_unknown(state, deck)
    if deck.ran_out is Clock.CHANGE:
        why = "nobody knows how long it was used" if unknown else "its six hours are over"
        act = RemoveDeck(back=deck.back, why=why if unknown else "six hours from its opening")
        return _step(act, f"Take the {deck.back} deck off the table: {why}.", gate.ROTATION, expected=due)
    say = f"Place the {deck.back} deck into suit and sequence: its three hours are over."
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
            say=f"The floor says how old the {deck.back} deck is.",
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
