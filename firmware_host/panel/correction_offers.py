"""
Offers what may be corrected now: a misread wager, wrongly named cards, the last dice, and miscounted money.

Wagers, dice and money need two people, cards a floorperson. The table replays the round and refuses a correction that
later facts contradict.
"""

from collections.abc import Iterator

from firmware_host.panel.act_offers import REASON
from firmware_host.panel.dealer_view import CardSlots, Group, Offer
from firmware_host.panel.events import as_seen
from firmware_host.rules.act_and_fact import Amendable
from firmware_host.rules.decision import Amounts, Refusal, Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.roles import nearest
from firmware_host.rules.round import Round
from firmware_host.rules.round_facts import (
    CommunityDealt,
    HandsDealt,
    HandShown,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
)
from firmware_host.rules.struct import HIDDEN, Seat
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.corrections import AdjustMoney, CorrectCards, CorrectSum, CorrectWager
from firmware_host.table.acts.intent import Act
from firmware_host.table.answering import answer_for_two
from firmware_host.table.config import TableConfig
from firmware_host.table.corrections.correctable import WAGERS, is_open
from firmware_host.table.prompts import MOST_CENTS
from firmware_host.table.state.round_log import Told
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Adjustment

MOST = 24
"""The newest facts; a round has few that are still open."""


def correction_offers(state: TableState) -> tuple[Offer, ...]:
    """Return the corrections, of the newest fact first."""
    if state.dice is not None:
        last = state.dice.last
        if last is None:
            return ()
        first, second = last.dice
        act = CorrectSum(round=last.round, dice=last.dice, why=REASON)
        return (_offer(_by_two(act), f"Round {last.round}: {first} and {second}", dice=True),)
    if state.config is None or state.config.tracking is not Tracking.FULL:
        return ()
    return (*_of_round(state, state.round), *_of_money(state, state.config))


def _of_round(state: TableState, round_: Round | None) -> Iterator[Offer]:
    if round_ is None:
        return
    found = (offer for told in reversed(state.told) for offer in _of_fact(state, round_, told))
    yield from (offer for offer, _ in zip(found, range(MOST), strict=False))


def _of_fact(state: TableState, round_: Round, told: Told) -> Iterator[Offer]:
    named = f"{as_seen(told.body).sentence().rstrip('.')} ({told.number})"
    match told.body:
        case PlayerBet(seat=seat) | PlayerCalled(seat=seat) | PlayerChecked(seat=seat) | PlayerFolded(seat=seat):
            if Amendable.WAGER in told.body.amendable_as and is_open(WAGERS, state.told, told.number):
                wager = CorrectWager(of=told.number, to_cents=0, why=REASON)
                yield _offer(_by_two(wager), named, amounts=_total_bet(round_, seat))
                if not isinstance(told.body, PlayerFolded):
                    fold = CorrectWager(of=told.number, to_cents=None, why=REASON)
                    yield _offer(_by_two(fold), f"{named}: change to a fold")
        case HandShown(seat=seat, cards=cards):
            yield _cards(told.number, named, cards, seat=seat)
        case CommunityDealt(cards=cards) if HIDDEN not in cards:
            yield _cards(told.number, named, cards, seat=None)
        case HandsDealt(seats=seats, down=down, up=up, cards=hands) if up:
            for seat, hand in zip(seats, hands, strict=False):
                yield _cards(
                    told.number,
                    f"Seat {seat} {' '.join(hand[down:])} ({told.number})",
                    hand,
                    seat=seat,
                    dealt_to=seat,
                    down=down,
                )
        case _:
            pass


def _of_money(state: TableState, config: TableConfig) -> Iterator[Offer]:
    """Yield the corrections of miscounted money: more or less at a seat or in the pot."""
    chip = config.stakes.chip_cents if config.stakes else 1
    for said, cents in (("More", chip), ("Less", -chip)):
        seats = tuple(seat for seat in state.seats if _is_accepted(state, _adjusting(seat, cents)))
        if seats:
            most = MOST_CENTS if cents > 0 else max(_stack(state, seat) for seat in seats)
            amounts = Amounts(min=chip, step=chip, max=most)
            yield _offer(
                _by_two(_adjusting(seats[0], cents)), f"{said} money at any seat", seats=seats, amounts=amounts
            )
        pot = _adjusting(None, cents)
        if _is_accepted(state, pot):
            most = MOST_CENTS if cents > 0 or state.round is None else state.round.dead
            yield _offer(_by_two(pot), f"{said} money in the pot", amounts=Amounts(min=chip, step=chip, max=most))


def _adjusting(seat: Seat | None, cents: int) -> AdjustMoney:
    return AdjustMoney(lines=(Adjustment(seat=seat, cents=cents),), why=REASON)


def _is_accepted(state: TableState, act: AdjustMoney) -> bool:
    return not isinstance(answer_for_two(state, act), Refusal)


def _stack(state: TableState, seat: Seat) -> int:
    """Return what is in front of a player; in a round only what is not wagered yet."""
    players = state.round.players if state.round is not None else ()
    return next((player.stack for player in players if player.seat == seat), state.stacks.get(seat, 0))


def _total_bet(round_: Round, seat: Seat) -> Amounts:
    player = next(player for player in round_.players if player.seat == seat)
    step = round_.stakes.chip_cents if round_.stakes else 1
    return Amounts(min=0, step=step, max=player.paid + player.stack)


def _cards(
    of: int, label: str, cards: tuple[str, ...], *, seat: Seat | None, dealt_to: Seat | None = None, down: int = 0
) -> Offer:
    shown = cards[down:]
    slots = CardSlots(
        seat=seat,
        least=len(shown),
        most=len(shown),
        down=down,
        was=shown,
        say="the board" if seat is None else f"seat {seat}",
    )
    act = CorrectCards(of=of, cards=(*(HIDDEN,) * down, *shown), seat=dealt_to, why=REASON)
    return _offer(act, label, cards=(slots,))


def _by_two(act: CorrectWager | CorrectSum | AdjustMoney) -> RequestApproval:
    return RequestApproval(act=act, why=REASON)


def _offer(
    act: Act,
    label: str,
    *,
    seats: tuple[Seat, ...] = (),
    amounts: Amounts | None = None,
    cards: tuple[CardSlots, ...] = (),
    dice: bool = False,
) -> Offer:
    may = act.act.by_two.who if isinstance(act, RequestApproval) else act.may_ask
    return Offer(
        act=act,
        label=label,
        group=Group.CORRECT,
        role=Role.DEALER if Role.DEALER in may else nearest(may),
        step=None,
        possible=True,
        seats=seats,
        why=True,
        amounts=amounts,
        cards=cards,
        dice=dice,
    )
