"""What is done with the decks, and what the shuffler says of them."""

from typing import assert_never

from firmware_host.rules.decision import Draft
from firmware_host.table.acts.decks import (
    AcceptPreShuffled,
    ApproveHandShuffling,
    ConfirmDeck,
    CountCards,
    CutDeck,
    DecksAct,
    DistributeDecks,
    EndHandShuffling,
    InspectDecks,
    LoadDeck,
    OrderRecut,
    OverrideGate,
    Recount,
    RemoveDeck,
    ReportLoad,
    ReportShuffle,
    ReportShuffleFailure,
    SenseDeck,
    ShowDecks,
    ShuffleByHand,
    SortDeck,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.intent import Intent
from firmware_host.table.decks import counting, gate, hand_shuffling, preparation, rotation, shuffling
from firmware_host.table.facts.decks import DecksDistributed
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state.people import acting
from firmware_host.table.state.table import TableState

SENSED = SenseDeck | ReportLoad | ReportShuffle | ReportShuffleFailure

PREPARING = InspectDecks | VerifyDecks | SpreadDecks | ShowDecks | AcceptPreShuffled | WashDeck


def answer(state: TableState, intent: Intent, act: DecksAct) -> Decision:
    """Answer what concerns a deck."""
    if isinstance(act, SENSED):
        return _sensed(state, act)
    if isinstance(act, PREPARING):
        return _prepare(state, intent, act)
    match act:
        case DistributeDecks(why=why):
            return (Draft(body=DecksDistributed(why=why), paragraphs=("14.2(c)",)),)
        case LoadDeck():
            return shuffling.load_deck(state, act)
        case ShuffleByHand():
            return hand_shuffling.shuffle(state, act)
        case ApproveHandShuffling():
            return hand_shuffling.approve(state, act)
        case EndHandShuffling():
            return hand_shuffling.end(state)
        case CutDeck():
            return shuffling.cut(state, act)
        case OrderRecut():
            return shuffling.order_recut(state, act)
        case SortDeck():
            return rotation.sort(state, act)
        case RemoveDeck():
            return rotation.remove(state, act)
        case ConfirmDeck():
            return rotation.confirm(state, act)
        case CountCards():
            return counting.count(state, act)
        case Recount():
            return counting.recount(state, act)
        case OverrideGate():
            return gate.override(state, act)
        case _:
            assert_never(act)


def _sensed(state: TableState, act: SENSED) -> Decision:
    match act:
        case SenseDeck():
            return shuffling.sense_deck(state, act)
        case ReportLoad():
            return shuffling.check_load(state, act)
        case ReportShuffle():
            return shuffling.report_shuffle(state, act)
        case ReportShuffleFailure():
            return shuffling.report_failure(state, act)
        case _:
            assert_never(act)


def _prepare(state: TableState, intent: Intent, act: PREPARING) -> Decision:
    match act:
        case InspectDecks():
            return preparation.inspect(state)
        case VerifyDecks():
            return preparation.verify(state, acting(state, intent))
        case SpreadDecks():
            return preparation.spread(state)
        case ShowDecks():
            return preparation.show(state)
        case AcceptPreShuffled():
            return preparation.accept_pre_shuffled(state, act)
        case WashDeck():
            return preparation.wash(state, act)
        case _:
            assert_never(act)
