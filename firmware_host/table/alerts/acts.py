"""What may be asked of alerts. `alert` is the number of the fact that first raised it."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.record import Tagged

Note = Annotated[str, Meta(max_length=200)]
"""What was found and done, in the words of who did it."""


class AcknowledgeAlert(Tagged, frozen=True, kw_only=True, tag="acknowledge-alert"):
    """Somebody has seen it and looks after it."""

    alert: int


class ClearAlert(Tagged, frozen=True, kw_only=True, tag="clear-alert"):
    """Its cause is over and what had to be done is done."""

    alert: int
    note: Note = ""


AlertsAct = AcknowledgeAlert | ClearAlert
