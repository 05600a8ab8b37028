"""What can become true of the table as a whole."""

from firmware_host.rules.record import Tagged


class TableOpened(Tagged, frozen=True, kw_only=True, tag="table-opened"):
    """The table is open for play."""


SessionBody = TableOpened
