"""
Super Seven: a player who stays in the first round discards two of the four down cards (14.9B(e), I-12).

Players discard in the turn of their call or raise. The opener, whether with the forced bet or a full bet, discards at
the next turn. The opener and players who are all-in discard before the fourth card at the latest (I-12). Cards that the
table does not know are discarded unseen. If it knows some of them, the dealer must enter which ones go (I-11).
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.round.betting import forced_due
from firmware_host.rules.round.card_tracking import not_held, twice
from firmware_host.rules.round.round_state import Phase, Player, Round, RoundDraft
from firmware_host.rules.round_acts import Draw
from firmware_host.rules.round_facts import DownCardsDiscarded
from firmware_host.rules.struct import HIDDEN, Seat
from firmware_host.rules.wording import number

IN_TURN = ("14.9B(e)",)

LATE = ("14.9B(e)", "I-12")


def say_in_turn(round_: Round) -> str:
    """Return the reminder of the discard in the prompt of a betting round; procedure level."""
    return "A player who calls or raises discards two down cards. " if round_.on.discard else ""


def say_before_the_deal(round_: Round) -> str:
    """Return who still has to discard before the fourth card, for the prompt of the deal."""
    if round_.tracking is Tracking.PROCEDURE:
        return "all who have not yet discarded two down cards do so, " if round_.on.discard else ""
    seats = [f"seat {player.seat}" for player in throws_due(round_)]
    return f"{' and '.join(seats)} {'discard' if seats[1:] else 'discards'} two down cards, " if seats else ""


def say_with_a_wager(round_: Round, player: Player) -> str:
    """Return the reminder of the discard in the prompt of a call or raise."""
    due = round_.on.discard and not player.threw and not forced_due(round_)
    return " and discard two down cards" if due else ""


def throw(round_: Round, player: Player, discards: tuple[str, ...]) -> tuple[RoundDraft, ...] | Refusal:
    """Return the discard that goes with a call or raise; empty outside Super Seven or if it is already done."""
    due = 0 if player.threw else round_.on.discard
    if not discards and forced_due(round_):
        return ()
    if len(discards) not in (0, due):
        return _refused(player.seat, f"discards {number(len(discards), 'card')} but must discard {due}")
    if not due:
        return ()
    return _thrown(round_, player, discards or unseen(player, due), IN_TURN)


def throws_due(round_: Round) -> tuple[Player, ...]:
    """Return the players who must still discard before the next street is dealt."""
    if not round_.on.discard or round_.phase is not Phase.DEALING or not round_.contested:
        return ()
    return tuple([player for player in round_.live if player.down and not player.threw])


def to_name(round_: Round) -> tuple[Player, ...]:
    """Return those of these players whose discards must be named, because the table knows some of their cards."""
    return tuple([player for player in throws_due(round_) if not unseen(player, round_.on.discard)])


def throw_late(round_: Round, act: Draw) -> tuple[RoundDraft, ...] | Refusal:
    """Discard the named cards before the fourth card; no cards are drawn for them."""
    player = next((player for player in throws_due(round_) if player.seat == act.seat), None)
    if player is None or act.drawn or len(act.discards) != round_.on.discard:
        return _refused(act.seat, f"must discard {round_.on.discard} down cards now, and draw none")
    return _thrown(round_, player, act.discards, LATE)


def thrown_unseen(round_: Round) -> tuple[RoundDraft, ...]:
    """Return the discards due of hidden cards."""
    count = round_.on.discard
    return tuple(
        [
            draft(DownCardsDiscarded(seat=player.seat, cards=unseen(player, count)), *LATE)
            for player in throws_due(round_)
            if unseen(player, count)
        ]
    )


def unseen(player: Player, count: int) -> tuple[str, ...]:
    """Return this many hidden cards; none if the table knows any of the down cards."""
    return (HIDDEN,) * count if all(card == HIDDEN for card in player.down) else ()


def not_named(round_: Round) -> Refusal | None:
    """Refuse the fourth card until all discards that must be named are entered."""
    waiting = to_name(round_)
    return _refused(waiting[0].seat, "still has to discard two down cards") if waiting else None


def _thrown(
    round_: Round, player: Player, cards: tuple[str, ...], paragraphs: tuple[str, ...]
) -> tuple[RoundDraft, ...] | Refusal:
    if not cards:
        return _refused(player.seat, "holds cards that the table knows, so say which cards are discarded")
    lacks = not_held(player, cards)
    if lacks:
        return _refused(player.seat, f"does not hold {lacks} as a down card")
    new = [card for card in cards if card not in player.down]
    return twice(round_, new, round_.on) or (draft(DownCardsDiscarded(seat=player.seat, cards=cards), *paragraphs),)


def _refused(seat: Seat, reason: str) -> Refusal:
    return refuse(f"seat {seat} {reason}", "name two of the player's own down cards", *LATE, code=Code.WRONG_CARDS)
