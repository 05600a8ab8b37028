"""
What a hostile client costs the dealer: a key press to the fact at a subscriber, calm and under a flood, in turns.

A thousand messages of 1 kB a second, on every topic a client may write: rubbish to a stranger's topic and to that of an
actor who has a key; forgeries that only the signature tells; the actor's own words from earlier, played back; stale
ones; retained ones; requests for replays in its name, in one other and in sixteen made-up ones; and every few
seconds a huge payload: as large as `firmware_host/mqtt/mosquitto.conf` lets pass, and then 4 MB at a broker without a
limit, which holds everybody up by itself. With `--full` each flood lasts a minute.
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

from firmware_host.journal.reading import Reader
from firmware_host.journal.signing import Signer
from firmware_host.mqtt.commands import Command, SignedCommand
from firmware_host.mqtt.signing import Signing
from firmware_host.rules.answers import Role
from firmware_host.table.seating.acts import TakeSeat
from hil.broker import free_port
from hil.commissioning import FLOOR, PIN, PIT
from hil.world import World, table_world
from tests.bench._ear import Ear, listening
from tests.bench._figures import quantile, row
from tests.bench._flooder import Message, write
from tests.bench.key_to_broker import SPEED, Press, ready
from tests.integration.brokers import any_broker

EACH_SECOND = 1000
SIZE = 1000
MAY_RISE = 0.25
HUGE = {"as the broker's file allows": 200_000, "at a broker without a limit": 4_000_000}
FORGERIES = 300
"""That many different ones, more than are remembered as copies for a moment."""


def main(*, full: bool) -> None:
    """Print both from one run, in turns, on one broker."""
    for name, huge in HUGE.items():
        print(f"-- huge payloads of {huge / 1000:,.0f} kB, {name}")
        asyncio.run(_turns(turns=3, seconds=60 if full else 5, huge=huge))


async def _turns(*, turns: int, seconds: float, huge: int) -> None:
    calm, flooded = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with any_broker(folder) as url, table_world(folder, broker=url, speed=SPEED, seed=1) as world:
            with listening(url, world.topics.fact) as ear:
                config = folder / "table.toml"
                config.write_text(f"{config.read_text()}\n[web]\nport = {(port := free_port())}\n")
                press = await ready(world, ear)
                attack = folder / "attack"
                write(attack, await _attack(world, ear, huge=huge))
                for _ in range(turns):
                    calm += await _pressed(press, seconds)
                    async with _flood(url, attack):
                        await press()
                        flooded += await _pressed(press, seconds)
                counted = await asyncio.to_thread(_counted, port)
    print(row("calm", calm))
    print(row(f"{EACH_SECOND:,} hostile messages of {SIZE / 1000:g} kB a second", flooded))
    rise = quantile(flooded, 0.99) / quantile(calm, 0.99) - 1
    met = "met" if rise < MAY_RISE else "not met"
    print(f"p99 rises by {100 * rise:.0f} % (less than {100 * MAY_RISE:.0f} wanted): {met}")
    print(counted)


async def _pressed(press: Press, seconds: float) -> list[float]:
    end, times = time.monotonic() + seconds, list[float]()
    while time.monotonic() < end:
        times.append(await press())
    return times


async def _attack(world: World, ear: Ear, *, huge: int) -> list[Message]:
    """All that is known to whoever listens: the record's id, the public names of keys, what was signed earlier."""
    signing = Signing(actor=FLOOR, signer=Signer.made())
    await _enrolled(world, signing)
    await ear.silence()
    with closing(Reader(world.data)) as reader:
        journal = reader.id
    topics = world.topics

    def command(number: int, *, at_ms: int | None = None) -> Command:
        return Command(
            journal=journal, table=topics.base, actor=FLOOR, id=f"x{number}", seen=1, at_ms=at_ms, act=TakeSeat(seat=3)
        )

    def forged(number: int) -> bytes:
        body = msgspec.json.encode(command(number)).ljust(SIZE * 3 // 5)
        return msgspec.json.encode(SignedCommand(body=body, key=signing.key, sig=bytes(64)))

    def rubbish() -> bytes:
        return os.urandom(SIZE)

    def request() -> bytes:
        return msgspec.json.encode({"journal": journal, "from": 1, "to": 10**9}).ljust(SIZE)

    its_own = topics.command(FLOOR)
    return [
        message
        for number in range(FORGERIES)
        for message in (
            Message(topic=topics.command("nobody"), payload=rubbish()),
            Message(topic=its_own, payload=rubbish()),
            Message(topic=its_own, payload=forged(number)),
            Message(topic=its_own, payload=signing.sign(command(0))),
            Message(topic=its_own, payload=signing.sign(command(number, at_ms=1))),
            Message(topic=its_own, payload=signing.sign(command(number)), retain=True),
            Message(topic=topics.replay(FLOOR), payload=request()),
            Message(topic=topics.replay("nobody"), payload=request()),
            Message(topic=topics.replay(f"nobody-{number % 16}"), payload=request()),
            Message(topic=topics.alert(number), payload=rubbish()),
            Message(topic=topics.device("nothing"), payload=rubbish()),
            Message(topic=topics.status, payload=rubbish()),
        )
    ] + [Message(topic=topics.command("nobody"), payload=bytes(huge))]


async def _enrolled(world: World, signing: Signing) -> None:
    words = ("mqtt", "key", "enroll", FLOOR, signing.public, "--role", Role.FLOORPERSON, "--by", PIT)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "firmware_host", *words, "--data", str(world.data), stdin=asyncio.subprocess.PIPE
    )
    await child.communicate(f"{PIN}\n".encode())


@asynccontextmanager
async def _flood(url: str, attack: Path) -> AsyncIterator[None]:
    """In a process of its own: what it costs to send is not ours."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench._flooder", url, str(EACH_SECOND), str(attack)
    )
    try:
        await asyncio.sleep(1)
        yield
    finally:
        child.kill()
        await child.wait()


def _counted(port: int) -> str:
    """What the controller itself says became of it."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    names = (
        "refused_total",
        "unanswered_total",
        "oversized_total",
        "lost_total",
        "lost_sessions_total",
        "commands_total",
    )
    return "\n".join(line for line in lines if line.startswith(tuple(f"fh_mqtt_{name}" for name in names)))
