"""The options of the record in `table.toml`."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record


class JournalConfig(Record, frozen=True, kw_only=True):
    """How the record is kept. No option changes the content of the record, so all may change at any start."""

    gaming_day_starts: Annotated[int, Meta(ge=0, le=23)] = 6
    """The hour at which a gaming day begins, in the board's own time zone: the signing key changes then."""
    segment_facts: Annotated[int, Meta(ge=10)] = 50_000
    """A file of the record is sealed at the end of the round once it has this many facts."""
    segment_mib: Annotated[int, Meta(ge=1)] = 64
    """A file of the record is sealed at the end of the round once it has this size."""
    snapshot_facts: Annotated[int, Meta(ge=1)] = 500
    """Between rounds the state is stored once there are this many facts since the last snapshot."""
    reserve_mib: Annotated[int, Meta(ge=0)] = 64
    """With less free disk space than this, no new round begins."""
