"""
Ends a pytest process that hangs, and prints where each of its threads is.

pytest's own `faulthandler_timeout` starts and ends a thread for every test, which costs as much as a small test, and
says nothing of a process that hangs between tests or at its end: there Python waits for every thread that a failed
test left behind. This timer stays set until the process has ended. The process that hands tests to workers has none:
tests/checks/run.py limits the run as a whole.
"""

from __future__ import annotations

import faulthandler
import os
import sys
import time

import pytest

LONGEST_TEST_S = 240.0

SET_ANEW_S = 10.0
"""How long the timer runs before the next test sets it anew: a test may take that much less."""


class Watchdog:
    """A timer that ends the process with the stacks of its threads."""

    def __init__(self, longest_s: float) -> None:
        self._longest_s = longest_s
        # a duplicate, because pytest captures what goes to descriptor 2
        self._words = os.dup(sys.__stderr__.fileno() if sys.__stderr__ else 2)
        self._set_at = -SET_ANEW_S

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        self.set()

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._set_at = -SET_ANEW_S
        self.set()

    def set(self) -> None:
        now = time.monotonic()
        if now - self._set_at >= min(SET_ANEW_S, self._longest_s / 2):
            self._set_at = now
            faulthandler.dump_traceback_later(self._longest_s, file=self._words, exit=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("longest_test_s", "end the process when one test takes longer than this", default=str(LONGEST_TEST_S))


def pytest_configure(config: pytest.Config) -> None:
    distributes = config.getoption("dist", "no") != "no" and not hasattr(config, "workerinput")
    if not distributes:
        watchdog = Watchdog(float(config.getini("longest_test_s")))
        watchdog.set()
        config.pluginmanager.register(watchdog)
