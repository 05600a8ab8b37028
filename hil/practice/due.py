"""What is to be entered next between rounds and at mini-dice, with what the learner sees and hears of it."""

import random

from msgspec.structs import replace

from firmware_host.rules.decision import Role
from firmware_host.rules.dice.shaker import Moment, NoRoll
from firmware_host.rules.game import Tracking
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.rules.wording import money
from firmware_host.table.acts.decks import CountCards
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallNoRoll,
    CallSum,
    CloseBets,
    NoteDie,
    PassShaker,
    RefuseForAll,
    RefuseShaker,
    SenseShakes,
)
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.stub import expected
from firmware_host.table.state.table import TableState
from firmware_host.table.view import public_view
from hil.practice.hand_moves import Hand, before
from hil.practice.hand_moves import due as hands_due
from hil.practice.hand_moves import say as in_words
from hil.robots.dice_dealer import Gamblers


class Due(Record, frozen=True, kw_only=True):
    """One thing that is due now. `key` names it: the same key, the same thing, also after it was taken back."""

    key: str
    act: Act | None
    """What is entered on the page; null while only hands or devices act."""
    also: tuple[Act, ...] = ()
    """What is right as well: of two dice either one may be entered first."""
    hands: tuple[Hand, ...] = ()
    """What hands do now."""
    first: tuple[str, ...] = ()
    """What is seen at once."""
    later: tuple[str, ...] = ()
    """What the players do then, one after the other, before the act is entered."""
    paragraphs: Paragraphs = ()
    by_floor: bool = False
    """Whether a floorperson does it."""


class FacesUp(Record, frozen=True, kw_only=True):
    """The dice as they lie, once the cover is off."""

    faces: tuple[int, int]
    cocked: bool


def between_rounds(state: TableState, *, seed: int) -> Due | None:
    """Return what is due between rounds of poker; None while nothing is."""
    steps = next_steps(state)
    adds = next((step for step in steps if isinstance(step.act, AddChips) and _too_few(step)), None)
    if adds is not None and isinstance(adds.act, AddChips):
        say = f"Seat {adds.act.seat} puts {money(adds.act.cents)} more on the table"
        return _due(state, adds.act, adds, first=(say,))
    hands = hands_due(state)
    step = next(
        (step for step in steps if step.expected and step.role is not Role.DEVICE and not _is_sensed(step)), None
    )
    if step is None:
        return Due(key=f"{state.rounds}/hands", act=None, hands=hands) if hands else None
    if isinstance(step.act, CountCards):
        return replace(_count(state, step.act, step, seed=seed), hands=hands)
    by_floor = step.role is not Role.DEALER
    hands_first = tuple(f"Your hands first: {in_words(hand)}" for hand in before(state, step.act))
    first = (f"{step.say} Call the floor, or enter a floorperson's name and PIN",) if by_floor else hands_first
    return replace(_due(state, step.act, step, first=first), hands=hands, by_floor=by_floor)


def at_dice(state: TableState, dice: DiceState, lie: FacesUp | None, *, seed: int) -> Due | None:
    """Return what is due at a mini-dice table."""
    steps = next_steps(state)
    hands = hands_due(state)
    step = next((step for step in steps if step.expected and not _is_sensed(step)), None)
    if step is None:
        key = f"{state.rounds}/{dice.shaker.moment}/{hands!r}"
        return Due(key=key, act=None, hands=hands, first=_by_players(state, dice)) if hands else None
    at = f"{state.rounds}/{dice.shaker.moment}/{dice.shaker.offered}/{dice.shaker.right.refused!r}"
    chance = random.Random(f"{seed}/{at}")
    match dice.shaker.moment:
        case Moment.WAGERS:
            return _wagers(state, dice, step, seed=seed)
        case Moment.OFFERED if dice.shaker.offered is not None:
            return _offered(state, dice.shaker.offered, step, chance)
        case Moment.UNCOVERED:
            return None if lie is None else _roll(state, dice, lie, step)
        case _:
            return _due(state, step.act, step)


def players_shake(state: TableState) -> bool:
    """Return whether it is a player who shakes now, not the dealer."""
    if state.dice is None or state.dice.shaker.hand is None:
        return False
    return any(step.expected and isinstance(step.act, SenseShakes) for step in next_steps(state))


def _wagers(state: TableState, dice: DiceState, step: TableStep, *, seed: int) -> Due:
    """The players place what they want, one after the other; then one may pass the shaker; then bets are closed."""
    players = Gamblers(random.Random(f"{seed}/{state.rounds}").randrange(1 << 32))
    if state.config is not None and state.config.tracking is Tracking.FULL:
        # The whole list is made from the table as it was before the first wager.
        for placed in players.wagers(public_view(state)):
            up = dice.up(placed.seat, placed.wager)
            if up is None or up.cents < up.stood_cents + placed.cents:
                say = f"Seat {placed.seat} puts {money(placed.cents)} on {placed.wager}"
                return _due(state, placed, step, first=(say,))
    passing = next((step for step in next_steps(state) if isinstance(step.act, PassShaker) and step.seat), None)
    if passing is not None and players.passes_it() and not dice.shaker.right.refused:
        return _due(state, passing.act, passing, first=(f"Seat {passing.seat}: I pass the shaker",))
    return _due(state, CloseBets(), step)


def _offered(state: TableState, seat: int, step: TableStep, chance: random.Random) -> Due:
    players = Gamblers(chance.randrange(1 << 32))
    if players.nobody_takes_it():
        return _due(state, RefuseForAll(), step, first=("All players wave the shaker off",))
    if players.takes_it():
        return _due(state, AcceptShaker(seat=seat), step, first=(f"Seat {seat} reaches for the shaker: yes",))
    return _due(state, RefuseShaker(seat=seat), step, first=(f"Seat {seat} shakes the head: no",))


def _roll(state: TableState, dice: DiceState, lie: FacesUp, step: TableStep) -> Due:
    first, second = lie.faces
    if lie.cocked and not dice.faces:
        say = "One die leans against the wall of the shaker"
        no_roll = next((each for each in next_steps(state) if isinstance(each.act, CallNoRoll)), step)
        return _due(state, CallNoRoll(why=NoRoll.NOT_FLAT), no_roll, first=(say,))
    say = f"The dice show {first} and {second}"
    if not dice.faces:
        return replace(_due(state, NoteDie(face=first), step, first=(say,)), also=(NoteDie(face=second),))
    left = second if dice.faces[0] == first else first
    return _due(state, CallSum(dice=(dice.faces[0], left)), step, first=(say,))


def _by_players(state: TableState, dice: DiceState) -> tuple[str, ...]:
    return (f"Seat {dice.shaker.hand} shakes in full view",) if players_shake(state) else ()


def _count(state: TableState, act: CountCards, step: TableStep, *, seed: int) -> Due:
    """A number that agrees with the record lies there; where several do, one of them."""
    found = expected(state, act.what)
    if found is None:
        return _due(state, act, step)
    chance = random.Random(f"{seed}/{state.rounds}/{act.what}")
    count = chance.randint(found.least, found.most)
    counted = CountCards(what=act.what, back=act.back, counted=count)
    what = "cards of the whole deck" if act.what.value == "deck" else f"cards of the {act.what}"
    if act.what.value == "discards" and found.with_burns:
        what = "cards of the discards with the burn cards"
    return _due(state, counted, step, first=(f"Your count: {count} {what}",))


def _due(state: TableState, act: Act, step: TableStep, *, first: tuple[str, ...] = ()) -> Due:
    faces = "" if state.dice is None else f"{state.dice.faces!r}/{state.dice.shaker.moment}"
    return Due(key=f"{state.rounds}/{faces}/{act!r}", act=act, first=first, paragraphs=step.paragraphs)


def _too_few(step: TableStep) -> bool:
    return bool(step.say) and step.seat is not None


def _is_sensed(step: TableStep) -> bool:
    return Role.DEVICE in step.act.may_ask
