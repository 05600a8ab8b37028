"""The sentences that the demo shows: one for each fact worth showing."""

from firmware_host.rules.round_facts import (
    BettingCompleted,
    CardBurned,
    CardsDrawn,
    DownCardsDiscarded,
    DrawCompleted,
    LosingHandsCollected,
)
from firmware_host.table.facts.decks import ForeignDeckSeen, ProofVoided
from firmware_host.table.facts.dice import ShakerDocked
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.fact import sentence as in_words
from firmware_host.table.facts.floor import FloorCallEnded
from firmware_host.table.facts.round import ButtonPlaced, PuckSeen
from firmware_host.table.facts.seating import SeatTaken
from firmware_host.table.facts.system import ConfigurationAdopted, JournalOpened

GOES_WITHOUT_SAYING = (
    BettingCompleted,
    ButtonPlaced,
    CardBurned,
    CardsDrawn,
    ConfigurationAdopted,
    DownCardsDiscarded,
    DrawCompleted,
    FloorCallEnded,
    ForeignDeckSeen,
    JournalOpened,
    LosingHandsCollected,
    ProofVoided,
    PuckSeen,
    SeatTaken,
    ShakerDocked,
)
"""Facts that are clear from other facts, or visible in the picture of the table."""


def sentence(fact: Fact) -> str | None:
    """Return the sentence of a fact; None if it need not be shown."""
    if isinstance(fact.body, GOES_WITHOUT_SAYING):
        return None
    paragraphs = f"  [{', '.join(fact.paragraphs)}]" if fact.paragraphs else ""
    return in_words(fact) + paragraphs
