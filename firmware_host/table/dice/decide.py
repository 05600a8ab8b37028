"""What is done at a mini-dice table, and what its shaker tells."""

from typing import assert_never

from firmware_host.rules.answers import Code, Refusal, Role
from firmware_host.table.contract import Intent
from firmware_host.table.dice import acts as asked
from firmware_host.table.dice import calling, offering, sensing, settling, shaking, wagering
from firmware_host.table.dice.bodies import Word
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.dice.facts import not_now, word
from firmware_host.table.dice.state import DiceState
from firmware_host.table.drafts import Decision
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: asked.DiceAct) -> Decision:
    """Answer what concerns the shaker or a wager."""
    terms = state.config.mini_dice if state.config else None
    if state.dice is None or terms is None:
        return Refusal(
            code=Code.NOT_OFFERED,
            reason="this is no mini-dice table",
            allowed_by='game = "mini-dice" in table.toml',
        )
    if isinstance(act, asked.ShakerSensed):
        return _sensed(state, state.dice, terms, act)
    if not state.dice.under_way:
        return not_now("the table is not open", "open the table", "I-2")
    return _asked(state, state.dice, terms, intent, act)


def _sensed(state: TableState, dice: DiceState, terms: DiceConfig, act: asked.ShakerSensed) -> Decision:
    match act:
        case asked.SenseCover():
            return sensing.cover(state, dice, act)
        case asked.SenseShakes():
            return sensing.shakes(dice, terms, act)
        case asked.SenseDock():
            return sensing.dock(dice, act)
        case asked.SenseTamper():
            return sensing.tamper(dice, act)
        case _:
            assert_never(act)


def _asked(state: TableState, dice: DiceState, terms: DiceConfig, intent: Intent, act: asked.AskedOfDice) -> Decision:
    said = word(state, intent)
    match act:
        case asked.PlaceWager():
            return wagering.place(state, dice, terms, act)
        case asked.TakeWagerDown():
            return wagering.take_down(dice, act)
        case asked.CloseBets():
            return wagering.close(state, dice, said, _caller(intent))
        case asked.PutCoverOn():
            return shaking.put_cover_on(dice, said)
        case asked.CompleteDealerShake():
            return shaking.complete_dealer_shake(state, dice, terms, said)
        case asked.AcceptShaker():
            return offering.accept(dice, act)
        case asked.RefuseShaker():
            return offering.refuse(state, dice, act)
        case asked.RefuseForAll():
            return offering.refuse_for_all(state, dice)
        case asked.PassShaker():
            return offering.pass_on(state, dice)
        case asked.OrderShakerPassed(why=why):
            return offering.order_passed(dice, why)
        case asked.Uncover():
            return shaking.uncover(dice, terms, said)
        case asked.NoteDie():
            return calling.note_die(dice, act)
        case asked.CallSum():
            return calling.call_sum(dice, act)
        case asked.CallNoRoll():
            return calling.no_roll(dice, act, said)
        case asked.CollectLosers():
            return settling.collect(state, dice, terms)
        case asked.PayWinners():
            return settling.pay(state, dice, terms)
        case _:
            assert_never(act)


def _caller(intent: Intent) -> Word:
    return Word.FLOORPERSON if intent.role is Role.FLOORPERSON else Word.DEALER
