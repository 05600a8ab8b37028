"""Acknowledging and clearing alerts: by whom is in `kinds.py`."""

from typing import assert_never

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.table.alerts.acts import AcknowledgeAlert, AlertsAct, ClearAlert
from firmware_host.table.alerts.alert import Alert
from firmware_host.table.alerts.bodies import AlertAcknowledged, AlertCleared
from firmware_host.table.alerts.kinds import KINDS, is_over
from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.roles import Who, said
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: AlertsAct) -> Decision:
    """Answer what concerns an alert that stands."""
    alert = next((alert for alert in state.alerts if alert.number == act.alert), None)
    if alert is None:
        return Refusal(
            code=Code.NOT_NOW,
            reason=f"no alert {act.alert} stands",
            allowed_by="the number of one that stands",
        )
    match act:
        case AcknowledgeAlert():
            return _acknowledge(alert, intent)
        case ClearAlert(note=note):
            return _clear(state, alert, intent, note)
        case _:
            assert_never(act)


def _acknowledge(alert: Alert, intent: Intent) -> Decision:
    may = KINDS[alert.kind].acknowledged_by
    if intent.role not in may:
        return _not_theirs(alert, intent, may, "acknowledge")
    if alert.acknowledged_by is not None:
        return ()
    return (Draft(body=AlertAcknowledged(of=alert.number, role=intent.role), paragraphs=alert.paragraphs),)


def _clear(state: TableState, alert: Alert, intent: Intent, note: str) -> Decision:
    kind = KINDS[alert.kind]
    if intent.role not in kind.cleared_by:
        return _not_theirs(alert, intent, kind.cleared_by, "clear")
    if not is_over(state, alert):
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=alert.paragraphs,
            reason=f"what raised the alert {alert.kind} about {alert.about} is not over",
            allowed_by=kind.put_right,
        )
    return (Draft(body=AlertCleared(of=alert.number, role=intent.role, note=note), paragraphs=alert.paragraphs),)


def _not_theirs(alert: Alert, intent: Intent, may: Who, what: str) -> Refusal:
    return Refusal(
        code=Code.NOT_YOUR_ROLE,
        paragraphs=alert.paragraphs,
        reason=f"a {intent.role} may not {what} the alert {alert.kind}",
        allowed_by=said(may),
    )
