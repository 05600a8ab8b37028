"""
Asks the table about its people and keys, for the commands of root and of the supervisors.

The running controller answers. If no controller runs, the record itself is opened.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from firmware_host.access import pepper
from firmware_host.access.console import Registrar
from firmware_host.access.console_client import connected
from firmware_host.access.console_messages import Done, Keys, ListPeople, No, People, Reply, Request
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins, what_is_wrong
from firmware_host.access.pins import read as read_pins
from firmware_host.commands.command import as_owner_of
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.journal import segments
from firmware_host.journal.folder import OccupiedError, locked_as_it_is
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import refused_because

Ask = Callable[[Request], Reply]

STARTING_S = 10.0
"""The longest wait for a controller that has the record open and does not answer yet."""

LOOK_AGAIN_S = 0.1


@contextmanager
def asked_of(folder: Path, pepper_file: Path, *, gives_pin: bool) -> Iterator[Ask]:
    """
    Yield a function that answers requests: from the running controller, or from the record itself.

    A controller that is starting has the record open before it answers: the command waits for it. Raises `UserError`
    if there is neither, or another program keeps the record open.
    """
    over_s = time.monotonic() + STARTING_S
    while True:
        there = connected(folder)
        if there is not None:
            with there:
                yield there.ask
            return
        if not (folder.is_dir() and segments.listed(folder)) or _is_free(folder) or time.monotonic() >= over_s:
            break
        time.sleep(LOOK_AGAIN_S)
    if not (folder.is_dir() and segments.listed(folder)):
        raise UserError(
            f"there is no record in {folder}; give the folder used with `run --data`, or start the controller once "
            "(`firmware-host run`): the record begins with its first start"
        )
    root = os.geteuid() == 0
    if gives_pin:
        _make_pepper(pepper_file, folder, first=not read_pins(folder).pins)
    with as_owner_of(folder), _offline(folder, pepper_file, root=root) as ask:
        yield ask


def _is_free(folder: Path) -> bool:
    """Return whether no process has the record open."""
    try:
        for lock in locked_as_it_is(folder):
            os.close(lock)
    except OccupiedError:
        return False
    return True


def _make_pepper(pepper_file: Path, folder: Path, *, first: bool) -> None:
    """As root, make the pepper for the first PIN: the controller's account, which will own it, often may not."""
    if first and os.geteuid() == 0 and not pepper_file.exists():
        pepper.make(pepper_file, like=folder)


@contextmanager
def _offline(folder: Path, pepper_file: Path, *, root: bool) -> Iterator[Ask]:
    """Open the record without devices or broker, answer requests from it, and sign the new facts at the end."""
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


async def _ended(task: asyncio.Task[None]) -> None:
    await task


def granted(reply: Reply) -> Done | People | Keys:
    """Return the reply. Raises `UserError` for a refusal."""
    if isinstance(reply, No):
        raise UserError(refused_because(reply.refusal))
    if not isinstance(reply, Done | People | Keys):
        raise TypeError(f"not a reply to this request: {reply}")
    return reply


def people_of(ask: Ask) -> People:
    """Return the people known to the table. Raises `UserError` for a refusal."""
    known = granted(ask(ListPeople()))
    if not isinstance(known, People):
        raise TypeError(f"not a list of people: {known}")
    return known


def checked(request: Request) -> Request:
    """Encode and decode the request: msgspec validates only when decoding."""
    read: Request = msgspec.json.decode(msgspec.json.encode(request), type=Request)
    return read


def pins_of_both(options: argparse.Namespace) -> tuple[str, str]:
    """Ask for the PINs of the one or two people who decide."""
    if options.second and not options.by:
        raise UserError("--and needs --by; name the two casino supervisors who decide")
    if options.second and options.second == options.by:
        raise UserError("--by and --and must be two different people")
    first = secret(f"PIN of {options.by}: ") if options.by else ""
    return first, secret(f"PIN of {options.second}: ") if options.second else ""


def new_pin(name: str, known: People, folder: Path) -> str:
    """Ask for the new PIN, twice at a terminal, and make the pepper if it is missing."""
    pin = secret(f"new PIN for {name}, six digits or more: ")
    if wrong := what_is_wrong(pin):
        raise UserError(f"{wrong}; run the command again")
    if sys.stdin.isatty() and secret("repeat the PIN: ") != pin:
        raise UserError("the two PINs differ; run the command again")
    _make_pepper(Path(known.pepper), folder, first=not any(person.has_pin for person in known.people))
    return pin
