"""What the learner's hands do at the simulated devices, and whether it was the right moment."""

from enum import StrEnum

from firmware_host.rules.struct import Paragraphs, Record, Seat
from firmware_host.table.acts.decks import CutDeck, LoadDeck, SenseDeck
from firmware_host.table.acts.dice import CloseBets, SenseCover, SenseDock, SenseShakes
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.acts.round import Deal
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.decks import Place
from firmware_host.table.state.hindrance import hindrance
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back


class Doing(StrEnum):
    """A movement of the hands."""

    LOAD = "load"
    TAKE = "take"
    BUTTON = "button"
    OPEN_LID = "open-lid"
    CLOSE_LID = "close-lid"
    CLEAR = "clear"
    COVER = "cover"
    UNCOVER = "uncover"
    SHAKE = "shake"
    DOCK = "dock"


class Hand(Record, frozen=True, kw_only=True):
    """One movement: of this deck, to this seat, this many times."""

    do: Doing
    back: Back | None = None
    seat: Seat | None = None
    times: int = 0


class Wrong(Record, frozen=True, kw_only=True):
    """Why something was wrong, and what would have been right."""

    happened: str
    should: str
    why: str
    paragraphs: Paragraphs = ()


def say(hand: Hand) -> str:
    """
    Return the movement in words, as on its button.

    >>> say(Hand(do=Doing.BUTTON, seat=4))
    'Move the dealer button to seat 4'
    """
    match hand.do:
        case Doing.LOAD:
            return f"Put the {hand.back} deck into the shuffler"
        case Doing.TAKE:
            return "Take the deck out of the shuffler"
        case Doing.BUTTON:
            return f"Move the dealer button to seat {hand.seat}"
        case Doing.OPEN_LID:
            return "Open the lid"
        case Doing.CLOSE_LID:
            return "Close the lid"
        case Doing.CLEAR:
            return "Take all cards out of the shuffler, also stuck ones"
        case Doing.COVER:
            return "Put the cover on"
        case Doing.UNCOVER:
            return "Take the cover off"
        case Doing.SHAKE:
            return f"Shake {hand.times} times"
        case Doing.DOCK:
            return "Put the shaker back before you"


def possible(state: TableState) -> tuple[Hand, ...]:
    """Return the movements that the page offers as buttons, the same ones at every moment."""
    if state.dice is not None:
        shakes = tuple(Hand(do=Doing.SHAKE, times=times) for times in (2, 3))
        return (Hand(do=Doing.COVER), *shakes, Hand(do=Doing.DOCK), Hand(do=Doing.UNCOVER))
    loads = tuple(Hand(do=Doing.LOAD, back=deck.back) for deck in state.decks)
    seats = state.seats if state.config is not None and state.config.poker.button else ()
    buttons = tuple(Hand(do=Doing.BUTTON, seat=seat) for seat in seats)
    machine = (Hand(do=Doing.OPEN_LID), Hand(do=Doing.CLEAR), Hand(do=Doing.CLOSE_LID))
    return (*loads, Hand(do=Doing.TAKE), *buttons, *machine)


def due(state: TableState) -> tuple[Hand, ...]:
    """Return the movements that the table waits for now."""
    return tuple(hand for step in next_steps(state) if step.expected and (hand := _of_step(step)) is not None)


def before(state: TableState, act: Act) -> tuple[Hand, ...]:
    """Return the movements that come before this act is entered, and that no sensor asks for."""
    match act:
        case CutDeck(back=back) if any(deck.back is back and deck.place is Place.SHUFFLER for deck in state.decks):
            return (Hand(do=Doing.TAKE),)
        case Deal() if state.button is not None and state.puck not in (None, state.button):
            return (Hand(do=Doing.BUTTON, seat=state.button),)
        case _:
            return ()


def what_is_wrong(state: TableState, hand: Hand) -> Wrong | None:
    """Return what is wrong with this movement at this moment; None if it is right."""
    match hand.do:
        case Doing.LOAD:
            return _loading(state, hand)
        case Doing.TAKE:
            return _taking(state)
        case Doing.BUTTON:
            return _moving(state, hand)
        case Doing.OPEN_LID | Doing.CLEAR:
            return None if _in_trouble(state) else _no_trouble(hand)
        case Doing.CLOSE_LID:
            return None
        case Doing.COVER | Doing.UNCOVER | Doing.SHAKE | Doing.DOCK:
            return _at_dice(state, hand)


def _loading(state: TableState, hand: Hand) -> Wrong | None:
    steps = next_steps(state)
    if any(isinstance(step.act, SenseDeck | LoadDeck) and step.act.back is hand.back for step in steps):
        return None
    deck = next((deck for deck in state.decks if deck.back is hand.back), None)
    where = {
        Place.SHUFFLER: "is in the shuffler already",
        Place.IN_PLAY: "is in play",
    }
    why = where.get(deck.place, "is not due there now") if deck is not None else "is not at this table"
    return Wrong(
        happened=f"{say(hand)}: the {hand.back} deck {why}.",
        should=_expected(steps),
        why="One deck is shuffled while the other is in play; the two alternate every round.",
        paragraphs=("14.2(d)2", "14.2(d)3"),
    )


def _taking(state: TableState) -> Wrong | None:
    running = next((deck for deck in state.decks if deck.order is not None), None)
    waiting = next((deck for deck in state.decks if deck.place is Place.SHUFFLER and deck.proof is not None), None)
    if _in_trouble(state):
        return None
    if running is not None:
        return Wrong(
            happened=f"The {running.back} deck was taken out while the shuffler was shuffling it.",
            should="Wait until the shuffler has finished.",
            why="A shuffle that was interrupted proves nothing, and the deck cannot be dealt.",
            paragraphs=("14.5(a)",),
        )
    if waiting is not None and state.round is not None:
        return Wrong(
            happened=f"The {waiting.back} deck was taken out of the shuffler during a round.",
            should="Leave it in the shuffler until the round is over.",
            why="The deck that is not in use stays in the shuffler, where nobody can touch its order.",
            paragraphs=("14.2(a)", "14.2(d)2"),
        )
    return None


def _moving(state: TableState, hand: Hand) -> Wrong | None:
    if state.button is None or hand.seat == state.button or state.config is None:
        return None
    return Wrong(
        happened=f"The dealer button was moved to seat {hand.seat}.",
        should=f"Move the dealer button to seat {state.button}.",
        why="The button shows who would deal; it moves clockwise after each round and decides the blinds.",
        paragraphs=state.config.poker.button_paragraphs,
    )


def _at_dice(state: TableState, hand: Hand) -> Wrong | None:
    steps = next_steps(state)
    if any(step.expected and _does(hand, step) for step in steps):
        return None
    paragraphs = next((step.paragraphs for step in steps if step.expected), ())
    return Wrong(
        happened=f"{say(hand)}: this was not the moment for it.",
        should=_expected(steps),
        why="The shaker goes one way: dice in, cover on, shakes in full view, back to the dealer, cover off, sum.",
        paragraphs=paragraphs,
    )


def _does(hand: Hand, step: TableStep) -> bool:
    match hand.do, step.act:
        case Doing.COVER, SenseCover(on=True) | CloseBets():
            return True
        case Doing.UNCOVER, SenseCover(on=False):
            return True
        case Doing.SHAKE, SenseShakes(count=count):
            return hand.times >= count
        case Doing.DOCK, SenseDock():
            return True
        case _:
            return False


def _of_step(step: TableStep) -> Hand | None:
    match step.act:
        case SenseDeck(back=back) | LoadDeck(back=back):
            return Hand(do=Doing.LOAD, back=back)
        case SenseCover(on=on):
            return Hand(do=Doing.COVER if on else Doing.UNCOVER)
        case SenseShakes(count=count):
            return Hand(do=Doing.SHAKE, times=count)
        case SenseDock():
            return Hand(do=Doing.DOCK)
        case _:
            return None


def _in_trouble(state: TableState) -> bool:
    troubled = any(deck.trouble or deck.suspect is not None for deck in state.decks)
    return troubled or hindrance(state) is not None or bool(state.shuffler.doubt)


def _no_trouble(hand: Hand) -> Wrong:
    return Wrong(
        happened=f"{say(hand)}: the shuffler was in order.",
        should="Leave the shuffler closed unless the table asks for it.",
        why="An opened lid makes the table doubt the cards inside, and the shuffle has to be repeated.",
        paragraphs=("14.5(a)",),
    )


def _expected(steps: tuple[TableStep, ...]) -> str:
    return next((step.say for step in steps if step.expected), "Wait for the table.")
