"""
Keeps Python's garbage collector from walking, again and again, what the collection of tests made.

Eleven thousand tests, their parameters and all modules live until the end, and are a fifth of the time of a quick run
when every full collection visits them. Garbage in cycles that the tests make is collected as before, in larger steps.
"""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

YOUNG, MIDDLE, OLD = 20_000, 20, 50


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        gc.enable()
