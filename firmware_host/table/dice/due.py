"""What is due at each moment of a shake: one key goes on, or what its sensor tells does."""

from typing import assert_never

from firmware_host.rules import offers
from firmware_host.rules.answers import Key, Role, Step
from firmware_host.rules.record import Paragraphs
from firmware_host.rules.shaker import Moment
from firmware_host.table.acts import Act
from firmware_host.table.contract import TableStep
from firmware_host.table.dice import acts, announcing, shaking
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.dice.facts import CYCLE, sensed
from firmware_host.table.dice.offering import OFFER
from firmware_host.table.dice.settling import nothing_loses
from firmware_host.table.dice.state import DiceState
from firmware_host.table.dice.wagering import cannot_begin
from firmware_host.table.state import TableState

DICE_KEYS = (Key.DICE_1, Key.DICE_2, Key.DICE_3, Key.DICE_4, Key.DICE_5, Key.DICE_6)

Steps = tuple[TableStep, ...]


def due(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    """Return what normally comes next; of an offer and of a roll, each answer there is."""
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
    return (_go_on(acts.CloseBets(), f"Call no more bets{cover}.", CYCLE),)


def _covering(state: TableState) -> Steps:
    say = "Both dice in, put the cover on."
    if sensed(state):
        return (_by_hand(acts.SenseCover(on=True), say, CYCLE),)
    return (_go_on(acts.PutCoverOn(), say, CYCLE),)


def _dealer_shakes(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    shaker = dice.shaker
    then = announcing.say_goes_to(state, shaker)
    if shaker.shaken:
        return (_go_on(acts.CompleteDealerShake(), f"{then[0].upper()}{then[1:]}.", CYCLE, "13.7(a)", "13.7(b)"),)
    shake = f"Shake {announcing.times(terms.shakes)}"
    if sensed(state):
        return (_by_hand(acts.SenseShakes(count=terms.shakes), f"{shake}.", CYCLE),)
    return (_go_on(acts.CompleteDealerShake(), f"{shake}, then {then}.", CYCLE, "13.7(a)", "13.7(b)"),)


def _offered(state: TableState, dice: DiceState) -> Steps:
    seat = dice.shaker.offered
    if seat is None:
        return ()
    following = offers.next_offer(dice.shaker.right, state.seats, after=seat)
    otherwise = "the dealer shakes for the players" if following is None else f"offer it to seat {following}"
    return (
        Step(
            act=acts.AcceptShaker(seat=seat),
            say=f"Seat {seat}: do you take the shaker? If so, hand it over.",
            role=Role.DEALER,
            seat=seat,
            key=Key.NEXT,
            paragraphs=OFFER,
            expected=True,
        ),
        Step(
            act=acts.RefuseShaker(seat=seat),
            say=f"Seat {seat} does not take it: {otherwise}.",
            role=Role.DEALER,
            seat=seat,
            key=Key.NO_ROLL,
            paragraphs=OFFER,
        ),
        Step(
            act=acts.RefuseForAll(),
            say="Asked in turn, nobody takes it: the dealer shakes for the players.",
            role=Role.DEALER,
            key=Key.NO_ROLL_HELD,
            paragraphs=shaking.FOR_THE_PLAYERS,
        ),
    )


def _shooter_shakes(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    shaker = dice.shaker
    for_players = shaker.right.holder is None
    shaken = "13.5(d)2" if for_players else CYCLE
    who = "For the players, shake again" if for_players else f"Seat {shaker.right.holder} shakes in full view"
    shake = f"{who}, {announcing.times(terms.shakes)}"
    off = "take the cover off in front of you and call the sum at once"
    if not sensed(state):
        done = "" if shaker.shaken else f"{shake}. "
        return (_go_on(acts.Uncover(), f"{done}Then {off}.", shaken, "13.5(e)"),)
    if not shaker.shaken:
        again = "That was too short. " if shaker.short else ""
        return (_by_hand(acts.SenseShakes(count=terms.shakes), f"{again}{shake}.", shaken),)
    if shaker.hand is not None:
        return (_by_hand(acts.SenseDock(docked=dice.docked is not True), "The shaker back to the dealer.", "13.5(e)"),)
    return (_by_hand(acts.SenseCover(on=False), f"{off[0].upper()}{off[1:]}.", "13.5(e)"),)


def _roll(dice: DiceState) -> Steps:
    if not dice.faces:
        return tuple(
            _go_on(acts.NoteDie(face=face), f"Call the sum; one die shows {face}.", "13.5(e)", key=DICE_KEYS[face - 1])
            for face in range(1, 7)
        )
    first = dice.faces[0]
    return tuple(
        _go_on(
            acts.CallSum(dice=(first, face)),
            f"{first} and {face}: {first + face}.",
            "13.5(e)",
            key=DICE_KEYS[face - 1],
        )
        for face in range(1, 7)
    )


def _settlement(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    off = "Take the cover off again. " if dice.shaker.covered else ""
    say = off + announcing.say_settlement(state, dice, terms)
    collecting = dice.shaker.moment is Moment.COLLECTING and not nothing_loses(state, dice, terms)
    act: Act = acts.CollectLosers() if collecting else acts.PayWinners()
    return (_go_on(act, say, "13.5(f)"),)


def _go_on(act: Act, say: str, *paragraphs: str, key: Key = Key.NEXT) -> TableStep:
    return Step(act=act, say=say, role=Role.DEALER, key=key, paragraphs=_once(paragraphs), expected=True)


def _by_hand(act: Act, say: str, *paragraphs: str) -> TableStep:
    """Something its sensor tells: no key."""
    return Step(act=act, say=say, role=Role.DEALER, paragraphs=_once(paragraphs), expected=True)


def _once(paragraphs: Paragraphs) -> Paragraphs:
    return tuple(dict.fromkeys(paragraphs))
