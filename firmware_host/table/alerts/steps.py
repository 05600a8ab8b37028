"""What people may do about the alerts that stand."""

from firmware_host.rules.answers import Key, Role, Step
from firmware_host.table.alerts.acts import AcknowledgeAlert, ClearAlert
from firmware_host.table.alerts.alert import Alert
from firmware_host.table.alerts.kinds import KINDS, is_over
from firmware_host.table.contract import TableStep
from firmware_host.table.roles import nearest
from firmware_host.table.state import TableState


def steps(state: TableState) -> tuple[TableStep, ...]:
    """Offer to acknowledge what nobody has, the oldest by a key, and to clear what is over."""
    unseen = [alert for alert in state.alerts if alert.acknowledged_by is None]
    by_key = next((alert for alert in unseen if Role.DEALER in KINDS[alert.kind].acknowledged_by), None)
    seen = (_acknowledge(alert, key=Key.CALL_FLOOR_HELD if alert is by_key else None) for alert in unseen)
    over = (_clear(alert) for alert in state.alerts if is_over(state, alert))
    return (*seen, *over)


def _acknowledge(alert: Alert, *, key: Key | None) -> TableStep:
    """Steps are shown to all, hence the words of the sign; a key is the dealer's."""
    return Step(
        act=AcknowledgeAlert(alert=alert.number),
        say=f"Seen: {KINDS[alert.kind].sign}",
        role=nearest(KINDS[alert.kind].acknowledged_by),
        key=key,
        paragraphs=alert.paragraphs,
    )


def _clear(alert: Alert) -> TableStep:
    return Step(
        act=ClearAlert(alert=alert.number),
        say=f"Put right: {KINDS[alert.kind].sign}",
        role=nearest(KINDS[alert.kind].cleared_by),
        paragraphs=alert.paragraphs,
    )
