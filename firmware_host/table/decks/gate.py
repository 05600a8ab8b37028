"""
The deal gate: no proof, no deal.

A deck is dealt only on a shuffle proof of a grade this table accepts, unused, cut after the shuffle (14.5), and only
in its turn (14.2(d)3). Every act that puts cards in the air passes here.
"""

from firmware_host.rules.answers import Code, Refusal
from firmware_host.table.decks.deck import Deck, Place, Proof
from firmware_host.table.state import TableState

SHUFFLE = ("14.5(a)",)
CUT = ("14.5(b)",)
ALTERNATE = ("14.2(d)2", "14.2(d)3")


def proved_deck(state: TableState) -> tuple[Deck, Proof] | Refusal:
    """Return the deck whose turn it is with the proof it may be dealt on, cut or not."""
    deck = state.due_deck
    if deck is None:
        return _no_decks()
    if deck.proof is None:
        return _no_proof(state, deck)
    if state.config is None or deck.proof.grade not in state.config.accepts:
        return Refusal(
            code=Code.GRADE_NOT_ACCEPTED,
            paragraphs=SHUFFLE,
            reason=f"the {deck.back} deck's shuffle is only {deck.proof.grade}; this table does not deal on that",
            allowed_by="a proof of a grade listed under `accepts` in table.toml",
        )
    return deck, deck.proof


def dealable_deck(state: TableState) -> tuple[Deck, Proof] | Refusal:
    """Return the deck that may be dealt now with its proof, or what is missing."""
    proved = proved_deck(state)
    if isinstance(proved, Refusal):
        return proved
    if not proved[0].cut:
        return Refusal(
            code=Code.NOT_CUT,
            paragraphs=CUT,
            reason=f"the {proved[0].back} deck has not been cut since its shuffle",
            allowed_by="cut ten or more cards onto the cover card",
        )
    return proved


def _no_proof(state: TableState, deck: Deck) -> Refusal:
    if deck.trouble:
        reason, allowed_by = deck.trouble, f"count the {deck.back} deck and put it into the shuffler again"
    elif deck.place is Place.SHUFFLER and deck.order and state.devices.get("shuffler") is False:
        reason = f"the shuffler with the {deck.back} deck does not answer"
        allowed_by = "power and cable of the shuffler, then its own report"
    elif deck.overdue:
        reason = f"the shuffler takes too long with the {deck.back} deck"
        allowed_by = "look at the shuffler; put the deck in again if it stopped"
    elif deck.order:
        reason = f"the {deck.back} deck is being shuffled"
        allowed_by = "wait until the shuffler has finished"
    else:
        reason = f"the {deck.back} deck, whose turn it is, has not been shuffled"
        allowed_by = f"put the {deck.back} deck into the shuffler"
    return Refusal(
        code=Code.NO_SHUFFLE_PROOF,
        paragraphs=SHUFFLE + (ALTERNATE if state.last_used else ()),
        reason=reason,
        allowed_by=allowed_by,
    )


def _no_decks() -> Refusal:
    return Refusal(
        code=Code.NO_SHUFFLE_PROOF,
        paragraphs=("14.2(a)",),
        reason="the table has no decks yet",
        allowed_by="start the controller with a table.toml",
    )
