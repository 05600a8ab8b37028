"""Real brokers as child processes, each on a loopback port of its own."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest

from hil.broker import LOOPBACK, free_port

STARTS_S = 20.0
MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


class Broker(Protocol):
    """How either broker is started: with a folder of its own, on a free port unless told one."""

    def __call__(self, folder: Path, *, port: int | None = None) -> AbstractAsyncContextManager[str]:
        """Run it; leaving kills it."""
        ...


@asynccontextmanager
async def mosquitto(folder: Path, *, port: int | None = None) -> AsyncIterator[str]:
    """Run mosquitto; give its URL."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed: apt-get install mosquitto")
    port = port or free_port()
    config = folder / "mosquitto.conf"
    config.write_text(
        f"listener {port} {LOOPBACK}\nallow_anonymous true\nmax_queued_messages 0\nset_tcp_nodelay true\n"
    )
    async with _child(folder, port, MOSQUITTO, "-c", str(config)) as url:
        yield url


@asynccontextmanager
async def amqtt(folder: Path, *, port: int | None = None) -> AsyncIterator[str]:
    """Run the broker that is embedded in the demo, in a process of its own; give its URL."""
    port = port or free_port()
    async with _child(folder, port, sys.executable, "-m", "hil.broker", str(port)) as url:
        yield url


@asynccontextmanager
async def any_broker(folder: Path) -> AsyncIterator[str]:
    """Run mosquitto where it is installed, else the embedded one."""
    async with (mosquitto if MOSQUITTO else amqtt)(folder) as url:
        yield url


BOTH: dict[str, Broker] = {"mosquitto": mosquitto, "amqtt": amqtt}


@asynccontextmanager
async def _child(folder: Path, port: int, *command: str) -> AsyncIterator[str]:
    with (folder / "broker.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        async with asyncio.timeout(STARTS_S):
            await _listens(port)
        yield f"mqtt://{LOOPBACK}:{port}"
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
