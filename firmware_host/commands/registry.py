"""Whom `firmware-host people` asks: the controller that runs, or, where none does, the record itself."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from firmware_host.access import pepper
from firmware_host.access.console import Registrar
from firmware_host.access.console_client import connected
from firmware_host.access.console_messages import Reply, Request
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins, read
from firmware_host.commands.owner import as_owner_of
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal

Ask = Callable[[Request], Reply]


@contextmanager
def asked_of(folder: Path, pepper_file: Path, *, gives_pin: bool) -> Iterator[Ask]:
    """Give what answers. Raises `Trouble` where there is neither a controller nor a record, or somebody else has it."""
    there = connected(folder)
    if there is not None:
        with there:
            yield there.ask
        return
    if not (folder.is_dir() and listed(folder)):
        raise UserError(f"there is no record in {folder}; start the controller once, or name its folder with --data")
    root = os.geteuid() == 0
    if gives_pin:
        ready(pepper_file, folder, first=not read(folder).pins)
    with as_owner_of(folder), _offline(folder, pepper_file, root=root) as ask:
        yield ask


def ready(pepper_file: Path, folder: Path, *, first: bool) -> None:
    """Make the pepper for the first PIN as root: the controller's account often may not, and is given the file."""
    if first and os.geteuid() == 0 and not pepper_file.exists():
        pepper.make(pepper_file, like=folder)


@contextmanager
def _offline(folder: Path, pepper_file: Path, *, root: bool) -> Iterator[Ask]:
    """The same registrar on the same record, without devices, broker or clock; what it adds is signed at the end."""
    clock = SystemClock()
    with (
        closing(Journal.open(folder, at=clock.stamp())) as journal,
        Pins(folder, pepper_file) as pins,
        asyncio.Runner() as runner,
    ):
        host = Host(journal=journal, clock=clock)
        checking = PinCheck(table=host, pins=pins, clock=clock)
        registrar = Registrar(table=host, pins=pins, checking=checking)
        serving = runner.get_loop().create_task(host.serve(), name="host inbox")
        try:
            yield lambda request: runner.run(registrar.answer(request, root=root))
        finally:
            serving.cancel()
            with suppress(asyncio.CancelledError):
                runner.run(_ended(serving))
            runner.run(host.sign_off())


async def _ended(task: "asyncio.Task[None]") -> None:
    await task
