"""Accept, decline and pass the right to the shaker (13.7, I-15)."""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.dice import shooter
from firmware_host.rules.dice.shaker import Moment, Shaker, declined
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.dice import (
    AcceptShaker,
    OrderedFor,
    OrderShakerPassed,
    PassShaker,
    RefuseForAll,
    RefuseShaker,
)
from firmware_host.table.dice.dice_answering import DiceTable, answers_at_dice
from firmware_host.table.dice.shake import FOR_THE_PLAYERS, goes_to
from firmware_host.table.facts.dice import Relinquished, ShakerAccepted, ShakerRefused, ShakerRelinquished
from firmware_host.table.facts.fact import Decision, Drafts, TableDraft
from firmware_host.table.state.table import TableState

OFFER: Paragraphs = ("13.7(b)", "I-15")


ORDERED: dict[OrderedFor, Relinquished] = {
    OrderedFor.DELAY: Relinquished.DELAY,
    OrderedFor.INVALID_SHAKES: Relinquished.INVALID_SHAKES,
    OrderedFor.VIOLATION: Relinquished.VIOLATION,
}
"""The three grounds of 13.7(a)1ii."""


BEFORE_THE_SHAKE = (Moment.WAGERS, Moment.COVERING, Moment.DEALER_SHAKES)
"""The moments when the holder may freely keep or pass the right: after a settled shake, until the hand-over."""


@answers_at_dice(AcceptShaker)
def accept_shaker(table: DiceTable, act: AcceptShaker) -> Decision:
    """Hand the shaker to the player who accepts it."""
    return _not_offered(table.dice.shaker, act.seat) or (draft(ShakerAccepted(seat=act.seat), *OFFER),)


@answers_at_dice(RefuseShaker)
def refuse_shaker(table: DiceTable, act: RefuseShaker) -> Decision:
    """Offer the shaker to the next player, or let the dealer shake for the players."""
    refusal = _not_offered(table.dice.shaker, act.seat)
    if refusal:
        return refusal
    following = goes_to(table.state, declined(table.dice.shaker, act.seat), after=act.seat)
    return (draft(ShakerRefused(seat=act.seat), *OFFER), *following)


@answers_at_dice(RefuseForAll)
def refuse_for_all(table: DiceTable, _act: RefuseForAll) -> Decision:
    """Record that all players still to be asked decline the shaker, in turn."""
    seat = table.dice.shaker.offered
    if seat is None:
        return _nobody_asked()
    facts: list[TableDraft] = []
    while seat is not None:
        facts.append(draft(ShakerRefused(seat=seat), *OFFER))
        seat = shooter.next_offer(table.dice.shaker.right, table.state.seats, after=seat)
    return (*facts, draft(ShakerAccepted(seat=None), *FOR_THE_PLAYERS))


@answers_at_dice(PassShaker)
def pass_on(table: DiceTable, _act: PassShaker) -> Decision:
    """Pass the right to the shaker voluntarily; the dealer may do so, too (13.7(a))."""
    shaker = table.dice.shaker
    if shaker.moment not in BEFORE_THE_SHAKE:
        return refuse(
            "the shaker can be passed only after a shake is settled and before it is handed over again",
            "wait until this shake is settled, or ask a floorperson to order it passed (13.7(a)1ii)",
            "13.7(a)",
        )
    if shooter.must_offer(shaker.right, table.state.seats):
        return refuse(
            "the shaker is offered to the next player in any case",
            "shake for the players, then offer the shaker",
            *OFFER,
        )
    return (relinquished(shaker, Relinquished.VOLUNTARILY, "13.7(a)"),)


@answers_at_dice(OrderShakerPassed)
def order_passed(table: DiceTable, act: OrderShakerPassed) -> Decision:
    """End a player's right to the shaker on a floorperson's order (13.7(a)1ii)."""
    right = table.dice.shaker.right
    if right.holder is None or right.open:
        return refuse(
            "no player has the right to the shaker",
            "order the pass once a player has accepted the shaker",
            "13.7(a)1ii",
        )
    return (relinquished(table.dice.shaker, ORDERED[act.why], "13.7(a)1ii"),)


def after_leaving(state: TableState, seat: Seat) -> Drafts:
    """
    Draft what follows for the shaker when a player leaves this seat; `state` is the table without that player.

    An offer goes to the next player; a held shaker goes back to the dealer (I-15).
    """
    if state.dice is None:
        return ()
    shaker = state.dice.shaker
    if shaker.right.holder == seat and not shaker.right.left:
        return (relinquished(shaker, Relinquished.LEFT, "I-15"),)
    return goes_to(state, shaker, after=seat) if shaker.offered == seat else ()


def relinquished(shaker: Shaker, why: Relinquished, *paragraphs: str) -> TableDraft:
    """Draft the end of the holder's right, and why."""
    return draft(ShakerRelinquished(seat=shaker.right.holder, why=why), *paragraphs)


def _not_offered(shaker: Shaker, seat: Seat) -> Refusal | None:
    if shaker.offered is None:
        return _nobody_asked()
    if shaker.offered == seat:
        return None
    return refuse(
        f"the shaker is offered to seat {shaker.offered}, not to seat {seat}",
        f"enter the answer of seat {shaker.offered}",
        *OFFER,
        code=Code.NOT_YOUR_TURN,
    )


def _nobody_asked() -> Refusal:
    return refuse("the shaker is not offered to any player now", "shake for the players, then offer the shaker", *OFFER)
