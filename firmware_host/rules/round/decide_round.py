"""
The answer to one act of a round: facts or a refusal.

What follows from an act (the end of the betting, the showdown) is decided on the round after the act. So an answer
includes the round after it, and callers need not fold the facts a second time.
"""

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.game import StubEnds, Tracking
from firmware_host.rules.round import awarding, dead_hands, dealing
from firmware_host.rules.round.betting import (
    Choice,
    bettor,
    choice,
    forced_cents,
    forced_due,
    may_check,
    raise_to,
    why_no_raise,
)
from firmware_host.rules.round.card_tracking import dealt_twice, not_held, twice
from firmware_host.rules.round.evolve_round import fold
from firmware_host.rules.round.opener import why_opens
from firmware_host.rules.round.round_state import Phase, Player, Round, RoundDraft, stranger
from firmware_host.rules.round.super_seven import throw, throw_late, throws_due
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
    MakeForcedBet,
    MuckHand,
    RoundAct,
    ShowHand,
    VoidRound,
)
from firmware_host.rules.round_facts import (
    CardBurned,
    CardsDiscarded,
    CardsDrawn,
    DrawCompleted,
    ForcedBetMade,
    Pile,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    StubShuffled,
)
from firmware_host.rules.struct import HIDDEN, Paragraphs, Seat
from firmware_host.rules.wording import money

Drafts = tuple[RoundDraft, ...]

Advanced = tuple[Drafts, Round]

Wager = Fold | Check | Call | Bet | MakeForcedBet


def decide(round_: Round, act: RoundAct) -> Drafts | Refusal:
    """Answer one act. Reads the round, changes nothing."""
    answer = advance(round_, act)
    return answer if isinstance(answer, Refusal) else answer[0]


def advance(round_: Round, act: RoundAct) -> Advanced | Refusal:
    """Answer one act, with the round after it, as `evolve` would compute it."""
    if round_.tracking is Tracking.PROCEDURE:
        return _at_procedure_level(round_, act)
    return ANSWERS[type(act)](round_, act)


def _at_procedure_level(round_: Round, act: RoundAct) -> Advanced | Refusal:
    match act:
        case CompleteBetting(stub_short=short):
            if round_.phase is not Phase.BETTING or not round_.contested:
                return _not_now(round_, "no betting round is under way")
            if short and not dealing.can_be_told_short(round_):
                return _not_now(round_, f"the stub has {round_.stub} cards, which is enough for a card each")
            over = dealing.betting_over(round_)
            follows = dealing.after_betting_on_a_short_stub if short else dealing.after_betting
            return _and_more(over, fold(round_, over), follows)
        case CompleteDraw(drawn=drawn):
            if round_.phase is not Phase.DRAWING or not round_.contested:
                return _not_now(round_, "there is no draw now")
            most = sum(len(player.down) for player in round_.live)
            if drawn is not None and not 0 <= drawn <= most:
                return _refused_cards(round_, f"{drawn} cards drawn is not possible with {most} cards in hand")
            done = DrawCompleted(street=round_.street, drawn=drawn)
            return _with_round(round_, (draft(done, *round_.on.deal_paragraphs),))
        case AwardUncontested() | AwardPot():
            return _with_round(round_, awarding.award_at_procedure_level(round_, act))
        case Fold(seat=seat):
            if round_.phase is not Phase.BETTING or len(round_.live) < 3:
                return _not_now(round_, f"seat {seat} cannot fold now")
            if out := stranger(round_, (seat,)):
                return out
            return _with_round(round_, (draft(PlayerFolded(seat=seat), *round_.on.betting_paragraphs),))
        case FoulHand():
            return _with_round(round_, dead_hands.foul(round_, act))
        case VoidRound():
            return _with_round(round_, dead_hands.void(round_, act))
        case DealStreet() | Draw() | ShowHand() | MuckHand() | Check() | Call() | Bet() | MakeForcedBet():
            return _other_level(round_, act)
        case _:
            assert_never(act)


def _bets(round_: Round, act: Wager) -> Advanced | Refusal:
    index = bettor(round_, act.seat)
    if index is None:
        return _no_bets(round_, act.seat)
    player = round_.players[index]
    if player.seat != act.seat:
        return stranger(round_, (act.seat,)) or _bets_out_of_turn(round_, act, index)
    drafts = WAGERS[type(act)](round_, player, act)
    if isinstance(drafts, Refusal):
        return drafts
    after = fold(round_, drafts)
    if after.to_act is not None and after.contested:
        return drafts, after
    over = dealing.betting_over(after)
    return _and_more((*drafts, *over), fold(after, over), dealing.after_deal)


def _fold(round_: Round, player: Player, act: Fold) -> Drafts | Refusal:
    if forced_due(round_):
        return _refused_amount(round_, player, f"seat {act.seat} must make the forced bet and may not fold")
    return (draft(PlayerFolded(seat=act.seat), *round_.on.betting_paragraphs),)


def _check(round_: Round, player: Player, act: Check) -> Drafts | Refusal:
    if not may_check(round_, player):
        return _refused_amount(round_, player, f"seat {act.seat} may not check")
    return (draft(PlayerChecked(seat=act.seat), *round_.on.betting_paragraphs),)


def _call(round_: Round, player: Player, act: Call) -> Drafts | Refusal:
    owed = round_.bet - player.paid
    if owed <= 0:
        return _refused_amount(round_, player, f"seat {act.seat} has nothing to call")
    called = PlayerCalled(seat=act.seat, cents=min(owed, player.stack))
    return _and_throws(round_, player, draft(called, *round_.on.betting_paragraphs), act.discards)


def _forced_bet(round_: Round, player: Player, act: MakeForcedBet) -> Drafts | Refusal:
    stakes = round_.stakes
    if stakes is None or not forced_due(round_):
        return _refused_amount(round_, player, f"seat {act.seat} owes no forced bet")
    made = ForcedBetMade(seat=act.seat, cents=forced_cents(player, stakes))
    return (draft(made, "14.7(b)3", *round_.on.betting_paragraphs),)


def _bet(round_: Round, player: Player, act: Bet) -> Drafts | Refusal:
    to, stakes = act.to_cents, round_.stakes
    low, high = raise_to(round_, player, stakes) if stakes else (0, 0)
    if stakes is None or not high:
        why = why_no_raise(round_, player, stakes) if stakes else None
        return _refused_amount(round_, player, f"seat {act.seat} may not bet or raise{f': {why}' if why else ''}", why)
    if not low <= to <= high:
        only = "the bet of " if low == high else ""
        return _refused_amount(round_, player, f"{money(to)} is not {only}{_between(low, high)}")
    if to % stakes.chip_cents and to != player.paid + player.stack:
        return _refused_amount(round_, player, f"{money(to)} is not a whole number of {money(stakes.chip_cents)} chips")
    full = (to if round_.forced else to - round_.bet) >= round_.size
    bet = PlayerBet(seat=act.seat, cents=to - player.paid, to_cents=to, full=full, over_cents=round_.bet)
    return _and_throws(round_, player, draft(bet, *round_.on.betting_paragraphs), act.discards)


def _and_throws(round_: Round, player: Player, wager: RoundDraft, discards: tuple[str, ...]) -> Drafts | Refusal:
    """Super Seven: a player who calls or raises in the first round discards two down cards in that turn (14.9B(e))."""
    thrown = throw(round_, player, discards)
    return thrown if isinstance(thrown, Refusal) else (wager, *thrown)


def _with_round(round_: Round, answer: Drafts | Refusal) -> Advanced | Refusal:
    return answer if isinstance(answer, Refusal) else (answer, fold(round_, answer))


def _with_what_follows(round_: Round, answer: Drafts | Refusal) -> Advanced | Refusal:
    """Return the answer, and the showdown if nothing is left to deal or bet."""
    return answer if isinstance(answer, Refusal) else _and_more(answer, fold(round_, answer), dealing.after_deal)


def _and_more(drafts: Drafts, after: Round, follows: Callable[[Round], Drafts]) -> Advanced:
    """Add the facts that follow from the round after these."""
    more = follows(after)
    return ((*drafts, *more), fold(after, more)) if more else (drafts, after)


def _deal(round_: Round, act: DealStreet) -> Advanced | Refusal:
    return _with_what_follows(round_, dealing.deal_street(round_, act))


def _show(round_: Round, act: ShowHand) -> Advanced | Refusal:
    return _with_round(round_, awarding.show(round_, act))


def _foul(round_: Round, act: FoulHand) -> Advanced | Refusal:
    return _with_round(round_, dead_hands.foul(round_, act))


def _void(round_: Round, act: VoidRound) -> Advanced | Refusal:
    return _with_round(round_, dead_hands.void(round_, act))


def _muck(round_: Round, act: MuckHand) -> Advanced | Refusal:
    return _with_round(round_, awarding.muck(round_, act))


def _award(round_: Round, act: AwardPot) -> Advanced | Refusal:
    return _with_round(round_, awarding.award(round_, act))


def _draw(round_: Round, act: Draw) -> Advanced | Refusal:
    if throws_due(round_):
        return _with_round(round_, throw_late(round_, act))
    if round_.phase is not Phase.DRAWING or round_.to_act is None:
        return _not_now(round_, "there is no draw now")
    player = round_.players[round_.to_act]
    if player.seat != act.seat:
        paragraphs = round_.on.deal_paragraphs
        return stranger(round_, (act.seat,)) or _not_your_turn(act.seat, player.seat, paragraphs)
    wrong = _wrong_discards(round_, player, act)
    if wrong:
        return wrong
    drafts = _exchanged(round_, act)
    return _with_what_follows(round_, dealt_twice(round_, drafts, round_.on) or drafts)


def _exchanged(round_: Round, act: Draw) -> Drafts:
    """
    Deal what is left of the stub first; then the discards are shuffled, and nothing is burnt in the middle of a draw.

    Badugi leaves out the drawing player's own discards of the whole round (14.12C(f)). A stub that was empty as the
    draw began is made anew here, and the burn that was due then follows.
    """
    paragraphs, seat, count = round_.on.deal_paragraphs, act.seat, len(act.discards)
    thrown = draft(CardsDiscarded(seat=seat, cards=act.discards), *paragraphs)
    cards = act.drawn or (HIDDEN,) * count
    if not count:
        return (thrown,)
    if count <= round_.stub:
        return (thrown, draft(CardsDrawn(seat=seat, cards=cards), *paragraphs))
    left = round_.stub
    others = round_.rules.stub_ends is StubEnds.SHUFFLE_OTHERS_DISCARDS
    own = next(player.tossed for player in round_.players if player.seat == seat) if others else ()
    pile = round_.discards - len(own) if others else round_.discards + count
    kept = (*own, *act.discards) if others else ()
    made = StubShuffled(pile=Pile.DISCARDS, cards=pile, kept=kept, seat=seat if others else None)
    shuffled = draft(made, *round_.rules.stub_paragraphs, "I-19")
    first = (draft(CardsDrawn(seat=seat, cards=cards[:left]), *paragraphs),) if left else ()
    burn = (draft(CardBurned(street=round_.street), *paragraphs, dealing.BURNS),) if round_.burn_due else ()
    return (thrown, *first, shuffled, *burn, draft(CardsDrawn(seat=seat, cards=cards[left:]), *paragraphs))


def _wrong_discards(round_: Round, player: Player, act: Draw) -> Refusal | None:
    lacks = not_held(player, act.discards)
    if lacks:
        return _refused_cards(round_, f"seat {act.seat} does not hold {lacks}")
    if act.drawn and len(act.drawn) != len(act.discards):
        return _refused_cards(round_, f"seat {act.seat} discards {len(act.discards)} cards and draws {len(act.drawn)}")
    # A hidden card named on discarding must not have been dealt elsewhere, nor be drawn back at once.
    own = [card for card in act.discards if card not in player.down]
    return twice(round_, (*own, *act.drawn) if len(act.discards) <= round_.stub else own, round_.on)


def _refused_cards(round_: Round, reason: str) -> Refusal:
    return refuse(reason, "draw one card for each card discarded", *round_.on.deal_paragraphs, code=Code.WRONG_CARDS)


def _refused_amount(round_: Round, player: Player, reason: str, by_interpretation: str | None = None) -> Refusal:
    """Return a refusal with all options of this player; it cites I-6 if the reason rests on it."""
    may = choice(round_, player.seat)
    ways = _ways(may) if may else []
    return refuse(
        reason,
        ", ".join(ways),
        *round_.on.betting_paragraphs,
        *(("I-6",) if by_interpretation else ()),
        code=Code.WRONG_AMOUNT,
    )


def _ways(may: Choice) -> list[str]:
    return [
        "fold" if not may.forced else f"the forced bet of {money(may.forced)}",
        *(["check"] if may.may_check else []),
        *([f"call {money(may.call)}"] if may.may_call else []),
        *([f"bet {_between(may.min_to, may.max_to)}"] if may.max_to else []),
    ]


def _between(low: int, high: int) -> str:
    return money(low) if low == high else f"between {money(low)} and {money(high)}"


def _no_bets(round_: Round, seat: Seat) -> Refusal:
    if round_.phase is Phase.BETTING:
        return stranger(round_, (seat,)) or _not_now(round_, f"seat {seat} has no chips left to bet with")
    return _not_now(round_, f"there is no betting now (the round is in the {round_.phase} phase)")


def _bets_out_of_turn(round_: Round, act: Wager, turn: int) -> Refusal:
    """Say whose turn it is and why: the up-cards of who opens, a bet that was made already (14.7(g)), or the order."""
    seat = round_.players[turn].seat
    opens = why_opens(round_, turn) if _nobody_has_acted(round_) else None
    if opens is not None:
        return _not_your_turn(act.seat, seat, round_.on.betting_paragraphs, f": {opens}")
    asker = next(player for player in round_.players if player.seat == act.seat)
    if not isinstance(act, Bet) or not asker.acted_at:
        return _not_your_turn(act.seat, seat, ("14.7(d)",))
    raised = round_.aggressor is not None and round_.players[round_.aggressor].seat == act.seat
    made = f"the bet of seat {act.seat} is made" if raised else f"seat {act.seat} called without announcing a raise"
    return refuse(
        f"{made}, so the bet may not be made larger; it is seat {seat}'s turn",
        f"seat {seat} acts first",
        "14.7(g)",
        *(() if raised else ("14.7(g)2",)),
        code=Code.NOT_YOUR_TURN,
    )


def _nobody_has_acted(round_: Round) -> bool:
    return not any(player.acted_at is not None for player in round_.players)


def _not_your_turn(seat: Seat, turn: Seat, paragraphs: Paragraphs, why: str = "") -> Refusal:
    return refuse(
        f"it is seat {turn}'s turn, not seat {seat}'s{why}",
        f"seat {turn} acts first",
        *paragraphs,
        code=Code.NOT_YOUR_TURN,
    )


def _not_now(round_: Round, reason: str) -> Refusal:
    del round_
    return refuse(reason, "do the step that the table shows", "14.6(c)")


def _other_level(round_: Round, act: RoundAct) -> Refusal:
    del act
    return refuse(
        f"this act does not fit the table's tracking, {round_.tracking}",
        "use the steps that the table offers",
        "14.6(e)2",
    )


WAGERS: Mapping[type[Wager], Callable[[Round, Player, Any], Drafts | Refusal]] = {
    Bet: _bet,
    Call: _call,
    Check: _check,
    Fold: _fold,
    MakeForcedBet: _forced_bet,
}
"""The function that answers each wager."""


ANSWERS: Mapping[type[RoundAct], Callable[[Round, Any], Advanced | Refusal]] = {
    **dict.fromkeys(WAGERS, _bets),
    AwardPot: _award,
    AwardUncontested: _other_level,
    CompleteBetting: _other_level,
    CompleteDraw: _other_level,
    DealStreet: _deal,
    Draw: _draw,
    FoulHand: _foul,
    MuckHand: _muck,
    ShowHand: _show,
    VoidRound: _void,
}
"""The function that answers each act at the full level. A dict, because `match` would try the kinds one by one."""
