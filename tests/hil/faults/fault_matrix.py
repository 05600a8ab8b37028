"""Prints the matrix of faults against points of the game at the end of a test run, whichever process ran them."""

from collections.abc import Callable, Iterable

import msgspec
import pytest

from hil.faults.matrix import Outcome, table_of

OUTCOME = "fault-outcome"
"""The name under which a test of a fault hands its outcome on."""


def hand_on(outcomes: Iterable[Outcome], record_property: Callable[[str, object], None]) -> None:
    """Tell the process that prints the matrix how they went."""
    for outcome in outcomes:
        record_property(OUTCOME, msgspec.json.encode(outcome).decode())


def outcomes(reporter: pytest.TerminalReporter) -> Iterable[Outcome]:
    for reports in reporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == OUTCOME and getattr(report, "when", "") == "call":
                    yield msgspec.json.decode(str(value), type=Outcome)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    found = tuple(outcomes(terminalreporter))
    if found:
        terminalreporter.section("faults against points of the game")
        terminalreporter.write_line(table_of(found))
