"""
The cost of a flood on an open broker, where anyone may publish to every topic, with messages of any size.

Four runs: a calm table; 1000 random messages of 1 kB per second on all topics that the table subscribes to; as many
forged commands in the name of an actor with a key, which only the signature reveals; and payloads of 4 MB. Each run
measures the time from a key press to its fact at a subscriber, the controller's share of one core, its memory, and the
time to answer the actor's own signed command, resent every two seconds. With `--full` each run lasts a minute.
"""

import asyncio
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import msgspec

from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.journal.reader import Reader
from firmware_host.journal.signing import Signer
from firmware_host.mqtt.messages import Command, SignedCommand
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.remote_client import CommandSigner, RemoteTable, ask
from firmware_host.rules.decision import Role
from firmware_host.table.acts.seating import TakeSeat
from hil.broker import free_port
from hil.commissioning import FLOOR, PIN, PIT
from hil.world import World, table_world
from tests.bench._ear import listening
from tests.bench._figures import row
from tests.bench._flooder import Flood, Message, write
from tests.bench.footprint import processor_s, resident_mb
from tests.bench.key_to_broker import SPEED, Press, ready
from tests.support.brokers import any_broker

SIZE = 1000

EACH_SECOND = 1000

HUGE, HUGE_EACH_SECOND = 4_000_000, 2

FORGERIES = 300
"""The number of different forgeries, sent in turn."""

COMMANDS = 5

WITHIN_S = 20.0

STARTS_S = 1.0

COUNTED = ("refused_total", "unanswered_total", "lost_total", "lost_sessions_total", "commands_total")


def main(*, full: bool) -> None:
    """Print the figures of all four runs, on one broker."""
    asyncio.run(_measured(seconds=60 if full else 10))


async def _measured(*, seconds: float) -> None:
    signing = CommandSigner(actor=FLOOR, signer=Signer.made())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with any_broker(folder) as url, table_world(folder, broker=url, speed=SPEED, seed=1) as world:
            with listening(url, world.topics.fact) as ear:
                config = folder / "table.toml"
                config.write_text(f"{config.read_text()}\n[web]\nport = {(port := free_port())}\n")
                press = await ready(world, ear)
                await _enrolled(world, signing)
                await ear.silence()
                far = RemoteTable(config=MqttConfig(url=url), topics=world.topics)
                await _taken("calm", world, press, seconds)
                await _asked(far, signing)
                for kind, flood in _floods(world, signing).items():
                    async with _flooded(url, folder / "flood", flood):
                        await _taken(kind, world, press, seconds)
                        await _asked(far, signing)
                print(await asyncio.to_thread(_counted, port))


async def _taken(kind: str, world: World, press: Press, seconds: float) -> None:
    pid, times = world.controller.pid, list[float]()
    begin, before_s = time.monotonic(), processor_s(world.controller.pid)
    while time.monotonic() - begin < seconds:
        times.append(await press())
    share = (processor_s(pid) - before_s) / (time.monotonic() - begin)
    print(row(f"-- {kind}: key to subscriber", times))
    print(f"   {share:.0%} of one core, {resident_mb(pid):.0f} MB resident", flush=True)


async def _asked(far: RemoteTable, signing: CommandSigner) -> None:
    times, answered = list[float](), 0
    for _ in range(COMMANDS):
        begin = time.monotonic()
        try:
            reply = await ask(far, act=TakeSeat(seat=3), signing=signing, clock=SystemClock(), within_s=WITHIN_S)
        except UserError:
            continue
        finally:
            times.append(time.monotonic() - begin)
        answered += reply.wrong is None
    slowest = max(times)
    print(f"   {answered} of {COMMANDS} commands of {FLOOR} reached the table, the slowest reply after {slowest:.1f} s")


def _floods(world: World, signing: CommandSigner) -> dict[str, Flood]:
    """Forge commands from what any listener knows: the id of the record and the public name of a key."""
    topics = world.topics
    with closing(Reader(world.data)) as reader:
        journal = reader.id

    def forged(number: int) -> bytes:
        command = Command(
            journal=journal, table=topics.base, actor=FLOOR, id=f"x{number}", seen=1, act=TakeSeat(seat=3)
        )
        body = msgspec.json.encode(command).ljust(SIZE * 3 // 5)
        return msgspec.json.encode(SignedCommand(body=body, key=signing.key, sig=bytes(64)))

    listened = (
        topics.command("nobody"),
        topics.command(FLOOR),
        topics.replay("nobody"),
        topics.alert(1),
        topics.device("nothing"),
        topics.status,
        topics.checkpoint,
    )
    rubbish = [Message(topic=topic, payload=os.urandom(SIZE)) for topic in listened]
    forgeries = [Message(topic=topics.command(FLOOR), payload=forged(number)) for number in range(FORGERIES)]
    huge = [Message(topic=topics.command("nobody"), payload=bytes(HUGE))]
    return {
        f"{EACH_SECOND:,} random messages per second": Flood(each_second=EACH_SECOND, messages=rubbish),
        f"{EACH_SECOND:,} forgeries per second": Flood(each_second=EACH_SECOND, messages=forgeries),
        f"{HUGE_EACH_SECOND} payloads of 4 MB per second": Flood(each_second=HUGE_EACH_SECOND, messages=huge),
    }


async def _enrolled(world: World, signing: CommandSigner) -> None:
    words = ("mqtt", "key", "enroll", FLOOR, signing.public, "--role", Role.FLOORPERSON, "--by", PIT)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "firmware_host", *words, "--data", str(world.data), stdin=asyncio.subprocess.PIPE
    )
    await child.communicate(f"{PIN}\n".encode())


@asynccontextmanager
async def _flooded(url: str, file: Path, flood: Flood) -> AsyncIterator[None]:
    """Send from another process, so that the cost of sending is not counted."""
    write(file, flood)
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench._flooder", url, str(file))
    try:
        await asyncio.sleep(STARTS_S)
        yield
    finally:
        child.kill()
        await child.wait()


def _counted(port: int) -> str:
    """Return the controller's own counters."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return "\n".join(line for line in lines if line.startswith(tuple(f"fh_mqtt_{name}" for name in COUNTED)))
