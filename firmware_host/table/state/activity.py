"""
Whether gaming goes on at a poker table, and when both decks have to be spread before the next deal (14.5(d), I-22).

Fewer than two players between rounds are no gaming activity. The old preparation of the decks counts for players who
come back within the posted minutes. It ends when those are over, or when a player takes a seat: that one has not looked
at the decks. Where nobody is told to sit down or to leave, the time since the last round says the same.
"""

from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.clocks import Stamp, elapsed_in_boot_ms
from firmware_host.table.state.table import TableState

IDLE: Paragraphs = ("14.5(d)", "I-22")

MINUTE_MS = 60_000

TWO = 2


def is_quiet(state: TableState) -> bool:
    """Return whether fewer than two players are at an open poker table between rounds."""
    return state.is_open and state.dice is None and state.round is None and len(state.present) < TWO


def running(state: TableState) -> tuple[Stamp, int] | None:
    """Return since when nobody plays, and how long (ms) the old preparation counts; None during play."""
    config = state.config
    if config is None or not state.is_open or state.dice is not None or state.round is not None or state.idle_due:
        return None
    if is_quiet(state) and state.quiet_since is not None:
        return state.quiet_since, config.idle_minutes * MINUTE_MS
    if not state.seats_told and state.played_at is not None and config.idle_without_round_minutes:
        return state.played_at, config.idle_without_round_minutes * MINUTE_MS
    return None


def has_ended(state: TableState, at: Stamp) -> bool:
    """Return whether the decks have to be spread before the next deal."""
    if state.idle_due:
        return True
    since = running(state)
    return since is not None and is_over(state, *since, at)


def is_over(state: TableState, since: Stamp, limit_ms: int, at: Stamp) -> bool:
    """Return whether the time is up; an unknown time counts as up."""
    elapsed = elapsed_in_boot_ms(since, at, started=state.started_at)
    return elapsed is None or elapsed >= limit_ms


def must_spread(state: TableState, at: Stamp | None) -> Refusal | None:
    """Refuse to deal from decks that were prepared for other players, or too long ago."""
    if not (state.idle_due if at is None else has_ended(state, at)):
        return None
    return refuse(
        "gaming has stopped since the decks were inspected and washed",
        "spread both decks, let two players look at them, then wash and shuffle each",
        *IDLE,
        code=Code.DECK_NOT_PREPARED,
    )
