"""
Which deck goes into the shuffler next, in words for the dealer (14.2(d)2).

The deck not in use belongs in it, a troubled one in it again, and so does one whose proof this table does not deal on.
"""

from firmware_host.rules.answers import Role, Step
from firmware_host.table.contract import TableStep
from firmware_host.table.decks import gate, grades
from firmware_host.table.decks.acts import LoadDeck, SenseDeck
from firmware_host.table.decks.deck import Deck, Place, Stage
from firmware_host.table.shuffler.trouble import of_machine
from firmware_host.table.state import TableState


def steps(state: TableState) -> tuple[TableStep, ...]:
    """Keep the shuffler busy, where it can shuffle."""
    inside = state.in_shuffler
    if not state.is_open or state.by_hand or of_machine(state) or (inside is not None and _may_stay(state, inside)):
        return ()
    deck = inside if inside is not None and _goes_in_again(state, inside) else _next_to_load(state)
    if deck is None or deck.stage is not Stage.READY:
        return ()
    by_word = grades.witnesses(state.config)
    return (
        Step(
            act=(LoadDeck if by_word else SenseDeck)(back=deck.back),
            say=f"{_first(state, deck)} the {deck.back} deck into the shuffler{_then(state, deck, by_word=by_word)}.",
            role=Role.DEALER,
            paragraphs=gate.ALTERNATE,
            expected=True,
        ),
    )


def _first(state: TableState, deck: Deck) -> str:
    inside, shelf = state.in_shuffler, state.shuffler.shelf
    if shelf is not None:
        take = "take it as it comes out or off the shelf, or open the lid for it"
        there = f"The {shelf} deck lies on the shelf of the shuffler: {take}."
        return f"{there} Then {'count to 52 and ' if shelf is deck.back else ''}put"
    if inside is not None and inside is not deck:
        return f"Take the {inside.back} deck out and put"
    return "Count it to 52 and put" if deck.trouble and deck.uncounted else "Put"


def _then(state: TableState, deck: Deck, *, by_word: bool) -> str:
    start = ", then start it" if by_word else ""
    if deck.proof is None or not grades.is_too_low(state, deck):
        return start
    return f" again{start}; its shuffle is {grades.shortfall(deck.proof)}"


def _may_stay(state: TableState, inside: Deck) -> bool:
    """What is being shuffled, or was for its turn; not what keeps the deck out whose turn it is."""
    due = state.due_deck
    in_the_way = inside.proof is not None and due is not None and due is not inside and due in _idle(state)
    return not _goes_in_again(state, inside) and inside.stage is Stage.READY and not in_the_way


def _goes_in_again(state: TableState, inside: Deck) -> bool:
    return inside.trouble is not None or grades.is_too_low(state, inside)


def _next_to_load(state: TableState) -> Deck | None:
    idle = _idle(state)
    due = state.due_deck
    return due if due in idle else next(iter(idle), None)


def _idle(state: TableState) -> list[Deck]:
    return [deck for deck in state.decks if _may_be_loaded(state, deck) and not _to_be_counted_first(state, deck)]


def _may_be_loaded(state: TableState, deck: Deck) -> bool:
    """A deck lies on the table after its cut, or shuffled by hand: there, too, without a proof that counts."""
    fit = deck.stage is Stage.READY and deck.suspect is None and not deck.miscounted and deck.ran_out is None
    return fit and _lies_there(state, deck)


def _lies_there(state: TableState, deck: Deck) -> bool:
    outside = deck.place in (Place.STORAGE, Place.TABLE)
    return outside and (deck.proof is None or grades.is_too_low(state, deck))


def _to_be_counted_first(state: TableState, deck: Deck) -> bool:
    return state.stub_due and deck.back is state.last_used
