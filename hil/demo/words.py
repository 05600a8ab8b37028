"""What happens at the table, in plain words: one sentence for each fact worth hearing."""

from firmware_host.rules.bodies import (
    AntesPosted,
    BadBeatContributed,
    BadBeatHeld,
    BlindsPosted,
    CardsDiscarded,
    CommunityDealt,
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
    PotAwarded,
    RakeTaken,
    RoundCompleted,
    RoundStarted,
    RoundVoided,
    ShowdownBegan,
    StubShuffled,
    UncalledReturned,
)
from firmware_host.rules.game import StreetName
from firmware_host.rules.record import HIDDEN
from firmware_host.rules.round.steps import money
from firmware_host.table.bodies import Body
from firmware_host.table.button.bodies import ButtonMoved, KillButtonCollected, KillButtonMoved, KillButtonPlaced
from firmware_host.table.contract import Fact
from firmware_host.table.controller.bodies import DeviceCameUp, DeviceWentDown, HostStarted
from firmware_host.table.decks.bodies import (
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.floor.bodies import FloorCalled
from firmware_host.table.people.bodies import DealerOnDuty
from firmware_host.table.play.bodies import Corrected
from firmware_host.table.seating.bodies import ChipsAdded
from firmware_host.table.session.bodies import TableOpened

STREETS = {
    StreetName.FLOP: "The flop: one card burnt, three community cards up.",
    StreetName.TURN: "The turn: one card burnt, the fourth community card up.",
    StreetName.RIVER: "The river: one card burnt, the fifth and last community card up.",
}


def sentence(fact: Fact) -> str | None:
    """Return what the fact means to somebody watching, or nothing where it goes without saying."""
    said = _deck(fact.body) or _round(fact.body, fact.round) or _player(fact.body) or _table(fact.body)
    paragraphs = f"  [{', '.join(fact.paragraphs)}]" if fact.paragraphs else ""
    return said and said + paragraphs


def _deck(body: Body) -> str | None:
    match body:
        case DeckLoaded(back=back):
            return f"The {back} deck is put into the shuffler."
        case ShuffleOrdered(back=back):
            return f"The table orders the shuffle of the {back} deck by itself."
        case ShuffleOverdue(back=back):
            return f"The shuffle of the {back} deck takes too long: look at the shuffler."
        case ShuffleProved(back=back, counted=counted, grade=grade):
            return f"Shuffle proof for the {back} deck: {counted} of 52 cards, {grade} by the shuffler."
        case ShuffleRejected(back=back, reason=reason):
            return f"No proof for the {back} deck: {reason}. It will not be dealt."
        case DeckCut(back=back):
            return f"The {back} deck is cut onto the cover card."
        case DeckPutInPlay(back=back, order=order):
            return f"The gate lets the {back} deck through on the proof of order {order}."
        case _:
            return None


def _round(body: Body, number: int) -> str | None:
    match body:
        case RoundStarted(seats=seats, button=button):
            marker = "no button" if button is None else f"the button at seat {button}"
            return f"Round {number}: {len(seats)} players, {marker}."
        case BlindsPosted(seats=seats):
            return f"Blind bets from {_seats(seats)}."
        case HandsDealt(seats=seats, down=down, up=up):
            dealt = " and ".join(f"{n} face {way}" for n, way in ((down, "down"), (up, "up")) if n)
            return f"{dealt} to each" + (f", seat {seats[0]} first." if seats else " who is left.")
        case CommunityDealt(street=street, cards=cards):
            shown = "" if HIDDEN in cards else f" {' '.join(cards)}"
            return STREETS.get(street, "One card face up for all.") + shown
        case AntesPosted(seats=seats):
            return f"Antes from {len(seats)} players."
        case DrawOpened():
            return "One card burnt; each in turn throws cards away and draws."
        case StubShuffled(pile=pile, cards=cards):
            return f"The stub has run out: {cards} cards are shuffled ({pile}), a step of the same proof."
        case ShowdownBegan():
            return "Showdown: the hands are turned up."
        case RakeTaken(cents=cents):
            return f"Rake: {money(cents)} from the pot."
        case BadBeatContributed(cents=cents):
            return f"{money(cents)} from the pot for the bad beat fund."
        case BadBeatHeld(seats=seats, winners=winners, words=words, beaten_by=beaten_by):
            return f"Bad beat: {_seats(seats)}, {words}, beaten by {_seats(winners)}, {beaten_by}."
        case PotAwarded():
            return _award(body)
        case RoundCompleted(stub=stub, burns=burns, board=board, hands=hands):
            return f"Round {number} is over. 52 cards: stub {stub}, burns {burns}, board {board}, hands {hands}."
        case RoundVoided(why=why):
            return f"Round {number} is void: {why}. Every wager goes back; the button stays."
        case _:
            return None


def _player(body: Body) -> str | None:
    match body:
        case ForcedBetMade(seat=seat, cents=cents):
            return f"Seat {seat} makes the forced bet of {money(cents)}."
        case PlayerFolded(seat=seat):
            return f"Seat {seat} folds."
        case HandFouled(seat=seat, why=why):
            return f"Seat {seat}'s hand is fouled and dead: {why}."
        case PlayerChecked(seat=seat):
            return f"Seat {seat} checks."
        case PlayerCalled(seat=seat, cents=cents):
            return f"Seat {seat} calls {money(cents)}."
        case PlayerBet(seat=seat, to_cents=to):
            return f"Seat {seat} bets or raises to {money(to)}."
        case CardsDiscarded(seat=seat, cards=cards):
            return f"Seat {seat} draws {len(cards)}." if cards else f"Seat {seat} stands pat."
        case HandShown(seat=seat, cards=cards):
            return f"Seat {seat} shows {' '.join(cards)}."
        case HandMucked(seat=seat):
            return f"Seat {seat} mucks."
        case UncalledReturned(seat=seat, cents=cents):
            return f"{money(cents)} that nobody called goes back to seat {seat}."
        case ChipsAdded(seat=seat, cents=cents):
            return f"Seat {seat} adds {money(cents)}."
        case _:
            return None


def _award(body: PotAwarded) -> str:
    if not body.shares:
        told = "Everybody else has folded: losing" if body.uncontested else "Losing"
        return f"{told} cards in, pot pushed, winning hand in."
    which = f"Side pot {body.pot}" if body.pot else "The pot"
    shares = ", ".join(
        f"seat {share.seat} {money(share.cents)}" + ("" if share.part == "whole" else f" ({share.part})")
        for share in body.shares
    )
    return f"{which} of {money(body.cents)}: {shares}."


def _table(body: Body) -> str | None:
    match body:
        case HostStarted(software=software):
            return f"The controller has started ({software})."
        case TableOpened():
            return "The table is open."
        case DealerOnDuty(dealer=dealer):
            return f"{dealer} is on duty; the keys act as this dealer."
        case ButtonMoved(seat=seat):
            return f"The button moves to seat {seat}."
        case KillButtonPlaced(seat=seat) | KillButtonMoved(seat=seat):
            return f"Seat {seat} won the whole of a qualifying pot: the kill button goes there, limits are raised."
        case KillButtonCollected():
            return "The kill button is collected: the posted limits are back."
        case DeviceCameUp(device=device, detail=detail):
            return f"The {device} answers: {detail}."
        case DeviceWentDown(device=device, detail=detail):
            return f"The {device} is gone: {detail}."
        case FloorCalled():
            return "The floor is called."
        case Corrected(of=of):
            return f"Fact {of} is taken back; the record keeps both."
        case _:
            return None


def _seats(seats: tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)
