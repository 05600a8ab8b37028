"""Alerts, folded: what stands, and which deadlines were warned of."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.alerts.alert import Alert
from firmware_host.table.alerts.bodies import AlertAcknowledged, AlertCleared, AlertRaised, AlertsBody, DeadlineNear
from firmware_host.table.contract import Fact
from firmware_host.table.state import TableState, Warned


def folded(state: TableState, body: AlertsBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case AlertRaised():
            return replace(state, alerts=_raised(state.alerts, body, fact))
        case AlertAcknowledged(of=number):
            return replace(
                state,
                alerts=tuple(
                    replace(alert, acknowledged_by=fact.actor) if alert.number == number else alert
                    for alert in state.alerts
                ),
            )
        case AlertCleared(of=number):
            return replace(state, alerts=tuple(alert for alert in state.alerts if alert.number != number))
        case DeadlineNear(name=name, boot=boot, due_ms=due_ms):
            others = tuple(warned for warned in state.warned if warned.name != name)
            return replace(state, warned=(*others, Warned(name=name, boot=boot, due_ms=due_ms)))
        case _:
            assert_never(body)


def _raised(standing: tuple[Alert, ...], body: AlertRaised, fact: Fact) -> tuple[Alert, ...]:
    new = Alert(
        number=fact.number,
        kind=body.alert,
        about=body.about,
        severity=body.severity,
        say=body.say,
        paragraphs=fact.paragraphs,
        at=fact.at,
    )
    same = {(alert.kind, alert.about): alert for alert in standing}.get((new.kind, new.about))
    if same is None:
        return (*standing, new)
    again = replace(new, number=same.number, times=same.times + 1)
    return tuple(again if alert is same else alert for alert in standing)
