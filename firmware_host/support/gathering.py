"""
The parts of a bundle: the machine, the file, the record and the latest facts; what the controller said comes from it.

Each is gathered by itself: what cannot be had is a line that says why, and keeps no other part out. Of the record it
takes what anybody with a copy of it could read; keys, PINs and the pepper are never opened for it.
"""

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.metadata import distributions
from pathlib import Path

import msgspec

from firmware_host.clock import SystemClock
from firmware_host.journal.reading import Reader
from firmware_host.journal.segments import listed
from firmware_host.journal.verifying import verified
from firmware_host.software import fold_digest
from firmware_host.trouble import Trouble

FACTS = 300
"""The latest: some ten rounds."""
VERIFIED_MOST = 20_000
"""A longer record is not verified here: that takes minutes, and `journal verify` says it better."""

Parts = dict[str, str]


def of_machine_and_record(folder: Path, table_toml: str) -> Parts:
    """Return the parts that can be had without a controller; `table_toml` as it may be shown."""
    return {
        "machine.txt": _had(_machine),
        "disk.txt": _had(lambda: _disk(folder)),
        "table.toml": table_toml,
        "record.txt": _had(lambda: _record(folder)),
        "facts.jsonl": _had(lambda: _latest(folder)),
        "packages.txt": _had(_packages),
    }


def _had(part: Callable[[], str]) -> str:
    try:
        return part()
    except Exception as error:  # noqa: BLE001 - a bundle is made when something is wrong, whatever that is
        return f"this could not be had: {type(error).__name__}: {error}\n"


def _machine() -> str:
    stamp = SystemClock().stamp()
    said = {
        "python": sys.version.replace("\n", " "),
        "system": platform.platform(),
        "machine": platform.machine(),
        "boot": stamp.boot,
        "clock synchronised": stamp.synced,
        "up for s": stamp.mono_ms // 1000,
        "load": os.getloadavg(),
        "pin factory": os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio"),
    }
    return "".join(f"{name}: {value}\n" for name, value in said.items())


def _disk(folder: Path) -> str:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    usage = shutil.disk_usage(there)
    return "\n".join((f"free {usage.free >> 20} of {usage.total >> 20} MiB", *_entries(folder), ""))


def _entries(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        found = path.lstat()
        yield f"{found.st_mode:o} {found.st_uid}:{found.st_gid} {found.st_size:>12} {path.name}"


def _record(folder: Path) -> str:
    if not listed(folder):
        return f"there is no record in {folder}\n"
    with closing(Reader(folder)) as reader:
        head = f"journal {reader.id}, {len(reader.paths)} files, {reader.last} facts\n"
        if reader.last > VERIFIED_MOST:
            return f"{head}too long to be verified here; run `firmware-host journal verify`\n"
    try:
        findings = verified(folder, fold=fold_digest()).findings
    except Trouble as trouble:
        return f"{head}{trouble}\n"
    return head + ("".join(f"finding: {finding}\n" for finding in findings) or "verified: nothing was found\n")


def _latest(folder: Path) -> str:
    if not listed(folder):
        return ""
    with closing(Reader(folder)) as reader:
        return "".join(f"{link.data.decode()}\n" for link in reader.links(after=max(0, reader.last - FACTS)))


def _packages() -> str:
    return "".join(sorted(f"{found.name} {found.version}\n" for found in distributions()))


def as_json(value: object) -> str:
    """Return a part made of a value."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
