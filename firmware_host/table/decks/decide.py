"""What is done with the decks, and what the shuffler says of them."""

from typing import assert_never

from firmware_host.table.contract import Intent
from firmware_host.table.decks import cutting, shuffling
from firmware_host.table.decks.acts import CutDeck, DecksAct, ReportShuffle, ReportShuffleFailure, SenseDeck
from firmware_host.table.drafts import Decision
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: DecksAct) -> Decision:
    """Answer what concerns a deck."""
    del intent
    match act:
        case CutDeck():
            return cutting.cut(state, act)
        case SenseDeck():
            return shuffling.sense_deck(state, act)
        case ReportShuffle():
            return shuffling.report_shuffle(state, act)
        case ReportShuffleFailure():
            return shuffling.report_failure(state, act)
        case _:
            assert_never(act)
