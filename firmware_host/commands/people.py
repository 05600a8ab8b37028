"""
`firmware-host people`: who is known to the table, in which roles, with a PIN.

It asks the controller that runs, or, where none does, the record itself.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from firmware_host.access import pepper
from firmware_host.access.access_config import default_pepper
from firmware_host.access.console import Registrar
from firmware_host.access.console_client import connected
from firmware_host.access.console_messages import (
    AddPerson,
    Done,
    Keys,
    Listed,
    ListPeople,
    No,
    People,
    Reply,
    Request,
    ResetPin,
    RevokePerson,
)
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins, what_is_wrong
from firmware_host.access.pins import read as read_pins
from firmware_host.commands.command import Command, add_data, as_owner_of
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.journal import segments
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Role
from firmware_host.rules.wording import number

Ask = Callable[[Request], Reply]

ROLES = tuple(role.value for role in Role if role not in (Role.DEVICE, Role.HOST))


def _arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", dest="verb", required=True)
    add = verbs.add_parser(
        "add",
        help="enrol somebody in roles, or change them",
        epilog="example: firmware-host people add pit-1 --role floorperson --by boss-1",
        allow_abbrev=False,
    )
    add.add_argument("name", metavar="NAME", help="a staff name of small letters, digits and hyphens")
    add.add_argument("--role", metavar="ROLE", nargs="+", required=True, choices=ROLES, help=", ".join(ROLES))
    revoke = verbs.add_parser(
        "revoke",
        help="let somebody do nothing at this table any more",
        epilog="example: firmware-host people revoke pit-1 --by boss-1",
        allow_abbrev=False,
    )
    revoke.add_argument("name", metavar="NAME", help="who")
    reset = verbs.add_parser(
        "reset-pin",
        help="give somebody another PIN",
        epilog="example: firmware-host people reset-pin pit-1 --by boss-1",
        allow_abbrev=False,
    )
    reset.add_argument("name", metavar="NAME", help="who")
    listed = verbs.add_parser(
        "list", help="who is known", epilog="example: firmware-host people list", allow_abbrev=False
    )
    for verb in (add, revoke, reset):
        verb.add_argument(
            "--by",
            metavar="SUPERVISOR",
            help="the casino supervisor who asks, and gives a PIN; without one only root may: for the first supervisor "
            "and to revoke",
        )
    for verb in (add, revoke, reset, listed):
        add_data(verb)
        verb.add_argument(
            "--pepper",
            metavar="FILE",
            type=Path,
            help="where the key of the PINs lies, if the controller does not run and `pepper` under [people] names "
            "another than FOLDER.pepper",
        )
        verb.add_argument("--json", action="store_true", help="for programs: what was done or is known, as one object")


def _run(options: argparse.Namespace) -> int:
    """Ask, and say what came of it. Raises `UserError` for what was refused."""
    folder: Path = options.data
    if options.verb != "list" and options.by is None and os.geteuid() != 0:
        raise UserError("only root acts here without a name; give --by SUPERVISOR")
    gives_pin = options.verb in ("add", "reset-pin")
    with asked_of(folder, options.pepper or default_pepper(folder), gives_pin=gives_pin) as ask:
        known = _granted(ask(ListPeople()))
        if not isinstance(known, People):
            raise TypeError(f"{known} is no list")
        if options.verb == "list":
            return _show(known, as_json=options.json)
        reply = _granted(ask(_request(options, known, folder)))
        _say(options, reply)
        return 0


def _request(options: argparse.Namespace, known: People, folder: Path) -> Request:
    """Ask for the PINs it takes: first that of who asks, then the new one."""
    by, name = options.by, options.name
    by_pin = secret(f"PIN of {by}: ") if by else ""
    try:
        match options.verb:
            case "revoke":
                return _checked(RevokePerson(person=name, by=by, by_pin=by_pin))
            case "reset-pin":
                return _checked(ResetPin(person=name, by=by, by_pin=by_pin, pin=_new_pin(name, known, folder)))
            case _:
                there = any(person.person == name and not person.revoked for person in known.people)
                pin = None if there else _new_pin(name, known, folder)
                roles = tuple(Role(role) for role in options.role)
                return _checked(AddPerson(person=name, roles=roles, by=by, by_pin=by_pin, pin=pin))
    except msgspec.ValidationError:
        raise UserError(f"{name!r}: a name is of small letters, digits and hyphens, 32 at most") from None


def _checked(request: Request) -> Request:
    """A record is checked when it is read, not when it is made."""
    read: Request = msgspec.json.decode(msgspec.json.encode(request), type=Request)
    return read


def _new_pin(name: str, known: People, folder: Path) -> str:
    """Ask for it twice where a person types it, and see to it that there is a pepper."""
    pin = secret(f"new PIN for {name}, six digits or more: ")
    if wrong := what_is_wrong(pin):
        raise UserError(f"{wrong}; ask again")
    if sys.stdin.isatty() and secret("the same again: ") != pin:
        raise UserError("the two are not the same; ask again")
    _make_pepper(Path(known.pepper), folder, first=not any(person.has_pin for person in known.people))
    return pin


def _granted(reply: Reply) -> Done | People | Keys:
    if isinstance(reply, No):
        raise UserError(f"{reply.refusal.reason}; needed: {reply.refusal.allowed_by}")
    return reply


def _say(options: argparse.Namespace, reply: Done | People | Keys) -> None:
    if options.json:
        print(msgspec.json.encode(reply).decode())
        return
    numbers = reply.numbers if isinstance(reply, Done) else ()
    told = f"fact {numbers[0]} says so" if numbers else "it was so already"
    match options.verb:
        case "add":
            print(f"{options.name} is enrolled as {' and '.join(options.role)}; {told}.")
        case "revoke":
            print(f"{options.name} is revoked; {told}.")
        case _:
            print(f"{options.name} has another PIN; {told}.")


def _show(known: People, *, as_json: bool) -> int:
    if as_json:
        print(msgspec.json.encode(known).decode())
        return 0
    if not known.people:
        print("Nobody is known yet: root adds the first casino supervisor, firmware-host people add NAME --role ...")
    width = max((len(person.person) for person in known.people), default=0)
    for person in known.people:
        print(f"{person.person:{width}}  {_state(person)}")
    return 0


def _state(person: Listed) -> str:
    if person.revoked:
        return "revoked"
    notes = [] if person.has_pin else ["without a PIN"]
    if person.wrong_pins:
        notes.append(f"{number(person.wrong_pins, 'wrong PIN')} in a row")
    return ", ".join([" and ".join(person.roles), *notes])


@contextmanager
def asked_of(folder: Path, pepper_file: Path, *, gives_pin: bool) -> Iterator[Ask]:
    """
    Give what answers: the controller that runs on this record, or the record itself.

    Raises `UserError` where there is neither, or another program has the record open.
    """
    there = connected(folder)
    if there is not None:
        with there:
            yield there.ask
        return
    if not (folder.is_dir() and segments.listed(folder)):
        raise UserError(f"there is no record in {folder}; start the controller once, or name its folder with --data")
    root = os.geteuid() == 0
    if gives_pin:
        _make_pepper(pepper_file, folder, first=not read_pins(folder).pins)
    with as_owner_of(folder), _offline(folder, pepper_file, root=root) as ask:
        yield ask


def _make_pepper(pepper_file: Path, folder: Path, *, first: bool) -> None:
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


async def _ended(task: asyncio.Task[None]) -> None:
    await task


COMMAND = Command(
    example="firmware-host people add pit-1 --role casino-supervisor --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
