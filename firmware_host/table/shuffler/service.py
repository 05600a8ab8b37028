"""How much a shuffler has worked and when it is due for service (I-8)."""

from typing import assert_never

from firmware_host.rules.decision import draft
from firmware_host.table.acts.shuffler import ReportWear
from firmware_host.table.answering import answers
from firmware_host.table.config import ServiceConfig
from firmware_host.table.facts.fact import Drafts, TableDraft
from firmware_host.table.facts.shuffler import JAM_WINDOW, ShufflerWear, ShufflerWorn
from firmware_host.table.state.shuffler import ShufflerState, Wear
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Worn


def limit(config: ServiceConfig, wear: Wear, worn: Worn) -> int:
    """Return the count at which a service is due; 0 if there is no limit."""
    match worn:
        case Worn.SERVICE:
            return config.cycles or wear.service_every
        case Worn.LIFE:
            return wear.life * config.life_percent // 100
        case Worn.JAMS:
            return config.jams
        case _:
            assert_never(worn)


def by_counters(config: ServiceConfig, wear: Wear) -> tuple[Worn, ...]:
    """Return the reasons for a service by the machine's own counters; a counter of 0 is not kept."""
    used = {Worn.SERVICE: wear.since_service, Worn.LIFE: wear.cycles}
    return tuple(worn for worn, made in used.items() if 0 < limit(config, wear, worn) <= made)


RECORDED_EACH = 500
"""Record the counters at least once in so many cycles."""


def worn(state: TableState) -> tuple[Worn, ...]:
    """Return every reason for a service of the shuffler."""
    shuffler, config = state.shuffler, _config(state)
    counted = by_counters(config, shuffler.wear) if shuffler.wear else ()
    return (*counted, Worn.JAMS) if config.jams and len(recent_jams(shuffler)) > config.jams else counted


def recent_jams(shuffler: ShufflerState) -> tuple[int, ...]:
    """Return at which of the last hundred shuffles the shuffler jammed."""
    return tuple(at for at in shuffler.jams if at > shuffler.shuffles - JAM_WINDOW)


@answers(ReportWear)
def told(state: TableState, act: ReportWear) -> Drafts:
    """Record new counters, and the service that they make due."""
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
    return draft(body, "14.5(a)")
