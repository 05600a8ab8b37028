"""Real brokers as child processes, each on a loopback port of its own."""

import asyncio
import resource
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from hil.broker import LOOPBACK, free_port

STARTS_S = 20.0

STOPS_WITHIN_S = 20.0

SBIN = "/usr/sbin:/usr/local/sbin"
"""Where Debian puts brokers, and not everybody looks."""

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path=SBIN)

NATS = shutil.which("nats-server") or shutil.which("nats-server", path=SBIN)


class Broker(Protocol):
    """How either broker is started: with a folder of its own, on a free port unless told one."""

    def __call__(self, folder: Path, *, port: int | None = None) -> AbstractAsyncContextManager[str]:
        """Run it; leaving kills it."""
        ...


class RunningBroker(Protocol):
    """How each is started for a test that does something to its process."""

    def __call__(self, folder: Path, *, port: int | None = None) -> AbstractAsyncContextManager["Running"]:
        """Run it; leaving kills it."""
        ...


def _states(pid: int) -> list[str]:
    """Return the state of every thread of a process, as the kernel tells it: T for stopped."""
    files = Path(f"/proc/{pid}/task").glob("*/stat")
    return [file.read_text().rpartition(")")[2].split()[0] for file in files]


@dataclass(frozen=True, kw_only=True, slots=True)
class Running:
    """A broker's process, for tests that do something to it."""

    url: str
    process: asyncio.subprocess.Process
    log: Path

    def freeze(self) -> None:
        """It keeps its connections and says nothing any more; a thread may stop later than the signal is sent."""
        self.process.send_signal(signal.SIGSTOP)
        over_s = time.monotonic() + STOPS_WITHIN_S
        while not all(state == "T" for state in _states(self.process.pid)):
            if time.monotonic() >= over_s:
                raise TimeoutError(f"the broker did not stop within {STOPS_WITHIN_S:g} s")
            time.sleep(0.001)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def disk_takes(self, size: int) -> None:
        """No file of it grows beyond so many bytes from now on, as on a disk that is full."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def read_again(self) -> None:
        """Let it read its files of passwords and rights again."""
        self.process.send_signal(signal.SIGHUP)


@asynccontextmanager
async def mosquitto(folder: Path, *, port: int | None = None) -> AsyncIterator[str]:
    """Run mosquitto; give its URL."""
    async with running_mosquitto(folder, port=port) as running:
        yield running.url


@asynccontextmanager
async def running_mosquitto(
    folder: Path, *, port: int | None = None, settings: str = "allow_anonymous true\n"
) -> AsyncIterator[Running]:
    """Run mosquitto with these settings beside those that every test needs."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed: apt-get install mosquitto")
    port = port or free_port()
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} {LOOPBACK}\nmax_queued_messages 0\nset_tcp_nodelay true\nuser root\n{settings}")
    async with _child(folder, port, MOSQUITTO, "-c", str(config)) as running:
        yield running


@asynccontextmanager
async def amqtt(folder: Path, *, port: int | None = None) -> AsyncIterator[str]:
    """Run the broker that is embedded in the demo, in a process of its own; give its URL."""
    async with running_amqtt(folder, port=port) as running:
        yield running.url


@asynccontextmanager
async def running_amqtt(folder: Path, *, port: int | None = None) -> AsyncIterator[Running]:
    """Do the same, for tests that do something to it."""
    port = port or free_port()
    async with _child(folder, port, sys.executable, "-m", "hil.broker", str(port)) as running:
        yield running


@asynccontextmanager
async def running_nats(folder: Path, *, port: int | None = None) -> AsyncIterator[Running]:
    """Run one node of what a floor's cluster is made of; what it keeps is below the folder."""
    if NATS is None:
        pytest.skip("nats-server is not installed: apt-get install nats-server")
    port, config = port or free_port(), folder / "nats.conf"
    config.write_text(
        f"server_name: one\nhost: {LOOPBACK}\nport: {free_port()}\n"
        f'jetstream {{ store_dir: "{folder}/nats" }}\nmqtt {{ host: {LOOPBACK}, port: {port} }}\n'
    )
    async with _child(folder, port, NATS, "-c", str(config)) as running:
        yield running


@asynccontextmanager
async def any_broker(folder: Path, *, port: int | None = None) -> AsyncIterator[str]:
    """Run mosquitto where it is installed, else the embedded one."""
    async with (mosquitto if MOSQUITTO else amqtt)(folder, port=port) as url:
        yield url


BOTH: dict[str, Broker] = {"mosquitto": mosquitto, "amqtt": amqtt}

EVERY: dict[str, RunningBroker] = {"mosquitto": running_mosquitto, "amqtt": running_amqtt, "nats": running_nats}


@asynccontextmanager
async def _child(folder: Path, port: int, *command: str) -> AsyncIterator[Running]:
    words = folder / "broker.log"
    with words.open("wb") as log:
        # With the signals as they are here: a file that may not grow is an error to it, like a full disk, and no death.
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, restore_signals=False
        )
    try:
        async with asyncio.timeout(STARTS_S):
            await _listens(port)
        yield Running(url=f"mqtt://{LOOPBACK}:{port}", process=process, log=words)
    finally:
        process.kill()
        await process.wait()


async def _listens(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection(LOOPBACK, port)
        except OSError:
            await asyncio.sleep(0.01)
            continue
        writer.close()
        await writer.wait_closed()
        return
