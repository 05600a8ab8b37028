"""What the shaker's sensors tell. They are believed: what they saw has happened, in its order or out of it."""

from firmware_host.rules.shaker import Moment, may_be_uncovered
from firmware_host.table.dice.acts import SenseCover, SenseDock, SenseShakes, SenseTamper
from firmware_host.table.dice.bodies import (
    BetsClosed,
    CoveredEarly,
    CoverPutOn,
    CoverTakenOff,
    DiceShaken,
    ShakeFellShort,
    ShakerDocked,
    ShakerReturned,
    ShakerTampered,
    ShakeSpoiled,
    Spoiled,
    Word,
)
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.dice.facts import CYCLE, draft
from firmware_host.table.dice.state import DiceState
from firmware_host.table.dice.wagering import cannot_begin
from firmware_host.table.drafts import Drafts
from firmware_host.table.state import TableState

UNSETTLED = (Moment.UNCOVERED, Moment.COLLECTING, Moment.PAYING)
"""From the uncovering to the last payment the cover stays off (13.5(f))."""

SHAKEN_IN = (Moment.DEALER_SHAKES, Moment.OFFERED, Moment.SHOOTER_SHAKES)
"""While the dice are under the cover and not yet told."""


def cover(state: TableState, dice: DiceState, act: SenseCover) -> Drafts:
    """Follow the cover: put on while wagers are open it closes them, put on too early or taken off it is told."""
    if act.on is dice.shaker.covered:
        return ()
    return _on(state, dice) if act.on else _off(dice)


def shakes(dice: DiceState, terms: DiceConfig, act: SenseShakes) -> Drafts:
    """Count a shake for whoever has the shaker; one that falls short is shaken again."""
    shaker = dice.shaker
    if shaker.moment not in (Moment.DEALER_SHAKES, Moment.SHOOTER_SHAKES) or not shaker.covered:
        return ()
    for_players = shaker.moment is Moment.SHOOTER_SHAKES and shaker.right.holder is None
    paragraph = "13.5(d)2" if for_players else CYCLE
    if act.count >= terms.shakes:
        return (draft(DiceShaken(seat=shaker.hand, word=Word.SENSED, times=act.count), paragraph),)
    if shaker.shaken:
        return ()
    return (draft(ShakeFellShort(seat=shaker.hand, times=act.count), paragraph),)


def dock(dice: DiceState, act: SenseDock) -> Drafts:
    """Follow the shaker's place; once its player has shaken, putting it there gives it back (13.5(e))."""
    if act.docked is dice.docked:
        return ()
    shaker = dice.shaker
    back: Drafts = ()
    if act.docked and shaker.hand is not None and shaker.shaken:
        back = (draft(ShakerReturned(seat=shaker.hand, word=Word.SENSED), "13.5(e)"),)
    return (draft(ShakerDocked(docked=act.docked), "13.5(e)"), *back)


def tamper(dice: DiceState, act: SenseTamper) -> Drafts:
    """Follow the contact in the base; dice that have not been read yet are not read after it."""
    if act.open is dice.tampered:
        return ()
    told = draft(ShakerTampered(open=act.open, why=act.why))
    if not act.open or dice.shaker.moment not in SHAKEN_IN:
        return (told,)
    return (told, draft(ShakeSpoiled(why=Spoiled.TAMPERED), CYCLE))


def _on(state: TableState, dice: DiceState) -> Drafts:
    on = draft(CoverPutOn(word=Word.SENSED), CYCLE)
    if dice.shaker.moment in UNSETTLED:
        return (on, draft(CoveredEarly(), "13.5(f)"))
    if dice.shaker.moment is Moment.WAGERS and cannot_begin(state) is None:
        return (draft(BetsClosed(word=Word.SENSED), CYCLE), on)
    return (on,)


def _off(dice: DiceState) -> Drafts:
    shaker = dice.shaker
    off = draft(CoverTakenOff(word=Word.SENSED), "13.5(e)")
    too_early = shaker.moment in (Moment.OFFERED, Moment.SHOOTER_SHAKES) and not may_be_uncovered(shaker)
    return (off, draft(ShakeSpoiled(why=Spoiled.COVER_OFF), "13.5(e)")) if too_early else (off,)
