"""The [journal] section of `table.toml`."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record


class JournalConfig(Record, frozen=True, kw_only=True):
    """How the record is stored. These options do not change its contents, so they may change at any start."""

    gaming_day_starts: Annotated[int, Meta(ge=0, le=23)] = 6
    """The hour, in the board's time zone, at which a gaming day starts and the signing key changes."""
    segment_facts: Annotated[int, Meta(ge=10)] = 50_000
    """Facts after which a file of the record is sealed, at the end of the round."""
    segment_mib: Annotated[int, Meta(ge=1)] = 64
    """Size in MiB after which a file of the record is sealed, at the end of the round."""
    snapshot_facts: Annotated[int, Meta(ge=1)] = 500
    """Facts between two snapshots of the state; snapshots are stored between rounds."""
    reserve_mib: Annotated[int, Meta(ge=0)] = 64
    """Free disk space in MiB below which no new round starts."""
