"""PINs of one journal that hold in the journal which goes on from it."""

from collections.abc import Mapping
from pathlib import Path

from firmware_host.access import pepper, pins
from firmware_host.access.pins import PinFile, PinHash
from firmware_host.errors import UserError


class OldPins:
    """The PINs beside a record that is only read. Whoever can try one here has the hashes and the pepper anyway."""

    def __init__(self, folder: Path, pepper_file: Path) -> None:
        """Read them. Raises `UserError` for a file that is none of ours."""
        self._kept = pins.read(folder)
        key = pepper.read(pepper_file)
        self.key = key if key is not None and pepper.fingerprint(key) == self._kept.pepper else None
        """The pepper they were made with; none where it is not there, and nobody can check them."""

    def are(self, person: str, pin: str, *, of: str) -> bool:
        """Say whether this is the PIN that was given with fact `of`."""
        given = self._kept.pins.get(person)
        if given is None or self.key is None or given.of != of:
            return False
        return pins.matches(self.key, person, pin, given.hash)

    def carry(self, folder: Path, pepper_file: Path, of: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
        """
        Let the PINs hold beside a new record; return whose do.

        `of` has each person's fact that gave the PIN, in the old and in the new journal.
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
        raise UserError(f"{path} is the pepper of other PINs; move it away, or name the right one with --pepper")
