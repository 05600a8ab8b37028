"""What may be asked of the controller itself: its start, its configuration, its devices."""

from firmware_host.rules.record import Tagged
from firmware_host.table.config import TableConfig


class Start(Tagged, frozen=True, kw_only=True, tag="start"):
    """The controller has started. On a new journal this puts the configuration in force."""

    software: str
    config: TableConfig


class SenseDevice(Tagged, frozen=True, kw_only=True, tag="sense-device"):
    """A device answers, or no longer does."""

    device: str
    up: bool
    detail: str


class PassDeadline(Tagged, frozen=True, kw_only=True, tag="pass-deadline"):
    """The clock has reached a deadline of the table."""

    name: str


ControllerAct = Start | SenseDevice | PassDeadline
