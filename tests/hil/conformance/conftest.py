"""Lets the time of the conformance kit and of its devices pass only while both wait.

The kit judges milliseconds. Of a machine that is busy with something else it would judge that.
"""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from tests.support.virtual_loop import VirtualLoop
from tests.support.wire import wires

__all__ = ["pytest_asyncio_loop_factories", "wires"]


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """A test that speaks over a wire has virtual time, and one that starts a program the time that there is."""
    if isinstance(item, pytest.Function) and wires.__name__ in item.fixturenames:
        return {"virtual time": VirtualLoop}
    return {"real time": asyncio.new_event_loop}
