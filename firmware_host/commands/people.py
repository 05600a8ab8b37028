"""`firmware-host people`: manages the people known to the table, their roles and their PINs."""

import argparse
import os
from pathlib import Path

import msgspec

from firmware_host.access.access_config import default_pepper
from firmware_host.access.console_messages import (
    AddPerson,
    Done,
    Keys,
    Listed,
    People,
    Request,
    ResetPin,
    RevokePerson,
)
from firmware_host.commands.table_console import asked_of, checked, granted, new_pin, people_of, pins_of_both
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.rules.decision import Role
from firmware_host.rules.wording import number
from firmware_host.table.identities import is_person_name


def run(options: argparse.Namespace) -> int:
    """Run the verb and print the result. Raises `UserError` for a refusal."""
    folder: Path = options.data
    if options.verb != "list" and options.by is None and os.geteuid() != 0:
        raise UserError("--by is missing; name the casino supervisor who approves, or run this as root")
    for name in (options.name, options.by, getattr(options, "second", None)) if options.verb != "list" else ():
        if name is not None and not is_person_name(name):
            raise UserError(f"{name!r} is not a valid name; use small letters, digits and hyphens, 32 at most")
    gives_pin = options.verb in ("add", "reset-pin")
    with asked_of(folder, options.pepper or default_pepper(folder), gives_pin=gives_pin) as ask:
        known = people_of(ask)
        if options.verb == "list":
            return _show(known, as_json=options.json)
        reply = granted(ask(_request(options, known, folder)))
        _say(options, reply)
        return 0


def _request(options: argparse.Namespace, known: People, folder: Path) -> Request:
    """Ask for the PINs that are needed: first the supervisors', then the new one."""
    by, name = options.by, options.name
    second = None if options.verb == "revoke" else options.second
    by_pin, second_pin = (secret(f"PIN of {by}: ") if by else "", "") if second is None else pins_of_both(options)
    try:
        match options.verb:
            case "revoke":
                return checked(RevokePerson(person=name, by=by, by_pin=by_pin))
            case "reset-pin":
                pin = new_pin(name, known, folder)
                reset = ResetPin(person=name, by=by, by_pin=by_pin, second=second, second_pin=second_pin, pin=pin)
                return checked(reset)
            case _:
                is_enrolled = any(person.person == name and not person.revoked for person in known.people)
                new = AddPerson(
                    person=name,
                    roles=tuple(Role(role) for role in options.role),
                    by=by,
                    by_pin=by_pin,
                    second=second,
                    second_pin=second_pin,
                    pin=None if is_enrolled else new_pin(name, known, folder),
                )
                return checked(new)
    except msgspec.ValidationError:
        raise UserError(f"{name!r} is not a valid name; use small letters, digits and hyphens, 32 at most") from None


def _say(options: argparse.Namespace, reply: Done | People | Keys) -> None:
    if options.json:
        print(msgspec.json.encode(reply).decode())
        return
    numbers = reply.numbers if isinstance(reply, Done) else ()
    outcome = f"recorded as fact {numbers[0]}" if numbers else "nothing had to change"
    match options.verb:
        case "add":
            print(f"{options.name} is enrolled as {' and '.join(options.role)}; {outcome}.")
        case "revoke":
            print(f"{options.name} is revoked; {outcome}.")
        case _:
            print(f"{options.name} has a new PIN; {outcome}.")


def _show(known: People, *, as_json: bool) -> int:
    if as_json:
        print(msgspec.json.encode(known).decode())
        return 0
    if not known.people:
        print("No people yet. As root, add the first two: firmware-host people add NAME --role casino-supervisor")
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
