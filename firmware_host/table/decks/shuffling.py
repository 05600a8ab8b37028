"""What the shuffler senses and reports (14.5(a), 14.2(d)). Loading a deck makes the host order the shuffle itself."""

from collections.abc import Mapping

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.rules.cards import DECK
from firmware_host.table.bodies import Body
from firmware_host.table.contract import TableDraft
from firmware_host.table.decks.acts import LoadDeck, ReportLoad, ReportShuffle, ReportShuffleFailure, SenseDeck
from firmware_host.table.decks.bodies import (
    DeckLoaded,
    ForeignDeckSeen,
    ProofVoided,
    ShuffleOrdered,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.decks.counting import all_cards_are_dealt
from firmware_host.table.decks.deck import Deck, Fill, Known, Mode, Place, Stage
from firmware_host.table.decks.gate import ALTERNATE, SHUFFLE
from firmware_host.table.decks.grades import witnesses
from firmware_host.table.play.bodies import RoundHalted
from firmware_host.table.state import TableState

UNLIKE_A_DECK: Mapping[Fill, str] = {
    Fill.EMPTY: "no card lies in the feed of the shuffler",
    Fill.SHORT: f"clearly fewer than {DECK} cards lie in the feed of the shuffler",
    Fill.LONG: f"clearly more than {DECK} cards lie in the feed of the shuffler",
    Fill.MIXED: "backs of more than one colour lie in the feed of the shuffler",
}


def sense_deck(state: TableState, act: SenseDeck) -> tuple[TableDraft, ...]:
    """
    Order the shuffle of a deck put into the shuffler; whatever proof it had is gone.

    What is not prepared, is held, or was counted wrong lies there unshuffled: it becomes no proof that way. The count
    that the shuffler makes does not replace the dealer's (item 18).
    """
    deck = state.deck(act.back)
    if deck is None:
        return (_draft(ForeignDeckSeen(back=act.back), "14.2(a)", "14.2(d)1"),)
    loaded = (*_voided(deck), *_taken_out(state, deck), _draft(DeckLoaded(back=act.back), *ALTERNATE))
    if deck.stage is not Stage.READY or deck.suspect is not None or deck.miscounted:
        return loaded
    return (*loaded, _draft(ShuffleOrdered(back=act.back), *SHUFFLE), *_left_play(state, deck))


def load_deck(state: TableState, act: LoadDeck) -> tuple[TableDraft, ...] | Refusal:
    """Take the dealer's word for which deck was put in, where the shuffler tells nothing and its lamps are read."""
    if not witnesses(state.config):
        return Refusal(
            code=Code.NOT_OFFERED,
            paragraphs=ALTERNATE,
            reason="this table's shuffler tells by itself which deck was put in",
            allowed_by="putting the deck in; or `witnessed` among `accepts`, for a shuffler whose lamps are read",
        )
    return sense_deck(state, SenseDeck(back=act.back))


def _voided(deck: Deck, reason: str = "the deck was put into the shuffler again") -> tuple[TableDraft, ...]:
    if deck.proof is None:
        return ()
    return (_draft(ProofVoided(back=deck.back, order=deck.proof.order, reason=reason), *SHUFFLE),)


def _taken_out(state: TableState, deck: Deck) -> tuple[TableDraft, ...]:
    """Void the proof of the deck that lay inside: nobody saw where it went."""
    inside = state.in_shuffler
    if inside is None or inside.back is deck.back:
        return ()
    return _voided(inside, "the deck was taken out for the other one before its turn")


def _left_play(state: TableState, deck: Deck) -> tuple[TableDraft, ...]:
    """Halt a round whose deck was taken away before all its cards were dealt."""
    if state.round is None or deck.place is not Place.IN_PLAY or all_cards_are_dealt(state.round):
        return ()
    halted = RoundHalted(
        why=f"the {deck.back} deck was put into the shuffler in the middle of its round", may_be_awarded=True
    )
    return (_draft(halted, "I-8"),)


def report_shuffle(state: TableState, act: ReportShuffle) -> tuple[TableDraft, ...] | Refusal:
    """Turn a completed cycle into a proof if it was a shuffle of all 52 cards of the deck that was ordered."""
    deck = _ordered(state, act)
    if deck is None:
        return ()
    reason = _why_no_proof(deck, act)
    if reason:
        return (_draft(ShuffleRejected(back=deck.back, order=act.order, reason=reason), *SHUFFLE, "I-8"),)
    proved = ShuffleProved(
        back=deck.back,
        grade=act.known.grade,
        order=act.order,
        mode=act.mode,
        counted=act.counted,
        duration_ms=act.duration_ms,
        why=act.why,
    )
    return (_draft(proved, *SHUFFLE),)


def check_load(state: TableState, act: ReportLoad) -> tuple[TableDraft, ...]:
    """Reject, before a card is moved, what cannot become a shuffle of the whole deck (I-8)."""
    deck = _ordered(state, act)
    reason = None if deck is None else _why_not_whole(deck, act)
    if deck is None or reason is None:
        return ()
    return (_draft(ShuffleRejected(back=deck.back, order=act.order, reason=reason), *SHUFFLE, "I-8"),)


def report_failure(state: TableState, act: ReportShuffleFailure) -> tuple[TableDraft, ...]:
    """Keep a shuffle that did not finish from ever counting as one."""
    deck = _ordered(state, act)
    if deck is None:
        return ()
    reason = f"the shuffler could not finish: {act.reason}"
    return (_draft(ShuffleRejected(back=deck.back, order=act.order, reason=reason), *SHUFFLE),)


def _why_not_whole(deck: Deck, act: ReportLoad) -> str | None:
    if act.fill is not Fill.PLAUSIBLE:
        return UNLIKE_A_DECK[act.fill]
    if act.back is not None and act.back is not deck.back:
        return f"{act.back} backs lie in the feed of the shuffler instead of {deck.back} ones"
    return None


def _why_no_proof(deck: Deck, act: ReportShuffle) -> str | None:
    if act.known is Known.WITNESSED:
        # Lamps tell neither mode nor count; a table that deals on that posts it under `accepts`.
        return None if act.back is deck.back else f"another deck than the {deck.back} one was waited for"
    if act.mode is not Mode.SHUFFLE:
        return f"the shuffler was set to {act.mode}, not to shuffle"
    if act.counted != DECK:
        return f"the shuffler counted {act.counted} cards instead of {DECK}"
    if act.back is not deck.back:
        return f"the shuffler saw {act.back} backs in the {deck.back} deck"
    return None


def _ordered(state: TableState, act: ReportLoad | ReportShuffle | ReportShuffleFailure) -> Deck | None:
    """An order of another journal is none of ours, whatever its number: a device may have come from another table."""
    if act.journal != state.journal:
        return None
    return next((deck for deck in state.decks if deck.order == act.order), None)


def _draft(body: Body, *paragraphs: str) -> TableDraft:
    return Draft(body=body, paragraphs=paragraphs)
