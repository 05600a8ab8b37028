"""The uncovered dice: the sum, called at once (13.5(e)), or a no roll (13.8(a))."""

from firmware_host.rules.answers import Refusal
from firmware_host.rules.shaker import UNTIL_THE_SUM, Moment, NoRoll
from firmware_host.table.dice.acts import CallNoRoll, CallSum, NoteDie
from firmware_host.table.dice.bodies import CoverTakenOff, DieNoted, NoRollCalled, SumCalled, Word
from firmware_host.table.dice.facts import draft, not_now
from firmware_host.table.dice.state import DiceState
from firmware_host.table.drafts import Decision

PARAGRAPH = {NoRoll.NOT_FLAT: "13.8(a)1", NoRoll.FELL_OUT: "13.8(a)2"}


def note_die(dice: DiceState, act: NoteDie) -> Decision:
    """Take down the first of the two faces."""
    refusal = _covered(dice)
    if refusal:
        return refusal
    if dice.faces:
        return not_now("one die is noted already", "the sum of both, or taking the first back", "13.5(e)")
    return (draft(DieNoted(face=act.face), "13.5(e)"),)


def call_sum(dice: DiceState, act: CallSum) -> Decision:
    """Call the sum of two faces; a die already noted is one of them."""
    refusal = _covered(dice)
    if refusal:
        return refusal
    if dice.faces and dice.faces[0] not in act.dice:
        return not_now(f"a {dice.faces[0]} is noted", f"a roll with a {dice.faces[0]}, or taking it back", "13.5(e)")
    return (draft(SumCalled(dice=act.dice, total=sum(act.dice)), "13.5(e)"),)


def no_roll(dice: DiceState, act: CallNoRoll, word: Word | None) -> Decision:
    """
    Call a no roll; a die lost before the uncovering is treated alike.

    To get it back in, the cover comes off: on the same word, where no sensor tells.
    """
    shaker = dice.shaker
    due = UNTIL_THE_SUM if act.why is NoRoll.FELL_OUT else (Moment.UNCOVERED,)
    if shaker.moment not in due:
        return not_now(
            "there is no shake to call a no roll on", "uncovering the dice after a shake", PARAGRAPH[act.why]
        )
    off = shaker.covered and word is not None
    called = draft(NoRollCalled(why=act.why), "13.8(a)", PARAGRAPH[act.why])
    return (called, draft(CoverTakenOff(word=word), "13.8(a)")) if off and word else (called,)


def _covered(dice: DiceState) -> Refusal | None:
    if dice.shaker.moment is Moment.UNCOVERED:
        return None
    return not_now("no dice lie uncovered with their sum still to be called", "the shake before it", "13.5(e)")
