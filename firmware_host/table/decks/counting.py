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
    """Say what was counted wrong of a deck that is spoken of already."""
    return f"{ALL if what is Counted.DECK else f'the {what}'} {was_or_were(what)} counted wrong"


def wrongly(whats: Collection[Counted]) -> str:
    """Say all of a deck that was counted wrong and not counted right since."""
    (first, *more) = whats
    return f"{parts(whats)} {'were' if more else was_or_were(first)} counted wrong"


def parts(whats: Collection[Counted]) -> str:
    """Name what of a deck was counted."""
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
    Compare the number that was typed; what is only said, by a key, is compared with nothing.

    A first wrong count does not tell the number that is right: it is counted again, and whoever counts is not to know.
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
    """What remains is the stub only when no card is to be dealt any more (14.1)."""
    return round_.phase is Phase.SHOWDOWN or (round_.phase is Phase.BETTING and round_.following is None)


def stub_can_be_counted(state: TableState) -> Back | None:
    """Return the deck whose stub lies there to be counted: the one in play, or the one just played."""
    deck = state.deck(state.last_used) if state.last_used else None
    if deck is None:
        return None
    if state.round is not None:
        return deck.back if deck.place is Place.IN_PLAY and all_cards_are_dealt(state.round) else None
    to_count = state.rounds_since_counted or Counted.STUB in deck.miscounted
    return deck.back if deck.apart and to_count else None


def discards_can_be_counted(state: TableState) -> Back | None:
    """
    Return the deck just played, whose discards there are to count.

    Told late, when the deck is gathered already, a first count is still heard; a second needs them there to count.
    """
    deck = state.deck(state.last_used) if state.last_used else None
    if state.round is not None or deck is None or deck.stage is Stage.AWAITED:
        return None
    return deck.back if deck.apart or Counted.DISCARDS not in deck.miscounted else None


def to_recount(state: TableState, deck: Deck) -> Counted:
    """Return what tells whether a deck that was counted wrong is whole: the same again, else all of its cards."""
    lie_there = {
        Counted.STUB: stub_can_be_counted(state) is deck.back,
        Counted.DISCARDS: discards_can_be_counted(state) is deck.back,
        Counted.DECK: True,
    }
    first = deck.miscounted[0]
    return first if lie_there[first] and _settles(state, deck, first) else Counted.DECK


def _settles(state: TableState, deck: Deck, what: Counted) -> bool:
    """Return whether a second count of the same can end the doubt: said against what was said, or one known number."""
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
    """All the cards, counted in place of what was counted wrong, are its second count."""
    return bool(deck.miscounted) and what in (*deck.miscounted, Counted.DECK)


def _what_follows(state: TableState, deck: Deck, counted: CardsCounted) -> Drafts:
    """After a first wrong count nothing but that no proof of the deck counts any more: it is counted again."""
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
    """Whoever counts the whole deck has it in hand: that count is the end of its shuffle by itself."""
    if counted.what is Counted.DECK:
        return ()
    return touched(state, reason) if deck.place is Place.SHUFFLER else lost(deck, reason)
