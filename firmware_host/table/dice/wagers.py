"""Place and take back wagers, and close the bets (13.6, I-1, I-2)."""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.dice import wagers as rules
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.dice.wagers import TERMS, Wager
from firmware_host.rules.game import Tracking
from firmware_host.rules.wording import money
from firmware_host.table.acts.dice import CloseBets, PlaceWager, TakeWagerDown
from firmware_host.table.config import TableConfig
from firmware_host.table.dice.dice_answering import CYCLE, DiceTable, answers_at_dice
from firmware_host.table.facts.dice import BetsClosed, CoverPutOn, WagerPlaced, WagerTakenDown
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state.between_rounds import cannot_record
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.table import TableState


@answers_at_dice(PlaceWager)
def place(table: DiceTable, act: PlaceWager) -> Decision:
    """Accept a wager whose amount can be paid at the odds offered (13.6(c))."""
    refusal = _not_taken(table.state, table.dice)
    if refusal:
        return refusal
    if act.seat not in table.state.seats:
        return refuse(f"nobody sits at seat {act.seat}", "name a seat with a player", "I-2", code=Code.NOT_SEATED)
    unpayable = rules.refusal(
        act.wager, amount_cents=act.cents, odds=table.terms.offered(act.wager), chip_cents=table.terms.chip_cents
    )
    if unpayable:
        step = rules.amount_step_cents(
            act.wager, odds=table.terms.offered(act.wager), chip_cents=table.terms.chip_cents
        )
        return refuse(
            unpayable.reason, f"bet a multiple of {money(step)}", unpayable.paragraph, "I-3", code=Code.WRONG_AMOUNT
        )
    return (draft(WagerPlaced(seat=act.seat, wager=act.wager, cents=act.cents), "13.6(c)", "I-3"),)


@answers_at_dice(TakeWagerDown)
def take_down(table: DiceTable, act: TakeWagerDown) -> Decision:
    """Let a player take back an amount placed since wagers were opened; an earlier place bet stays (I-2)."""
    up = table.dice.up(act.seat, act.wager)
    if up is None:
        return refuse(f"seat {act.seat} has no wager on {act.wager}", "name a wager that is on the table", "I-2")
    if table.dice.shaker.moment is not Moment.WAGERS:
        return _closed()
    fresh = up.cents - up.stood_cents
    if not fresh:
        return refuse(
            f"{act.wager} stays on the table until it wins or loses",
            f"wait for a roll of {_number(act.wager)} or 7",
            "I-2",
        )
    return (draft(WagerTakenDown(seat=act.seat, wager=act.wager, cents=fresh), "I-2"),)


@answers_at_dice(CloseBets)
def close(table: DiceTable, _act: CloseBets) -> Decision:
    """Call "no more bets"; without sensors the same person's word also puts the cover on (I-1)."""
    if table.dice.shaker.moment is not Moment.WAGERS:
        return _closed()
    refusal = cannot_begin(table.state)
    if refusal:
        return refusal
    cover = () if table.dice.shaker.covered or table.word is None else (draft(CoverPutOn(word=table.word), CYCLE),)
    return (draft(BetsClosed(word=table.caller), CYCLE), *cover)


def cannot_begin(state: TableState) -> Refusal | None:
    """Refuse to begin a shake: no player is seated, or the record could not hold it."""
    if not state.seats:
        return refuse("no player is seated", "wait until a player sits down", "I-2")
    return cannot_record(state)


def _not_taken(state: TableState, dice: DiceState) -> Refusal | None:
    if state.config is None or state.config.tracking is Tracking.PROCEDURE:
        return refuse(
            "this table does not track wagers", 'set tracking = "full" in table.toml', "I-2", code=Code.NOT_OFFERED
        )
    return None if dice.shaker.moment is Moment.WAGERS else _closed()


def _closed() -> Refusal:
    return refuse("bets are closed", "wait until this shake is settled and wagers are opened again", CYCLE)


def _number(wager: Wager) -> str:
    (prize,) = TERMS[wager].prizes
    return f"{prize.sums[0]}"


def cannot_change(state: TableState, config: TableConfig) -> Refusal | None:
    """
    Refuse to change the terms while wagers made on them are on the table: place bets outlast a shake (I-2).

    A table that does not track wagers cannot check this; the two people who ask for the change answer for it.
    """
    standing = state.dice.wagers if state.dice else ()
    if not standing or _same(state.config, config):
        return None
    named = ", ".join(f"seat {up.seat} on {up.wager}" for up in standing)
    return refuse(
        f"the odds cannot be changed while wagers are on the table: {named}",
        "wait until these wagers are settled",
        "I-2",
        "13.6(b)",
    )


def _same(before: TableConfig | None, config: TableConfig) -> bool:
    """Return whether all wagers keep their terms and stay tracked."""
    old, new = before.mini_dice if before else None, config.mini_dice
    if before is None or old is None or new is None or before.tracking is not config.tracking:
        return False
    return old.chip_cents == new.chip_cents and all(old.offered(wager) == new.offered(wager) for wager in Wager)
