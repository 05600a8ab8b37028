"""`firmware-host mqtt key`: makes keys that sign commands; enrolls and revokes them at the table."""

import argparse
import os
from pathlib import Path

import msgspec

from firmware_host.access.access_config import default_pepper
from firmware_host.access.console_messages import AddKey, Done, Keys, ListKeys, No, Reply, Request, RevokeKey
from firmware_host.commands.table_console import asked_of, pins_of_both
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.mqtt import remote_client
from firmware_host.rules.decision import Role, refused_because
from firmware_host.table.identities import PersonName


def run(options: argparse.Namespace) -> int:
    """Run the verb and print the result. Raises `UserError` for a refusal."""
    if options.verb == "make":
        return _make(options)
    if options.verb != "list" and options.by is None and (options.verb == "enroll" or os.geteuid() != 0):
        raise UserError("--by is missing; name a casino supervisor with a PIN (only root may revoke without one)")
    folder: Path = options.data
    with asked_of(folder, options.pepper or default_pepper(folder), gives_pin=False) as ask:
        reply = ask(_request(options))
    if isinstance(reply, No):
        raise UserError(refused_because(reply.refusal))
    _say(options, reply)
    return 0


def _make(options: argparse.Namespace) -> int:
    try:
        actor = msgspec.convert(options.actor, PersonName)
    except msgspec.ValidationError:
        raise UserError(
            f"{options.actor!r} is not a valid name; use small letters, digits and hyphens, 32 at most"
        ) from None
    made = remote_client.make_key(options.file, actor=actor)
    if options.json:
        print(msgspec.json.encode({"key": made.key, "actor": made.actor, "public": made.public}).decode())
        return 0
    print(f"Key {made.key} of {made.actor} is in {options.file}; keep the file secret. To enroll it, run at the table:")
    print(f"  firmware-host mqtt key enroll {made.actor} {made.public} --role ROLE --by SUPERVISOR --and SUPERVISOR")
    return 0


def _request(options: argparse.Namespace) -> Request:
    if options.verb == "list":
        return ListKeys()
    made = _revoking(options) if options.verb == "revoke" else _adding(options)
    try:
        # msgspec validates a record when decoding it, not when constructing it.
        checked: Request = msgspec.json.decode(msgspec.json.encode(made), type=Request)
    except msgspec.ValidationError:
        raise UserError(
            "invalid name or key; a name has small letters, digits and hyphens, a key is as `mqtt key make` printed it"
        ) from None
    return checked


def _revoking(options: argparse.Namespace) -> Request:
    return RevokeKey(key=options.key, by=options.by, by_pin=secret(f"PIN of {options.by}: ") if options.by else "")


def _adding(options: argparse.Namespace) -> Request:
    by_pin, second_pin = pins_of_both(options)
    return AddKey(
        person=options.actor,
        public=options.public,
        role=Role(options.role),
        by=options.by,
        by_pin=by_pin,
        second=options.second,
        second_pin=second_pin,
    )


def _say(options: argparse.Namespace, reply: Reply) -> None:
    if options.json:
        print(msgspec.json.encode(reply).decode())
        return
    if isinstance(reply, Keys):
        for key in reply.keys:
            print(f"{key.key}  {key.actor} as {key.role}{', revoked' if key.revoked else ''}")
        if not reply.keys:
            print("No key is known yet. Make one with: firmware-host mqtt key make FILE --actor NAME")
        return
    numbers = reply.numbers if isinstance(reply, Done) else ()
    told = f"recorded as fact {numbers[0]}" if numbers else "nothing had to change"
    done = (
        f"{options.actor} may now sign commands as {options.role}"
        if options.verb == "enroll"
        else f"{options.key} is revoked"
    )
    print(f"{done}; {told}.")
