"""`firmware-host journal restore`: starts a new journal that continues an old one; two people approve."""

import argparse
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from msgspec.structs import replace

from firmware_host.access.access_config import default_pepper
from firmware_host.access.pin_check import OldPins, pin_of
from firmware_host.app.restore import Backup, Restored, backup, check, restore
from firmware_host.commands.command import as_owner_of
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.rules.wording import money, number
from firmware_host.table.acts.system import RestoreJournal
from firmware_host.table.identities import Person


def run(options: argparse.Namespace) -> int:
    """Ask for the PINs, start the new journal, and print what it took over from the old one."""
    clock, folder = SystemClock(), options.data
    if folder.resolve().is_relative_to(options.backup.resolve()) and folder.resolve() != options.backup.resolve():
        raise UserError(f"{folder} is inside the old record, which is only read; give another folder with --data")
    old = backup(options.backup)
    act = old.act(options.by, options.second)
    with _owner_of(folder):
        check(act, folder, clock)
    pins = OldPins(options.backup, options.pepper or default_pepper(options.backup))
    act = replace(act, by_pins=vouched(options, old, pins))
    with _owner_of(folder):
        pepper_file = options.pepper or default_pepper(folder)
        restored = restore(old, act, folder, pins=pins, pepper_file=pepper_file, clock=clock)
    say_what_was_restored(act, restored)
    return 0


def vouched(options: argparse.Namespace, old: Backup, pins: OldPins) -> bool:
    """
    Return whether PINs identified the two people, False if root vouches for them.

    Raises `UserError` if neither is possible.
    """
    root = os.geteuid() == 0
    if not old.has_lead:
        if not root:
            raise UserError(
                "this record has no supervisor with a PIN, so only root at the console can restore it; run this as root"
            )
        return False
    if options.without_pins:
        if not root:
            raise UserError("only root at the console may use --without-pins; run this as root")
        return False
    if pins.key is None:
        raise UserError(
            "cannot check the PINs of this record: their pepper file is missing; name it with --pepper FILE, or, if "
            "it was lost with its board, use --without-pins as root"
        )
    for name in (options.by.strip(), options.second.strip()):
        if not pins.are(name, secret(f"PIN of {name}: "), of=pin_of(old.state, name)):
            raise UserError(f"wrong PIN for {name}; no journal was started")
    return True


def say_what_was_restored(act: RestoreJournal, restored: Restored) -> None:
    """Print what the new record took over, and its first key."""
    previous, taken = act.previous, act.carried
    if act.damage:
        print(f"damaged: {act.damage}; the old record is sound up to fact {previous.number}")
    print(f"journal {restored.journal} continues from fact {previous.number} of {previous.journal}.")
    if taken.under_way:
        print(f"Round {taken.under_way} was under way in the old record: settle it by hand.")
    print(
        f"Carried over: {_people(len(taken.people))}, {_pins(taken.people, restored.pins)}; "
        f"{'the' if taken.config else 'no'} configuration in force; the bad beat fund, {money(taken.fund_cents)}; "
        f"{number(len(taken.alerts), 'alert')} not cleared yet."
    )
    print(f"Approved by {act.by} and {act.second}. First public key of the new journal; write it down:")
    print(restored.key)


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"


def _pins(people: dict[str, Person], pins: tuple[str, ...]) -> str:
    if pins:
        return f"{len(pins)} with a PIN"
    if not any(not person.revoked for person in people.values()):
        return "none with a PIN"
    return "no PINs: as root, revoke every casino supervisor with `people revoke`, then add the first one again"


def _owner_of(folder: Path) -> AbstractContextManager[None]:
    """Return a context for writing to `folder`: an existing one belongs to the controller's account."""
    return as_owner_of(folder) if folder.is_dir() else nullcontext()
