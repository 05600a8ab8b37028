"""
The charge per half hour (I-9): a clock runs while the table is open, and each player who is there pays between rounds.

Time without the controller counts where both wall clocks were known to be right; where they were not, the half hour
begins anew with it, in favour of the players.
"""

from firmware_host.rules.decision import Code, Refusal, Role, Step, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.pots.rake import TimeCharge
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.rules.wording import money
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.money import CollectTimeCharge
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.money import TimeChargeCollected, TimeChargeDue
from firmware_host.table.stamp import began_ms
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.clocks import Deadline
from firmware_host.table.state.table import TableState

CLOCK = "time-charge"

HALF_HOUR_MS = 30 * 60_000

CHARGE: Paragraphs = ("14.14", "I-9")


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return when the half hour that runs is over."""
    since, started = state.money.time_since, state.started_at
    if _posted(state) is None or not state.is_open or since is None or started is None:
        return ()
    due_ms = began_ms(since, now=started) + HALF_HOUR_MS
    # It only tells that time is up; what is paid for it is taken between rounds.
    return (Deadline(name=CLOCK, boot=started.boot, due_ms=due_ms, in_round=True, paragraphs=CHARGE),)


def bites(state: TableState, name: str) -> Drafts:
    """Return what follows when the half hour is over."""
    del state
    return (draft(TimeChargeDue(), *CHARGE),) if name == CLOCK else ()


@answers(CollectTimeCharge)
def collect(state: TableState, _act: CollectTimeCharge) -> Decision:
    """Take one half hour's charge from everybody who is there, at most what each has on the table."""
    charge = _posted(state)
    if charge is None:
        return refuse(
            "no time charge is posted at this table", "a time charge on the sign", *CHARGE, code=Code.NOT_OFFERED
        )
    if not state.money.halves_due:
        return refuse("no half hour is over that was not paid for", "the end of the half hour", *CHARGE)
    if state.round is not None:
        return round_under_way((*CHARGE, "14.7(c)1"))
    paid = _each(state, charge)
    body = TimeChargeCollected(seats=tuple(paid), cents=tuple(paid.values()))
    return (draft(body, *CHARGE),)


def unpaid(state: TableState, *, then: Stakes | None = None) -> Refusal | None:
    """
    Refuse to stop, or to go over to a game or to terms that have another charge or none, while a half hour is due.

    It would be nobody's to pay after that: the clock begins anew, and nothing on record would say that it was forgone.
    """
    charge = _posted(state)
    if charge is None or not state.money.halves_due or (then is not None and then.rake == charge):
        return None
    return refuse("a half hour is over that was not paid for", "collecting the time charge", *CHARGE)


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Tell the dealer to collect what is due."""
    charge = _posted(state)
    if charge is None or not state.money.halves_due or state.round is not None or not state.is_open:
        return ()
    say = f"Collect the time charge: {money(charge.half_hour_cents)} from each player"
    if not state.present:
        say = "Nobody is here to pay the time charge: confirm that"
    return (Step(act=CollectTimeCharge(), say=f"{say}{_waits_for_it(state)}.", role=Role.DEALER, paragraphs=CHARGE),)


def _waits_for_it(state: TableState) -> str:
    """Name what can be put in force only after it, and is not offered, or not done, until then."""
    waits = state.candidate is not None and unpaid(state, then=state.candidate.config.stakes) is not None
    return "; the changed table.toml waits for it" if waits else ""


def _posted(state: TableState) -> TimeCharge | None:
    stakes = state.config.stakes if state.config else None
    return stakes.rake if stakes and isinstance(stakes.rake, TimeCharge) else None


def _each(state: TableState, charge: TimeCharge) -> dict[Seat, int]:
    """Who is away pays nothing; who has less pays what there is. Where no money is tracked it is what is posted."""
    if state.config is None or state.config.tracking is Tracking.PROCEDURE:
        return dict.fromkeys(state.present, charge.half_hour_cents)
    has = {seat: min(charge.half_hour_cents, state.stacks.get(seat, 0)) for seat in state.present}
    return {seat: cents for seat, cents in has.items() if cents}
