"""
Marks a test `slow` when it starts another process, so that the inner loop leaves it out.

The mark needs no hand: the code of the test, of its fixtures and of the helpers that they call is searched for calls
that start a process. `@pytest.mark.slow` by hand is for tests that compute for long. `@pytest.mark.end_to_end` keeps a
test in the inner loop although it starts processes: the one thin path from a key to a subscriber.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType, ModuleType

import pytest

from hil.broker import EmbeddedBroker

OURS = ("tests", "hil")

BROWSER = "browser"
"""The folder of tests that start Chromium."""

STARTS: tuple[object, ...] = (
    subprocess.run,
    subprocess.Popen,
    asyncio.create_subprocess_exec,
    os.fork,
    EmbeddedBroker,
)
"""Calls that start a process. The embedded broker runs in this one, and costs as much."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    shared = vars(config.pluginmanager.get_plugin("tests.conftest") or object)
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("end_to_end") is None:
            known = item.function.__globals__
            fixtures = [known.get(name, shared.get(name)) for name in item.fixturenames]
            browser = BROWSER in item.path.parts
            if browser or any(starts_a_process(each) for each in (inspect.unwrap(item.function), *fixtures)):
                item.add_marker(pytest.mark.slow)


@cache
def starts_a_process(thing: object) -> bool:
    """Return whether this code starts a process, or names code of ours that does."""
    seen: dict[int, object] = {}
    waiting = [thing]
    while waiting:
        each = waiting.pop()
        if any(each is start for start in STARTS):
            return True
        if id(each) not in seen and id(each) not in _HARMLESS:
            seen[id(each)] = each
            waiting += _named_in(each)
    _HARMLESS.update(seen)
    return False


_HARMLESS: dict[int, object] = {}
"""By id, what was searched to its end and starts no process; kept, because an id is that of a living object only."""


def _named_in(thing: object) -> Iterator[object]:
    match inspect.unwrap(thing) if callable(thing) else thing:
        case FunctionType() as function if _is_ours(function):
            names = set(_names(function.__code__))
            known: Mapping[str, object] = function.__globals__
            for name in names & known.keys():
                yield known[name]
                if isinstance(module := known[name], ModuleType):
                    yield from (vars(module)[inside] for inside in names & vars(module).keys())
        case type() as kind if _is_ours(kind):
            yield from vars(kind).values()
        case property() as asked:
            yield asked.fget
        case dict() as several:
            yield from several.values()
        case tuple() | list() as several:
            yield from several
        case _:
            pass


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield from _names(inside)


def _is_ours(thing: FunctionType | type) -> bool:
    return thing.__module__.partition(".")[0] in OURS
