"""Which facts may be taken back, by whom and until when. Data, with its reason."""

from firmware_host.rules.answers import Role
from firmware_host.rules.bodies import (
    BettingCompleted,
    CardBurned,
    CardsDiscarded,
    CardsDrawn,
    CommunityDealt,
    DownCardsDiscarded,
    DrawCompleted,
    DrawOpened,
    ForcedBetMade,
    HandFouled,
    HandMucked,
    HandsDealt,
    HandShown,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    ShowdownBegan,
    StubShuffled,
)
from firmware_host.rules.record import Paragraphs
from firmware_host.table.dice import slips as dice
from firmware_host.table.state import TableState

SLIP: Paragraphs = ("14.6(e)2",)
"""The record says what the dealer indicated; a slip of the finger indicated nothing."""


SLIP_AT_DICE: Paragraphs = ("13.5(e)", "I-1")
"""The same of what the dealer of a mini-dice table called."""

BY = frozenset({Role.DEALER, Role.FLOORPERSON})
"""Who may take back the latest step of a round."""

LATEST_STEP: tuple[type, ...] = (
    BettingCompleted,
    CardBurned,
    CommunityDealt,
    HandsDealt,
    DrawOpened,
    DrawCompleted,
    StubShuffled,
    ForcedBetMade,
    PlayerFolded,
    HandFouled,
    PlayerChecked,
    PlayerCalled,
    PlayerBet,
    DownCardsDiscarded,
    CardsDiscarded,
    CardsDrawn,
    ShowdownBegan,
    HandShown,
    HandMucked,
)
"""What may be taken back as long as it is the latest step of its round: nothing has followed from it yet."""


def may_be_taken_back(body: object) -> bool:
    """Return whether a fact with this body is still open to correction as part of the latest step."""
    return isinstance(body, LATEST_STEP) or dice.is_somebodys_word(body)


def slip(state: TableState) -> tuple[int, ...]:
    """Return the facts a dealer who takes the last step back takes back; none where there is none to take back."""
    return (state.dice.slip if state.dice else ()) or state.latest_step
