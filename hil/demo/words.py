"""What happens at the table, in plain words: one sentence for each fact worth hearing."""

from firmware_host.rules.bodies import (
    BlindsPosted,
    CommunityDealt,
    HandsDealt,
    PotAwarded,
    RoundCompleted,
    RoundStarted,
    ShowdownBegan,
)
from firmware_host.rules.game import StreetName
from firmware_host.table.bodies import (
    Body,
    ButtonMoved,
    Corrected,
    DealerOnDuty,
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    DeviceCameUp,
    DeviceWentDown,
    FloorCalled,
    HostStarted,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
    TableOpened,
)
from firmware_host.table.contract import Fact

STREETS = {
    StreetName.FLOP: "The flop: one card burnt, three community cards up.",
    StreetName.TURN: "The turn: one card burnt, the fourth community card up.",
    StreetName.RIVER: "The river: one card burnt, the fifth and last community card up.",
}


def sentence(fact: Fact) -> str | None:
    """Return what the fact means to somebody watching, or nothing where it goes without saying."""
    said = _deck(fact.body) or _round(fact.body, fact.round) or _table(fact.body)
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
            return f"Round {number}: {len(seats)} players, the button at seat {button}."
        case BlindsPosted(seats=seats):
            return f"Blind bets from {_seats(seats)}."
        case HandsDealt(seats=seats, down=down):
            return f"{down} cards face down to each, seat {seats[0]} first."
        case CommunityDealt(street=street):
            return STREETS.get(street)
        case ShowdownBegan():
            return "Showdown: the hands are turned up."
        case PotAwarded(uncontested=True):
            return "Everybody else has folded: losing cards in, then the pot to the last player."
        case PotAwarded():
            return "Losing cards in, pot pushed, winning hand in."
        case RoundCompleted(stub=stub, burns=burns, board=board, hands=hands):
            return f"Round {number} is over. 52 cards: stub {stub}, burns {burns}, board {board}, hands {hands}."
        case _:
            return None


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
