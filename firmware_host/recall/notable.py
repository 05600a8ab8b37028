"""Which kinds of facts somebody who looks into a round or a day is to be shown apart from the rest."""

from firmware_host.rules.bodies import HandFouled, RoundVoided
from firmware_host.table.alerts.bodies import AlertAcknowledged, AlertCleared, AlertRaised
from firmware_host.table.approvals.bodies import (
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
)
from firmware_host.table.controller.bodies import HostStarted
from firmware_host.table.correcting.bodies import Amended, Corrected, MoneyAdjusted, SumCorrected
from firmware_host.table.decks.bodies import (
    CardsCounted,
    DeckCleared,
    DeckRemoved,
    DeckSuspected,
    GateOverridden,
    RecutOrdered,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.floor.bodies import FloorCalled, FloorCallEnded
from firmware_host.table.keeping.bodies import BootChanged, ClockJumped, DiskLow
from firmware_host.table.people.bodies import DealerOnDuty, DealerRelieved
from firmware_host.table.play.bodies import RoundContinued, RoundHalted

MARKS = (
    GateOverridden,
    RecutOrdered,
    DeckSuspected,
    DeckRemoved,
    RoundHalted,
    RoundContinued,
    BootChanged,
    ClockJumped,
    DiskLow,
    AlertRaised,
    AlertAcknowledged,
    AlertCleared,
    Amended,
    ApprovalRequested,
    ApprovalGiven,
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    Corrected,
    FloorCalled,
    FloorCallEnded,
    HandFouled,
    HostStarted,
    MoneyAdjusted,
    RoundVoided,
    SumCorrected,
)
"""What is out of the ordinary in a round: a start of the controller in its midst, too."""

DUTY = (DealerOnDuty, DealerRelieved)
"""`dealer` deals from here on."""

ABOUT_EARLIER = (Amended, Corrected, SumCorrected)
"""What may speak of a round that is over."""

ABOUT_THE_DECK = (CardsCounted, DeckSuspected, DeckCleared, DeckRemoved, ShuffleRejected, ShuffleProved)
"""What tells, after a round, whether its deck was whole; a shuffle of all its cards ends the question."""
