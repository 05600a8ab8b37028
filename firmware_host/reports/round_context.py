"""The situation when a round began, from the kinds of facts whose effects last beyond a round."""

from firmware_host.reports.record_reader import RecordReader
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import (
    AlertCleared,
    AlertRaised,
    DealerOnDuty,
    DealerRelieved,
    FloorCalled,
    FloorCallEnded,
)
from firmware_host.table.facts.seating import PlayerCameBack, PlayerWentAway, SeatLeft
from firmware_host.table.facts.system import ConfigurationAdopted
from firmware_host.table.terms import AlertKind

DUTY = (DealerOnDuty, DealerRelieved)
"""The facts after which their `dealer` is the one on duty."""

LASTS = (
    AlertCleared,
    AlertRaised,
    ConfigurationAdopted,
    DealerOnDuty,
    DealerRelieved,
    FloorCallEnded,
    FloorCalled,
    PlayerCameBack,
    PlayerWentAway,
    SeatLeft,
)


class RoundContext(Record, frozen=True, kw_only=True):
    """`stood` are the facts still open: alerts, a call for the floor, players away; in the order of the record."""

    config: TableConfig | None
    dealer: str | None
    stood: tuple[Fact, ...]


def context_before(reading: RecordReader, first: int) -> RoundContext:
    """Return the situation just before this fact."""
    lasting = _Lasting()
    for fact in reading.of_kinds(LASTS, to=first - 1):
        lasting.hear(fact)
    stood = (*lasting.alerts.values(), *lasting.away.values(), *lasting.floor)
    return RoundContext(
        config=lasting.config, dealer=lasting.dealer, stood=tuple(sorted(stood, key=lambda fact: fact.number))
    )


class _Lasting:
    """The situation so far. An alert raised again before it is cleared is the same alert."""

    def __init__(self) -> None:
        self.config: TableConfig | None = None
        self.dealer: str | None = None
        self.alerts: dict[tuple[AlertKind, str], Fact] = {}
        self.away: dict[Seat, Fact] = {}
        self.floor: tuple[Fact, ...] = ()

    def hear(self, fact: Fact) -> None:
        match fact.body:
            case ConfigurationAdopted(config=config):
                self.config = config
            case DealerOnDuty(dealer=dealer) | DealerRelieved(dealer=dealer):
                self.dealer = dealer
            case AlertRaised(alert=alert, about=about):
                self.alerts.setdefault((alert, about), fact)
            case AlertCleared(of=of):
                self.alerts = {name: raised for name, raised in self.alerts.items() if raised.number != of}
            case PlayerWentAway(seat=seat):
                self.away[seat] = fact
            case PlayerCameBack(seat=seat) | SeatLeft(seat=seat):
                self.away.pop(seat, None)
            case FloorCalled():
                self.floor = (fact,)
            case FloorCallEnded():
                self.floor = ()
            case _:
                pass
