"""What lasted on the day: alerts, calls for the floor, devices that did not answer, dealers' duty; and the shuffles."""

from collections import Counter

from firmware_host.reports.day_report import AlertsDay, ApprovalsDay, DeviceDay, FloorDay, Override, ShufflesDay
from firmware_host.reports.durations import Lasting
from firmware_host.reports.record_reader import tag_of
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckPutInPlay,
    DeckRemoved,
    DeckShuffledByHand,
    DeckSorted,
    DeckSuspected,
    GateOverridden,
    PreShuffledAccepted,
    ProofVoided,
    RecutOrdered,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.facts.fact import Body
from firmware_host.table.facts.floor import (
    AlertCleared,
    AlertRaised,
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
    DealerOnDuty,
    DealerRelieved,
    FloorCalled,
    FloorCallEnded,
)
from firmware_host.table.facts.system import BootChanged, ClockJumped, DeviceCameUp, DeviceWentDown, HostStarted
from firmware_host.table.terms import AlertKind, Back, Grade

LASTS = (
    AlertRaised,
    AlertCleared,
    DeviceCameUp,
    DeviceWentDown,
    HostStarted,
    FloorCalled,
    FloorCallEnded,
    DealerOnDuty,
    DealerRelieved,
    ApprovalRequested,
)

"""What has to be known of the days before, for it may go on into this one."""


class Watch:
    """Tell it what happened and when on the day; what happened before it, as of the day's first moment."""

    def __init__(self) -> None:
        """Nothing lasts yet."""
        self.starts = self.boots = self.clock_jumps = 0
        self.dealer: str | None = None
        self._alerts: dict[AlertKind, Lasting] = {}
        self._kinds: dict[int, AlertKind] = {}
        self._standing: dict[tuple[AlertKind, str], int] = {}
        self._floor = Lasting()
        self._devices: dict[str, Lasting] = {}
        self._duty: dict[str, Lasting] = {}

    def hear(self, body: Body, number: int, now: int, *, on_day: bool) -> None:
        """Take one fact."""
        match body:
            case AlertRaised(alert=alert, about=about):
                self._raised(alert, about, number, now, on_day=on_day)
            case AlertCleared(of=of):
                self._cleared(of, now, on_day=on_day)
            case FloorCalled():
                self._floor.begin("floor", now, counts=on_day)
            case FloorCallEnded():
                self._floor.end("floor", now, counts=on_day)
            case DeviceWentDown(device=device):
                self._devices.setdefault(device, Lasting()).begin(device, now, counts=on_day)
            case DeviceCameUp(device=device):
                self._devices.setdefault(device, Lasting()).end(device, now, counts=on_day)
            case HostStarted():
                self._started(now, on_day=on_day)
            case BootChanged():
                self.boots += on_day
            case ClockJumped():
                self.clock_jumps += on_day
            case DealerOnDuty(dealer=dealer) | DealerRelieved(dealer=dealer):
                self._takes_over(dealer, now, on_day=on_day)
            case _:
                pass

    def close(self, now: int) -> None:
        """The day is over."""
        for lasting in (*self._alerts.values(), self._floor, *self._devices.values(), *self._duty.values()):
            lasting.close(now)

    def alerts(self) -> tuple[AlertsDay, ...]:
        """Return the kinds of alert that stood at some time of the day."""
        return tuple(
            AlertsDay(
                alert=kind,
                raised=lasting.began,
                cleared=lasting.ended,
                standing=lasting.under_way,
                stood_s=lasting.total_s,
                longest_s=lasting.longest_s,
            )
            for kind, lasting in sorted(self._alerts.items())
            if lasting.began or lasting.ended or lasting.under_way
        )

    def floor(self) -> FloorDay:
        """Return the calls for the floor."""
        return FloorDay(calls=self._floor.began, waited_s=self._floor.total_s, longest_s=self._floor.longest_s)

    def devices(self) -> tuple[DeviceDay, ...]:
        """Return every device that was ever heard of."""
        return tuple(
            DeviceDay(device=device, times=lasting.began, down_s=lasting.total_s, down=bool(lasting.under_way))
            for device, lasting in sorted(self._devices.items())
        )

    def on_duty_s(self) -> dict[str, int]:
        """Return how long each dealer was on duty."""
        return {dealer: lasting.total_s for dealer, lasting in self._duty.items() if lasting.total_ms}

    def _raised(self, kind: AlertKind, about: str, number: int, now: int, *, on_day: bool) -> None:
        """Raised again while it stands, it is the same alert."""
        if (kind, about) not in self._standing:
            self._standing[kind, about] = number
            self._kinds[number] = kind
            self._alerts.setdefault(kind, Lasting()).begin(number, now, counts=on_day)

    def _cleared(self, of: int, now: int, *, on_day: bool) -> None:
        kind = self._kinds.pop(of, None)
        if kind is not None:
            self._standing = {name: number for name, number in self._standing.items() if number != of}
            self._alerts[kind].end(of, now, counts=on_day)

    def _started(self, now: int, *, on_day: bool) -> None:
        """Until a device answers it is not known to be there."""
        self.starts += on_day
        for device, lasting in self._devices.items():
            lasting.begin(device, now, counts=False)

    def _takes_over(self, dealer: str, now: int, *, on_day: bool) -> None:
        if self.dealer is not None:
            self._duty[self.dealer].end(self.dealer, now, counts=on_day)
        self.dealer = dealer
        self._duty.setdefault(dealer, Lasting()).begin(dealer, now, counts=on_day)


class Approvals:
    """What two people were asked for on the day. A request keeps its name from the day it was made on."""

    def __init__(self) -> None:
        """None yet."""
        self.overrides: list[Override] = []
        self._days: dict[str, Counter[str]] = {}
        self._acts: dict[int, str] = {}
        self._answer: tuple[str, ...] = ()
        self._cause = ""

    def hear(self, body: Body, number: int, *, cause: str, on_day: bool) -> None:
        """Take one fact. Two people answer for what has the cause of their approval."""
        if cause != self._cause:
            self._cause, self._answer = cause, ()
        match body:
            case GateOverridden(back=back, why=why) if on_day:
                self.overrides.append(Override(fact=number, back=back, why=why, approved_by=self._answer))
            case ApprovalCarriedOut(asked_by=one, approved_by=another):
                self._answer = (one, another)
            case ApprovalRequested(act=act):
                self._acts[number] = tag_of(type(act))
                self._count(number, "asked", on_day=on_day)
            case ApprovalGiven(of=of, asked_by=one, approved_by=another):
                self._answer = (one, another)
                self._count(of, "given", on_day=on_day)
            case ApprovalDeclined(of=of):
                self._count(of, "declined", on_day=on_day)
            case ApprovalExpired(of=of):
                self._count(of, "expired", on_day=on_day)
            case _:
                pass

    def days(self) -> tuple[ApprovalsDay, ...]:
        """Return them by what was asked for."""
        return tuple(ApprovalsDay(act=act, **counts) for act, counts in sorted(self._days.items()))

    def _count(self, of: int, what: str, *, on_day: bool) -> None:
        if on_day:
            self._days.setdefault(self._acts.get(of, ""), Counter())[what] += 1


class Shuffles:
    """The day's shuffles, deck by deck."""

    def __init__(self) -> None:
        """None yet."""
        self._counts: dict[Back, Counter[str]] = {}
        self._proved: dict[Back, Counter[Grade]] = {}

    def hear(self, body: Body) -> None:
        """Take one fact of the day."""
        match body:
            case ShuffleOrdered(back=back):
                self._count(back, "ordered")
            case ShuffleProved(back=back, grade=grade):
                self._proved.setdefault(back, Counter())[grade] += 1
            case ShuffleRejected(back=back):
                self._count(back, "rejected")
            case ShuffleOverdue(back=back):
                self._count(back, "overdue")
            case ProofVoided(back=back):
                self._count(back, "voided")
            case DeckPutInPlay(back=back):
                self._count(back, "dealt")
            case DeckShuffledByHand(back=back):
                self._proved.setdefault(back, Counter())[Grade.BY_HAND] += 1
            case PreShuffledAccepted(backs=backs):
                for back in backs:
                    self._proved.setdefault(back, Counter())[Grade.PRE_SHUFFLED] += 1
            case CardsCounted(back=back):
                self._count(back, "counted_right" if body.right else "counted_wrong")
            case DeckSorted(back=back):
                self._count(back, "sorted")
            case RecutOrdered(back=back):
                self._count(back, "recut")
            case DeckSuspected(back=back):
                self._count(back, "suspected")
            case DeckRemoved(back=back):
                self._count(back, "removed")
            case GateOverridden(back=back):
                self._count(back, "overridden")
            case _:
                pass

    def days(self) -> tuple[ShufflesDay, ...]:
        """Return them by deck."""
        return tuple(
            ShufflesDay(
                back=back,
                ordered=counts["ordered"],
                proved=dict(self._proved.get(back, {})),
                rejected=counts["rejected"],
                overdue=counts["overdue"],
                voided=counts["voided"],
                dealt=counts["dealt"],
                counted_right=counts["counted_right"],
                counted_wrong=counts["counted_wrong"],
                sorted=counts["sorted"],
                recut=counts["recut"],
                suspected=counts["suspected"],
                removed=counts["removed"],
                overridden=counts["overridden"],
            )
            for back in sorted({*self._counts, *self._proved})
            for counts in (self._counts.get(back, Counter()),)
        )

    def _count(self, back: Back, what: str) -> None:
        self._counts.setdefault(back, Counter())[what] += 1
