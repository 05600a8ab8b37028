"""Alerts as log lines: one line for each alert, and one more each time it is raised again."""

import logging
from collections.abc import Iterator

from firmware_host.errors import EXPLAIN
from firmware_host.host.host import Host
from firmware_host.table.floor.alert_kinds import KINDS, is_over
from firmware_host.table.state.floor import Alert
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Severity

LEVELS = {
    Severity.NOTICE: logging.INFO,
    Severity.WARNING: logging.WARNING,
    Severity.FAULT: logging.ERROR,
    Severity.VIOLATION: logging.ERROR,
}

log = logging.getLogger(__name__)


async def say(host: Host) -> None:
    """Log each new alert, until cancelled."""
    logged_times: dict[int, int] = {}
    with host.watch() as changed:
        while True:
            changed.clear()
            for alert in _new(host.state, logged_times):
                over = to_clear(host.state, alert)
                level = logging.INFO if over else LEVELS[alert.severity]
                log.log(level, "%s", in_words(alert, over=over), extra={"thing": f"alert {alert.number}"})
            await changed.wait()


def in_words(alert: Alert, *, over: bool = False) -> str:
    """Return the log line: the alert, what ends it, and its paragraphs; or, if it is over, that it can be cleared."""
    if over:
        return f"alert {alert.number} {alert.kind} is over and can be cleared; it was: {alert.say}"
    ends = f" [what to do: {KINDS[alert.kind].put_right}]" if KINDS[alert.kind].put_right else ""
    cited = f" ({', '.join(alert.paragraphs)})" if alert.paragraphs else ""
    return f"alert {alert.number} {alert.kind}: {alert.say}{ends}{cited}; see `{EXPLAIN} {alert.kind}`"


def to_clear(state: TableState, alert: Alert) -> bool:
    """Return whether the cause lasted and is gone; an alert about an event never had a lasting cause."""
    return KINDS[alert.kind].lasts is not None and is_over(state, alert)


def _new(state: TableState, logged_times: dict[int, int]) -> Iterator[Alert]:
    """Yield the alerts not logged yet; forget the cleared ones."""
    standing = {alert.number: alert for alert in state.alerts}
    for number in logged_times.keys() - standing.keys():
        del logged_times[number]
    for number, alert in standing.items():
        if logged_times.get(number) != alert.times:
            logged_times[number] = alert.times
            yield alert
