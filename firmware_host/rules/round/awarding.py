"""The showdown and the pots: cards speak, losing hands first, side pots before the centre pot (14.6(e)5, 6)."""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.pots.division import Division, Part, divide, order_of_receipt
from firmware_host.rules.pots.side_pots import Pot, order_of_award, side_pots
from firmware_host.rules.round import rake_collected
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

AWARD = ("14.6(e)5",)

SIDE_POTS = ("14.6(e)6", "14.7(c)4iii")

COUNTED = ("14.6(e)7",)

SPEAK = ("14.3(g)",)


def award_at_procedure_level(round_: Round, act: AwardPot | AwardUncontested) -> tuple[RoundDraft, ...] | Refusal:
    """Record who won the pot if the dealer entered it, or only that it was awarded."""
    if isinstance(act, AwardUncontested):
        seats: tuple[Seat, ...] = () if act.seat is None else (act.seat,)
        wrong = _not_betting(round_)
    else:
        seats, wrong = act.seats, _no_showdown(round_)
    if wrong:
        return wrong
    award = PotAwarded(seats=seats, uncontested=isinstance(act, AwardUncontested))
    return stranger(round_, seats) or (
        draft(LosingHandsCollected(), *AWARD),
        draft(award, *AWARD),
        _completed(round_, ()),
    )


def award(round_: Round) -> tuple[RoundDraft, ...] | Refusal:
    """Take rake and contribution, then award every pot by the hands shown; full level."""
    wrong = _no_showdown(round_) or _not_all_shown(round_)
    if wrong:
        return wrong
    contributed = {player.seat: player.put_in for player in round_.players}
    found = side_pots(contributed, [player.seat for player in round_.live], dead_cents=round_.dead)
    drafts: list[RoundDraft] = []
    stacks = {player.seat: player.stack for player in round_.players}
    if found.uncalled:
        drafts.append(draft(UncalledReturned(seat=found.uncalled.seat, cents=found.uncalled.cents), "14.6(d)"))
        stacks[found.uncalled.seat] += found.uncalled.cents
    taken = rake_collected.due(round_, sum(pot.cents for pot in found.pots))
    pots = rake_collected.net(found.pots, taken)
    drafts += [*rake_collected.facts(round_, taken), draft(LosingHandsCollected(), *AWARD)]
    for pot in order_of_award(pots):
        pushed, paragraphs = _push(round_, pot, pots.index(pot))
        for share in pushed.shares:
            stacks[share.seat] += share.cents
        drafts.append(draft(pushed, *paragraphs))
    return (*drafts, _completed(round_, tuple([stacks[seat] for seat in sorted(stacks)])))


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
        return _wrong_hand(act.seat, f"holds {missing[0]}, which is not among the cards shown")
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


def _push(round_: Round, pot: Pot, number: int) -> tuple[PotAwarded, tuple[str, ...]]:
    stakes, game = round_.stakes, round_.rules
    hands = {player.seat: (*player.down, *player.up) for player in round_.live if player.seat in pot.eligible}
    division = divide(
        game=game,
        pot_cents=pot.cents,
        chip_cents=stakes.chip_cents if stakes else 1,
        hands=hands,
        board=round_.board,
        order=order_of_receipt(game, round_.seats, round_.button),
    )
    shares = _shares(division)
    pushed = PotAwarded(
        seats=tuple(dict.fromkeys(share.seat for share in shares)),
        uncontested=not round_.contested,
        pot=number,
        cents=pot.cents,
        shares=shares,
    )
    said = (paragraph for part in division.parts for paragraph in _why(part))
    return pushed, tuple(dict.fromkeys((*AWARD, *(SIDE_POTS if number else ()), *said)))


def _why(part: Part) -> Paragraphs:
    """Return the paragraphs that decide a part, including those for the odd money (I-5)."""
    halved = part.odd_cents_paragraphs if part.odd_cents else ()
    return (*part.paragraphs, *halved, *[paragraph for unit in part.odd for paragraph in unit.paragraphs])


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


def _completed(round_: Round, stacks: tuple[int, ...]) -> RoundDraft:
    hands = sum([len(player.down) + len(player.up) for player in round_.players])
    closing = RoundCompleted(
        stub=round_.stub,
        burns=round_.burns,
        board=len(round_.board),
        hands=hands + round_.discards,
        stacks=stacks,
    )
    return draft(closing, *COUNTED)


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
    return refuse(f"seat {seat} {reason}", "the cards the player was dealt", *SPEAK, code=Code.WRONG_CARDS)


def _nothing_to_show(seat: Seat) -> Refusal:
    return refuse(
        f"seat {seat} cannot show or muck now: there is no showdown", "the end of the last betting round", *AWARD
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
