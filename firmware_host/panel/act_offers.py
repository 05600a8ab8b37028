"""Every act of the dealer and the floor by its short name, so that the page can also explain those not possible now."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from firmware_host.panel.dealer_view import CardSlots, Group, Offer
from firmware_host.panel.possible import anybody, why_not_by
from firmware_host.rules.decision import Amounts, Role, Unit
from firmware_host.rules.dice.shaker import NoRoll
from firmware_host.rules.game import Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.roles import Who, nearest
from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    Draw,
    Fold,
    FoulHand,
    MuckHand,
    ShowHand,
    VoidRound,
)
from firmware_host.rules.struct import Seat
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import (
    AcceptPreShuffled,
    ApproveHandShuffling,
    CountCards,
    CutDeck,
    EndHandShuffling,
    InspectDecks,
    OrderRecut,
    OverrideGate,
    RemoveDeck,
    ShowDecks,
    ShuffleByHand,
    SortDeck,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.dice import (
    CallNoRoll,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    PassShaker,
    PayWinners,
    PutCoverOn,
    RefuseForAll,
    Uncover,
)
from firmware_host.table.acts.floor import CallFloor, CloseTable, EndFloorCall, IdleTable, OpenTable, RelieveDealer
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.acts.money import CollectTimeCharge
from firmware_host.table.acts.round import ChangeGame, Deal
from firmware_host.table.acts.seating import AddChips, ComeBack, LeaveSeat, StepAway, TakeSeat
from firmware_host.table.acts.shuffler import OrderClearing, OrderReconciliation
from firmware_host.table.clocks import Stamp
from firmware_host.table.decks.deck_steps import MOST_CARDS
from firmware_host.table.prompts import MOST_CENTS
from firmware_host.table.seating.seats import all_seats
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AwayStakes, Counted

REASON = "type the reason on the page"
"""The placeholder for a reason, which the page replaces."""


TELLING = ("back", "what", "game", "stakes", "withdrawn", "pushed")
"""The fields that distinguish acts of one kind; a seat, an amount or a card is chosen later."""


COUNTS = {
    Counted.STUB: "Count the stub",
    Counted.DISCARDS: "Count the discards",
    Counted.DECK: "Count the whole deck",
}


class Named(NamedTuple):
    """An act and its short name; with `seats` for any of these seats."""

    act: Act
    label: str
    group: Group
    seats: tuple[Seat, ...] = ()
    why: bool = False
    amounts: Amounts | None = None
    cards: tuple[CardSlots, ...] = ()


def offers(state: TableState, steps: tuple[TableStep, ...], *, now: Stamp) -> tuple[Offer, ...]:
    """Return all acts. An act that is a step now names that step; the table says which others are possible."""
    by_act: dict[tuple[object, ...], int] = {}
    actors: dict[Role, str] = {}
    for at, step in enumerate(steps):
        for alike in (_alike(step.act, by_why=True), _alike(step.act, by_why=False)):
            by_act.setdefault((step.role, *alike), at)
            by_act.setdefault(alike, at)

    def offer(named: Named) -> Offer:
        alike, role = _alike(named.act, by_why=not named.why), _role(named.act)
        step = by_act.get((role, *alike), by_act.get(alike))
        actor = actors.get(role) or actors.setdefault(role, anybody(state, role))
        possible = step is not None or why_not_by(state, named.act, role, actor, at=now) is None
        return Offer(
            act=named.act,
            label=named.label,
            group=named.group,
            role=role,
            step=step,
            possible=possible,
            seats=named.seats,
            why=named.why,
            amounts=named.amounts,
            cards=named.cards,
        )

    return tuple(offer(named) for named in _all(state))


def _alike(act: Act, *, by_why: bool) -> tuple[object, ...]:
    """Return the key by which the page treats two acts as the same: their kind, the deck, what is counted."""
    about = act.act if isinstance(act, RequestApproval) else act
    why = getattr(about, "why", None) if by_why else None
    return (type(act), type(about), *[getattr(about, name) for name in _telling(type(about))], why)


@cache
def _telling(kind: type) -> tuple[str, ...]:
    return tuple(name for name in TELLING if hasattr(kind, name))


def _role(act: Act) -> Role:
    """Return the role nearest to the table that may ask for this act."""
    return _nearest(act.act.by_two.who if isinstance(act, RequestApproval) else act.may_ask)


@cache
def _nearest(may: Who) -> Role:
    return Role.DEALER if Role.DEALER in may else nearest(may)


def _all(state: TableState) -> Iterator[Named]:
    if state.config is None:
        return
    if state.dice is None:
        yield from _in_round(state, full=state.config.tracking is Tracking.FULL)
        yield from _decks(state)
        yield from _shuffler(state)
    else:
        yield from _at_dice()
    yield from _seats(state)
    yield from _table(state)


def _in_round(state: TableState, *, full: bool) -> Iterator[Named]:
    yield Named(Deal(), "Deal", Group.ROUND)
    seats = state.round.seats if state.round is not None else state.seats
    seat = seats[0] if seats else 1
    if full:
        yield Named(DealStreet(), "Deal the next cards", Group.ROUND)
        yield Named(Fold(seat=seat), "Fold", Group.ROUND, seats)
        yield Named(Check(seat=seat), "Check", Group.ROUND, seats)
        yield Named(Call(seat=seat), "Call", Group.ROUND, seats)
        yield Named(Bet(seat=seat, to_cents=0), "Bet or raise", Group.ROUND, seats)
        yield Named(Draw(seat=seat), "Draw", Group.ROUND, seats)
        yield Named(ShowHand(seat=seat, cards=()), "Show a hand", Group.ROUND, seats)
        yield Named(MuckHand(seat=seat), "Muck a hand", Group.ROUND, seats)
    else:
        yield Named(CompleteBetting(), "Betting is complete", Group.ROUND)
        yield Named(CompleteDraw(), "All have drawn", Group.ROUND)
        yield Named(AwardUncontested(), "All others folded", Group.ROUND)
    yield Named(AwardPot(), "Push the pot", Group.ROUND)
    yield Named(FoulHand(seat=seat, why=REASON), "Fouled hand", Group.ROUND, seats, why=True)
    void = RequestApproval(act=VoidRound(why=REASON), why=REASON)
    yield Named(void, "Void the round", Group.FLOOR, why=True)


def _decks(state: TableState) -> Iterator[Named]:
    yield Named(InspectDecks(), "Inspect the decks", Group.DECKS)
    yield Named(VerifyDecks(), "Verify decks", Group.DECKS)
    yield Named(SpreadDecks(), "Spread decks", Group.DECKS)
    yield Named(ShowDecks(), "Players saw the decks", Group.DECKS)
    yield Named(AcceptPreShuffled(), "Pre-shuffled decks", Group.DECKS)
    backs = tuple(deck.back for deck in state.decks)
    due = next((deck.back for deck in state.decks if deck is state.due_deck), None)
    for back in (due,) if due is not None else backs[:1]:
        yield Named(WashDeck(back=back), f"Wash the {back} deck", Group.DECKS)
        yield Named(CutDeck(back=back), f"Cut the {back} deck", Group.DECKS)
        yield Named(ShuffleByHand(back=back), f"{back.capitalize()} deck by hand", Group.DECKS)
        override = RequestApproval(act=OverrideGate(back=back, why=REASON), why=REASON)
        yield Named(override, f"{back.capitalize()} deck without proof", Group.FLOOR, why=True)
    yield Named(OrderRecut(why=REASON), "Order a recut", Group.FLOOR, why=True)
    for back in backs:
        yield Named(SortDeck(back=back), f"Sort the {back} deck", Group.DECKS)
        yield Named(RemoveDeck(back=back, why=REASON), f"Remove the {back} deck", Group.DECKS, why=True)
    used = state.last_used or (backs[0] if backs else None)
    if used is not None:
        number = Amounts(min=0, step=1, max=MOST_CARDS, unit=Unit.CARDS)
        for what, label in COUNTS.items():
            yield Named(CountCards(what=what, back=used, counted=0), label, Group.DECKS, amounts=number)


def _shuffler(state: TableState) -> Iterator[Named]:
    if state.config is None or not state.config.shuffler:
        return
    yield Named(OrderReconciliation(), "Compare card counts", Group.SHUFFLER)
    yield Named(OrderClearing(), "Run the card path empty", Group.SHUFFLER)
    yield Named(ApproveHandShuffling(why=REASON), "Shuffle by hand", Group.SHUFFLER, why=True)
    yield Named(EndHandShuffling(), "Use shuffler again", Group.SHUFFLER)


def _at_dice() -> Iterator[Named]:
    yield Named(CloseBets(), "No more bets", Group.DICE)
    yield Named(PutCoverOn(), "The cover is on", Group.DICE)
    yield Named(CompleteDealerShake(), "The dealer has shaken", Group.DICE)
    yield Named(RefuseForAll(), "All decline the shaker", Group.DICE)
    yield Named(PassShaker(), "Pass the shaker", Group.DICE)
    yield Named(Uncover(), "The cover is off", Group.DICE)
    yield Named(CallNoRoll(why=NoRoll.NOT_FLAT), "No roll: cocked die", Group.DICE)
    yield Named(CallNoRoll(why=NoRoll.FELL_OUT), "No roll: a die is out", Group.DICE)
    yield Named(CollectLosers(), "Collect the losers", Group.DICE)
    yield Named(PayWinners(), "Pay the winners", Group.DICE)


def _seats(state: TableState) -> Iterator[Named]:
    places = all_seats(state)
    free = tuple(seat for seat in places if seat not in state.seats)
    taken, away = state.seats, tuple(sorted(state.away))
    yield Named(TakeSeat(seat=(free or places)[0]), "A player sits down", Group.SEATS, free or places)
    if not taken:
        return
    yield Named(LeaveSeat(seat=taken[0]), "A player leaves", Group.SEATS, taken)
    step_away = StepAway(seat=taken[0], stakes=AwayStakes.COVERED)
    yield Named(step_away, "A player steps away", Group.SEATS, taken)
    yield Named(ComeBack(seat=(away or taken)[0]), "A player is back", Group.SEATS, away or taken)
    if state.dice is None:
        chip = state.config.stakes.chip_cents if state.config and state.config.stakes else 100
        more, here = Amounts(min=chip, step=chip, max=MOST_CENTS), tuple(s for s in taken if s not in state.away)
        yield Named(
            AddChips(seat=taken[0], cents=chip), "A player adds chips", Group.SEATS, here or taken, amounts=more
        )


def _table(state: TableState) -> Iterator[Named]:
    yield Named(OpenTable(), "Open the table", Group.TABLE)
    yield Named(IdleTable(), "Idle the table", Group.TABLE)
    yield Named(CloseTable(), "Close the table", Group.TABLE)
    yield Named(RelieveDealer(dealer=state.dealer or "dealer-1"), "Relieve the dealer", Group.TABLE)
    if state.dice is None and state.config is not None:
        for posted in state.config.games:
            yield Named(ChangeGame(game=posted.game), f"Change to {GAMES[posted.game].title}", Group.TABLE)
        yield Named(CollectTimeCharge(), "Collect the time charge", Group.TABLE)
    yield Named(TakeBack(), "Take back the last step", Group.TABLE)
    call = EndFloorCall() if state.floor_called else CallFloor()
    yield Named(call, "The floor is here" if state.floor_called else "Call the floor", Group.FLOOR)
