"""
The bad beat fund: opened by the house, fed by the pots, paid once a supervisor verified a bad beat (14.19, I-10).

Until the supervisor decides, no round is dealt, so that the hands, the deck and the players are still there.
"""

from firmware_host.rules.decision import Amounts, Code, Refusal, Step, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.pots.bad_beat import BadBeat, PayoutShare, payout
from firmware_host.rules.roles import SUPERVISORS, nearest
from firmware_host.rules.wording import money
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.money import DenyBadBeat, OpenFund, PayBadBeat
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.money import BadBeatDenied, BadBeatPaid, FundOpened
from firmware_host.table.state.fund import first_held, same_player_sits_there
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import FUND, HeldBadBeat

MOST_CENTS = 1 << 40
"""A technical bound; no rule limits what the house puts into the fund."""


@answers(OpenFund)
def open_fund(state: TableState, act: OpenFund) -> Decision:
    """Open the fund once, and again after each payout."""
    if not _offered(state):
        return refuse(
            "this table offers no bad beat payout",
            "set `bad_beat` under [table.stakes] in table.toml",
            *FUND,
            code=Code.NOT_OFFERED,
        )
    if state.money.fund_opened:
        return refuse("the bad beat fund is open already", "open it again only after the next payout", *FUND)
    return (draft(FundOpened(cents=act.cents), *FUND),)


@answers(PayBadBeat)
def pay(state: TableState, _act: PayBadBeat) -> Decision:
    """Divide the fund as posted, once the round of the bad beat is over."""
    held = first_held(state)
    if held is None:
        return _none_held(state)
    cents = state.money.fund_cents
    paid = BadBeatPaid(of=held.number, cents=cents, shares=_shares(held, cents))
    return (draft(paid, *FUND),)


@answers(DenyBadBeat)
def deny(state: TableState, act: DenyBadBeat) -> Decision:
    """Record that the hand is not a bad beat, and why."""
    held = first_held(state)
    if held is None:
        return _none_held(state)
    return (draft(BadBeatDenied(of=held.number, why=act.why), *FUND),)


def shown(state: TableState) -> int | None:
    """Return the fund's balance for patrons; None if the table has no fund."""
    return state.money.fund_cents if _offered(state) else None


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Ask a supervisor to decide about a bad beat; offer to open a fund that is not open."""
    held, by = first_held(state), nearest(SUPERVISORS)
    if held is not None:
        return (
            Step(act=PayBadBeat(), say=_say(state, held), role=by, paragraphs=FUND),
            Step(
                act=DenyBadBeat(why="the hands do not make a bad beat"),
                say="Deny the bad beat.",
                role=by,
                paragraphs=FUND,
            ),
        )
    if not _offered(state) or state.money.fund_opened:
        return ()
    amounts = Amounts(min=0, step=100, max=MOST_CENTS)
    say = "Open the bad beat fund."
    return (Step(act=OpenFund(cents=0), say=say, role=by, amounts=amounts, paragraphs=FUND),)


def _say(state: TableState, held: HeldBadBeat) -> str:
    paid = [share for share in _shares(held, state.money.fund_cents) if share.cents]
    shares = ", ".join(f"seat {share.seat} {money(share.cents)}" for share in paid) or "nothing"
    same = all(same_player_sits_there(state, held, share.seat) for share in paid)
    whom = "" if same else "the players who sat here in that round: "
    return f"Bad beat, {held.words} beaten by {held.beaten_by}: verify the hands, then pay {whom}{shares}."


def _shares(held: HeldBadBeat, cents: int) -> tuple[PayoutShare, ...]:
    beat = BadBeat(losers=held.losers, winners=held.winners, words=held.words, beaten_by=held.beaten_by)
    return payout(held.rules, cents, held=beat, seats=held.seats)


def _offered(state: TableState) -> bool:
    tracked = state.adopted is not None and state.adopted.tracking is Tracking.FULL
    games = state.adopted.all_games if state.adopted and tracked else ()
    return any(game.stakes is not None and game.stakes.bad_beat is not None for game in games)


def _none_held(state: TableState) -> Refusal:
    in_round = state.round is not None and bool(state.money.round_held)
    return refuse(
        "the round of the bad beat is not over" if in_round else "no bad beat waits to be paid",
        "wait until the round is over" if in_round else "pay only when a qualifying hand was beaten at a showdown",
        *FUND,
    )
