"""`firmware-host journal restore`: go on in a new journal that names the old one, as two people decide."""

import argparse
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from msgspec.structs import replace

from firmware_host.access.access_config import default_pepper
from firmware_host.access.pin_check import OldPins, pin_of
from firmware_host.app.restore import Backup, Restored, backup, check, restore
from firmware_host.commands.command import Command, as_owner_of
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.rules.wording import money, number
from firmware_host.table.acts.system import RestoreJournal
from firmware_host.table.identities import Person


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "backup",
        metavar="BACKUP",
        type=Path,
        help="the data folder to go on from: a backup, that of a broken board, or a damaged one; it is only read",
    )
    parser.add_argument("--data", metavar="NEW", type=Path, required=True, help="a folder without a journal")
    parser.add_argument("--by", metavar="NAME", required=True, help="who decides this: somebody enrolled there")
    parser.add_argument(
        "--and", metavar="NAME", dest="second", required=True, help="the second; one of the two is a supervisor"
    )
    parser.add_argument(
        "--pepper",
        metavar="FILE",
        type=Path,
        help="the key of the PINs, if it does not lie at BACKUP.pepper; it is then also that of the new record",
    )
    parser.add_argument(
        "--without-pins",
        action="store_true",
        help="the pepper is lost: root at the console answers for who the two are, and the record says so",
    )


def _run(options: argparse.Namespace) -> int:
    """Ask for the PINs, begin it, and say what of the old record it has."""
    clock, folder = SystemClock(), options.data
    old = backup(options.backup)
    act = old.act(options.by, options.second)
    with _owner_of(folder):
        check(act, folder, clock)
    pins = OldPins(options.backup, options.pepper or default_pepper(options.backup))
    act = replace(act, by_pins=_vouched(options, old, pins))
    with _owner_of(folder):
        pepper_file = options.pepper or default_pepper(folder)
        restored = restore(old, act, folder, pins=pins, pepper_file=pepper_file, clock=clock)
    _say(act, restored)
    return 0


def _vouched(options: argparse.Namespace, old: Backup, pins: OldPins) -> bool:
    """Return whether it is PINs that tell who the two are, and not root. Raises `UserError` where nothing does."""
    root = os.geteuid() == 0
    if not old.has_lead:
        if not root:
            raise UserError("nobody in this record can decide that: root names the two at the console")
        return False
    if options.without_pins:
        if not root:
            raise UserError("only root at the console answers for people who give no PIN")
        return False
    if pins.key is None:
        raise UserError(
            "the PINs of this record cannot be checked: the pepper they were made with is not there; name it with "
            "--pepper FILE, or, where it is lost with its board, let root say --without-pins"
        )
    for name in (options.by.strip(), options.second.strip()):
        if not pins.are(name, secret(f"PIN of {name}: "), of=pin_of(old.state, name)):
            raise UserError(f"this is not the PIN of {name}; nothing was begun")
    return True


def _say(act: RestoreJournal, restored: Restored) -> None:
    previous, taken = act.previous, act.carried
    if act.damage:
        print(f"damaged: {act.damage}; it holds up to fact {previous.number}")
    print(f"journal {restored.journal} goes on from fact {previous.number} of {previous.journal}.")
    if taken.under_way:
        print(f"Round {taken.under_way} was under way there: people settle it.")
    print(
        f"Taken along: {_people(len(taken.people))}, {_pins(taken.people, restored.pins)}; "
        f"{'the' if taken.config else 'no'} configuration in force; the bad beat fund, {money(taken.fund_cents)}; "
        f"{number(len(taken.alerts), 'alert')} nobody had cleared."
    )
    print(f"Decided by {act.by} and {act.second}. Its first key, to be written down anew:")
    print(restored.key)


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"


def _pins(people: dict[str, Person], pins: tuple[str, ...]) -> str:
    if pins:
        return f"{len(pins)} with a PIN"
    if not any(not person.revoked for person in people.values()):
        return "none with a PIN"
    return "nobody's PIN: root revokes each casino supervisor, then names the first one anew"


def _owner_of(folder: Path) -> AbstractContextManager[None]:
    """A folder that is there already belongs to the controller's account."""
    return as_owner_of(folder) if folder.is_dir() else nullcontext()


COMMAND = Command(
    example="firmware-host journal restore /media/backup --data /srv/table-7 --by pit-1 --and floor-1",
    add_arguments=_arguments,
    run=_run,
)
