"""A pytest plugin that writes down what ran and, above all, what did not and why, for the summary.

pytest itself prints skips somewhere in the middle, and says nothing about tests left out by `-m`. Here both end in
one list. It is read by `python3 -m tests`; loaded with `-p tests.not_run --outcomes-to FILE`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

LEFT_OUT = "left_out"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes-to", metavar="FILE", help="write what ran and what did not to this file, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("outcomes_to")
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(_Worker(config))
    elif file is not None:
        config.pluginmanager.register(_Recorder(config, Path(file)))


class _Worker:
    """Only workers learn which tests are left out; they hand it to the process that writes the file."""

    def __init__(self, config: pytest.Config) -> None:
        self._left_out: dict[str, str] = {}
        self._config = config

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self._left_out |= _left_out(self._config, items)

    def pytest_sessionfinish(self) -> None:
        output: dict[str, Any] = self._config.workeroutput  # type: ignore[attr-defined]  # xdist puts it there
        output[LEFT_OUT] = self._left_out


class _Recorder:
    def __init__(self, config: pytest.Config, file: Path) -> None:
        self._config = config
        self._file = file
        self._passed: set[str] = set()
        self._failed: set[str] = set()
        self._skipped: dict[str, str] = {}
        self._expected_failures: dict[str, str] = {}
        self._left_out: dict[str, str] = {}

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self._left_out |= _left_out(self._config, items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._left_out |= getattr(node, "workeroutput", {}).get(LEFT_OUT, {})

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and hasattr(report, "wasxfail"):
            self._expected_failures[report.nodeid] = report.wasxfail
        elif report.passed and report.when == "call":
            self._passed.add(report.nodeid)
        else:
            self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.skipped:
            self._skipped[report.nodeid] = _reason(report.longrepr)

    def pytest_sessionfinish(self) -> None:
        outcomes = {
            "passed": sorted(self._passed - self._failed),
            "failed": sorted(self._failed),
            "skipped": _without(self._skipped, self._failed),
            "expected_failures": _without(self._expected_failures, self._failed),
            "left_out": self._left_out,
        }
        self._file.write_text(json.dumps(outcomes, indent=1), encoding="utf-8")


def _left_out(config: pytest.Config, items: Iterable[pytest.Item]) -> dict[str, str]:
    options = {"-m": config.getoption("markexpr"), "-k": config.getoption("keyword")}
    why = "left out by " + " ".join(f"{option} {value!r}" for option, value in options.items() if value)
    return {item.nodeid: why for item in items}


def _reason(longrepr: object) -> str:
    match longrepr:
        case (_, _, str(reason)):
            return reason.removeprefix("Skipped: ")
        case _:
            return str(longrepr)


def _without(reasons: dict[str, str], names: set[str]) -> dict[str, str]:
    return {name: reason for name, reason in reasons.items() if name not in names}
