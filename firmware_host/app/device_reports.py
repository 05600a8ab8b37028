"""The newest report of each device, together with what the table holds against the device."""

from collections.abc import Callable

from msgspec.structs import replace

from firmware_host.host.intents import Report
from firmware_host.table.state.hindrance import out_of_service
from firmware_host.table.state.table import TableState
from firmware_host.table.view import DeviceReport


class DeviceReports:
    """
    Adds to each report why the table does not use the device, and sends the report again when the reason changes.

    A device reports that it answers. Whether the table believes the device, only the table's state says.
    """

    def __init__(self, *, state: Callable[[], TableState], send: Report) -> None:
        """Send nothing before a device reports. `state` returns the present state of the table."""
        self._state = state
        self._send = send
        self._newest: dict[str, DeviceReport] = {}

    def report(self, report: DeviceReport) -> None:
        """Send a device's new report."""
        self._newest[report.device] = self._judged(report)
        self._send(self._newest[report.device])

    def look_again(self) -> None:
        """Send again the reports whose reason has changed with the table's state."""
        for report in tuple(self._newest.values()):
            if self._judged(report) != report:
                self.report(report)

    def _judged(self, report: DeviceReport) -> DeviceReport:
        return replace(report, out_of_service=out_of_service(self._state(), report.device))
