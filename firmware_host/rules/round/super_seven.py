"""
Super Seven: who stays in the first round throws two of the four down cards away (14.9B(e), I-12).

In the turn of a call or raise. Whoever opens, with the forced bet or a full one for it, at the next turn; that player
and who is all-in before the fourth card at the latest (I-12).
Cards the table was not shown are thrown unseen. Where it knows some of them somebody has to say which (I-11).
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.round.betting import forced_due
from firmware_host.rules.round.card_tracking import not_held, twice
from firmware_host.rules.round.round_state import Phase, Player, Round, RoundDraft
from firmware_host.rules.round_acts import Draw
from firmware_host.rules.round_facts import DownCardsDiscarded
from firmware_host.rules.struct import HIDDEN, Seat

IN_TURN = ("14.9B(e)",)

LATE = ("14.9B(e)", "I-12")


def say_in_turn(round_: Round) -> str:
    """Tell the dealer what goes with a call or raise, for where the table is not told whose it is."""
    return "Who calls or raises throws two down cards away. " if round_.on.discard else ""


def say_before_the_deal(round_: Round) -> str:
    """Tell the dealer who has still to throw, before the fourth card."""
    if round_.tracking is Tracking.PROCEDURE:
        return "whoever has not thrown two down cards away does, " if round_.on.discard else ""
    seats = [f"seat {player.seat}" for player in throws_due(round_)]
    return f"{' and '.join(seats)} {'throw' if seats[1:] else 'throws'} two down cards away, " if seats else ""


def say_with_a_wager(round_: Round, player: Player) -> str:
    """Say what this player's call or raise comes with."""
    due = round_.on.discard and not player.threw and not forced_due(round_)
    return " and throws two down cards away" if due else ""


def throw(round_: Round, player: Player, discards: tuple[str, ...]) -> tuple[RoundDraft, ...] | Refusal:
    """Answer a call or raise: nothing outside Super Seven, or where the player has thrown already."""
    due = 0 if player.threw else round_.on.discard
    if not discards and forced_due(round_):
        return ()
    if len(discards) not in (0, due):
        return _refused(player.seat, f"throws {len(discards)} cards away and {due} are due")
    if not due:
        return ()
    return _thrown(round_, player, discards or unseen(player, due), IN_TURN)


def throws_due(round_: Round) -> tuple[Player, ...]:
    """Return who has still to throw cards away before the next street is dealt."""
    if not round_.on.discard or round_.phase is not Phase.DEALING or not round_.contested:
        return ()
    return tuple([player for player in round_.live if player.down and not player.threw])


def to_name(round_: Round) -> tuple[Player, ...]:
    """Return who of these holds cards the table knows, so that somebody has to say which go."""
    return tuple([player for player in throws_due(round_) if not unseen(player, round_.on.discard)])


def throw_late(round_: Round, act: Draw) -> tuple[RoundDraft, ...] | Refusal:
    """Throw the cards named before the fourth card; nothing is drawn for them."""
    player = next((player for player in throws_due(round_) if player.seat == act.seat), None)
    if player is None or act.drawn or len(act.discards) != round_.on.discard:
        return _refused(act.seat, f"has not {round_.on.discard} down cards to throw away now, with none drawn")
    return _thrown(round_, player, act.discards, LATE)


def thrown_unseen(round_: Round) -> tuple[RoundDraft, ...]:
    """Throw what is due of cards the table was not shown."""
    count = round_.on.discard
    return tuple(
        [
            draft(DownCardsDiscarded(seat=player.seat, cards=unseen(player, count)), *LATE)
            for player in throws_due(round_)
            if unseen(player, count)
        ]
    )


def unseen(player: Player, count: int) -> tuple[str, ...]:
    """Return so many cards nobody has seen, none where the table knows any of the down cards."""
    return (HIDDEN,) * count if all(card == HIDDEN for card in player.down) else ()


def not_named(round_: Round) -> Refusal | None:
    """Refuse the fourth card while somebody has to say which two go."""
    waiting = to_name(round_)
    return _refused(waiting[0].seat, "has still to throw two of the down cards away") if waiting else None


def _thrown(
    round_: Round, player: Player, cards: tuple[str, ...], paragraphs: tuple[str, ...]
) -> tuple[RoundDraft, ...] | Refusal:
    if not cards:
        return _refused(player.seat, "does not say which of the cards the table was shown go")
    lacks = not_held(player, cards)
    if lacks:
        return _refused(player.seat, f"does not hold {lacks} as a down card")
    new = [card for card in cards if card not in player.down]
    return twice(round_, new, round_.on) or (draft(DownCardsDiscarded(seat=player.seat, cards=cards), *paragraphs),)


def _refused(seat: Seat, reason: str) -> Refusal:
    return refuse(f"seat {seat} {reason}", "two of the player's own down cards, named", *LATE, code=Code.WRONG_CARDS)
