"""
Replay a round with one act corrected.

The acts are reconstructed from their facts and decided again by the rules, one after the other. Amounts that depend on
the corrected act, such as the cost of a call, are recomputed. If the rules now refuse a later act, or it leads to
different facts, the correction is impossible.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from firmware_host.rules import round as play
from firmware_host.rules.decision import Refusal
from firmware_host.rules.round import Round
from firmware_host.rules.round_acts import (
    Bet,
    Call,
    Check,
    DealStreet,
    DealtHand,
    Draw,
    Fold,
    FoulHand,
    MakeForcedBet,
    MuckHand,
    RoundAct,
    ShowHand,
)
from firmware_host.rules.round_facts import (
    CardsDiscarded,
    CardsDrawn,
    CommunityDealt,
    DownCardsDiscarded,
    ForcedBetMade,
    HandFouled,
    HandMucked,
    HandsDealt,
    HandShown,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    RoundBody,
)
from firmware_host.table.facts.corrections import Instead
from firmware_host.table.state.round_log import Told

Group = tuple[Told, ...]
"""The facts of one act."""

PutRight = Callable[[Round, RoundAct], RoundAct]
"""Returns the corrected act, given the round before it and the act as recorded."""


def retold(told: Sequence[Told], of: int, put_right: PutRight) -> tuple[Instead, ...] | Refusal | None:
    """
    Return the new bodies of the round's facts, that of fact `of` first.

    A refusal comes from the rules and concerns the corrected act; none means that a later act no longer holds.
    """
    round_: Round | None = None
    changes: list[Instead] = []
    for group in _by_act(told):
        act = act_of(_of_round(group))
        if round_ is None or act is None:
            round_ = _folded(round_, group)
            continue
        is_wrong = any(fact.number == of for fact in group)
        answer = play.advance(round_, put_right(round_, act) if is_wrong else act)
        if isinstance(answer, Refusal):
            return answer if is_wrong else None
        drafts, round_ = answer
        bodies = [draft.body for draft in drafts]
        if not _same_shape(group, bodies, of):
            return None
        instead = [Instead(of=fact.number, body=body) for fact, body in zip(group, bodies, strict=True)]
        changes += [change for change, fact in zip(instead, group, strict=True) if change.body != fact.body]
    return tuple(sorted(changes, key=lambda change: change.of != of))


def act_of(bodies: Sequence[RoundBody]) -> RoundAct | None:
    """Return the act that these facts answer; None for the beginning of the round."""
    first = next((type(body) for body in bodies if type(body) in ASKED), None)
    return ASKED[first](bodies) if first else None


def _by_act(told: Sequence[Told]) -> list[Group]:
    return [tuple(group) for _, group in groupby(told, key=lambda fact: fact.cause)]


def _of_round(group: Group) -> list[RoundBody]:
    return [fact.body for fact in group if isinstance(fact.body, RoundBody)]


def _folded(round_: Round | None, group: Group) -> Round:
    for body in _of_round(group):
        round_ = play.evolve(round_, body)
    if round_ is None:
        raise ValueError("a round begins with a fact")
    return round_


def _same_shape(group: Group, bodies: Sequence[RoundBody], of: int) -> bool:
    """Return whether each fact has a counterpart of the same kind; only the corrected fact may change its kind."""
    return len(group) == len(bodies) and all(
        type(fact.body) is type(body) or fact.number == of for fact, body in zip(group, bodies, strict=True)
    )


def _one(bodies: Sequence[RoundBody], kind: type) -> Any:
    return next(body for body in bodies if isinstance(body, kind))


def _thrown(bodies: Sequence[RoundBody]) -> tuple[str, ...]:
    return next((body.cards for body in bodies if isinstance(body, DownCardsDiscarded)), ())


def _called(bodies: Sequence[RoundBody]) -> RoundAct:
    return Call(seat=_one(bodies, PlayerCalled).seat, discards=_thrown(bodies))


def _bet(bodies: Sequence[RoundBody]) -> RoundAct:
    bet = _one(bodies, PlayerBet)
    return Bet(seat=bet.seat, to_cents=bet.to_cents, discards=_thrown(bodies))


def _dealt(bodies: Sequence[RoundBody]) -> RoundAct:
    """Reconstruct a deal; cards that Super Seven discards unseen before it are part of the deal."""
    hands: dict[int, tuple[str, ...]] = {}
    board: tuple[str, ...] = ()
    for body in bodies:
        if isinstance(body, HandsDealt):
            hands.update(zip(body.seats, body.cards, strict=False))
        elif isinstance(body, CommunityDealt):
            board = body.cards
    return DealStreet(hands=tuple(DealtHand(seat=seat, cards=cards) for seat, cards in hands.items()), board=board)


def _drawn(bodies: Sequence[RoundBody]) -> RoundAct:
    thrown = _one(bodies, CardsDiscarded)
    drawn = tuple(card for body in bodies if isinstance(body, CardsDrawn) for card in body.cards)
    return Draw(seat=thrown.seat, discards=thrown.cards, drawn=drawn)


def _threw_late(bodies: Sequence[RoundBody]) -> RoundAct:
    """Reconstruct a discard: with cards dealt after it, it is part of the deal."""
    if any(isinstance(body, HandsDealt) for body in bodies):
        return _dealt(bodies)
    thrown = _one(bodies, DownCardsDiscarded)
    return Draw(seat=thrown.seat, discards=thrown.cards)


def _fouled(bodies: Sequence[RoundBody]) -> RoundAct:
    fouled = _one(bodies, HandFouled)
    return FoulHand(seat=fouled.seat, why=fouled.why)


def _shown(bodies: Sequence[RoundBody]) -> RoundAct:
    shown = _one(bodies, HandShown)
    return ShowHand(seat=shown.seat, cards=shown.cards)


ASKED: dict[type, Callable[[Sequence[RoundBody]], RoundAct]] = {
    PlayerFolded: lambda bodies: Fold(seat=_one(bodies, PlayerFolded).seat),
    PlayerChecked: lambda bodies: Check(seat=_one(bodies, PlayerChecked).seat),
    PlayerCalled: _called,
    PlayerBet: _bet,
    ForcedBetMade: lambda bodies: MakeForcedBet(seat=_one(bodies, ForcedBetMade).seat),
    DownCardsDiscarded: _threw_late,
    HandsDealt: _dealt,
    CommunityDealt: _dealt,
    CardsDiscarded: _drawn,
    HandFouled: _fouled,
    HandShown: _shown,
    HandMucked: lambda bodies: MuckHand(seat=_one(bodies, HandMucked).seat),
}
"""The fact kinds that identify an act; the first such fact in an answer decides."""
