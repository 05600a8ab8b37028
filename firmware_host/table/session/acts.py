"""What may be asked of the table as a whole."""

from firmware_host.rules.record import Tagged


class OpenTable(Tagged, frozen=True, kw_only=True, tag="open-table"):
    """Open the table for play: dealer on duty, players seated, the button in its first place."""


SessionAct = OpenTable
