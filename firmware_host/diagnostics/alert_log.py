"""One line in the log for each thing that a person must do: each alert once, and again each time it is raised."""

import logging
from collections.abc import Iterator

from firmware_host.host.host import Host
from firmware_host.table.floor.alert_kinds import KINDS
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
    """Say it as it comes; until cancelled."""
    said: dict[int, int] = {}
    with host.watch() as changed:
        while True:
            changed.clear()
            for alert in _new(host.state, said):
                log.log(LEVELS[alert.severity], "%s", in_words(alert), extra={"thing": f"alert {alert.number}"})
            await changed.wait()


def in_words(alert: Alert) -> str:
    """Return what is the matter, what ends it and by which paragraph."""
    ends = f" [ends with {KINDS[alert.kind].put_right}]" if KINDS[alert.kind].put_right else ""
    cited = f" ({', '.join(alert.paragraphs)})" if alert.paragraphs else ""
    return f"to do, alert {alert.number} {alert.kind}: {alert.say}{ends}{cited}"


def _new(state: TableState, said: dict[int, int]) -> Iterator[Alert]:
    """Yield what was not said yet; what has been cleared is forgotten."""
    standing = {alert.number: alert for alert in state.alerts}
    for number in said.keys() - standing.keys():
        del said[number]
    for number, alert in standing.items():
        if said.get(number) != alert.times:
            said[number] = alert.times
            yield alert
