"""A test that starts a process is found by what its code names, however far away that is."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.slow import starts_a_process
from tests.support.brokers import BOTH
from tests.worlds.hosted_table import hosted_table
from tests.worlds.played_table import played_table
from tests.worlds.pure_table import PureTable


def by_itself() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def by_a_helper() -> None:
    by_itself()


async def by_the_event_loop() -> None:
    await asyncio.create_subprocess_exec(sys.executable)


@asynccontextmanager
async def by_a_context() -> AsyncIterator[None]:
    await by_the_event_loop()
    yield


class Typed:
    def ran(self) -> None:
        by_a_helper()


async def by_a_context_of_another() -> None:
    async with by_a_context():
        pass


def by_a_class() -> None:
    Typed().ran()


async def by_the_world() -> None:
    async with played_table(Path()):
        pass


async def by_any_of_several() -> None:
    async with BOTH["amqtt"](Path()):
        pass


def by_a_function_inside() -> Callable[[], None]:
    def inside() -> None:
        by_a_helper()

    return inside


@pytest.mark.parametrize(
    "test",
    [
        by_itself,
        by_a_helper,
        by_the_event_loop,
        by_a_context_of_another,
        by_a_class,
        by_the_world,
        by_any_of_several,
        by_a_function_inside,
    ],
)
def test_code_that_starts_a_process_is_slow(test: Callable[[], object]) -> None:
    assert starts_a_process(test)


async def on_a_real_host() -> None:
    async with hosted_table(Path()):
        pass


def on_paper() -> None:
    PureTable().opened()


@pytest.mark.parametrize("test", [on_a_real_host, on_paper])
def test_a_table_in_this_process_is_not_slow(test: Callable[[], object]) -> None:
    assert not starts_a_process(test)
