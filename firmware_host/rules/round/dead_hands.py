"""Fouled hands and void rounds (14.1, I-8)."""

from firmware_host.rules.decision import Refusal, draft, refuse
from firmware_host.rules.pots.side_pots import side_pots
from firmware_host.rules.round import dealing
from firmware_host.rules.round.evolve_round import fold
from firmware_host.rules.round.round_state import Phase, Round, RoundDraft
from firmware_host.rules.round_acts import FoulHand, VoidRound
from firmware_host.rules.round_facts import HandFouled, RoundVoided
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import money

FOULED = ("14.1", "I-8")


def foul(round_: Round, act: FoulHand) -> tuple[RoundDraft, ...] | Refusal:
    """Kill a fouled hand; this may end the betting round."""
    wrong = _not_fouled(round_, act.seat)
    if wrong:
        return wrong
    made = (draft(HandFouled(seat=act.seat, why=act.why), *FOULED),)
    after = fold(round_, made)
    if round_.stakes is None or after.phase is Phase.SHOWDOWN:
        return made
    over = dealing.betting_over(after) if _betting_is_over(round_, after) else ()
    return (*made, *over, *dealing.after_deal(fold(after, over)))


def _betting_is_over(before: Round, after: Round) -> bool:
    """Return whether the betting ends: if the opener's hand is fouled, the next player who can act opens."""
    if not after.contested:
        return True
    if after.phase is not Phase.BETTING or after.to_act is not None:
        return False
    acted = before.phase is Phase.BETTING and before.to_act is not None
    return acted or not _can_bet(after)


def _can_bet(round_: Round) -> bool:
    able = [player for player in round_.live if player.stack]
    return len(able) > 1 or any(player.paid < round_.bet for player in able)


def _not_fouled(round_: Round, seat: Seat) -> Refusal | None:
    player = next((player for player in round_.live if player.seat == seat), None)
    if player is None or not (player.down or player.up):
        return refuse(f"seat {seat} has no hand in this round", "name a player who has cards", *FOULED)
    if not round_.contested:
        return refuse(f"seat {seat} is the last player left and has won the pot", "award the pot", *FOULED)
    alone = _side_pot_alone(round_, seat)
    if alone:
        reason = f"seat {seat} is the only player left who can win the side pot of {money(alone)}"
        return refuse(reason, "call the floor: a floorperson decides about the round", *FOULED)
    return None


def _side_pot_alone(round_: Round, seat: Seat) -> int:
    """Return the money this seat alone can win, if all others are all-in (14.7(c)4i)."""
    others = [player for player in round_.live if player.seat != seat]
    if any(player.stack for player in others):
        return 0
    contributed = {player.seat: player.put_in for player in round_.players}
    pots = side_pots(contributed, [player.seat for player in round_.live], dead_cents=round_.dead).pots
    return sum(pot.cents for pot in pots if pot.eligible == (seat,))


VOID = ("I-8",)


def void(round_: Round, act: VoidRound) -> tuple[RoundDraft, ...] | Refusal:
    """Return all wagers; an awarded round cannot be declared void."""
    if round_.phase in (Phase.AWARDED, Phase.COMPLETED):
        return refuse("the pot has been awarded", "a round can be declared void only before its pot is awarded", *VOID)
    return (draft(RoundVoided(why=act.why, stacks=round_.began), *VOID),)
