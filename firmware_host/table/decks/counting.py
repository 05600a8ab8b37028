"""Counting cards: the stub every fifteen minutes, the discards, a whole deck (14.6(e)4, 7; I-8)."""

from collections.abc import Collection

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Refusal, draft, refuse
from firmware_host.rules.round import Phase, Round
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.acts.decks import CountCards, Recount
from firmware_host.table.answering import answers
from firmware_host.table.decks.deck_clocks import removed
from firmware_host.table.facts.decks import CardsCounted, DeckCleared, DeckSuspected, was_or_were
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.proof_loss import lost, touched
from firmware_host.table.state.stub import expected
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Counted

ALL = "all its cards"


def this_time(what: Counted) -> str:
    """Say what was counted wrong now, of a deck that the sentence has named already."""
    return f"{ALL if what is Counted.DECK else f'the {what}'} {was_or_were(what)} counted wrong"


def wrongly(whats: Collection[Counted]) -> str:
    """Say everything of a deck that was counted wrong and has not been counted right since."""
    (first, *more) = whats
    return f"{parts(whats)} {'were' if more else was_or_were(first)} counted wrong"


def parts(whats: Collection[Counted]) -> str:
    """Name the parts of a deck that were counted."""
    return " and ".join(ALL if what is Counted.DECK else f"its {what}" for what in whats)


STUB: Paragraphs = ("14.6(e)4", "I-8")

DISCARDS: Paragraphs = ("14.6(e)7", "I-8")

PARAGRAPHS = {Counted.STUB: STUB, Counted.DISCARDS: DISCARDS, Counted.DECK: STUB}


@answers(CountCards)
def count(state: TableState, act: CountCards) -> Decision:
    """Record a count and what follows from it."""
    deck = state.deck(act.back)
    if deck is None or deck.stage is Stage.AWAITED:
        return refuse(f"there is no {act.back} deck at this table", "name one of the two decks of this table", *STUB)
    wrong = _cannot_be_counted(state, act, deck)
    if wrong is not None:
        return wrong
    counted = _compared(state, act, again=_is_second(deck, act.what))
    told = (draft(counted, *PARAGRAPHS[act.what]),)
    return (*told, *_what_follows(state, deck, counted))


def _compared(state: TableState, act: CountCards, *, again: bool) -> CardsCounted:
    """
    Compare the typed number; a key only says right or wrong, so nothing is compared.

    A first wrong count does not reveal the right number, because the same cards are counted again and the counter must
    not know the number.
    """
    counted = CardsCounted(what=act.what, back=act.back, counted=act.counted, expected=None, again=again)
    if act.counted is None:
        return replace(counted, said=act.said_right)
    wanted = expected(state, act.what)
    if wanted is None:
        return replace(counted, matches=True)
    matches = wanted.least <= act.counted <= wanted.most
    told = replace(counted, matches=matches, stub=wanted.stub, with_burns=wanted.with_burns)
    if not matches and not again:
        return told
    if wanted.exact is not None:
        return replace(told, expected=wanted.exact)
    return replace(told, least=wanted.least, most=wanted.most)


@answers(Recount)
def recount(state: TableState, act: Recount) -> Decision:
    """Let two people count a suspect deck: 52 clear it, anything else removes it."""
    deck = state.deck(act.back)
    if deck is None or deck.suspect is None:
        return refuse(f"the {act.back} deck is not held", "name a deck that is held", *STUB)
    if deck.place is Place.IN_PLAY:
        return refuse(f"the {act.back} deck is in play", "wait until the round is over", *STUB)
    counted = CardsCounted(what=Counted.DECK, back=act.back, counted=act.counted, expected=DECK, again=True)
    told = (draft(counted, *STUB),)
    if counted.right:
        return (*told, draft(DeckCleared(back=act.back), *STUB))
    return (*told, removed(act.back, f"two people counted {act.counted} cards", STUB))


def all_cards_are_dealt(round_: Round) -> bool:
    """Return whether no card is to be dealt any more: only then the remaining cards are the stub (14.1)."""
    return round_.phase is Phase.SHOWDOWN or (round_.phase is Phase.BETTING and round_.following is None)


def stub_can_be_counted(state: TableState) -> Back | None:
    """Return the deck whose stub can be counted: the one in play, or the one just played."""
    deck = state.deck(state.last_used) if state.last_used else None
    if deck is None:
        return None
    if state.round is not None:
        return deck.back if deck.place is Place.IN_PLAY and all_cards_are_dealt(state.round) else None
    to_count = state.rounds_since_counted or Counted.STUB in deck.miscounted
    return deck.back if deck.apart and to_count else None


def discards_can_be_counted(state: TableState) -> Back | None:
    """
    Return the deck just played if its discards can be counted.

    A first count is accepted even after the deck was gathered; a second count needs the discards apart.
    """
    deck = state.deck(state.last_used) if state.last_used else None
    if state.round is not None or deck is None or deck.stage is Stage.AWAITED:
        return None
    return deck.back if deck.apart or Counted.DISCARDS not in deck.miscounted else None


def to_recount(state: TableState, deck: Deck) -> Counted:
    """Return what to count again to learn whether a miscounted deck is whole: the same part, else all its cards."""
    lie_there = {
        Counted.STUB: stub_can_be_counted(state) is deck.back,
        Counted.DISCARDS: discards_can_be_counted(state) is deck.back,
        Counted.DECK: True,
    }
    first = deck.miscounted[0]
    return first if lie_there[first] and _settles(state, deck, first) else Counted.DECK


def _settles(state: TableState, deck: Deck, what: Counted) -> bool:
    """Return whether a second count of the same part can end the doubt: a key after a key, or one known number."""
    wanted = expected(state, what)
    if wanted is None or not deck.by_number:
        return wanted is not None
    return what is Counted.STUB or wanted.exact is not None


def _cannot_be_counted(state: TableState, act: CountCards, deck: Deck) -> Refusal | None:
    match act.what:
        case Counted.STUB if stub_can_be_counted(state) is not act.back:
            return refuse(
                "the stub cannot be counted now",
                _instead(
                    deck, "count the stub after the last card of a round is dealt and before the cards are gathered"
                ),
                *STUB,
            )
        case Counted.DISCARDS if discards_can_be_counted(state) is not act.back:
            return refuse(
                "the discards cannot be counted now",
                _instead(deck, "count the discards when a round is over"),
                *DISCARDS,
            )
        case Counted.DECK if deck.place is Place.IN_PLAY:
            return refuse(f"the {act.back} deck is in play", "wait until the round is over", *STUB)
        case _:
            return None


def _instead(deck: Deck, allowed_by: str) -> str:
    return f"count all {DECK} cards of the {deck.back} deck" if deck.miscounted else allowed_by


def _is_second(deck: Deck, what: Counted) -> bool:
    """Return whether this is the second count of a miscounted part; a count of all the cards is one, too."""
    return bool(deck.miscounted) and what in (*deck.miscounted, Counted.DECK)


def _what_follows(state: TableState, deck: Deck, counted: CardsCounted) -> Drafts:
    """
    Return what follows from a count.

    A right count has no consequence. After a first wrong one the deck only loses its proof, and is counted again.
    """
    if counted.right:
        return ()
    what = this_time(counted.what)
    if not counted.again:
        return _unproved(state, deck, counted, what)
    twice = counted.what in deck.miscounted
    what = f"{what} twice" if twice else f"{what}, and before that {wrongly(deck.miscounted)}"
    alone = counted.what is Counted.DISCARDS or deck.miscounted == (Counted.DISCARDS,)
    if alone and counted.stub is None:
        return (draft(DeckSuspected(back=deck.back, reason=what), *DISCARDS),)
    if state.round is not None and deck.place is Place.IN_PLAY:
        held = draft(DeckSuspected(back=deck.back, reason=what), *STUB)
        return (held, draft(RoundHalted(why=what), *STUB))
    return (removed(deck.back, what, STUB),)


def _unproved(state: TableState, deck: Deck, counted: CardsCounted, reason: str) -> Drafts:
    """
    End the proof of the deck.

    A count of the whole deck does so by itself, because the deck is in the counter's hands.
    """
    if counted.what is Counted.DECK:
        return ()
    return touched(state, reason) if deck.place is Place.SHUFFLER else lost(deck, reason)
