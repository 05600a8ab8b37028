"""Shuffling by hand (14.5(a)): where there is no shuffler, or the floor has agreed to go on without it (I-19)."""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.table.acts.decks import ApproveHandShuffling, EndHandShuffling, ShuffleByHand
from firmware_host.table.answering import answers
from firmware_host.table.facts.decks import DeckShuffledByHand, HandShufflingApproved, HandShufflingEnded
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state import reconciliation
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Grade


@answers(ApproveHandShuffling)
def approve(state: TableState, act: ApproveHandShuffling) -> Decision:
    """Change to shuffling by hand; a second approval records nothing."""
    if state.config is None or Grade.BY_HAND not in state.config.accepts:
        return refuse(
            "this table does not deal decks shuffled by hand",
            "list by-hand under `accepts` in table.toml",
            *SHUFFLED,
            code=Code.GRADE_NOT_ACCEPTED,
        )
    return () if state.by_hand else (draft(HandShufflingApproved(why=act.why), *SHUFFLED),)


@answers(EndHandShuffling)
def end(state: TableState, _act: EndHandShuffling) -> Decision:
    """Go back to the shuffler, between rounds."""
    if not state.hand_approved:
        return refuse(
            "the floor has not approved shuffling by hand, so it cannot be ended",
            "use the shuffler; a table without one always shuffles by hand",
            *SHUFFLED,
        )
    if state.round is not None:
        return round_under_way(SHUFFLED)
    return (draft(HandShufflingEnded(), *SHUFFLED),)


@answers(ShuffleByHand)
def shuffle(state: TableState, act: ShuffleByHand) -> Decision:
    """Record the dealer's shuffle of a whole deck: the proof is this fact."""
    deck = state.deck(act.back)
    wrong = _why_not(state, deck)
    if wrong is not None or deck is None:
        return wrong or _no_such_deck(act)
    return (draft(DeckShuffledByHand(back=deck.back), *SHUFFLED),)


def is_possible(state: TableState, deck: Deck) -> bool:
    """Return whether the dealer may shuffle this deck by hand now."""
    return _why_not(state, deck) is None


def _why_not(state: TableState, deck: Deck | None) -> Refusal | None:
    if not state.by_hand:
        reason, allowed_by = "this table uses its shuffler", "ask a floorperson to approve shuffling by hand"
    elif state.config is None or Grade.BY_HAND not in state.config.accepts:
        reason, allowed_by = (
            "this table does not deal decks shuffled by hand",
            "list by-hand under `accepts` in table.toml",
        )
    elif deck is None:
        return None
    elif deck.place is Place.IN_PLAY:
        reason, allowed_by = f"the {deck.back} deck is in play", "wait until the round is over"
    elif deck.stage is not Stage.READY:
        reason, allowed_by = f"the {deck.back} deck has not been washed yet", "wash and stack it first (14.4(c))"
    elif deck.uncounted:
        return reconciliation.not_counted(deck)
    else:
        return None
    return refuse(reason, allowed_by, *SHUFFLED)


def _no_such_deck(act: ShuffleByHand) -> Refusal:
    return refuse(
        f"this table has no {act.back} deck", "name one of the two decks of this table", "14.2(a)", code=Code.WRONG_DECK
    )
