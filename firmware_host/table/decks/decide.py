"""What is done with the decks, and what the shuffler says of them."""

from typing import assert_never

from firmware_host.rules.answers import Draft
from firmware_host.table.contract import Intent
from firmware_host.table.decks import by_hand, counting, cutting, gate, preparing, rotating, shuffling
from firmware_host.table.decks.acts import (
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
from firmware_host.table.decks.bodies import DecksDistributed
from firmware_host.table.drafts import Decision
from firmware_host.table.people.registry import acting
from firmware_host.table.state import TableState

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
            return by_hand.shuffle(state, act)
        case ApproveHandShuffling():
            return by_hand.approve(state, act)
        case EndHandShuffling():
            return by_hand.end(state)
        case CutDeck():
            return cutting.cut(state, act)
        case OrderRecut():
            return cutting.order_recut(state, act)
        case SortDeck():
            return rotating.sort(state, act)
        case RemoveDeck():
            return rotating.remove(state, act)
        case ConfirmDeck():
            return rotating.confirm(state, act)
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
            return preparing.inspect(state)
        case VerifyDecks():
            return preparing.verify(state, acting(state, intent))
        case SpreadDecks():
            return preparing.spread(state)
        case ShowDecks():
            return preparing.show(state)
        case AcceptPreShuffled():
            return preparing.accept_pre_shuffled(state, act)
        case WashDeck():
            return preparing.wash(state, act)
        case _:
            assert_never(act)
