"""What is done at a mini-dice table, and what its shaker tells."""

from typing import assert_never

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.table.acts import dice as asked
from firmware_host.table.acts.intent import Intent
from firmware_host.table.config import DiceConfig
from firmware_host.table.dice import settlement, shake, shooter, wagers
from firmware_host.table.dice.dice_drafts import not_now, word
from firmware_host.table.facts.dice import Word
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.table import TableState


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
            return shake.cover(state, dice, act)
        case asked.SenseShakes():
            return shake.shakes(dice, terms, act)
        case asked.SenseDock():
            return shake.dock(dice, act)
        case asked.SenseTamper():
            return shake.tamper(dice, act)
        case _:
            assert_never(act)


def _asked(state: TableState, dice: DiceState, terms: DiceConfig, intent: Intent, act: asked.AskedOfDice) -> Decision:
    said = word(state, intent)
    match act:
        case asked.PlaceWager():
            return wagers.place(state, dice, terms, act)
        case asked.TakeWagerDown():
            return wagers.take_down(dice, act)
        case asked.CloseBets():
            return wagers.close(state, dice, said, _caller(intent))
        case asked.PutCoverOn():
            return shake.put_cover_on(dice, said)
        case asked.CompleteDealerShake():
            return shake.complete_dealer_shake(state, dice, terms, said)
        case asked.AcceptShaker():
            return shooter.accept(dice, act)
        case asked.RefuseShaker():
            return shooter.refuse(state, dice, act)
        case asked.RefuseForAll():
            return shooter.refuse_for_all(state, dice)
        case asked.PassShaker():
            return shooter.pass_on(state, dice)
        case asked.OrderShakerPassed(why=why):
            return shooter.order_passed(dice, why)
        case asked.Uncover():
            return shake.uncover(dice, terms, said)
        case asked.NoteDie():
            return shake.note_die(dice, act)
        case asked.CallSum():
            return shake.call_sum(dice, act)
        case asked.CallNoRoll():
            return shake.no_roll(dice, act, said)
        case asked.CollectLosers():
            return settlement.collect(state, dice, terms)
        case asked.PayWinners():
            return settlement.pay(state, dice, terms)
        case _:
            assert_never(act)


def _caller(intent: Intent) -> Word:
    return Word.FLOORPERSON if intent.role is Role.FLOORPERSON else Word.DEALER
