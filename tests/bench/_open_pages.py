"""Opens pages of a panel in a process of its own, and drops what they are sent: `python -m tests.bench._open_pages`."""

import asyncio
import json
import re
import sys
from pathlib import Path

from firmware_host.panel import screen_socket

EACH = 4
"""Pages of one session."""


async def opened(path: Path, pages: int) -> None:
    """Open so many pages, say so, and read until standard input ends."""
    async with asyncio.TaskGroup() as group:
        cookie, tasks = "", []
        for number in range(pages):
            code = await asyncio.to_thread(screen_socket.ask, path, for_s=60)
            host = code.address.partition("//")[2].rstrip("/")
            if number % EACH == 0:
                cookie = await _session(host, code.code)
            reader, _ = await _connected(host, "GET /socket", cookie, more=UPGRADE)
            tasks.append(group.create_task(_drop(reader)))
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


async def _session(host: str, code: str) -> str:
    body = json.dumps({"code": code})
    more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    reader, writer = await _connected(host, "POST /screen", "", more=more, body=body)
    head = await reader.readuntil(b"\r\n\r\n")
    writer.close()
    found = re.search(rb"set-cookie: ([^;]+)", head)
    assert found is not None, head
    return found[1].decode()


async def _connected(
    host: str, request: str, cookie: str, *, more: str = "", body: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    name, _, port = host.rpartition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    head = f"{request} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n{more}\r\n"
    writer.write((head + body).encode())
    await writer.drain()
    return reader, writer


async def _drop(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


if __name__ == "__main__":
    asyncio.run(opened(Path(sys.argv[1]), int(sys.argv[2])))
