"""Which earlier facts can be amended and until when. Data, with its paragraph."""

from enum import StrEnum

from firmware_host.rules import round_facts as it
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.facts import dice as at_dice
from firmware_host.table.paragraphs import MISCOUNTED_MONEY, MISREAD_WAGER, WRONG_SUM
from firmware_host.table.state.round_log import Told
from firmware_host.table.state.table import TableState


class Until(StrEnum):
    """How long a fact is open to it."""

    STEP = "step"
    """As long as it is of the latest step: nothing has followed from it yet. A roll: until it is settled."""
    STREET = "street"
    """As long as the bets of its street lie before the players: then they are in the pot, and nobody can tell them."""
    AWARD = "award"
    """As long as the pot is not awarded."""
    NO_MORE_BETS = "no-more-bets"
    """Until no more bets is called: from then on the wagers that lay there are another shake's."""


class Correctable(Record, frozen=True, kw_only=True):
    """Facts of these kinds, amended until then. Who may ask for it, one person or two, stands with the act."""

    kinds: tuple[type, ...]
    until: Until
    paragraphs: Paragraphs


STEPS = Correctable(
    kinds=(
        it.BettingCompleted,
        it.CardBurned,
        it.CommunityDealt,
        it.HandsDealt,
        it.DrawOpened,
        it.DrawCompleted,
        it.StubShuffled,
        it.ForcedBetMade,
        it.PlayerFolded,
        it.HandFouled,
        it.PlayerChecked,
        it.PlayerCalled,
        it.PlayerBet,
        it.DownCardsDiscarded,
        it.CardsDiscarded,
        it.CardsDrawn,
        it.ShowdownBegan,
        it.HandShown,
        it.HandMucked,
    ),
    until=Until.STEP,
    paragraphs=("14.6(e)2",),
)

"""A step to nothing. The record says what the dealer indicated; a slip of the finger indicated nothing."""


CALLS = Correctable(
    kinds=(
        at_dice.WagerPlaced,
        at_dice.WagerTakenDown,
        at_dice.BetsClosed,
        at_dice.CoverPutOn,
        at_dice.CoverTakenOff,
        at_dice.DiceShaken,
        at_dice.ShakerOffered,
        at_dice.ShakerRefused,
        at_dice.ShakerAccepted,
        at_dice.ShakerKept,
        at_dice.ShakerReturned,
        at_dice.ShakerRelinquished,
        at_dice.DieNoted,
        at_dice.SumCalled,
        at_dice.NoRollCalled,
    ),
    until=Until.STEP,
    paragraphs=("13.5(e)", "I-1"),
)

"""The same of what the dealer of a mini-dice table called: words, never what a sensor saw, and no money that moved."""


WAGERS = Correctable(
    kinds=(it.PlayerBet, it.PlayerCalled, it.PlayerChecked, it.PlayerFolded),
    until=Until.STREET,
    paragraphs=MISREAD_WAGER,
)

"""A wager, or a fold, that was misread: what binds is what was announced, and the bet is corrected to it."""


CARDS = Correctable(
    kinds=(it.CommunityDealt, it.HandsDealt, it.CardsDrawn, it.HandShown),
    until=Until.AWARD,
    paragraphs=("14.3(g)", "I-11"),
)

"""A card that was named wrong: a hand is ranked by the cards actually in it."""


SUMS = Correctable(
    kinds=(at_dice.SumCalled,),
    until=Until.NO_MORE_BETS,
    paragraphs=WRONG_SUM,
)

"""A sum that was called wrong and found out only after money had moved on it."""


MONEY: Paragraphs = MISCOUNTED_MONEY

"""What lies on the table is the players' stakes and the pot, and nobody may add to or take from them; a wrong count of
them is put right by two people. It amends no fact."""


def is_open(row: Correctable, told: tuple[Told, ...], number: int) -> bool:
    """Return whether this fact of the round under way may still be amended."""
    if row.until is Until.AWARD:
        return True
    return not any(isinstance(later.body, it.BettingCompleted) for later in told if later.number > number)


def may_be_taken_back(body: object) -> bool:
    """Return whether a fact with this body may be taken back with the step that it is of."""
    match body:
        case at_dice.ShakerRelinquished(why=why):
            return why is at_dice.Relinquished.VOLUNTARILY
        case at_dice.BetsClosed(word=word) | at_dice.CoverPutOn(word=word) | at_dice.CoverTakenOff(word=word):
            return word is not at_dice.Word.SENSED
        case at_dice.DiceShaken(word=word) | at_dice.ShakerReturned(word=word):
            return word is not at_dice.Word.SENSED
        case _:
            return isinstance(body, STEPS.kinds + CALLS.kinds)


def of_last_step(state: TableState) -> tuple[int, ...]:
    """Return the facts a dealer who takes the last step back takes back; none where there is none to take back."""
    return (state.dice.slip if state.dice else ()) or state.latest_step
