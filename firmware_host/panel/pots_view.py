"""The pots as they lie on the table, and who gets what before the dealer pushes them (14.6(e)5, 6)."""

from firmware_host.panel.dealer_view import AwardView, PotView, Push, PushShare
from firmware_host.rules.pots.side_pots import side_pots
from firmware_host.rules.round import Phase, Round, award_plan
from firmware_host.rules.round_acts import AwardPot
from firmware_host.table.acts.intent import TableStep

PUSHED = (Phase.AWARDED, Phase.COMPLETED)


def pots(round_: Round | None) -> tuple[PotView, ...]:
    """
    Return the centre pot and the side pots as they lie there; none where amounts are not tracked.

    Bets of the street under way lie before their players: until they are in, unequal bets make no side pot.
    """
    if round_ is None or round_.stakes is None or not round_.live or round_.phase in PUSHED:
        return ()
    put_in = {player.seat: player.put_in - player.paid for player in round_.players}
    found = side_pots(put_in, [player.seat for player in round_.live], dead_cents=round_.dead)
    return tuple(PotView(number=at, cents=pot.cents, seats=pot.eligible) for at, pot in enumerate(found.pots))


def award(steps: tuple[TableStep, ...], round_: Round | None, *, kill_button: str = "") -> AwardView | None:
    """
    Return what goes to whom, once the pot is to be pushed; full tracking only.

    `kill_button` is what happens to the kill button afterwards, in words.
    """
    if round_ is None or round_.stakes is None:
        return None
    if not any(step.expected and isinstance(step.act, AwardPot) for step in steps):
        return None
    plan = award_plan.work_out(round_)
    return AwardView(
        uncalled_seat=plan.uncalled.seat if plan.uncalled else None,
        uncalled_cents=plan.uncalled.cents if plan.uncalled else 0,
        rake_cents=plan.taken.rake_cents,
        fund_cents=plan.taken.contribution_cents,
        pushes=tuple(_push(push) for push in plan.pushes),
        do=(*award_plan.award_in_order(round_, plan, push="Push as listed."), *((kill_button,) if kill_button else ())),
    )


def _push(push: award_plan.Push) -> Push:
    return Push(
        number=push.number,
        cents=push.pot.cents,
        shares=tuple(
            PushShare(
                seat=share.seat,
                part=part.name,
                cents=share.cents,
                # The odd money of the halves goes to a half as a whole, so it is named where one player wins that half.
                odd_cents=share.odd_cents + (part.odd_cents if len(part.winners) == 1 else 0),
                hand=part.hand or "",
            )
            for part in push.division.parts
            for share in award_plan.shares_of(part)
        ),
        paragraphs=award_plan.paragraphs_of(push),
    )
