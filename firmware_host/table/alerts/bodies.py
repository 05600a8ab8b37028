"""What can become true of alerts. `of` is the number of the fact that first raised one."""

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Tagged
from firmware_host.table.alerts.alert import AlertKind, Severity


class AlertRaised(Tagged, frozen=True, kw_only=True, tag="alert-raised"):
    """
    People should look at this. While one of this kind and about the same stands, it is that one, raised again.

    The fact before it, of the same cause, is what raised it.
    """

    alert: AlertKind
    about: str
    severity: Severity
    say: str


class AlertAcknowledged(Tagged, frozen=True, kw_only=True, tag="alert-acknowledged"):
    """The fact's actor, in this role, has seen it."""

    of: int
    role: Role


class AlertCleared(Tagged, frozen=True, kw_only=True, tag="alert-cleared"):
    """The fact's actor, in this role, says that it is put right."""

    of: int
    role: Role
    note: str = ""


class DeadlineNear(Tagged, frozen=True, kw_only=True, tag="deadline-near"):
    """The time to put something right is nearly over: it bites at `due_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    due_ms: int
    say: str


AlertsBody = AlertRaised | AlertAcknowledged | AlertCleared | DeadlineNear
