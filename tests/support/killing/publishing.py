"""
A process that is forked to be killed in the middle of a publish, so that nothing has to be imported again each time.

It reads one request a line on its standard input and answers each with the signal that ended the fork, 0 where it
came to its end: then the point was never reached. The fork records facts and publishes them, a few at a time.
"""

import asyncio
import importlib
import os
import sys
import traceback
from contextlib import closing
from pathlib import Path

import msgspec

from firmware_host.journal.store import Journal
from firmware_host.mqtt.connection import Timeouts
from firmware_host.table.view import public_view
from tests.support.killing.sitecustomize import Point
from tests.support.publishing import eventually, publisher_of, publishing
from tests.support.record_files import some_facts
from tests.worlds.pure_table import PureTable

BATCHES, FACTS = 3, 10


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """On which record, to which broker, and where to die: as `KILL_AT` says it in `sitecustomize.py`."""

    folder: str
    url: str
    kill_at: str


def main() -> None:
    for line in sys.stdin.buffer:
        request = msgspec.json.decode(line, type=Request)
        child = os.fork()
        if child == 0:
            _fork(request)
        _, status = os.waitpid(child, 0)
        print(status & 0x7F, flush=True)


def _fork(request: Request) -> None:
    """Run, and never come back."""
    try:
        point = Point(request.kill_at)
        point.patch(importlib.import_module(point.module))
        asyncio.run(_published(request))
    except BaseException:  # noqa: BLE001 - a fork must never go on where its parent is
        traceback.print_exc()
    finally:
        os._exit(0)


async def _published(request: Request) -> None:
    with closing(Journal.open(Path(request.folder))) as journal:
        publisher = publisher_of(journal, request.url, patience=Timeouts(cursor_s=0.2))
        publisher.show(public_view(PureTable().opened().state))
        async with publishing(publisher):
            for _ in range(BATCHES):
                await journal.append(some_facts(journal, FACTS))
                publisher.news.set()
                await eventually(lambda: publisher.counted.waiting == 0)
            await eventually(lambda: False)


if __name__ == "__main__":
    main()
