"""A client of the local socket, like a program on the board."""

import asyncio
import itertools
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from firmware_host.local_api.server import Asked
from firmware_host.rules.decision import Role
from firmware_host.table.acts.intent import Accepted, Act, Answer, Refused

RETRY_S = 0.05


_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)


class DoorClient:
    """Sends one request after the other. If the controller dies before it answers, sends it again with the same id."""

    def __init__(self, path: Path, *, actor: str, pin: str = "") -> None:
        """Prepare; the connection is opened with the first request."""
        self._pin = pin
        self._path = path
        self._actor = actor
        self._name = secrets.token_hex(8)
        self._count = itertools.count(1)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, act: Act, *, seen: int, role: Role = Role.DEALER) -> Answer:
        """Send a request and return the answer, even if the controller restarts meanwhile."""
        id_ = f"{self._name}:{next(self._count)}"
        asked = Asked(id=id_, actor=self._actor, role=role, seen=seen, act=act, pin=self._pin)
        line = msgspec.json.encode(asked) + b"\n"
        while True:
            with suppress(OSError):
                answer = await self._asked(line)
                if answer:
                    return _answers.decode(answer)
            self.close()
            await asyncio.sleep(RETRY_S)

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _asked(self, line: bytes) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_unix_connection(self._path)
        reader, writer = self._streams
        writer.write(line)
        await writer.drain()
        return await reader.readline()
