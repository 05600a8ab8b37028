"""What `firmware-host people` does: through the controller where one runs, else with the record itself."""

import argparse
import os
import sys
from pathlib import Path

import msgspec

from firmware_host.access.access_config import default_pepper
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
from firmware_host.access.pins import what_is_wrong
from firmware_host.commands.asking_pins import secret
from firmware_host.commands.registry import asked_of, ready
from firmware_host.errors import UserError
from firmware_host.rules.decision import Role
from firmware_host.rules.wording import number


def run(options: argparse.Namespace) -> int:
    """Ask, and say what came of it. Raises `Trouble` for what was refused."""
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
    ready(Path(known.pepper), folder, first=not any(person.has_pin for person in known.people))
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
