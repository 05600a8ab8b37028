"""What the shuffler's counters and jams ask for. Recorded when it says something new, not after every shuffle."""

from firmware_host.rules.answers import Draft
from firmware_host.table.contract import TableDraft
from firmware_host.table.drafts import Drafts
from firmware_host.table.shuffler.acts import ReportWear
from firmware_host.table.shuffler.bodies import ShufflerWear, ShufflerWorn
from firmware_host.table.shuffler.service import WINDOW, ServiceConfig, Wear, Worn, by_counters, limit
from firmware_host.table.shuffler.state import ShufflerState
from firmware_host.table.state import TableState

RECORDED_EACH = 500
"""Cycles after which the counters are recorded though they say nothing new."""


def worn(state: TableState) -> tuple[Worn, ...]:
    """Return everything for which somebody is to see to the shuffler."""
    shuffler, config = state.shuffler, _config(state)
    counted = by_counters(config, shuffler.wear) if shuffler.wear else ()
    return (*counted, Worn.JAMS) if config.jams and len(recent_jams(shuffler)) > config.jams else counted


def recent_jams(shuffler: ShufflerState) -> tuple[int, ...]:
    """Return at which of its last hundred shuffles it jammed."""
    return tuple(at for at in shuffler.jams if at > shuffler.shuffles - WINDOW)


def told(state: TableState, act: ReportWear) -> Drafts:
    """Record the counters where they are news, and what they newly ask for."""
    known = state.shuffler.wear
    wear = Wear(cycles=act.cycles, since_service=act.since_service, service_every=act.service_every, life=act.life)
    due = by_counters(_config(state), wear)
    before = by_counters(_config(state), known) if known else ()
    if known is not None and due == before and not _has_moved_on(known, wear):
        return ()
    counters = ShufflerWear(
        cycles=wear.cycles, since_service=wear.since_service, service_every=wear.service_every, life=wear.life
    )
    return (_draft(counters), *(_draft(_asks(state, wear, why)) for why in due if why not in before))


def jammed(state: TableState) -> Drafts:
    """Say so when this jam is one too many."""
    most, jams = _config(state).jams, len(recent_jams(state.shuffler)) + 1
    if not most or jams <= most:
        return ()
    return (_draft(ShufflerWorn(why=Worn.JAMS, made=jams, limit=most)),)


def _asks(state: TableState, wear: Wear, why: Worn) -> ShufflerWorn:
    made = wear.cycles if why is Worn.LIFE else wear.since_service
    return ShufflerWorn(why=why, made=made, limit=limit(_config(state), wear, why))


def _has_moved_on(known: Wear, wear: Wear) -> bool:
    serviced = wear.since_service < known.since_service
    other = (wear.service_every, wear.life) != (known.service_every, known.life)
    return serviced or other or not 0 <= wear.cycles - known.cycles < RECORDED_EACH


def _config(state: TableState) -> ServiceConfig:
    return state.config.service if state.config else ServiceConfig()


def _draft(body: ShufflerWear | ShufflerWorn) -> TableDraft:
    return Draft(body=body, paragraphs=("14.5(a)",))
