"""The cut, after every shuffle and before any card (14.5(b)); the recut a casino supervisor may order (14.5(c))."""

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.table.decks import gate, taken_out
from firmware_host.table.decks.acts import CutDeck, OrderRecut
from firmware_host.table.decks.bodies import DeckCut, RecutOrdered
from firmware_host.table.drafts import Decision
from firmware_host.table.play.under_way import round_under_way
from firmware_host.table.state import TableState

RECUT = ("14.5(c)",)


def cut(state: TableState, act: CutDeck) -> Decision:
    """Record the cut of the deck whose turn it is, once it has a proof (14.5(b))."""
    if state.round:
        return round_under_way()
    proved = gate.proved_deck(state)
    if isinstance(proved, Refusal):
        return proved
    deck, proof = proved
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
    done = Draft(body=DeckCut(back=deck.back), paragraphs=("14.5(b)1", "14.5(b)2", "14.5(b)3"))
    return (done, *taken_out.comparison(state, deck, proof))


def order_recut(state: TableState, act: OrderRecut) -> Decision:
    """Take the cut back: after it, and before any card has been dealt."""
    deck = state.due_deck
    if state.round is None and deck is not None and deck.cut:
        return (Draft(body=RecutOrdered(back=deck.back, why=act.why), paragraphs=RECUT),)
    return Refusal(
        code=Code.NOT_NOW,
        paragraphs=RECUT,
        reason="cards have been dealt already" if state.round else "no deck has been cut",
        allowed_by="the time between the cut and the first card",
    )
