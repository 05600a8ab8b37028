"""Which kinds of facts somebody who looks into a round or a day is to be shown apart from the rest."""

from firmware_host.rules.bodies import HandFouled, RoundVoided
from firmware_host.table.controller.bodies import DeviceWentDown, HostStarted
from firmware_host.table.decks.bodies import ForeignDeckSeen, ProofVoided, ShuffleOverdue, ShuffleRejected
from firmware_host.table.floor.bodies import FloorCalled, FloorCallEnded
from firmware_host.table.play.bodies import Corrected

ALERTS = (
    Corrected,
    DeviceWentDown,
    FloorCalled,
    FloorCallEnded,
    ForeignDeckSeen,
    HandFouled,
    HostStarted,
    ProofVoided,
    RoundVoided,
    ShuffleOverdue,
    ShuffleRejected,
)
"""What is out of the ordinary in a round: a start of the controller in its midst, too."""

DUTY = frozenset({"dealer-on-duty"})
"""Who deals from here on."""

ABOUT_EARLIER = frozenset({"corrected"})
"""What may speak of a round that is over."""
