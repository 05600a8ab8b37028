"""Decks sorted, changed, removed and confirmed: 14.2(b), and what the floor says of a deck whose clocks were lost."""

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.rules.record import Paragraphs
from firmware_host.table.contract import TableDraft
from firmware_host.table.decks.acts import ConfirmDeck, RemoveDeck, SortDeck
from firmware_host.table.decks.bodies import DeckConfirmed, DeckRemoved, DeckSorted
from firmware_host.table.decks.clocks import age_is_unknown
from firmware_host.table.decks.deck import Back, Clock, Deck, Place, Stage
from firmware_host.table.drafts import Decision
from firmware_host.table.state import TableState

ROTATION: Paragraphs = ("14.2(b)",)


def sort(state: TableState, act: SortDeck) -> Decision:
    """Place the 52 cards into suit and sequence: the three hours begin anew, never the six."""
    deck = _at_hand(state, act.back)
    if isinstance(deck, Refusal):
        return deck
    if deck.stage is not Stage.READY or deck.ran_out is Clock.CHANGE:
        return _refused(deck, "is not one to go on with", "a deck that is ready and need not be changed")
    return (Draft(body=DeckSorted(back=deck.back), paragraphs=ROTATION),)


def remove(state: TableState, act: RemoveDeck) -> Decision:
    """Take a deck off the table; the next of this colour is prepared from the beginning."""
    deck = _at_hand(state, act.back)
    if isinstance(deck, Refusal):
        return deck
    return (removed(deck.back, act.why, ROTATION),)


def removed(back: Back, why: str, paragraphs: Paragraphs) -> TableDraft:
    """Say that the deck has left the table."""
    return Draft(body=DeckRemoved(back=back, why=why), paragraphs=paragraphs)


def confirm(state: TableState, act: ConfirmDeck) -> Decision:
    """Let the clocks run on from what the floor says, never longer than the six hours include the three."""
    deck = state.deck(act.back)
    if deck is None or deck.stage is Stage.AWAITED:
        return _no_deck(act.back)
    if not age_is_unknown(state, deck):
        return _refused(deck, "has its clocks, which nobody sets", "clocks that a power failure has taken along")
    if act.sorted_ago_min > act.opened_ago_min:
        return _refused(deck, "cannot have been sorted before it was opened", "the two times the other way round")
    confirmed = DeckConfirmed(back=act.back, sorted_ago_min=act.sorted_ago_min, opened_ago_min=act.opened_ago_min)
    return (Draft(body=confirmed, paragraphs=ROTATION),)


def _at_hand(state: TableState, back: Back) -> Deck | Refusal:
    deck = state.deck(back)
    if deck is None or deck.stage is Stage.AWAITED:
        return _no_deck(back)
    if deck.place is Place.IN_PLAY:
        return _refused(deck, "is in play", "the end of the round")
    return deck


def _no_deck(back: Back) -> Refusal:
    return Refusal(
        code=Code.WRONG_DECK,
        paragraphs=("14.2(a)",),
        reason=f"there is no {back} deck at this table",
        allowed_by="a deck that is there",
    )


def _refused(deck: Deck, what: str, allowed_by: str) -> Refusal:
    return Refusal(code=Code.NOT_NOW, paragraphs=ROTATION, reason=f"the {deck.back} deck {what}", allowed_by=allowed_by)
