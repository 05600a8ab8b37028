"""What is possible beside what is due: passing the shaker, a no roll, a floorperson's order, single wagers."""

from firmware_host.rules import dice as rules
from firmware_host.rules import offers
from firmware_host.rules.answers import Amounts, Key, Role, Step
from firmware_host.rules.dice import TERMS, Wager
from firmware_host.rules.game import Tracking
from firmware_host.rules.shaker import UNTIL_THE_SUM, Moment, NoRoll
from firmware_host.table.contract import TableStep
from firmware_host.table.dice import acts, announcing
from firmware_host.table.dice.calling import PARAGRAPH
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.dice.offering import BEFORE_THE_SHAKE
from firmware_host.table.dice.state import DiceState
from firmware_host.table.state import TableState

MOST_CENTS = 1 << 40
"""The text at hand names no most for a wager."""

Steps = tuple[TableStep, ...]


def passing(state: TableState, dice: DiceState) -> Steps:
    """Offer to pass the shaker where it would not be offered anyway (13.7(a))."""
    right = dice.shaker.right
    if dice.shaker.moment not in BEFORE_THE_SHAKE or offers.must_offer(right, state.seats) or not state.seats:
        return ()
    who = "The dealer offers the shaker although all have refused" if right.holder is None else _passes(right.holder)
    return (
        Step(
            act=acts.PassShaker(),
            say=f"{who}.",
            role=Role.DEALER,
            seat=right.holder,
            key=Key.NO_ROLL,
            paragraphs=("13.7(a)",),
        ),
    )


def _passes(seat: int) -> str:
    return f"Seat {seat} passes the shaker"


def ordering(dice: DiceState) -> Steps:
    """Offer a floorperson to order it passed, for each of the three reasons (13.7(a)1ii)."""
    right = dice.shaker.right
    if dice.shaker.moment is Moment.IDLE or right.holder is None or right.open:
        return ()
    return tuple(
        Step(
            act=acts.OrderShakerPassed(why=why),
            say=f"Floorperson: seat {right.holder} has to pass the shaker, for {announcing.ORDERED[why]}.",
            role=Role.FLOORPERSON,
            seat=right.holder,
            paragraphs=("13.7(a)1ii",),
        )
        for why in acts.OrderedFor
    )


def no_roll(dice: DiceState) -> Steps:
    """Offer the no roll: not flat is seen on open dice only, a die is lost at any time before the sum (13.8(a))."""
    moment = dice.shaker.moment
    flat = (
        Step(
            act=acts.CallNoRoll(why=NoRoll.NOT_FLAT),
            say="No roll: a die does not lie flat on the bottom.",
            role=Role.DEALER,
            key=Key.NO_ROLL,
            paragraphs=("13.8(a)", PARAGRAPH[NoRoll.NOT_FLAT]),
        ),
    )
    out = (
        Step(
            act=acts.CallNoRoll(why=NoRoll.FELL_OUT),
            say="No roll: a die fell out.",
            role=Role.DEALER,
            key=None if moment is Moment.OFFERED else Key.NO_ROLL_HELD,
            paragraphs=("13.8(a)", PARAGRAPH[NoRoll.FELL_OUT]),
        ),
    )
    return (*(flat if moment is Moment.UNCOVERED else ()), *(out if moment in UNTIL_THE_SUM else ()))


def wagers(state: TableState, dice: DiceState, terms: DiceConfig) -> Steps:
    """Offer each wager once, from any seat, and what was put down since wagers were opened back."""
    tracked = state.config is not None and state.config.tracking is Tracking.FULL
    if not tracked or not state.seats or dice.shaker.moment is not Moment.WAGERS:
        return ()
    taking = (_taking(wager, state.seats[0], terms) for wager in Wager)
    down = (
        Step(
            act=acts.TakeWagerDown(seat=up.seat, wager=up.wager),
            say=f"Seat {up.seat} takes back what was put on {up.wager} since wagers were opened.",
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
        act=acts.PlaceWager(seat=seat, wager=wager, cents=step),
        say=f"Take a wager on {wager} from any seat; it pays {', '.join(on)}.",
        role=Role.DEALER,
        amounts=Amounts(min=step, step=step, max=MOST_CENTS),
        paragraphs=("13.6(b)", "13.6(c)"),
    )
