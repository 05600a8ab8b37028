"""Commissioning a new table: pairing the shuffler and enrolling the first two people, as root does at the console."""

import asyncio
from pathlib import Path

from drivers.shuffler.pairing import pair
from firmware_host.access.access_config import default_pepper
from firmware_host.access.pin_check import pin_of
from firmware_host.access.pins import Pins
from firmware_host.config import load
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Role
from firmware_host.table.acts.floor import BeginTrust
from firmware_host.table.acts.intent import Act, Intent, Refused, Via
from firmware_host.table.acts.system import Start
from hil.shuffler.bench_shuffler import BenchShuffler

FLOOR, PIT = "floor-1", "pit-1"

PIN = "274968"
"""Not a secret: these two people are robots at a simulated table."""

ROLES = (Role.FLOORPERSON, Role.CASINO_SUPERVISOR)


class NotCommissioned(Exception):  # noqa: N818 - named after the state of the table
    """The new table refused its first people."""


async def commission(file: Path, data: Path, shuffler: BenchShuffler | None = None) -> None:
    """Begin the record of the table in this configuration with its two people, unless it has begun; then pair."""
    if not listed(data):
        await _begun(file, data)
    if shuffler is not None:
        keys = PairingKeyFile(data)
        secret = shuffler.press_pairing_key()
        keys.holds(await pair(url=shuffler.port, host=keys.host, secret=secret, keep=keys.offered))


async def _begun(file: Path, data: Path) -> None:
    journal = Journal.open(data)
    running = None
    try:
        host = Host(journal=journal, clock=SystemClock())
        running = asyncio.create_task(host.run())
        table = load.read(file).table
        await _told(host, "root", Start(software="commissioning", config=table))
        await _told(host, "root", BeginTrust(person=FLOOR, roles=ROLES))
        await _told(host, "root", BeginTrust(person=PIT, roles=(Role.CASINO_SUPERVISOR,)))
        with Pins(data, default_pepper(data)) as pins:
            for person in (FLOOR, PIT):
                await pins.give(person, PIN, of=pin_of(host.state, person))
    finally:
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        journal.close()


async def _told(host: Host, actor: str, act: Act) -> None:
    intent = Intent(
        id=f"commissioning:{host.state.last}",
        actor=actor,
        role=Role.HOST,
        via=Via.SCRIPT,
        at=SystemClock().stamp(),
        seen=host.state.last,
        act=act,
    )
    answer = await host.submit(intent)
    if isinstance(answer, Refused):
        raise NotCommissioned(answer.refusal.reason)
