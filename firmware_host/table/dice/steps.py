"""
What may be done next at a mini-dice table, and what is missing while its sensors wait for something.

One key at each moment. NEXT goes on, held it takes the last step back. NO ROLL is the no to whatever is asked: a die is
not flat, a player does not take the shaker or passes it; held it says that a die fell out or that nobody takes it. The
six dice keys name a face each; two make a roll, and a key that is lit, held, takes the roll back.
"""

from firmware_host.rules.answers import Key, Refusal
from firmware_host.rules.shaker import Moment
from firmware_host.table.contract import TableStep
from firmware_host.table.dice import possible, shaking
from firmware_host.table.dice.due import due
from firmware_host.table.dice.facts import not_now
from firmware_host.table.dice.state import DiceState
from firmware_host.table.dice.wagering import cannot_begin
from firmware_host.table.state import TableState

HELD = (
    Key.DICE_1_HELD,
    Key.DICE_2_HELD,
    Key.DICE_3_HELD,
    Key.DICE_4_HELD,
    Key.DICE_5_HELD,
    Key.DICE_6_HELD,
)
"""A face's key is lit while the face is noted; held, it takes the roll back."""


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return what may be done with the shaker and the wagers now."""
    terms = state.config.mini_dice if state.config else None
    if state.dice is None or terms is None:
        return ()
    return (
        *due(state, state.dice, terms),
        *possible.passing(state, state.dice),
        *possible.ordering(state.dice),
        *possible.no_roll(state.dice),
        *possible.wagers(state, state.dice, terms),
    )


def what_is_missing(state: TableState) -> Refusal | None:
    """Say what a table that works by its sensors waits for; none where a key goes on."""
    if state.dice is not None and state.dice.shaker.moment is Moment.WAGERS and cannot_begin(state):
        return cannot_begin(state)
    steps = next_steps(state)
    waiting = next((step for step in steps if step.expected), None)
    if state.dice is None or waiting is None or any(step.expected and step.key for step in steps):
        return None
    return not_now(_waits_for(state.dice), waiting.say, *waiting.paragraphs)


def held_keys(dice: DiceState) -> tuple[Key, ...]:
    """Return the keys of the faces that are noted: held, each takes the roll back."""
    return tuple(HELD[face - 1] for face in sorted(set(dice.faces)) if dice.slip)


def _waits_for(dice: DiceState) -> str:
    shaker = dice.shaker
    if shaker.moment is Moment.COVERING:
        return "the sensors have not seen the cover on the shaker"
    if shaker.shaken:
        back = "the shaker in front of the dealer" if shaker.hand is not None else "the cover off the shaker"
        return f"the sensors have not seen {back}"
    who = shaking.who(shaker.hand)
    return f"the sensors have not counted a whole shake by {who}"
