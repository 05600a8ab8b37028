"""Clocks, disk and snapshots: which changes become facts."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import draft, refuse
from firmware_host.table.acts.intent import Intent
from firmware_host.table.acts.system import ReportSetAside, SenseClock, SenseDisk, TakeSnapshot
from firmware_host.table.answering import answers, answers_asker
from firmware_host.table.clocks import boot_changed, first_seen, jump_ms, set_by
from firmware_host.table.facts.fact import Decision, Drafts, Fact, TableDraft
from firmware_host.table.facts.system import (
    BootChanged,
    ClockJumped,
    ClockSynchronised,
    ClockUnsynchronised,
    DiskLow,
    DiskRecovered,
    KeepingBody,
    PublishSetAside,
    SnapshotTaken,
)
from firmware_host.table.state.table import TableState


def disk_has_news(state: TableState, free_mib: int, least_mib: int) -> bool:
    """Return whether the disk became low, or recovered: free space a quarter above the limit."""
    return free_mib * 4 >= least_mib * 5 if state.disk_low else free_mib < least_mib


def may_take_snapshot(state: TableState) -> bool:
    """
    Return whether a snapshot may be taken: no round of poker is under way and no step can be taken back.

    At mini-dice, where the next shake begins as soon as one is settled, that is while wagers are open.
    """
    return state.round is None and not state.latest_step and state.config is not None


@answers_asker(SenseClock)
def sense_clock(state: TableState, _act: SenseClock, intent: Intent) -> Drafts:
    """Record a reboot, a jump of the wall clock, or a change of its synchronisation."""
    clocks, at = state.clocks, intent.at
    if clocks is None:
        return ()
    news: list[TableDraft] = []
    if boot_changed(clocks, at):
        news.append(draft(BootChanged(before=clocks.boot)))
    if by_ms := jump_ms(clocks, at):
        news.append(draft(ClockJumped(by_ms=by_ms)))
    if clocks.synced is not at.synced:
        news.append(draft(ClockSynchronised() if at.synced else ClockUnsynchronised()))
    return tuple(news)


@answers(SenseDisk)
def sense_disk(state: TableState, act: SenseDisk) -> Drafts:
    """Record that the disk became low or recovered."""
    if not disk_has_news(state, act.free_mib, act.least_mib):
        return ()
    if state.disk_low:
        return (draft(DiskRecovered(free_mib=act.free_mib)),)
    return (draft(DiskLow(free_mib=act.free_mib, least_mib=act.least_mib)),)


@answers(TakeSnapshot)
def take_snapshot(state: TableState, act: TakeSnapshot) -> Decision:
    """Record that the present state has been stored."""
    if act.of != state.last or not may_take_snapshot(state):
        return refuse("a snapshot is made only between rounds, of the present state", "wait until the round is over")
    return (draft(SnapshotTaken(of=act.of, digest=act.digest, fold=act.fold)),)


@answers(ReportSetAside)
def report_set_aside(_state: TableState, act: ReportSetAside) -> Drafts:
    """Record a message that the broker rejects."""
    return (draft(PublishSetAside(topic=act.topic, of=act.of, why=act.why)),)


def folded(state: TableState, body: KeepingBody, fact: Fact) -> TableState:
    """Fold a fact about clocks, disk or snapshots."""
    match body:
        case ClockJumped(by_ms=by_ms):
            return replace(_marks_set_by(state, by_ms), clocks=first_seen(fact.at))
        case BootChanged() | ClockSynchronised() | ClockUnsynchronised():
            return replace(state, clocks=first_seen(fact.at))
        case DiskLow():
            return replace(state, disk_low=True)
        case DiskRecovered():
            return replace(state, disk_low=False)
        case SnapshotTaken() | PublishSetAside():
            return state
        case _:
            assert_never(body)


def _marks_set_by(state: TableState, ms: int) -> TableState:
    """
    Shift all stored wall clock times by the amount that the wall clock was set.

    Within a boot nothing depends on the wall clock. After the next start it does: times from before and after the
    setting would be subtracted from each other, and a deck could get more time than it has.
    """
    return replace(
        state,
        started_at=set_by(state.started_at, ms),
        dealer_since=set_by(state.dealer_since, ms),
        stub_counted_at=set_by(state.stub_counted_at, ms),
        quiet_since=set_by(state.quiet_since, ms),
        played_at=set_by(state.played_at, ms),
        money=replace(state.money, time_since=set_by(state.money.time_since, ms)),
        people={name: replace(person, wrong_at=set_by(person.wrong_at, ms)) for name, person in state.people.items()},
        decks=tuple(
            replace(
                deck,
                opened_at=set_by(deck.opened_at, ms),
                sorted_at=set_by(deck.sorted_at, ms),
                ordered_at=set_by(deck.ordered_at, ms),
            )
            for deck in state.decks
        ),
    )
