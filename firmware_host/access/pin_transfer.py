"""Carrying PINs from one journal to the journal that continues it."""

from collections.abc import Mapping
from pathlib import Path

from firmware_host.access import pepper, pins
from firmware_host.access.pins import PinFile, PinHash
from firmware_host.errors import UserError


class OldPins:
    """The PINs of an old record, read only. No lock-out: a person who can try PINs here has the hashes anyway."""

    def __init__(self, folder: Path, pepper_file: Path) -> None:
        """Read the PINs and the pepper. Raises `UserError` for an invalid file."""
        self._kept = pins.read(folder)
        key = pepper.read(pepper_file)
        self.key = key if key is not None and pepper.fingerprint(key) == self._kept.pepper else None
        """The pepper of these PINs; None if it is missing, so that no PIN can be checked."""

    def are(self, person: str, pin: str, *, of: str) -> bool:
        """Return whether this is the PIN that fact `of` set."""
        given = self._kept.pins.get(person)
        if given is None or self.key is None or given.of != of:
            return False
        return pins.matches(self.key, person, pin, given.hash)

    def carry(self, folder: Path, pepper_file: Path, of: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
        """
        Copy the PINs to the folder of a new record; return the people whose PINs were copied.

        `of` has, for each person, the fact that set the PIN in the old and in the new journal.
        """
        if self.key is None:
            return ()
        holding = {
            name: PinHash(of=new, hash=self._kept.pins[name].hash)
            for name, (old, new) in of.items()
            if name in self._kept.pins and self._kept.pins[name].of == old
        }
        if holding:
            _put(pepper_file, self.key, like=folder)
            pins.write(folder, PinFile(pepper=pepper.fingerprint(self.key), pins=holding))
        return tuple(sorted(holding))


def _put(path: Path, key: bytes, *, like: Path) -> None:
    there = pepper.read(path)
    if there is None:
        pepper.keep(path, key, like=like)
    elif there != key:
        raise UserError(f"{path} is the pepper of other PINs; move it away, or give another path with --pepper")
