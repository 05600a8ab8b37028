"""What systemd hears, on a socket of its kind; first by itself, then of the real controller."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from firmware_host.app import systemd
from firmware_host.app.systemd import ServiceManager, feed
from firmware_host.journal.store import Journal
from tests.support.brokers import any_broker
from tests.worlds.played_table import PlayedTable, played_table


class Heard:
    """The socket that a service manager listens on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.words: list[str] = []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.socket.bind(str(path))

    def close(self) -> None:
        self.socket.close()

    async def until(self, word: str) -> None:
        """Read on; a socket of this kind holds ten words, and a service manager reads them as they come."""
        async with asyncio.timeout(20):
            while word not in self.words:
                data = await asyncio.get_running_loop().sock_recv(self.socket, 4096)
                self.words += data.decode().splitlines()

    def fill(self) -> int:
        """Leave no room in its queue; return with how many words."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as other:
            for told in count():
                try:
                    other.sendto(b"OTHER=1", str(self.path))
                except BlockingIOError:
                    return told
        raise AssertionError

    def rest(self) -> list[str]:
        while True:
            try:
                self.words += self.socket.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self.words


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[Heard]:
    with closing(Heard(tmp_path / "notify")) as heard:
        yield heard


@pytest.fixture
def manager(heard: Heard) -> ServiceManager:
    return ServiceManager(str(heard.path), watchdog_s=0.03)


@asynccontextmanager
async def fed(manager: ServiceManager, *, silent: bool = False, late: tuple[str, ...] = ()) -> AsyncIterator[None]:
    async def answers() -> None:
        if silent:
            await asyncio.get_running_loop().create_future()

    feeding = asyncio.create_task(feed(manager, writer_answers=answers, late=lambda: late))
    try:
        yield
    finally:
        feeding.cancel()
        await asyncio.gather(feeding, return_exceptions=True)


async def test_the_watchdog_is_fed_while_all_is_well(heard: Heard, manager: ServiceManager) -> None:
    async with fed(manager):
        await heard.until("WATCHDOG=1")


class Reasons(logging.Handler):
    """Why it was not fed."""

    def __init__(self) -> None:
        super().__init__()
        self.said: asyncio.Queue[str] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        self.said.put_nowait(record.getMessage())


@pytest.fixture
def reasons() -> Iterator[Reasons]:
    reasons, log = Reasons(), logging.getLogger("firmware_host.app.systemd")
    log.addHandler(reasons)
    yield reasons
    log.removeHandler(reasons)


@pytest.mark.parametrize(
    ("doubt", "why"),
    [
        ({"silent": True}, "the journal's writer did not answer"),
        ({"late": ("keys",)}, "parts without a supervisor: keys"),
    ],
)
async def test_it_is_not_fed_when_the_writer_is_silent_or_nobody_watches_over_a_part(
    heard: Heard, manager: ServiceManager, reasons: Reasons, doubt: dict[str, Any], why: str
) -> None:
    async with fed(manager, **doubt), asyncio.timeout(20):
        for _ in range(3):
            assert why in await reasons.said.get()
    assert heard.rest() == []


async def test_the_journals_writer_answers_without_writing_anything(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".reserve"}
        await journal.answers()
        after = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".reserve"}
        assert {name: data for name, data in after.items() if not name.endswith(("-wal", "-shm"))} == {
            name: data for name, data in before.items() if not name.endswith(("-wal", "-shm"))
        }


@pytest.mark.parametrize("watchdog_s", [None, 0.03])
async def test_that_it_is_ready_is_said_until_a_manager_with_a_full_queue_has_taken_it(
    heard: Heard, watchdog_s: float | None
) -> None:
    manager = ServiceManager(str(heard.path), watchdog_s=watchdog_s)
    filled = heard.fill()
    saying = asyncio.create_task(manager.ready("table 7 runs"))
    await turns_of_the_loop()
    assert not saying.done()
    await heard.until("READY=1")
    await saying
    assert heard.words == ["OTHER=1"] * filled + ["READY=1", "STATUS=table 7 runs"]


async def test_that_it_is_ready_is_said_to_a_manager_that_comes_back(tmp_path: Path, reasons: Reasons) -> None:
    manager = ServiceManager(str(tmp_path / "notify"), again_s=0.001)
    saying = asyncio.create_task(manager.ready("table 7 runs"))
    assert "cannot tell systemd that the controller is ready" in await reasons.said.get()
    with closing(Heard(tmp_path / "notify")) as heard:
        await heard.until("READY=1")
    await saying
    assert reasons.said.empty(), "it is said once that nobody hears it"


async def test_that_it_stops_waits_for_a_full_queue_and_is_given_up_in_the_end(
    heard: Heard, manager: ServiceManager, reasons: Reasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled = heard.fill()
    saying = asyncio.create_task(manager.stopping())
    await turns_of_the_loop()
    await heard.until("STOPPING=1")
    await saying
    assert heard.words[filled:] == ["STOPPING=1", "STATUS=stopping"]
    heard.fill()
    monkeypatch.setattr(systemd, "STOPPING_S", 0.01)
    await manager.stopping()
    assert "could not tell systemd that the controller is stopping (its queue is full)" in await reasons.said.get()


async def turns_of_the_loop() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_nobody_is_told_where_no_service_manager_started_us() -> None:
    manager = ServiceManager.of({"WATCHDOG_USEC": "3000000"})
    assert manager.watchdog_s is None
    await manager.ready("nobody hears it")
    await manager.stopping()


def test_the_watchdog_of_another_process_is_not_ours(heard: Heard) -> None:
    asked = {"NOTIFY_SOCKET": str(heard.path), "WATCHDOG_USEC": "3000000"}
    assert ServiceManager.of(asked).watchdog_s == 3.0
    assert ServiceManager.of({**asked, "WATCHDOG_PID": str(os.getpid())}).watchdog_s == 3.0
    assert ServiceManager.of({**asked, "WATCHDOG_PID": "1"}).watchdog_s is None


async def test_the_controller_says_that_it_is_ready_that_it_lives_and_that_it_stops(
    tmp_path: Path, heard: Heard
) -> None:
    environment = {"NOTIFY_SOCKET": str(heard.path), "WATCHDOG_USEC": "300000"}
    async with (
        any_broker(tmp_path) as broker,
        played_table(tmp_path, broker=broker, environment=environment) as table,
    ):
        await table.world.controller.start()
        await heard.until("READY=1")
        await heard.until("WATCHDOG=1")
        _, ended = await asyncio.gather(heard.until("STOPPING=1"), stopped_after_a_round(table))
        assert ended == 0
        words = heard.rest()
        assert words.index("READY=1") < words.index("WATCHDOG=1") < words.index("STOPPING=1")
        await table.subscriber.until(lambda: bool(table.subscriber.status and not table.subscriber.status.online))


async def stopped_after_a_round(table: PlayedTable) -> int:
    await table.rounds(1)
    return await table.world.controller.stop()
