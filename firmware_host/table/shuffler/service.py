"""
How much a shuffler has worked, and when it is to be seen to: by its own counters, or by how often it jams.

Worn rollers jam before they break, so a machine that jams more often than its house finds usual is due, whatever it
has counted. Nothing here closes the gate: a worn machine shuffles until it does not.
"""

from enum import StrEnum
from typing import Annotated, assert_never

from msgspec import Meta

from firmware_host.rules.record import Record

WINDOW = 100
"""Jams are counted over so many shuffles."""


class Worn(StrEnum):
    """Why the shuffler is to be seen to."""

    SERVICE = "service"
    """It has made as many cycles since it was serviced as it may."""
    LIFE = "life"
    """It has made nearly as many cycles as it is made for."""
    JAMS = "jams"
    """It jams too often."""


class ServiceConfig(Record, frozen=True, kw_only=True):
    """When the table asks for somebody to see to the shuffler."""

    cycles: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    """So many cycles after a service the next is due; 0: as many as the shuffler itself says."""
    life_percent: Annotated[int, Meta(ge=1, le=100)] = 95
    """So much of the cycles that it is made for may be used up."""
    jams: Annotated[int, Meta(ge=0, le=100)] = 3
    """More jams than this within a hundred shuffles are too many; 0: any number is taken."""


class Wear(Record, frozen=True, kw_only=True):
    """What the shuffler has counted: cycles in all and since its service, when that is due, how many it is made for."""

    cycles: int
    since_service: int
    service_every: int
    life: int


def limit(config: ServiceConfig, wear: Wear, worn: Worn) -> int:
    """Return what may be reached without a word; 0 where nothing is too much."""
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
    """Return what the machine's own counters say; a counter it does not keep, 0, says nothing."""
    used = {Worn.SERVICE: wear.since_service, Worn.LIFE: wear.cycles}
    return tuple(worn for worn, made in used.items() if 0 < limit(config, wear, worn) <= made)


def said(why: Worn, *, made: int, limit: int) -> str:
    """Return it in words for whoever looks after the machine."""
    match why:
        case Worn.SERVICE:
            return f"The shuffler is due for its service: {made} cycles since the last, {limit} are usual."
        case Worn.LIFE:
            return f"The shuffler has made {made} cycles in all; from {limit} on it is to be exchanged."
        case Worn.JAMS:
            return f"The shuffler jammed {made} times in its last {WINDOW} shuffles, more than {limit}: see to it."
        case _:
            assert_never(why)
