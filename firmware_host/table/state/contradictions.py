"""
Whether the shuffler's words agree with one another before a deck is dealt (14.5(a), I-8).

The table believes no single word of a machine. What its events report, its STATUS at rest, the cards in and out, the
times and the nonces all have to agree. Where two of them do not, no deck that this machine has shuffled is dealt: the
proofs are gone, the machine compares its cards, and each deck is counted and shuffled again.
"""

from collections.abc import Collection

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import draft
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.facts.decks import DeckSuspected, ProofVoided
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.facts.shuffler import ClearingFailed, ShufflerContradicted
from firmware_host.table.state.decks import Deck, Place
from firmware_host.table.state.shuffler import REMEMBERED, Asked, Kind
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Grade, Rest

AGREE: Paragraphs = ("14.5(a)", "I-8")

BY_WORD = (Grade.ATTESTED, Grade.REPORTED)
"""The grades of proof that rest on the words of a machine."""


def after_shuffle(back: Back, counted: int | None, rest: Rest | None) -> str | None:
    """Return what in STATUS contradicts a finished shuffle; None if nothing does or the deck was lifted off."""
    against = _at_rest_at_all(rest)
    if against is not None or rest is None:
        return against
    if rest.feed is back:
        return f"the {back} deck should be on the shelf, but the shuffler's status still shows it in the feed"
    if rest.shelf is not None and (rest.shelf is not back or rest.shelf_cards != counted):
        return (
            f"the shuffler's status shows {_lying(rest.shelf, rest.shelf_cards)} on the shelf, not {counted} {back} "
            "cards"
        )
    return _nothing_on_an_empty_shelf(rest)


def after_delivery(back: Back, counted: int, rest: Rest | None) -> str | None:
    """Return what in STATUS contradicts the delivery of a deck; None if nothing does."""
    against = _at_rest_at_all(rest)
    if against is not None or rest is None:
        return against
    if rest.feed is back and rest.output is back:
        return f"the shuffler's status shows the {back} deck both in the output and in the feed"
    if rest.shelf is not None:
        return (
            f"the {back} deck should be out, but the shuffler's status shows {_lying(rest.shelf, rest.shelf_cards)} "
            "on the shelf"
        )
    return _nothing_on_an_empty_shelf(rest) or _other_output(back, counted, rest)


def reached(rest: Rest | None) -> str | None:
    """Return why hands or a jam may have reached a deck inside, by STATUS alone; None if lid and path are closed."""
    if rest is None:
        return None
    if rest.lid_open:
        return "the shuffler's status says that the lid is open"
    return None if rest.jam is None else f"the shuffler's status shows cards jammed in the {rest.jam}"


def standing(state: TableState, rest: Rest) -> str | None:
    """Return what in STATUS at rest contradicts the table's knowledge of the decks; None if nothing does."""
    if rest.moving:
        return None
    if rest.astray > state.shuffler.astray and not state.shuffler.interrupted:
        return f"the shuffler's status shows {_cards(rest.astray)} where none should be"
    inside = state.in_shuffler
    if inside is None or inside.proof is None or inside.proof.grade not in BY_WORD:
        return None
    if not inside.uncounted:
        return None if inside.cut else after_delivery(inside.back, DECK, rest)
    return after_shuffle(inside.back, inside.proof.counted, rest)


def disagreement(
    state: TableState,
    reason: str,
    *,
    rest: Rest | None = None,
    held: Collection[Back] = (),
    hold: Back | None = None,
) -> Drafts:
    """
    Record two statements of the machine that contradict each other, and end the proofs that rest on its statements.

    Every deck that waits on such a proof loses it. A deck in play keeps its round, unless the contradiction is about
    its own shuffle: then `hold` names it, and the round waits for the floor. `held` are decks held already.
    """
    told = (draft(ShufflerContradicted(reason=reason, rest=rest), *AGREE),)
    voided = (draft for deck in state.decks if deck.back not in held for draft in _lost(deck, reason))
    doubted = (draft for deck in state.decks if deck.back is hold for draft in _held(state, deck, reason))
    return (*told, *voided, *doubted)


def unexpected(state: TableState, journal: str, order: int, what: str, *kinds: Kind) -> str | None:
    """Return what is wrong with a report of this order's end; None for the first end of such an order of this table."""
    if journal != state.journal:
        return f"the shuffler reports {what} for an order from another record"
    if not any(asked.number == order and asked.kind in kinds for asked in state.shuffler.asked):
        return f"the shuffler reports {what}, but no order for it was given"
    return (
        f"the shuffler reports {what} for order {order}, which had already ended"
        if order in state.shuffler.ended
        else None
    )


def cleared_otherwise(state: TableState, journal: str, order: int) -> Drafts:
    """
    Return the failure of the order to clear, where the machine reports an end of another kind for it.

    The machine has nothing left to do on that order, and nothing else is ordered before it has ended.
    """
    if journal != state.journal or order == 0 or order != state.shuffler.clear:
        return ()
    reason = "the shuffler reported the end of another order instead"
    return (draft(ClearingFailed(reason=reason, order=order), *AGREE),)


def inside(state: TableState) -> tuple[Back, ...]:
    """Return the deck in the machine, where there is one."""
    return () if state.in_shuffler is None else (state.in_shuffler.back,)


def in_play_on(state: TableState, journal: str, order: int) -> Back | None:
    """Return the deck in play whose shuffle this order was."""
    dealt = (deck for deck in state.decks if deck.place is Place.IN_PLAY and deck.dealt_on == order)
    return next((deck.back for deck in dealt), None) if journal == state.journal and order else None


def with_orders(state: TableState) -> TableState:
    """Return the state with every order that the shuffler may get now."""
    shuffler = state.shuffler
    known = {asked.number for asked in shuffler.asked}
    now = (
        (Kind.COMPARE, shuffler.compare),
        (Kind.CLEAR, shuffler.clear),
        (Kind.DELIVER, shuffler.deliver),
        *((Kind.SHUFFLE, deck.order or 0) for deck in state.decks),
        *((Kind.DELIVER, deck.proof.proved) for deck in state.decks if deck.proof is not None),
    )
    new = tuple(Asked(kind=kind, number=number) for kind, number in now if number and number not in known)
    return replace(state, shuffler=replace(shuffler, asked=(*shuffler.asked, *new)[-REMEMBERED:])) if new else state


def rests_on_words(deck: Deck) -> bool:
    """Return whether the deck waits to be dealt on a proof that rests on a machine's statements."""
    return deck.proof is not None and deck.proof.grade in BY_WORD and deck.place is not Place.IN_PLAY


def _lost(deck: Deck, reason: str) -> Drafts:
    if deck.proof is None or not rests_on_words(deck):
        return ()
    return (draft(ProofVoided(back=deck.back, order=deck.proof.order, reason=reason, again=True), *AGREE),)


def _held(state: TableState, deck: Deck, reason: str) -> Drafts:
    if deck.place is not Place.IN_PLAY:
        return ()
    held = (draft(DeckSuspected(back=deck.back, reason=reason), "I-8"),)
    halts = state.round is not None and state.halted is None
    return (*held, draft(RoundHalted(why=reason), "I-8")) if halts else held


def _at_rest_at_all(rest: Rest | None) -> str | None:
    if rest is None:
        return "the shuffler was not asked for its status after it stopped"
    if rest.moving:
        return "the shuffler reports that it has finished, but its status says that it still moves"
    if rest.astray:
        return f"the shuffler's status shows {_cards(rest.astray)} where none should be"
    return None


def _nothing_on_an_empty_shelf(rest: Rest) -> str | None:
    if rest.shelf is None and rest.shelf_cards:
        return f"the shuffler's status shows no deck on the shelf, but {_cards(rest.shelf_cards)} there"
    return None


def _other_output(back: Back, counted: int, rest: Rest) -> str | None:
    if rest.output is None:
        none = f"the shuffler's status shows no deck in the output, but {_cards(rest.output_cards)} there"
        return none if rest.output_cards else None
    if rest.output is back and rest.output_cards == counted:
        return None
    return (
        f"the shuffler's status shows {_lying(rest.output, rest.output_cards)} in the output, not {counted} {back} "
        "cards"
    )


def _lying(back: Back, cards: int) -> str:
    return f"{cards} {back} card{'' if cards == 1 else 's'}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
