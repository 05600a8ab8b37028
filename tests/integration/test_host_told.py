"""Who hears first of what the host has recorded."""

import asyncio
from pathlib import Path

from firmware_host.table.contract import Accepted
from firmware_host.table.floor.acts import CallFloor
from hil.clock import VirtualClock
from tests.integration.test_host import table_on


async def test_what_carries_the_facts_away_hears_of_them_before_all_who_only_watch(tmp_path: Path) -> None:
    async with table_on(tmp_path, VirtualClock()) as table:
        news = asyncio.Event()

        async def others_have_heard(changed: asyncio.Event) -> bool:
            await news.wait()
            return changed.is_set()

        with table.host.watch() as changed, table.host.tell(news):
            carrying = asyncio.create_task(others_have_heard(changed))
            await asyncio.sleep(0)
            assert isinstance(await table.ask(CallFloor()), Accepted)
            assert not await carrying
            await changed.wait()
