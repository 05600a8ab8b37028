"""
The time charge (I-9): a clock runs while the table is open, and between rounds each player present pays per half hour.

Time while the controller was off counts if the wall clock was synchronised before and after; otherwise the half hour
begins again, in favour of the players.
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
from firmware_host.table.clocks import Deadline, began_ms
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.money import TimeChargeCollected, TimeChargeDue
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.table import TableState

CLOCK = "time-charge"

HALF_HOUR_MS = 30 * 60_000

CHARGE: Paragraphs = ("14.14", "I-9")


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return the end of the running half hour."""
    since, started = state.money.time_since, state.started_at
    if _posted(state) is None or not state.is_open or since is None or started is None:
        return ()
    due_ms = began_ms(since, now=started) + HALF_HOUR_MS
    # It only reports that the time is over; the charge is collected between rounds.
    return (Deadline(name=CLOCK, boot=started.boot, due_ms=due_ms, in_round=True, paragraphs=CHARGE),)


def bites(state: TableState, name: str) -> Drafts:
    """Report that the time charge is due."""
    del state
    return (draft(TimeChargeDue(), *CHARGE),) if name == CLOCK else ()


@answers(CollectTimeCharge)
def collect(state: TableState, _act: CollectTimeCharge) -> Decision:
    """Collect one half hour's charge from every player present, at most the player's stakes."""
    charge = _posted(state)
    if charge is None:
        return refuse(
            "no time charge is posted at this table",
            "set the charge per half hour under [table.stakes] in table.toml",
            *CHARGE,
            code=Code.NOT_OFFERED,
        )
    if not state.money.halves_due:
        return refuse("no time charge is due", "wait until the half hour is over", *CHARGE)
    if state.round is not None:
        return round_under_way((*CHARGE, "14.7(c)1"))
    paid = _each(state, charge)
    body = TimeChargeCollected(seats=tuple(paid), cents=tuple(paid.values()))
    return (draft(body, *CHARGE),)


def unpaid(state: TableState, *, then: Stakes | None = None) -> Refusal | None:
    """
    Refuse to stop, or to change to a game or terms with a different charge or none, while a half hour is unpaid.

    Otherwise the clock would begin again, and no record would show that the charge was waived.
    """
    charge = _posted(state)
    if charge is None or not state.money.halves_due or (then is not None and then.rake == charge):
        return None
    return refuse(
        "the time charge for the last half hour has not been collected", "collect the time charge first", *CHARGE
    )


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Ask the dealer to collect a time charge that is due."""
    charge = _posted(state)
    if charge is None or not state.money.halves_due or state.round is not None or not state.is_open:
        return ()
    say = f"Collect the time charge: {money(charge.half_hour_cents)} from each player"
    if not state.present:
        say = "Confirm that no player is present to pay the time charge"
    return (Step(act=CollectTimeCharge(), say=f"{say}{_waits_for_it(state)}.", role=Role.DEALER, paragraphs=CHARGE),)


def _waits_for_it(state: TableState) -> str:
    """Return the note that a changed table.toml has to wait for the time charge."""
    waits = state.candidate is not None and unpaid(state, then=state.candidate.config.stakes) is not None
    return "; then the changed table.toml takes effect" if waits else ""


def _posted(state: TableState) -> TimeCharge | None:
    stakes = state.config.stakes if state.config else None
    return stakes.rake if stakes and isinstance(stakes.rake, TimeCharge) else None


def _each(state: TableState, charge: TimeCharge) -> dict[Seat, int]:
    """Return what each player pays: the posted charge, at most the stakes; players who are away pay nothing."""
    if state.config is None or state.config.tracking is Tracking.PROCEDURE:
        return dict.fromkeys(state.present, charge.half_hour_cents)
    has = {seat: min(charge.half_hour_cents, state.stacks.get(seat, 0)) for seat in state.present}
    return {seat: cents for seat, cents in has.items() if cents}
