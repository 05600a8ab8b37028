"""Answer requests to amend earlier facts, and to correct miscounted money."""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.round import Player, Round
from firmware_host.rules.round_acts import Bet, Call, Check, DealStreet, DealtHand, Draw, Fold, RoundAct, ShowHand
from firmware_host.rules.struct import Seat
from firmware_host.table.acts.corrections import (
    AdjustMoney,
    CorrectCards,
    CorrectSum,
    CorrectWager,
    TakeBack,
)
from firmware_host.table.answering import answers
from firmware_host.table.corrections import sums
from firmware_host.table.corrections.correctable import (
    CALLS,
    CARDS,
    MONEY,
    STEPS,
    SUMS,
    WAGERS,
    Correctable,
    is_open,
    of_last_step,
)
from firmware_host.table.corrections.refold import PutRight, retold
from firmware_host.table.facts.corrections import Amended, Instead, MoneyAdjusted
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state.table import TableState

AS_MONEY = "have two people correct the amounts of money instead"


@answers(TakeBack)
def take_back(state: TableState, _act: TakeBack) -> Decision:
    """Take back the dealer's latest step, whole, the newest fact first."""
    row = STEPS if state.dice is None else CALLS
    step = of_last_step(state)
    if not step:
        return refuse(
            "no step of the dealer can be taken back now",
            "call the floor: a floorperson decides about the round",
            *row.paragraphs,
            code=Code.NOTHING_TO_TAKE_BACK,
        )
    changes = tuple(Instead(of=number, body=None) for number in reversed(step))
    return _drafted(row, Amended(changes=changes, why="the dealer took the step back"))


@answers(CorrectSum)
def correct_sum(state: TableState, act: CorrectSum) -> Decision:
    """Amend the sum of a shake that is settled."""
    return _drafted(SUMS, sums.amended(state, round_=act.round, dice=act.dice, why=act.why))


@answers(CorrectWager)
def correct_wager(state: TableState, act: CorrectWager) -> Decision:
    """Amend a misread wager or fold."""
    return _amended(state, WAGERS, act.of, wagered(act.to_cents), act.why)


@answers(CorrectCards)
def correct_cards(state: TableState, act: CorrectCards) -> Decision:
    """Amend wrongly named cards."""
    return _amended(state, CARDS, act.of, _named(act.cards, act.seat), act.why)


def _drafted(row: Correctable, answer: Amended | Refusal) -> Decision:
    return answer if isinstance(answer, Refusal) else (draft(answer, *row.paragraphs),)


def _amended(state: TableState, row: Correctable, of: int, put_right: PutRight, why: str) -> Decision:
    fact = next((told for told in state.told if told.number == of), None)
    if fact is None or row.amendable not in fact.body.amendable_as or _level(state) is not Tracking.FULL:
        return refuse(f"fact {of} cannot be corrected in this way", AS_MONEY, *row.paragraphs)
    if not is_open(row, state.told, of):
        return refuse(f"the betting round that fact {of} belongs to is complete", AS_MONEY, *row.paragraphs)
    changes = retold(state.told, of, put_right)
    if isinstance(changes, Refusal):
        return changes
    if changes is None:
        return refuse(f"later acts are not possible if fact {of} is corrected in this way", AS_MONEY, *row.paragraphs)
    return _drafted(row, Amended(changes=changes, why=why)) if changes else ()


def _level(state: TableState) -> Tracking | None:
    return state.round.tracking if state.round else None


def wagered(to_cents: int | None) -> PutRight:
    """Derive the corrected action from the player's total bet: check, call, bet or raise; none is a fold."""

    def put_right(round_: Round, act: RoundAct) -> RoundAct:
        if not isinstance(act, Bet | Call | Check | Fold):
            return act
        if to_cents is None:
            return Fold(seat=act.seat)
        player = next(player for player in round_.players if player.seat == act.seat)
        discards = act.discards if isinstance(act, Bet | Call) else ()
        if to_cents == player.paid == round_.bet:
            return Check(seat=act.seat)
        if to_cents == min(round_.bet, player.paid + player.stack):
            return Call(seat=act.seat, discards=discards)
        return Bet(seat=act.seat, to_cents=to_cents, discards=discards)

    return put_right


def _named(cards: tuple[str, ...], seat: Seat | None) -> PutRight:
    """Correct the cards of an act; of a deal to several players, those of `seat` or the community cards."""

    def put_right(_: Round, act: RoundAct) -> RoundAct:
        match act:
            case ShowHand(seat=whose):
                return ShowHand(seat=whose, cards=cards)
            case Draw(seat=whose, discards=discards):
                return Draw(seat=whose, discards=discards, drawn=cards)
            case DealStreet(hands=hands, board=board):
                if seat is None:
                    return DealStreet(hands=hands, board=cards)
                others = tuple(hand for hand in hands if hand.seat != seat)
                return DealStreet(hands=(*others, DealtHand(seat=seat, cards=cards)), board=board)
            case _:
                return act

    return put_right


@answers(AdjustMoney)
def adjust_money(state: TableState, act: AdjustMoney) -> Decision:
    """Correct stakes or pot: at any seat between rounds; in a round only if it changes no player's being all-in."""
    if state.config is None or state.config.tracking is not Tracking.FULL or state.dice is not None:
        return refuse("this table does not track money", 'correct money only at a table with tracking = "full"', *MONEY)
    seats = [line.seat for line in act.lines]
    if len(set(seats)) < len(seats) or not all(line.cents for line in act.lines):
        return refuse(
            "a seat is named twice, or an amount is zero",
            "give each seat once, with an amount above or below zero",
            *MONEY,
        )
    for line in act.lines:
        why = _why_not(state, line.seat, line.cents)
        if why is not None:
            return why
    return (draft(MoneyAdjusted(lines=act.lines, why=act.why), *MONEY),)


def _why_not(state: TableState, seat: Seat | None, cents: int) -> Refusal | None:
    if seat is None:
        if state.round is None:
            return refuse("there is no pot between rounds", "correct the amount of a seat instead", *MONEY)
        enough = state.round.dead + cents >= 0
        return (
            None
            if enough
            else refuse(
                "the pot cannot be made smaller than the wagers in it", "correct the amount of a seat instead", *MONEY
            )
        )
    if seat in state.away and state.away[seat].cents:
        return refuse(
            f"the player in seat {seat} is away, and the stakes were counted out",
            "wait until the player is back",
            *MONEY,
        )
    player = _in_round(state, seat)
    if player is not None:
        plays = player.stack > 0 and player.stack + cents > 0
        return (
            None
            if plays
            else refuse(
                f"seat {seat} is all-in, or would be after this correction", "wait until the round is over", *MONEY
            )
        )
    if seat not in state.seats:
        return refuse(f"no player sits at seat {seat}", "name a seat with a player", *MONEY)
    enough = state.stacks.get(seat, 0) + cents >= 0
    return (
        None
        if enough
        else refuse(
            f"seat {seat} has fewer chips than the correction takes away",
            "take away at most what the player has",
            *MONEY,
        )
    )


def _in_round(state: TableState, seat: Seat) -> Player | None:
    if state.round is None:
        return None
    return next((player for player in state.round.players if player.seat == seat), None)
