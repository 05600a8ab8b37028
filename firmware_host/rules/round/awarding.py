"""The showdown and the pots: cards speak, losing hands first, side pots before the centre pot (14.6(e)5, 6)."""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.pots.division import Division
from firmware_host.rules.pots.side_pots import side_pots
from firmware_host.rules.round import award_plan
from firmware_host.rules.round.award_plan import (
    AWARD,
    SIDE_POTS,
    Push,
    names_others,
    paragraphs_of,
    pushed_wrongly,
    work_out,
)
from firmware_host.rules.round.card_tracking import twice
from firmware_host.rules.round.round_state import Phase, Player, Round, RoundDraft, stranger
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, MuckHand, ShowHand
from firmware_host.rules.round_facts import (
    HandMucked,
    HandShown,
    LosingHandsCollected,
    PotAwarded,
    RoundCompleted,
    Share,
    UncalledReturned,
)
from firmware_host.rules.struct import HIDDEN, Paragraphs, Seat
from firmware_host.rules.wording import money

UNCALLED = ("14.1", "I-24")

SPEAK = ("14.3(g)",)


def award_at_procedure_level(round_: Round, act: AwardPot | AwardUncontested) -> tuple[RoundDraft, ...] | Refusal:
    """Record who the dealer says each pot went to, side pots first; where that is not said, that they went."""
    side_pots_to: tuple[tuple[Seat, ...], ...] = ()
    if isinstance(act, AwardUncontested):
        seats: tuple[Seat, ...] = () if act.seat is None else (act.seat,)
        wrong = _not_betting(round_)
    else:
        seats, side_pots_to, wrong = act.seats, act.side_pots, _no_showdown(round_)
    if wrong:
        return wrong
    uncontested = isinstance(act, AwardUncontested)
    side = tuple(
        draft(PotAwarded(seats=to, uncontested=uncontested, pot=number), *AWARD, *SIDE_POTS)
        for number, to in reversed(tuple(enumerate(side_pots_to, 1)))
    )
    return stranger(round_, [*seats, *(seat for to in side_pots_to for seat in to)]) or (
        draft(LosingHandsCollected(), *AWARD),
        *side,
        draft(PotAwarded(seats=seats, uncontested=uncontested), *AWARD),
        _completed(()),
    )


def award(round_: Round, act: AwardPot) -> tuple[RoundDraft, ...] | Refusal:
    """Take what is not for the players, then award every pot by the hands shown; full level."""
    wrong = _no_showdown(round_) or _not_all_shown(round_)
    if wrong:
        return wrong
    worked_out = work_out(round_)
    if names_others(act, worked_out):
        return pushed_wrongly(act, worked_out)
    uncalled, taken = worked_out.uncalled, worked_out.taken
    drafts: list[RoundDraft] = []
    stacks = {player.seat: player.stack for player in round_.players}
    if uncalled:
        drafts.append(draft(UncalledReturned(seat=uncalled.seat, cents=uncalled.cents), *UNCALLED))
        stacks[uncalled.seat] += uncalled.cents
    drafts += [*award_plan.facts(round_, taken), draft(LosingHandsCollected(), *AWARD)]
    for push in worked_out.pushes:
        pushed, paragraphs = _pushed(round_, push)
        for share in pushed.shares:
            stacks[share.seat] += share.cents
        drafts.append(draft(pushed, *paragraphs))
    if not worked_out.pushes:
        # Nothing but an uncalled bet was put in, without an ante: the round is won all the same, and by somebody.
        last = () if round_.contested else (round_.live[0].seat,)
        drafts.append(draft(PotAwarded(seats=last, uncontested=not round_.contested), *AWARD))
    return (*drafts, _completed(tuple([stacks[seat] for seat in sorted(stacks)])))


def show(round_: Round, act: ShowHand) -> tuple[RoundDraft, ...] | Refusal:
    """Show a whole hand: at the showdown, or before the last cards when no more betting is possible."""
    player = _player(round_, act.seat)
    if player is None or not _may_show(round_):
        return _nothing_to_show(act.seat)
    held = (*player.down, *player.up)
    if len(act.cards) != len(held) or HIDDEN in act.cards or len(set(act.cards)) != len(act.cards):
        return _wrong_hand(act.seat, f"shows {' '.join(act.cards) or 'nothing'} but holds {len(held)} cards")
    missing = [card for card in held if card != HIDDEN and card not in act.cards]
    if missing:
        # A card that lay face down is not named: a refusal is read at the table.
        which = f"{missing[0]}, which" if missing[0] in player.up else "a card, entered before, that"
        return _wrong_hand(act.seat, f"holds {which} is not among the cards shown")
    new = [card for card in act.cards if card not in held]
    return twice(round_, new, round_.on) or (
        draft(HandShown(seat=act.seat, cards=act.cards), *round_.rules.showdown_paragraphs, *SPEAK),
    )


def muck(round_: Round, act: MuckHand) -> tuple[RoundDraft, ...] | Refusal:
    """Muck a hand unseen; the last player left need not."""
    player = _player(round_, act.seat)
    if player is None or round_.phase is not Phase.SHOWDOWN or not round_.contested:
        return _nothing_to_show(act.seat)
    if player not in to_show(round_):
        return _wrong_hand(act.seat, "has already shown the hand: cards speak")
    alone = _wins_alone(round_, act.seat)
    if alone:
        return refuse(
            f"seat {act.seat} is the only player left who can win the side pot of {money(alone)}",
            "show the hand: the other players have no money in that pot",
            "14.7(c)4i",
            "14.6(e)6",
        )
    return (draft(HandMucked(seat=act.seat), *AWARD),)


def may_muck(round_: Round, seat: Seat) -> bool:
    """Return whether a player may muck: not one who alone can win some pot."""
    return round_.contested and not _wins_alone(round_, seat)


def to_show(round_: Round) -> tuple[Player, ...]:
    """
    Return the players who still have to show or muck, in the order of showing.

    The last to bet or raise first, then clockwise; the regulation does not say (regulation index, last line).
    """
    if not round_.contested:
        return ()
    start = round_.aggressor or 0
    turned = (*round_.players[start:], *round_.players[:start])
    return tuple([p for p in turned if not p.folded and (not p.shown or HIDDEN in p.down or HIDDEN in p.up)])


def _pushed(round_: Round, push: Push) -> tuple[PotAwarded, Paragraphs]:
    shares = _shares(push.division)
    pushed = PotAwarded(
        seats=tuple(dict.fromkeys(share.seat for share in shares)),
        uncontested=not round_.contested,
        pot=push.number,
        cents=push.pot.cents,
        shares=shares,
    )
    return pushed, paragraphs_of(push)


def _shares(division: Division) -> tuple[Share, ...]:
    shares = []
    for part in division.parts:
        odd = {unit.seat: 0 for unit in part.odd}
        for unit in part.odd:
            odd[unit.seat] += unit.cents
        even = (part.cents - sum(odd.values())) // len(part.winners)
        halved = part.odd_cents if len(part.winners) == 1 else 0
        shares += [
            Share(seat=seat, part=part.name, cents=even + odd.get(seat, 0), odd_cents=odd.get(seat, halved))
            for seat in part.winners
        ]
    return tuple(shares)


def _completed(stacks: tuple[int, ...]) -> RoundDraft:
    return draft(RoundCompleted(stacks=stacks), *AWARD)


def _wins_alone(round_: Round, seat: Seat) -> int:
    """Return the money in pots for which this seat alone is eligible (14.7(c)4i)."""
    contributed = {player.seat: player.put_in for player in round_.players}
    pots = side_pots(contributed, [player.seat for player in round_.live], dead_cents=round_.dead).pots
    return sum(pot.cents for pot in pots if pot.eligible == (seat,))


def _may_show(round_: Round) -> bool:
    if round_.phase is Phase.SHOWDOWN:
        return True
    able = [player for player in round_.live if player.stack]
    return round_.phase is Phase.DEALING and len(able) < 2 and any(player.down for player in round_.live)


def _player(round_: Round, seat: Seat) -> Player | None:
    at = round_.index(seat)
    return None if at is None or round_.players[at].folded else round_.players[at]


def _not_all_shown(round_: Round) -> Refusal | None:
    waiting = to_show(round_)
    if not waiting:
        return None
    return refuse(
        f"seat {waiting[0].seat} has neither shown nor mucked the hand",
        "show the hand or muck it",
        *round_.rules.showdown_paragraphs[:1],
        code=Code.NOT_SHOWN,
    )


def _wrong_hand(seat: Seat, reason: str) -> Refusal:
    return refuse(f"seat {seat} {reason}", "enter the cards that the player was dealt", *SPEAK, code=Code.WRONG_CARDS)


def _nothing_to_show(seat: Seat) -> Refusal:
    return refuse(
        f"seat {seat} cannot show or muck now: there is no showdown",
        "wait until the last betting round is complete",
        *AWARD,
    )


def _no_showdown(round_: Round) -> Refusal | None:
    if round_.phase is Phase.SHOWDOWN:
        return None
    return refuse("there is no showdown to award", "complete the betting rounds first", *AWARD)


def _not_betting(round_: Round) -> Refusal | None:
    if round_.phase in (Phase.BETTING, Phase.DRAWING):
        return None
    return refuse(
        f"no betting round is under way (the round is in the {round_.phase} phase)", "wait for the next deal", "14.6(c)"
    )
