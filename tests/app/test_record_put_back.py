"""A real controller on a real broker: killed, stopped, and started on a record that was put back or cut."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.journal import anchor
from firmware_host.journal.reader import Reader
from tests.mqtt.anchored import kept
from tests.support.brokers import running_mosquitto
from tests.worlds.played_table import PlayedTable, played_table


def kinds(data: Path) -> list[str]:
    with closing(Reader(data)) as reader:
        return [str(fact.body.__struct_config__.tag) for fact in reader.facts()]


async def until_recorded(table: PlayedTable, kind: str) -> None:
    await table.subscriber.until(lambda: kind in kinds(table.world.data))


@pytest.mark.slow
async def test_an_orderly_stop_publishes_the_last_checkpoint_and_an_older_folder_is_found_out(tmp_path: Path) -> None:
    async with running_mosquitto(tmp_path) as broker, played_table(tmp_path, broker=broker.url) as table:
        controller, data = table.world.controller, table.world.data
        await controller.start()
        await table.rounds(1)
        assert await controller.stop() == 0
        with closing(Reader(data)) as reader:
            last = reader.last
        checkpoint = await kept(broker.url, table.world.topics)
        assert checkpoint is not None
        assert checkpoint.number == last
        assert anchor.newest(data).number == last
        older = tmp_path / "older"
        shutil.copytree(data, older, ignore=shutil.ignore_patterns("*.sock*", "journal.reserve"))

        starts = kinds(data).count("host-started")
        await controller.start()
        # Facts are published once the broker's checkpoint was compared; a stop before that must not replace it.
        await table.told("host-started", starts + 1)
        assert await controller.stop() == 0
        newest = await kept(broker.url, table.world.topics)
        assert newest is not None
        assert newest.number > last

        shutil.rmtree(data)
        shutil.copytree(older, data)
        await controller.start()
        await until_recorded(table, "newer-record-found")
        controller.kill()
        await controller.ended()
        assert await kept(broker.url, table.world.topics) == newest


@pytest.mark.slow
async def test_a_killed_controller_without_its_witness_says_so_at_the_next_start(tmp_path: Path) -> None:
    async with running_mosquitto(tmp_path) as broker, played_table(tmp_path, broker=broker.url) as table:
        controller, data = table.world.controller, table.world.data
        await controller.start()
        await table.rounds(1)
        controller.kill()
        await controller.ended()
        assert "record-end-doubted" not in kinds(data)
        (data / "journal.end").unlink()
        await controller.start()
        await until_recorded(table, "record-end-doubted")
        assert "may have been cut off" in controller.words()
