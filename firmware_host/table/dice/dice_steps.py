"""The steps at a mini-dice table: those expected next, and the other possible ones."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Amounts, Key, Refusal, Role, Step, refuse
from firmware_host.rules.dice import shooter
from firmware_host.rules.dice import wagers as rules
from firmware_host.rules.dice.shaker import UNTIL_THE_SUM, Moment, NoRoll
from firmware_host.rules.dice.wagers import TERMS, Wager
from firmware_host.rules.game import Tracking
from firmware_host.rules.wording import in_turn, sentence
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallNoRoll,
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    NoteDie,
    OrderedFor,
    OrderShakerPassed,
    PassShaker,
    PayWinners,
    PlaceWager,
    PutCoverOn,
    RefuseForAll,
    RefuseShaker,
    SenseCover,
    SenseDock,
    SenseShakes,
    TakeWagerDown,
    Uncover,
)
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.config import DiceConfig
from firmware_host.table.dice import dice_words, shake
from firmware_host.table.dice.dice_answering import CYCLE, sensed
from firmware_host.table.dice.settlement import nothing_loses
from firmware_host.table.dice.shake import FOR_THE_PLAYERS, PARAGRAPH
from firmware_host.table.dice.shooter import BEFORE_THE_SHAKE, OFFER
from firmware_host.table.dice.wagers import cannot_begin
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.table import TableState

MOST_CENTS = 1 << 40
"""A technical bound; the regulation names no largest wager."""


PossibleSteps = tuple[TableStep, ...]


def passing(state: TableState, dice: DiceState) -> PossibleSteps:
    """Offer to pass the shaker, unless it will be offered to the next player anyway (13.7(a))."""
    right = dice.shaker.right
    if dice.shaker.moment not in BEFORE_THE_SHAKE or shooter.must_offer(right, state.seats) or not state.seats:
        return ()
    who = (
        "Offer the shaker again, although all players have declined it"
        if right.holder is None
        else _passes(right.holder)
    )
    return (
        Step(
            act=PassShaker(),
            say=f"{who}.",
            role=Role.DEALER,
            seat=right.holder,
            key=Key.NO_ROLL,
            paragraphs=("13.7(a)",),
        ),
    )


def _passes(seat: int) -> str:
    return f"Seat {seat} passes the shaker"


def ordering(dice: DiceState) -> PossibleSteps:
    """Offer the floorperson's order to pass the shaker, for each of the three grounds (13.7(a)1ii)."""
    right = dice.shaker.right
    if dice.shaker.moment is Moment.IDLE or right.holder is None or right.open:
        return ()
    return tuple(
        Step(
            act=OrderShakerPassed(why=why),
            say=f"Order seat {right.holder} to pass the shaker: {dice_words.ORDERED[why]}.",
            role=Role.FLOORPERSON,
            seat=right.holder,
            paragraphs=("13.7(a)1ii",),
        )
        for why in OrderedFor
    )


def no_roll(dice: DiceState) -> PossibleSteps:
    """Offer the no roll: a die not flat only with the dice uncovered, a lost die until the sum is called (13.8(a))."""
    moment = dice.shaker.moment
    flat = (
        Step(
            act=CallNoRoll(why=NoRoll.NOT_FLAT),
            say="No roll: a die does not lie flat on the bottom.",
            role=Role.DEALER,
            key=Key.NO_ROLL,
            paragraphs=("13.8(a)", PARAGRAPH[NoRoll.NOT_FLAT]),
        ),
    )
    out = (
        Step(
            act=CallNoRoll(why=NoRoll.FELL_OUT),
            say="No roll: a die fell out of the shaker.",
            role=Role.DEALER,
            key=None if moment is Moment.OFFERED else Key.NO_ROLL_HELD,
            paragraphs=("13.8(a)", PARAGRAPH[NoRoll.FELL_OUT]),
        ),
    )
    return (*(flat if moment is Moment.UNCOVERED else ()), *(out if moment in UNTIL_THE_SUM else ()))


def wagers(state: TableState, dice: DiceState, terms: DiceConfig) -> PossibleSteps:
    """Offer each wager once, for any seat, and to take back the amounts placed since wagers were opened."""
    tracked = state.config is not None and state.config.tracking is Tracking.FULL
    if not tracked or not state.seats or dice.shaker.moment is not Moment.WAGERS:
        return ()
    taking = (_taking(wager, state.seats[0], terms) for wager in Wager)
    down = (
        Step(
            act=TakeWagerDown(seat=up.seat, wager=up.wager),
            say=f"Seat {up.seat} takes back the wager just placed on {up.wager}.",
            role=Role.DEALER,
            seat=up.seat,
            paragraphs=("I-2",),
        )
        for up in dice.wagers
        if up.cents > up.stood_cents
    )
    return (*taking, *down)


def _taking(wager: Wager, seat: int, terms: DiceConfig) -> TableStep:
    offered = terms.offered(wager)
    step = rules.amount_step_cents(wager, odds=offered, chip_cents=terms.chip_cents)
    on = [f"{odds} on {' and '.join(map(str, p.sums))}" for odds, p in zip(offered, TERMS[wager].prizes, strict=True)]
    return Step(
        act=PlaceWager(seat=seat, wager=wager, cents=step),
        say=f"Take a wager on {wager} from any seat; it pays {', '.join(on)}.",
        role=Role.DEALER,
        amounts=Amounts(min=step, step=step, max=MOST_CENTS),
        paragraphs=("13.6(b)", "13.6(c)"),
    )


DICE_KEYS = (Key.DICE_1, Key.DICE_2, Key.DICE_3, Key.DICE_4, Key.DICE_5, Key.DICE_6)


Steps = tuple[TableStep, ...]


def due(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    """Return the step that normally comes next; for an offer or a roll, one step per possible answer."""
    match dice.shaker.moment:
        case Moment.IDLE:
            return ()
        case Moment.WAGERS:
            return _wagers_open(state, dice)
        case Moment.COVERING:
            return _covering(state)
        case Moment.DEALER_SHAKES:
            return _dealer_shakes(state, dice, terms)
        case Moment.OFFERED:
            return _offered(state, dice)
        case Moment.SHOOTER_SHAKES:
            return _shooter_shakes(state, dice, terms)
        case Moment.UNCOVERED:
            return _roll(dice)
        case Moment.COLLECTING | Moment.PAYING:
            return _settlement(state, dice, terms)
        case _:
            assert_never(dice.shaker.moment)


def _wagers_open(state: TableState, dice: DiceState) -> Steps:
    if cannot_begin(state):
        return ()
    cover = "" if dice.shaker.covered else ", then put the cover on"
    return (_by_key(CloseBets(), f'Call "no more bets"{cover}.', CYCLE),)


def _covering(state: TableState) -> Steps:
    say = "Put both dice into the shaker and put the cover on."
    if sensed(state):
        return (_by_sensor(SenseCover(on=True), say, CYCLE),)
    return (_by_key(PutCoverOn(), say, CYCLE),)


def _dealer_shakes(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    shaker = dice.shaker
    then = dice_words.say_goes_to(state, shaker)
    if shaker.shaken:
        return (_by_key(CompleteDealerShake(), sentence(then), CYCLE, "13.7(a)", "13.7(b)"),)
    shake = f"Shake {dice_words.times(terms.shakes)}"
    if sensed(state):
        return (_by_sensor(SenseShakes(count=terms.shakes), f"{shake}.", CYCLE),)
    return (_by_key(CompleteDealerShake(), f"{shake}, then {then}.", CYCLE, "13.7(a)", "13.7(b)"),)


def _offered(state: TableState, dice: DiceState) -> Steps:
    seat = dice.shaker.offered
    if seat is None:
        return ()
    following = shooter.next_offer(dice.shaker.right, state.seats, after=seat)
    otherwise = "the dealer shakes for the players" if following is None else f"offer the shaker to seat {following}"
    asked, then = f"Seat {seat} is offered the shaker.", "If the player accepts, hand the shaker over."
    return (
        Step(
            act=AcceptShaker(seat=seat),
            say=f"{asked} {then}",
            watch=asked,
            do=(then,),
            role=Role.DEALER,
            seat=seat,
            key=Key.NEXT,
            paragraphs=OFFER,
            expected=True,
        ),
        Step(
            act=RefuseShaker(seat=seat),
            say=f"Seat {seat} declines the shaker: {otherwise}.",
            role=Role.DEALER,
            seat=seat,
            key=Key.NO_ROLL,
            paragraphs=OFFER,
        ),
        Step(
            act=RefuseForAll(),
            say="All players decline, asked in turn: the dealer shakes for them.",
            role=Role.DEALER,
            key=Key.NO_ROLL_HELD,
            paragraphs=FOR_THE_PLAYERS,
        ),
    )


def _shooter_shakes(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    shaker = dice.shaker
    for_players = shaker.right.holder is None
    shaken = "13.5(d)2" if for_players else CYCLE
    who = "Shake again for the players" if for_players else f"Seat {shaker.right.holder} shakes in full view"
    shake = f"{who}, {dice_words.times(terms.shakes)}"
    off = "take the cover off in front of you and call the sum at once"
    if not sensed(state):
        do = (*(() if shaker.shaken else (f"{shake}.",)), sentence(off))
        return (replace(_by_key(Uncover(), in_turn(do), shaken, "13.5(e)"), do=do),)
    if not shaker.shaken:
        again = "Too few shakes: again. " if shaker.short else ""
        return (_by_sensor(SenseShakes(count=terms.shakes), f"{again}{shake}.", shaken),)
    if shaker.hand is not None:
        return (_by_sensor(SenseDock(docked=dice.docked is not True), "Return the shaker to the dealer.", "13.5(e)"),)
    return (_by_sensor(SenseCover(on=False), sentence(off), "13.5(e)"),)


def _roll(dice: DiceState) -> Steps:
    if not dice.faces:
        return tuple(
            _by_key(
                NoteDie(face=face), f"Call the sum and enter the first die: {face}.", "13.5(e)", key=DICE_KEYS[face - 1]
            )
            for face in range(1, 7)
        )
    first = dice.faces[0]
    return tuple(
        _by_key(
            CallSum(dice=(first, face)),
            f"{first} and {face}: {first + face}.",
            "13.5(e)",
            key=DICE_KEYS[face - 1],
        )
        for face in range(1, 7)
    )


def _settlement(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    off = ("Take the cover off again.",) if dice.shaker.covered else ()
    do = (*off, *dice_words.say_settlement(state, dice, terms))
    collecting = dice.shaker.moment is Moment.COLLECTING and not nothing_loses(state, dice, terms)
    act: Act = CollectLosers() if collecting else PayWinners()
    return (replace(_by_key(act, " ".join(do), "13.5(f)"), do=do),)


def _by_key(act: Act, say: str, *paragraphs: str, key: Key = Key.NEXT) -> TableStep:
    return Step(act=act, say=say, role=Role.DEALER, key=key, paragraphs=paragraphs, expected=True)


def _by_sensor(act: Act, say: str, *paragraphs: str) -> TableStep:
    """Return a step that a sensor reports, so that it has no key."""
    return Step(act=act, say=say, role=Role.DEALER, paragraphs=paragraphs, expected=True)


HELD = (
    Key.DICE_1_HELD,
    Key.DICE_2_HELD,
    Key.DICE_3_HELD,
    Key.DICE_4_HELD,
    Key.DICE_5_HELD,
    Key.DICE_6_HELD,
)
"""A face's key is lit while the face is entered; holding the key takes the roll back."""


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return the possible steps with the shaker and the wagers."""
    terms = state.config.mini_dice if state.config else None
    if state.dice is None or terms is None:
        return ()
    return (
        *due(state, state.dice, terms),
        *passing(state, state.dice),
        *ordering(state.dice),
        *no_roll(state.dice),
        *wagers(state, state.dice, terms),
    )


def what_is_missing(state: TableState) -> Refusal | None:
    """Say which sensor report the table waits for; None if a key continues."""
    if state.dice is not None and state.dice.shaker.moment is Moment.WAGERS and cannot_begin(state):
        return cannot_begin(state)
    steps = next_steps(state)
    waiting = next((step for step in steps if step.expected), None)
    if state.dice is None or waiting is None or any(step.expected and step.key for step in steps):
        return None
    return refuse(_waits_for(state.dice), waiting.say, *waiting.paragraphs)


def held_keys(dice: DiceState) -> tuple[Key, ...]:
    """Return the keys of the entered faces: holding one takes the roll back."""
    return tuple(HELD[face - 1] for face in sorted(set(dice.faces)) if dice.slip)


def _waits_for(dice: DiceState) -> str:
    shaker = dice.shaker
    if shaker.moment is Moment.COVERING:
        return "the sensors have not seen the cover go onto the shaker"
    if shaker.shaken:
        back = "the shaker back in front of the dealer" if shaker.hand is not None else "the cover come off the shaker"
        return f"the sensors have not seen {back}"
    who = shake.who(shaker.hand)
    return f"the sensors have not counted enough shakes by {who}"
