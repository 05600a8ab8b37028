"""The cut, after every shuffle and before any card (14.5(b))."""

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.table.decks import gate
from firmware_host.table.decks.acts import CutDeck
from firmware_host.table.decks.bodies import DeckCut
from firmware_host.table.drafts import Decision
from firmware_host.table.play.dealing import round_under_way
from firmware_host.table.state import TableState


def cut(state: TableState, act: CutDeck) -> Decision:
    """Record the cut of the deck whose turn it is, once it has a proof (14.5(b))."""
    if state.round:
        return round_under_way()
    proved = gate.proved_deck(state)
    if isinstance(proved, Refusal):
        return proved
    deck, _ = proved
    if deck.back is not act.back:
        return Refusal(
            code=Code.WRONG_DECK,
            paragraphs=gate.ALTERNATE,
            reason=f"it is the {deck.back} deck's turn, not the {act.back} one's",
            allowed_by=f"take the {deck.back} deck",
        )
    if deck.cut:
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=gate.CUT,
            reason=f"the {deck.back} deck is cut already",
            allowed_by="a casino supervisor's order to cut again (14.5(c))",
        )
    return (Draft(body=DeckCut(back=deck.back), paragraphs=("14.5(b)1", "14.5(b)2", "14.5(b)3")),)
