"""
`shuffler.key` in the data folder: what this host shares with the shuffler it was paired with, and nobody else.

A file of its own, mode 600, never in table.toml, the record, a log or an export. It is replaced whole or not at all.
"""

import os
import secrets
from pathlib import Path
from typing import Final

import msgspec

from drivers.link.crypto import ID_BYTES, KEY_BYTES, Pairing
from drivers.link.pairing import KeysMissing
from firmware_host import files
from firmware_host.rules.struct import Record

NAME: Final = "shuffler.key"

DOUBTS_MAX: Final = 32
"""
Pairings of which nobody knows yet whether they came to their end, kept beside the one that held before them.

One is usual, more take a run of power cuts, with no session in between that would show which holds.
"""

PAIR: Final = "firmware-host shuffler pair"


class _Pair(Record, frozen=True, kw_only=True):
    device: str
    key: str


class _Kept(Record, frozen=True, kw_only=True):
    """
    `pairs` are the newest first: more than one while nobody knows whether the last pairing came to its end.

    The last of them is the one that has held, which no number of attempts takes away.
    """

    host: str
    order_secret: str
    pairs: tuple[_Pair, ...] = ()


class PairingKeyFile:
    """Implements `drivers.link.pairing.Keyring`. Read anew for each session, so that a pairing needs no restart."""

    def __init__(self, folder: Path) -> None:
        """Touches nothing."""
        self._path = folder / NAME

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._path

    @property
    def host(self) -> bytes:
        """This host's id, made when it is first asked for."""
        return bytes.fromhex(self._made().host)

    @property
    def order_secret(self) -> bytes:
        """What the nonces of this host's orders are made of; no device ever learns it."""
        return bytes.fromhex(self._made().order_secret)

    def pairings(self) -> tuple[Pairing, ...]:
        """Return the pairings that may hold, the newest first. Raises KeysMissing."""
        kept = self._read()
        if kept is None or not kept.pairs:
            raise KeysMissing(
                f"this shuffler was never paired with this host: no key in {self._path}; {PAIR} makes one"
            )
        host = bytes.fromhex(kept.host)
        return tuple(
            Pairing(host=host, device=bytes.fromhex(pair.device), key=bytes.fromhex(pair.key)) for pair in kept.pairs
        )

    def holds(self, pairing: Pairing) -> None:
        """Forget every other pairing, now that the device has proved this one."""
        kept = self._made()
        if len(kept.pairs) != 1 or kept.pairs[0] != _pair(pairing):
            self._write(_Kept(host=kept.host, order_secret=kept.order_secret, pairs=(_pair(pairing),)))

    def offered(self, pairing: Pairing) -> None:
        """Keep a pairing that the device may or may not come to hold, beside those of which one has held until now."""
        kept = self._made()
        if pairing.host.hex() != kept.host:
            raise ValueError("this pairing is another host's")
        *doubtful, last = (_pair(pairing), *kept.pairs)
        pairs = (*doubtful[:DOUBTS_MAX], last)
        self._write(_Kept(host=kept.host, order_secret=kept.order_secret, pairs=pairs))

    def _made(self) -> _Kept:
        kept = self._read()
        if kept is None:
            kept = _Kept(host=secrets.token_hex(ID_BYTES), order_secret=secrets.token_hex(KEY_BYTES))
            self._write(kept)
        return kept

    def _read(self) -> _Kept | None:
        try:
            with self._path.open("rb") as file:
                if os.fstat(file.fileno()).st_mode & 0o077:
                    raise KeysMissing(f"{self._path} may be read by others than its owner: chmod 600, and pair anew")
                return msgspec.json.decode(file.read(), type=_Kept)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise KeysMissing(f"cannot read {self._path} ({error.strerror})") from None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise KeysMissing(f"{self._path} is no key file; put it aside and pair anew with {PAIR}") from None

    def _write(self, kept: _Kept) -> None:
        """Whole on the disk before it has its name, so that a power cut leaves the old one or the new one."""
        fresh = self._path.with_name(f".{NAME}.new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.unlink(missing_ok=True)
            file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            try:
                _give_to_owner_of(self._path.parent, file)
                files.write(file, msgspec.json.encode(kept))
                os.fsync(file)
            finally:
                os.close(file)
            fresh.replace(self._path)
            _sync(self._path.parent)
        except OSError as error:
            raise KeysMissing(f"cannot write {self._path} ({error.strerror})") from None


def _pair(pairing: Pairing) -> _Pair:
    return _Pair(device=pairing.device.hex(), key=pairing.key.hex())


def _give_to_owner_of(folder: Path, file: int) -> None:
    """Root pairs for the account whose data this is."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(file, owner.st_uid, owner.st_gid)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
