"""What the writer's thread tells is done on the loop that listens, all of it and in order."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.journal.bell import Bell
from firmware_host.journal.store import Journal
from tests.integration.journals import some_facts

MANY = 2000


@pytest.fixture
def bell() -> Iterator[Bell]:
    with closing(Bell()) as bell:
        yield bell


async def heard(bell: Bell, count: int) -> list[tuple[int, int]]:
    """Let another thread ring so often; return what was heard, and in which thread."""
    loop = bell.listen()
    done: asyncio.Future[None] = loop.create_future()
    numbers: list[tuple[int, int]] = []

    def ring() -> None:
        for number in range(count):
            bell.ring(lambda number=number: numbers.append((number, threading.get_ident())))  # type: ignore[misc]
        bell.ring(lambda: done.set_result(None))

    thread = threading.Thread(target=ring)
    thread.start()
    await done
    thread.join()
    return numbers


async def test_all_is_done_in_order_and_on_the_loop(bell: Bell) -> None:
    here = threading.get_ident()
    assert await heard(bell, MANY) == [(number, here) for number in range(MANY)]


def test_it_is_heard_on_whichever_loop_listens_last(bell: Bell) -> None:
    """One loop is closed without a word; of two that are open, the first hears no more."""
    assert len(asyncio.run(heard(bell, 3))) == 3
    with asyncio.Runner() as first, asyncio.Runner() as second:
        assert len(first.run(heard(bell, 3))) == 3
        assert len(second.run(heard(bell, 3))) == 3
        assert len(first.run(heard(bell, 3))) == 3


async def test_what_nobody_has_heard_is_done_as_it_is_put_away() -> None:
    done: list[str] = []
    with closing(Bell()) as bell:
        bell.listen()
        bell.ring(lambda: done.append("told"))
        assert done == []
    assert done == ["told"]


def test_who_waited_on_a_loop_that_is_gone_holds_nothing_up(tmp_path: Path) -> None:
    async def ask_and_go(journal: Journal) -> None:
        waiting = asyncio.ensure_future(journal.append(some_facts(journal, 1)))
        await asyncio.sleep(0)
        assert not waiting.done()

    with closing(Journal.open(tmp_path)) as journal:
        asyncio.run(ask_and_go(journal))
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.last == 1
        asyncio.run(journal.append(some_facts(journal, 1)))
        assert journal.last == 2
