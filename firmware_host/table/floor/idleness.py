"""The end of gaming activity: the clock that asks for both decks to be spread, and what it is counted from (I-22)."""

from msgspec.structs import replace

from firmware_host.rules.decision import draft
from firmware_host.rules.round_facts import RoundCompleted, RoundVoided
from firmware_host.table.clocks import Deadline, began_ms
from firmware_host.table.facts.fact import Drafts, Fact
from firmware_host.table.facts.floor import IdleDue, TableOpened
from firmware_host.table.facts.seating import PlayerCameBack, PlayerWentAway, SeatChanged, SeatLeft, SeatTaken
from firmware_host.table.state import activity
from firmware_host.table.state.table import TableState

NAME = "idle"

SEATING = (SeatTaken, SeatLeft, SeatChanged, PlayerWentAway, PlayerCameBack)


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return the time until which the old preparation of the decks counts."""
    since = activity.running(state)
    if since is None:
        return ()
    begun, limit = since
    now = state.started_at or begun
    due = began_ms(begun, now=now, unknown_ms=limit) + limit
    return (Deadline(name=NAME, boot=now.boot, due_ms=due, paragraphs=activity.IDLE),)


def bites(state: TableState, name: str) -> Drafts:
    """Ask for both decks to be spread."""
    del state
    return (draft(IdleDue(), *activity.IDLE),) if name == NAME else ()


def after(before: TableState, state: TableState, fact: Fact) -> TableState:
    """Note when gaming activity ended, and whether the players who come now have looked at the decks."""
    if state.dice is not None:
        return state
    body = fact.body
    if isinstance(body, TableOpened):
        return replace(state, opened_by=fact.cause, played_at=fact.at, quiet_since=None, idle_due=False)
    if isinstance(body, RoundCompleted | RoundVoided):
        state = replace(state, played_at=fact.at)
    if isinstance(body, SEATING) and fact.cause != state.opened_by:
        state = replace(state, seats_told=True)
    if not state.is_open:
        quiet = state.quiet_since is not None or state.idle_due or state.played_at is not None
        return replace(state, quiet_since=None, idle_due=False, played_at=None) if quiet else state
    # Whoever is seated by the opening itself looks at the decks with it.
    return state if fact.cause == state.opened_by else _noted(before, state, fact)


def _noted(before: TableState, state: TableState, fact: Fact) -> TableState:
    since = before.quiet_since
    if activity.is_quiet(state) and since is None:
        return replace(state, quiet_since=fact.at)
    if since is None or state.round is not None:
        return state
    if isinstance(fact.body, SeatTaken):
        return replace(state, idle_due=True)
    if activity.is_quiet(state) or state.config is None:
        return state
    late = activity.is_over(state, since, state.config.idle_minutes * activity.MINUTE_MS, fact.at)
    return replace(state, quiet_since=None, idle_due=state.idle_due or late)
