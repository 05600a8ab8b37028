"""Compares what the learner entered with what was due."""

from enum import StrEnum

from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    Draw,
    Fold,
    FoulHand,
    InRound,
    MakeForcedBet,
    MuckHand,
    ShowHand,
)
from firmware_host.rules.struct import HIDDEN, Paragraphs
from firmware_host.rules.wording import money, number
from firmware_host.rules.wording import seats as seats_said
from firmware_host.table.acts.decks import (
    AcceptPreShuffled,
    CountCards,
    CutDeck,
    InspectDecks,
    ShowDecks,
    SortDeck,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.dice import AtDice, CallSum, NoteDie, PlaceWager, TakeWagerDown
from firmware_host.table.acts.floor import OpenTable
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import AddChips
from hil.practice.hand_moves import Wrong

STEPS = (
    AcceptPreShuffled,
    AtDice,
    CountCards,
    CutDeck,
    Deal,
    InRound,
    InspectDecks,
    OpenTable,
    ShowDecks,
    SortDeck,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
"""The acts that take the game a step further. Calling the floor, seats and corrections are no mistake at any time."""


class Kind(StrEnum):
    """What was wrong."""

    WRONG_SEAT = "wrong-seat"
    WRONG_ACT = "wrong-act"
    WRONG_AMOUNT = "wrong-amount"
    WRONG_CARDS = "wrong-cards"
    WRONG_PUSH = "wrong-push"
    WRONG_COUNT = "wrong-count"
    WRONG_DICE = "wrong-dice"
    TOO_EARLY = "too-early"
    SKIPPED_STEP = "skipped-step"
    REPEATED_STEP = "repeated-step"
    REFUSED = "refused"
    ALERT = "alert"
    HANDS = "hands"


TITLES = {
    Kind.WRONG_SEAT: "Wrong seat",
    Kind.WRONG_ACT: "Not the act that the player made",
    Kind.WRONG_AMOUNT: "Wrong amount",
    Kind.WRONG_CARDS: "Wrong cards",
    Kind.WRONG_PUSH: "Pot to the wrong player",
    Kind.WRONG_COUNT: "Wrong count",
    Kind.WRONG_DICE: "Wrong dice",
    Kind.TOO_EARLY: "Too early",
    Kind.SKIPPED_STEP: "Another step was due",
    Kind.REPEATED_STEP: "Entered twice",
    Kind.REFUSED: "Refused by the table",
    Kind.ALERT: "Alert",
    Kind.HANDS: "Move of the hands at the wrong moment",
}

WHY = {
    Kind.WRONG_SEAT: "Players act in turn, and each act is recorded for the player who made it.",
    Kind.WRONG_ACT: "What a player says or does is binding, and the record has to say the same.",
    Kind.WRONG_AMOUNT: "The pots and what each player has left are worked out from the amounts entered.",
    Kind.WRONG_CARDS: "Cards speak: the winner is read from the cards entered.",
    Kind.WRONG_PUSH: "The hands shown decide who gets which pot.",
    Kind.WRONG_COUNT: "The count shows whether a card is missing, so enter the number of cards that are there.",
    Kind.WRONG_DICE: "Wagers win and lose by the uppermost faces of the dice.",
    Kind.TOO_EARLY: "Players still had to act. The step is entered once the last of them has acted.",
    Kind.SKIPPED_STEP: "The steps of a round have an order, and each is recorded.",
    Kind.REPEATED_STEP: "The step was recorded already; the table had moved on to the next one.",
    Kind.ALERT: "The table raised an alert because of what was done.",
}


OF_A_TURN: dict[Kind, Paragraphs] = {
    Kind.WRONG_SEAT: ("14.6(e)2",),
    Kind.WRONG_ACT: ("14.7(d)",),
    Kind.WRONG_AMOUNT: ("14.7(e)",),
}
"""The dealer announces whose turn it is; what is declared is binding; chips are corrected to the declaration."""

CARDS_SPEAK: Paragraphs = ("14.3(g)",)


def is_step(act: Act) -> bool:
    """Return whether this act takes the game a step further."""
    return isinstance(act, STEPS) and not isinstance(act, FoulHand | TakeWagerDown)


def compared(due: Act, act: Act) -> Kind | None:
    """Return what is wrong with the act; None if it is what was due."""
    if isinstance(due, AwardUncontested | AwardPot) and isinstance(act, AwardPot | AwardUncontested):
        return _pushed(due, act)
    if isinstance(due, NoteDie | CallSum) and isinstance(act, NoteDie | CallSum):
        return None if _faces(act) in (_faces(due), _faces(due)[::-1]) or _one_of(due, act) else Kind.WRONG_DICE
    if type(due) is not type(act):
        return _of_another_type(due, act)
    return _of_one_type(due, act)


def words(act: Act) -> str:
    """
    Return an act in words.

    >>> words(Fold(seat=4))
    'Seat 4: fold'
    """
    match act:
        case Fold(seat=seat):
            return f"Seat {seat}: fold"
        case Check(seat=seat):
            return f"Seat {seat}: check"
        case Call(seat=seat):
            return f"Seat {seat}: call"
        case Bet(seat=seat, to_cents=cents):
            return f"Seat {seat}: bet or raise to {money(cents)}"
        case MakeForcedBet(seat=seat):
            return f"Seat {seat}: forced bet"
        case MuckHand(seat=seat):
            return f"Seat {seat}: muck the hand"
        case ShowHand(seat=seat, cards=cards):
            return f"Seat {seat}: show {' '.join(cards)}"
        case Draw(seat=seat, discards=discards):
            return f"Seat {seat}: discard {number(len(discards), 'card')}" if discards else f"Seat {seat}: stand pat"
        case DealStreet(board=board, hands=hands):
            shown = [f"seat {hand.seat} {' '.join(card for card in hand.cards if card != HIDDEN)}" for hand in hands]
            dealt = ", ".join([*([" ".join(board)] if board else []), *shown])
            return f"Deal: {dealt}" if dealt else "Deal the next cards"
        case CompleteBetting(stub_short=True):
            return "Betting is complete, and the stub is too short for a card each"
        case CompleteBetting():
            return "Betting is complete"
        case CompleteDraw(drawn=drawn):
            return "All have drawn" if drawn is None else f"All have drawn: {number(drawn, 'card')}"
        case AwardUncontested():
            return "All others folded"
        case AwardPot(seats=to):
            return f"Push the pot to {seats_said(to)}" if to else "Push the pot"
        case CountCards(what=what, counted=counted, said_right=right):
            said = str(counted) if counted is not None else "right" if right else "wrong"
            return f"Count of the {what}: {said}"
        case AddChips(seat=seat, cents=cents):
            return f"Seat {seat} adds {money(cents)}"
        case PlaceWager(seat=seat, wager=wager, cents=cents):
            return f"Seat {seat}: {money(cents)} on {wager}"
        case NoteDie(face=face):
            return f"First die: {face}"
        case CallSum(dice=dice):
            return f"Dice: {dice[0]} and {dice[1]}"
        case _:
            return _by_name(act)


def step_name(act: Act) -> str:
    """
    Return the kind of step for the tables of the score.

    >>> step_name(Fold(seat=4)), step_name(Deal())
    ("a player's act", 'deal')
    """
    if isinstance(act, Fold | Check | Call | Bet | MakeForcedBet):
        return "a player's act"
    return str(act.__struct_config__.tag).replace("-", " ")


def wrong(kind: Kind, due: Act, act: Act, paragraphs: Paragraphs) -> Wrong:
    """Return the mistake in words."""
    return Wrong(
        happened=f"You entered: {words(act)}.",
        should=f"Wait for the last player, then enter: {words(due)}."
        if kind is Kind.TOO_EARLY
        else f"The right entry was: {words(due)}.",
        why=WHY.get(kind, ""),
        paragraphs=(*_about(kind, due), *paragraphs),
    )


def _about(kind: Kind, due: Act) -> Paragraphs:
    """Return the paragraph that the mistake breaks, where it is another than that of the step."""
    if isinstance(due, Fold | Check | Call | Bet):
        return OF_A_TURN.get(kind, ())
    return CARDS_SPEAK if kind is Kind.WRONG_CARDS and isinstance(due, ShowHand) else ()


def _of_another_type(due: Act, act: Act) -> Kind:
    if isinstance(due, Fold | Check | Call | Bet | MakeForcedBet) and isinstance(
        act, Fold | Check | Call | Bet | MakeForcedBet
    ):
        return Kind.WRONG_ACT if due.seat == act.seat else Kind.WRONG_SEAT
    if isinstance(due, ShowHand | MuckHand) and isinstance(act, ShowHand | MuckHand):
        return Kind.WRONG_ACT if due.seat == act.seat else Kind.WRONG_SEAT
    return Kind.SKIPPED_STEP


def _of_one_type(due: Act, act: Act) -> Kind | None:
    if isinstance(due, CountCards) and isinstance(act, CountCards):
        return None if _counts(due, act) else Kind.WRONG_COUNT
    if isinstance(due, DealStreet) and isinstance(act, DealStreet):
        return None if _cards(due) == _cards(act) else Kind.WRONG_CARDS
    if isinstance(due, CompleteDraw) and isinstance(act, CompleteDraw):
        return None if act.drawn in (None, due.drawn) else Kind.WRONG_COUNT
    if getattr(due, "seat", None) != getattr(act, "seat", None):
        return Kind.WRONG_SEAT
    if isinstance(due, PlaceWager) and isinstance(act, PlaceWager) and due.wager is not act.wager:
        return Kind.WRONG_ACT
    if isinstance(due, Bet | AddChips | PlaceWager):
        return None if _amount(due) == _amount(act) else Kind.WRONG_AMOUNT
    if isinstance(due, ShowHand) and isinstance(act, ShowHand):
        return None if set(due.cards) == set(act.cards) else Kind.WRONG_CARDS
    if isinstance(due, Draw) and isinstance(act, Draw):
        return None if _discards(due.discards, act.discards) else Kind.WRONG_CARDS
    return None if due == act or isinstance(due, Call) else Kind.SKIPPED_STEP


def _amount(act: Act) -> int:
    match act:
        case Bet(to_cents=cents) | AddChips(cents=cents) | PlaceWager(cents=cents):
            return cents
        case _:
            return 0


def _discards(due: tuple[str, ...], entered: tuple[str, ...]) -> bool:
    hidden = HIDDEN in due or HIDDEN in entered
    return len(due) == len(entered) and (hidden or set(due) == set(entered))


def _pushed(due: AwardPot | AwardUncontested, act: AwardPot | AwardUncontested) -> Kind | None:
    if type(due) is not type(act):
        return Kind.SKIPPED_STEP
    wanted, named = _winners(due), _winners(act)
    return None if not wanted or not named or wanted == named else Kind.WRONG_PUSH


def _winners(act: AwardPot | AwardUncontested) -> set[int]:
    if isinstance(act, AwardUncontested):
        return set() if act.seat is None else {act.seat}
    return {*act.seats, *(seat for to in act.side_pots for seat in to)}


def _counts(due: CountCards, act: CountCards) -> bool:
    if (due.what, due.back) != (act.what, act.back):
        return False
    if act.counted is None:
        return act.said_right
    return due.counted is None or due.counted == act.counted


def _cards(act: DealStreet) -> tuple[frozenset[str], dict[int, frozenset[str]]]:
    hands = {hand.seat: frozenset(hand.cards) - {HIDDEN} for hand in act.hands}
    return frozenset(act.board), {seat: cards for seat, cards in hands.items() if cards}


def _faces(act: NoteDie | CallSum) -> tuple[int, ...]:
    return act.dice if isinstance(act, CallSum) else (act.face,)


def _one_of(due: NoteDie | CallSum, act: NoteDie | CallSum) -> bool:
    """Accept the whole roll where one die is due."""
    return isinstance(due, NoteDie) and isinstance(act, CallSum) and due.face in act.dice


def _by_name(act: Act) -> str:
    name = str(act.__struct_config__.tag).replace("-", " ")
    back = getattr(act, "back", None)
    seat = getattr(act, "seat", None)
    after = f" ({back})" if back is not None else f" (seat {seat})" if seat is not None else ""
    return f"{name[0].upper()}{name[1:]}{after}"
