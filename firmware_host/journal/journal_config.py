"""The record's part of `table.toml`."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record


class JournalConfig(Record, frozen=True, kw_only=True):
    """How the record is kept. Nothing here changes what is recorded, so it may be changed at any start."""

    gaming_day_starts: Annotated[int, Meta(ge=0, le=23)] = 6
    """The hour, by the board's own time zone, at which a gaming day begins: the signing key changes then."""
    segment_facts: Annotated[int, Meta(ge=10)] = 50_000
    """A file of the record is sealed at the end of the round in which it has so many facts."""
    segment_mib: Annotated[int, Meta(ge=1)] = 64
    """The same by its size."""
    snapshot_facts: Annotated[int, Meta(ge=1)] = 500
    """Between rounds the state is stored when so many facts have come since it last was."""
    reserve_mib: Annotated[int, Meta(ge=0)] = 64
    """With less than this free on the disk no new round is begun."""
