"""Clocks, disk and stored states: what becomes a fact, and what stays shut while the disk is full."""

from typing import assert_never

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.table.contract import Intent, TableDraft
from firmware_host.table.drafts import Decision, Drafts
from firmware_host.table.keeping import clock
from firmware_host.table.keeping.acts import KeepingAct, ReportSetAside, SenseClock, SenseDisk, TakeSnapshot
from firmware_host.table.keeping.bodies import (
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
from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: KeepingAct) -> Decision:
    """Answer what the host tells of itself; what is no news becomes no fact."""
    match act:
        case SenseClock():
            return tuple(_sense_clock(state.clocks, intent.at))
        case SenseDisk():
            return _sense_disk(state, act)
        case TakeSnapshot():
            return _take_snapshot(state, act)
        case ReportSetAside():
            return (_draft(PublishSetAside(topic=act.topic, of=act.of, why=act.why)),)
        case _:
            assert_never(act)


def no_room(state: TableState) -> Refusal | None:
    """Refuse to begin a round that could not be recorded to its end."""
    if not state.disk_low:
        return None
    return Refusal(
        code=Code.DISK_FULL,
        reason="the board's disk is nearly full: a round begun now might not be recorded to its end",
        allowed_by="free the disk; the table goes on by itself",
    )


def disk_has_news(state: TableState, free_mib: int, least_mib: int) -> bool:
    """Return whether what is free opens or shuts the table. It is open again a quarter above where it was shut."""
    return free_mib * 4 >= least_mib * 5 if state.disk_low else free_mib < least_mib


def may_take_snapshot(state: TableState) -> bool:
    """
    Return whether no round of poker is under way and nothing can be taken back.

    At mini-dice one shake with its wagers begins as the one before is settled, so there it is during the wagers.
    """
    return state.round is None and not state.latest_step and state.config is not None


def _sense_clock(clocks: clock.Clocks | None, at: Stamp) -> list[TableDraft]:
    if clocks is None:
        return []
    news: list[TableDraft] = []
    if clock.boot_changed(clocks, at):
        news.append(_draft(BootChanged(before=clocks.boot)))
    if by_ms := clock.jump_ms(clocks, at):
        news.append(_draft(ClockJumped(by_ms=by_ms)))
    if clocks.synced is not at.synced:
        news.append(_draft(ClockSynchronised() if at.synced else ClockUnsynchronised()))
    return news


def _sense_disk(state: TableState, act: SenseDisk) -> Drafts:
    if not disk_has_news(state, act.free_mib, act.least_mib):
        return ()
    if state.disk_low:
        return (_draft(DiskRecovered(free_mib=act.free_mib)),)
    return (_draft(DiskLow(free_mib=act.free_mib, least_mib=act.least_mib)),)


def _take_snapshot(state: TableState, act: TakeSnapshot) -> Decision:
    if act.of != state.last or not may_take_snapshot(state):
        return Refusal(
            code=Code.NOT_NOW,
            reason="only the present state can be stored, and only between rounds",
            allowed_by="the end of the round under way",
        )
    return (_draft(SnapshotTaken(of=act.of, digest=act.digest, fold=act.fold)),)


def _draft(body: KeepingBody) -> TableDraft:
    return Draft(body=body, paragraphs=())
