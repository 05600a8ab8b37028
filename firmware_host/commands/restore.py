"""`firmware-host restore`: brings a backup onto a new board; two people approve."""

import argparse
import json
import shutil
from pathlib import Path
from typing import BinaryIO

from msgspec.structs import replace

from firmware_host.access.pin_check import OldPins
from firmware_host.app.restore import Restored, backup, check, restore
from firmware_host.backup import age_file, contents, unpack
from firmware_host.commands.command import as_owner_of
from firmware_host.commands.journal_restore import say_what_was_restored, vouched
from firmware_host.commands.journal_verify import read_key
from firmware_host.config import load
from firmware_host.devices.pairing_key_file import NAME as SHUFFLER_KEY
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.verify import verified
from firmware_host.table.acts.system import RestoreJournal

PAIR = "the backup has no shuffler key: pair the shuffler with `firmware-host shuffler pair`"


def run(options: argparse.Namespace) -> int:
    """Unpack, check, ask for the PINs, put everything in its place, and begin the new record as the last step."""
    keys = age_file.identities(options.key_file)
    folder: Path = options.data
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with _opened(options.backup) as source, as_owner_of(folder):
            found = unpack.unpack(source, keys, folder)
        return _continued(options, found, folder)
    finally:
        with as_owner_of(folder):
            unpack.discard(folder)


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise UserError(f"cannot read {path} ({error.strerror}); name the file that `backup` wrote") from None


def _continued(options: argparse.Namespace, found: unpack.Unpacked, folder: Path) -> int:
    clock = SystemClock()
    old = backup(found.record, copy=True)
    act = old.act(options.by, options.second)
    _check_key(options.key, found)
    settings = _settings(options, found, folder)
    with as_owner_of(folder):
        check(act, folder, clock)
    old_pins = OldPins(found.record, found.record / contents.PEPPER)
    act = replace(act, by_pins=vouched(options, old, old_pins))
    placed = unpack.put_config(found, settings, options.config, like=folder)
    pepper_file = load.read(options.config).people.pepper_of(folder)
    with as_owner_of(folder):
        paired = _put_shuffler_key(found.record / SHUFFLER_KEY, folder)
        earlier = unpack.keep_record(found, folder)
        # The last step: what broke off before it can be repeated.
        restored = restore(old, act, folder, pins=old_pins, pepper_file=pepper_file, clock=clock)
    _say(options, act, restored, placed, earlier, paired=paired)
    return 0


def _check_key(file: Path | None, found: unpack.Unpacked) -> None:
    """Refuse a record that is not the one whose first key was written down."""
    if file is None:
        return
    wrong = verified(found.record, fold=fold_digest(), key=read_key(file), copy=True).findings
    if wrong:
        raise UserError(f"the record in the backup does not fit the key in {file} ({wrong[0]}); nothing was restored")


def _settings(options: argparse.Namespace, found: unpack.Unpacked, folder: Path) -> tuple[unpack.Setting, ...]:
    """Return the files to put in place; none with --keep-config. Raises `UserError` where other files are there."""
    if options.keep_config:
        return ()
    with as_owner_of(folder):
        settings = unpack.settings(found)
    others = () if options.overwrite else unpack.in_the_way(found, settings, options.config)
    if others:
        raise UserError(
            f"this board has other files than the backup: {', '.join(map(str, others))}; give --overwrite to put the "
            f"backup's in place and keep each of these as NAME{unpack.ASIDE}, or --keep-config to keep these in use"
        )
    return settings


def _put_shuffler_key(source: Path, folder: Path) -> bool:
    """Put the shuffler's key into the data folder; return whether there is one. The record takes it up at its start."""
    if not source.exists():
        return False
    shutil.copyfile(source, folder / SHUFFLER_KEY, follow_symlinks=False)
    (folder / SHUFFLER_KEY).chmod(contents.PRIVATE)
    PairingKeyFile(folder).used_by("")
    return True


def _say(
    options: argparse.Namespace,
    act: RestoreJournal,
    restored: Restored,
    placed: unpack.Placed,
    earlier: Path,
    *,
    paired: bool,
) -> None:
    if options.json:
        told = {
            "journal": restored.journal,
            "key": restored.key,
            "previous": {"journal": act.previous.journal, "number": act.previous.number},
            "damage": act.damage,
            "pins": list(restored.pins),
            "shuffler_key": paired,
            "earlier": str(earlier),
            "files": list(placed.files),
            "elsewhere": list(placed.elsewhere),
            "aside": list(placed.aside),
        }
        print(json.dumps(told, indent=2))
        return
    say_what_was_restored(act, restored)
    print(f"The old record is in {earlier}.")
    for file in placed.files:
        print(f"Put in place: {file}")
    for kept in placed.aside:
        print(f"Kept aside: {kept}")
    for moved in placed.elsewhere:
        print(f"TO DO: {moved}; fix its path in {options.config}")
    if not paired:
        print(f"TO DO: {PAIR}")
    if options.key is None:
        print("No --key was given: nothing outside the backup proves which table the record belongs to.")
