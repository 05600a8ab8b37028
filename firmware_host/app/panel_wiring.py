"""Connects the panel to the running controller; a table without pages does not even import it."""

from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.access.pin_check import PinCheck
from firmware_host.config.load import Config
from firmware_host.host.clock import Clock
from firmware_host.host.host import Host
from firmware_host.journal.store import Journal

if TYPE_CHECKING:
    from firmware_host.panel.panel import Panel


def panel_of(
    config: Config, folder: Path, host: Host, journal: Journal, clock: Clock, *, checking: PinCheck, software: str
) -> "Panel | None":
    """Return the panel, or None for a table without pages."""
    if config.panel is None or config.web is None:
        return None
    from firmware_host.panel.panel import Panel  # noqa: PLC0415 - see the module's docstring

    return Panel(
        config=config.panel,
        web=config.web,
        folder=folder,
        table=host,
        journal=journal,
        clock=clock,
        checking=checking,
        software=software,
    )
