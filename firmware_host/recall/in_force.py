"""What was in force at a point of the record."""

from firmware_host.recall.reading import Reading
from firmware_host.table.config import TableConfig
from firmware_host.table.controller.bodies import ConfigurationAdopted


def configuration(reading: Reading, *, before: int) -> TableConfig | None:
    """Return the configuration in force as this fact was recorded; none before the first."""
    adopted = reading.latest_of_kinds((ConfigurationAdopted,), before=before)
    return adopted.body.config if adopted and isinstance(adopted.body, ConfigurationAdopted) else None
