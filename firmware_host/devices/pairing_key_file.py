"""
The file `shuffler.key` in the data folder: the secrets that this host shares with its paired shuffler.

The file has mode 600 and is replaced atomically. Its secrets never appear in table.toml, the record, a log or an
export.
"""

import os
import secrets
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from drivers.link.crypto import ID_BYTES, KEY_BYTES, Pairing
from drivers.link.pairing import KeysMissing
from firmware_host import files
from firmware_host.rules.struct import Record

NAME: Final = "shuffler.key"

DOUBTS_MAX: Final = 32
"""
The most unconfirmed pairings kept beside the last confirmed one.

Usually there is at most one. More need a series of power cuts without a session in between.
"""

PAIR: Final = "firmware-host shuffler pair"


class _Pair(Record, frozen=True, kw_only=True):
    device: str
    key: str


class _Kept(Record, frozen=True, kw_only=True):
    """
    The contents of the file; `pairs` are newest first, more than one while the last pairing is unconfirmed.

    The last pair is the confirmed one and is never dropped, however many attempts follow. `journal` is the record that
    last used the file: without that record beside the file, no new one begins.
    """

    host: str
    order_secret: str
    pairs: tuple[_Pair, ...] = ()
    journal: str = ""


class PairingKeyFile:
    """Implements `drivers.link.pairing.Keyring`. The file is read for each session, so pairing needs no restart."""

    def __init__(self, folder: Path) -> None:
        """Do not touch the file yet."""
        self._path = folder / NAME

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self._path

    @property
    def host(self) -> bytes:
        """This host's id, created on first use."""
        return bytes.fromhex(self._made().host)

    @property
    def order_secret(self) -> bytes:
        """The secret from which the nonces of this host's orders are derived; never sent to a device."""
        return bytes.fromhex(self._made().order_secret)

    def pairings(self) -> tuple[Pairing, ...]:
        """Return the pairings that may be valid, newest first. Raises `KeysMissing`."""
        kept = self._read()
        if kept is None or not kept.pairs:
            raise KeysMissing(
                f"this table is not paired with the shuffler: there is no key in {self._path}; pair with `{PAIR}`"
            )
        host = bytes.fromhex(kept.host)
        return tuple(
            Pairing(host=host, device=bytes.fromhex(pair.device), key=bytes.fromhex(pair.key)) for pair in kept.pairs
        )

    def holds(self, pairing: Pairing) -> None:
        """Forget every other pairing, now that the device has proved this one."""
        kept = self._made()
        if len(kept.pairs) != 1 or kept.pairs[0] != _pair(pairing):
            self._write(replace(kept, pairs=(_pair(pairing),)))

    def used_by(self, journal: str) -> None:
        """Name the record that uses this file from now on, if there is a file. Raises `KeysMissing`."""
        kept = self._read()
        if kept is not None and kept.journal != journal:
            self._write(replace(kept, journal=journal))

    def offered(self, pairing: Pairing) -> None:
        """Store an unconfirmed pairing beside the earlier ones: the device may or may not complete it."""
        kept = self._made()
        if pairing.host.hex() != kept.host:
            raise ValueError("this pairing belongs to another table")
        *doubtful, last = (_pair(pairing), *kept.pairs)
        pairs = (*doubtful[:DOUBTS_MAX], last)
        self._write(replace(kept, pairs=pairs))

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
                    raise KeysMissing(
                        f"{self._path} is readable by other users; run chmod 600 on it and pair again with `{PAIR}`"
                    )
                return msgspec.json.decode(file.read(), type=_Kept)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise KeysMissing(f"cannot read {self._path} ({error.strerror})") from None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise KeysMissing(
                f"{self._path} is not a valid key file; move it away and pair again with `{PAIR}`"
            ) from None

    def _write(self, kept: _Kept) -> None:
        folder = self._path.parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.replace(self._path, msgspec.json.encode(kept), before=partial(files.give_to_owner_of, folder))
        except OSError as error:
            raise KeysMissing(f"cannot write {self._path} ({error.strerror})") from None


def _pair(pairing: Pairing) -> _Pair:
    return _Pair(device=pairing.device.hex(), key=pairing.key.hex())
