"""
The deal gate: no proof, no deal.

A deck is dealt only on a shuffle proof of a grade this table accepts, unused, cut after the shuffle (14.5), in its
turn (14.2(d)3), with its clocks and counts in order (14.2(b), 14.6(e)4). Every deal passes this check. Two people may
override it for one round, and the record marks that round.
"""

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.table.acts.decks import OverrideGate
from firmware_host.table.answering import answers
from firmware_host.table.clocks import Stamp
from firmware_host.table.decks import counting, deck_clocks
from firmware_host.table.facts.decks import GateOverridden
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state import activity, proof, reconciliation
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.decks import Deck, Place, Proof, Stage
from firmware_host.table.state.hindrance import of_machine
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Clock, Counted

CUT = ("14.5(b)",)

ALTERNATE = ("14.2(d)2", "14.2(d)3")

ROTATION = ("14.2(b)",)

TWO_DECKS = ("14.2(a)",)


NOT_PREPARED = {
    Stage.AWAITED: ("is not at the table", "receive and inspect it", "14.4(a)"),
    Stage.INSPECTED: ("has not been verified", "have a floorperson or a supervisor verify it", "14.4(b)"),
    Stage.VERIFIED: (
        "has not been spread face up for the players",
        "spread it face up, by suit and in sequence",
        "14.4(b)",
    ),
    Stage.SPREAD: ("has not been shown to two players", "let two players look at it", "14.4(c)"),
    Stage.SHOWN: ("has not been washed and stacked", "turn it face down, wash and stack it", "14.4(c)"),
}

AGED = {
    Clock.SORT: ("has been used for three hours", "place it into suit and sequence"),
    Clock.CHANGE: ("was opened six hours ago", "take it off the table and receive another"),
}


def proved_deck(state: TableState) -> tuple[Deck, Proof] | Refusal:
    """Return the deck whose turn it is with the proof it may be dealt on, cut or not."""
    deck = state.due_deck
    if deck is None:
        return _no_decks()
    stands_in_the_way = _unfit(state, deck) or _other_unwashed(state)
    if stands_in_the_way is not None:
        return stands_in_the_way
    if deck.proof is None:
        return _no_proof(state, deck)
    if deck.place is Place.SHUFFLER and state.shuffler.doubt is not None:
        return _in_doubt(state, deck)
    if proof.is_too_low(state, deck):
        return proof.refusal(state, deck, deck.proof)
    if reconciliation.is_missed(deck, deck.proof):
        return reconciliation.not_counted_out(state, deck)
    return deck, deck.proof


def cuttable_deck(state: TableState) -> tuple[Deck, Proof] | Refusal:
    """Return the deck whose turn it is with its proof, once all of it is out of the shuffler (14.5(b))."""
    proved = proved_deck(state)
    if isinstance(proved, Refusal) or not reconciliation.is_inside(state, *proved):
        return proved
    return reconciliation.not_out(state, proved[0])


def dealable_deck(state: TableState, at: Stamp | None = None) -> tuple[Deck, Proof] | Refusal:
    """
    Return the deck that may be dealt now with its proof, or what is missing.

    `at` is the time of the deal, if there is one: then every clock is checked at that moment, whether its deadline was
    processed or not.
    """
    proved = proved_deck(state)
    if isinstance(proved, Refusal):
        return proved
    missing = (
        activity.must_spread(state, at) or _one_deck_only(state) or (_discards_due() if state.discards_due else None)
    )
    if missing is not None:
        return missing
    deck, on = proved
    if reconciliation.is_inside(state, deck, on):
        return reconciliation.not_out(state, deck)
    if not deck.cut:
        return refuse(
            f"the {deck.back} deck has not been cut since its shuffle",
            "cut ten or more cards of it onto the cover card",
            *CUT,
            code=Code.NOT_CUT,
        )
    if at is None:
        return proved
    ran_out = deck_clocks.ran_out(state, deck, at)
    if ran_out is not None:
        return _aged(state, deck, ran_out)
    return _count_due() if deck_clocks.stub_count_due(state, at) else proved


def needs_override(state: TableState) -> bool:
    """Return whether to offer an override: the missing proof will not come without help, and the deck was counted."""
    deck = state.due_deck
    return is_stuck(state) and deck is not None and not deck.uncounted


def is_stuck(state: TableState) -> bool:
    """Return whether the due deck waits for a proof that will not come without help."""
    deck, lacks = state.due_deck, proved_deck(state)
    if deck is None or not isinstance(lacks, Refusal) or not state.is_open:
        return False
    if lacks.code is Code.GRADE_NOT_ACCEPTED:
        return True
    unanswered = state.devices.get("shuffler") is False and not state.by_hand
    return lacks.code is Code.NO_SHUFFLE_PROOF and (deck.trouble is not None or deck.overdue or unanswered)


@answers(OverrideGate)
def override(state: TableState, act: OverrideGate) -> Decision:
    """
    Let two people answer for one round without a proof.

    Refused for a deck that may be incomplete or is missing, and for a deck with a proof that the table accepts.
    """
    if state.round is not None:
        return round_under_way()
    deck = state.due_deck
    if deck is None or deck.back is not act.back:
        return refuse(
            f"it is not the {act.back} deck's turn",
            f"override the gate for the {deck.back} deck" if deck else "override the gate only at a table with decks",
            *ALTERNATE,
            code=Code.WRONG_DECK,
        )
    stands_in_the_way = _unfit(state, deck)
    if stands_in_the_way is not None:
        return stands_in_the_way
    if not isinstance(proved_deck(state), Refusal):
        return refuse(
            f"the {deck.back} deck needs no override: it has a shuffle proof that this table accepts",
            f"deal the {deck.back} deck as usual",
            *SHUFFLED,
        )
    if deck.uncounted:
        return reconciliation.not_counted(deck)
    return (draft(GateOverridden(back=deck.back, why=act.why), *SHUFFLED),)


def _unfit(state: TableState, deck: Deck) -> Refusal | None:
    """Return what neither a shuffle nor an override can fix."""
    if deck.stage is not Stage.READY:
        what, allowed_by, paragraph = NOT_PREPARED[deck.stage]
        return refuse(f"the {deck.back} deck {what}", allowed_by, paragraph, code=Code.DECK_NOT_PREPARED)
    if deck.suspect is not None:
        return refuse(
            f"the {deck.back} deck is held: {deck.suspect}",
            "have two people count all 52 cards of it",
            "I-8",
            code=Code.DECK_SUSPECT,
        )
    if deck.miscounted:
        return _miscounted(deck)
    if deck.ran_out is not None:
        return _aged(state, deck, deck.ran_out)
    return _count_due() if state.stub_due else None


def _one_deck_only(state: TableState) -> Refusal | None:
    """
    Refuse to deal while only one deck is at the table: there must be two at all times (14.2(a)).

    A deck that lies in the shuffler or is held counts as at the table; a removed one does not, until another deck with
    these backs is received.
    """
    missing = next((deck for deck in state.decks if deck.stage is Stage.AWAITED), None)
    if missing is None:
        return None
    return refuse(
        f"only one deck is at the table: there is no {missing.back} deck",
        f"receive and inspect another {missing.back} deck",
        *TWO_DECKS,
        code=Code.DECK_NOT_PREPARED,
    )


def _other_unwashed(state: TableState) -> Refusal | None:
    """
    Refuse the first deal until the other deck is washed, too.

    With a shuffler each deck is washed before play commences; without one the other deck may wait (14.4(c)1, 2).
    """
    if state.by_hand or state.last_used is not None:
        return None
    waiting = next((deck for deck in state.decks if deck.stage is Stage.SHOWN), None)
    return None if waiting is None else _unfit(state, waiting)


def _aged(state: TableState, deck: Deck, clock: Clock) -> Refusal:
    what, allowed_by = AGED[clock]
    margin = state.config.deck_margin_min if state.config else 0
    reason = f"the {deck.back} deck {what}" + (f", less this table's margin of {margin} minutes" if margin else "")
    if deck_clocks.age_is_unknown(state, deck):
        reason = f"it is unknown how long the {deck.back} deck has been used"
        allowed_by = f"have a floorperson state how old it is; or {allowed_by}"
    return refuse(reason, allowed_by, *ROTATION, code=Code.DECK_TOO_OLD)


def _count_due() -> Refusal:
    return refuse(
        "the stub has not been counted for 15 minutes",
        "count the stub of the round just played, or all 52 cards of its deck",
        *deck_clocks.COUNT,
        code=Code.COUNT_DUE,
    )


def _discards_due() -> Refusal:
    return refuse(
        "the discards of the round just played have not been counted",
        f"count the discards, or all {DECK} cards of their deck",
        *counting.DISCARDS,
        code=Code.COUNT_DUE,
    )


def _miscounted(deck: Deck) -> Refusal:
    again = f"count all {DECK} cards of the deck again"
    if Counted.DECK not in deck.miscounted:
        again = (
            f"count {' and '.join(f'the {what}' for what in deck.miscounted)} again, or all {DECK} cards of the deck"
        )
    return refuse(
        f"the {deck.back} deck was counted wrong: {counting.parts(deck.miscounted)}", again, "I-8", code=Code.COUNT_DUE
    )


def _in_doubt(state: TableState, deck: Deck) -> Refusal:
    shuffler, machine = state.shuffler, of_machine(state)
    return refuse(
        f"the {deck.back} deck is in the shuffler, whose cards are in doubt: {shuffler.doubt}",
        machine.put_right if machine else reconciliation.how_to_compare(shuffler),
        *SHUFFLED,
        "I-8",
        code=Code.NO_SHUFFLE_PROOF,
    )


def _no_proof(state: TableState, deck: Deck) -> Refusal:
    machine = None if state.by_hand else of_machine(state)
    first = None if state.by_hand else reconciliation.comes_first(state.shuffler)
    if machine is not None:
        reason, allowed_by = machine.reason, machine.put_right
    elif deck.trouble:
        reason, allowed_by = deck.trouble, _counted_and_put_in_again(deck, first)
    elif state.by_hand:
        reason = f"the {deck.back} deck has not been shuffled"
        allowed_by = f"shuffle the whole {deck.back} deck by hand, into one stack"
    elif deck.place is Place.SHUFFLER and deck.order and state.devices.get("shuffler") is False:
        reason = f"the shuffler with the {deck.back} deck does not answer"
        allowed_by = "check the power and the cable of the shuffler, then wait for its report"
    elif deck.overdue:
        reason = f"the shuffler takes too long with the {deck.back} deck"
        allowed_by = "check the shuffler; if it has stopped, put the deck in again"
    elif deck.order:
        reason = f"the {deck.back} deck is being shuffled"
        allowed_by = "wait until the shuffler has finished"
    else:
        reason = f"the {deck.back} deck, whose turn it is, has not been shuffled"
        allowed_by = first or f"put the {deck.back} deck into the shuffler"
    return refuse(
        reason,
        allowed_by,
        *(SHUFFLED + (ALTERNATE if state.last_used and not state.by_hand else ())),
        code=Code.NO_SHUFFLE_PROOF,
    )


def _counted_and_put_in_again(deck: Deck, first: str | None) -> str:
    if not deck.uncounted:
        return first or f"put the {deck.back} deck into the shuffler again"
    if deck.place is Place.SHUFFLER:
        return f"take the {deck.back} deck out of the shuffler, count it and put it in again"
    return f"count the {deck.back} deck and put it into the shuffler again"


def _no_decks() -> Refusal:
    return refuse(
        "the table has no decks yet", "start the controller with a table.toml", "14.2(a)", code=Code.NO_SHUFFLE_PROOF
    )
