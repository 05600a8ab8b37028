"""PINs: what one must be, how it is hashed, the file of hashes, and giving, checking and revoking them."""

import asyncio
import hashlib
import hmac
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

import msgspec
from msgspec.structs import replace

from firmware_host import files
from firmware_host.access import pepper as access_pepper
from firmware_host.access.pepper import fingerprint, make
from firmware_host.errors import UserError
from firmware_host.rules.struct import Record

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LEAST_DIGITS = 6
MOST_DIGITS = 32
MEMORY_KIB = 19 * 1024
PASSES = 2
LANES = 1
FILE = "pins.json"
T = TypeVar("T")


def what_is_wrong(pin: str) -> str | None:
    """
    Say why this is no PIN; none where it is one. The PIN itself is never in the words.

    >>> what_is_wrong("274968"), what_is_wrong("12345"), what_is_wrong("111111")
    (None, 'a PIN has six digits or more', 'a PIN of one digit again and again is the first that is tried')
    """
    if not (pin.isascii() and pin.isdigit()) or not LEAST_DIGITS <= len(pin) <= MOST_DIGITS:
        return "a PIN has six digits or more" if len(pin) < LEAST_DIGITS else "a PIN has digits only, 32 at most"
    if len(set(pin)) == 1:
        return "a PIN of one digit again and again is the first that is tried"
    if _is_run(pin):
        return "a PIN of digits in a row is among the first that are tried"
    if any(_repeats(pin, size) for size in (2, 3)):
        return "a PIN of the same few digits again and again is among the first that are tried"
    return None


def _is_run(pin: str) -> bool:
    """Up or down, also past the nine."""
    steps = {(int(after) - int(digit)) % 10 for digit, after in pairwise(pin)}
    return steps in ({1}, {9})


def _repeats(pin: str, size: int) -> bool:
    return pin == (pin[:size] * len(pin))[: len(pin)]


def hashed(pepper: bytes, person: str, pin: str) -> str:
    """Return what is kept of a PIN."""
    return _hasher().hash(_keyed(pepper, person, pin))


def matches(pepper: bytes, person: str, pin: str, kept: str) -> bool:
    """Say whether this is the PIN that was kept so."""
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - only who checks PINs pays

    try:
        return _hasher().verify(kept, _keyed(pepper, person, pin))
    except (VerificationError, InvalidHashError):
        return False


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher  # noqa: PLC0415 - the same

    return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)


def _keyed(pepper: bytes, person: str, pin: str) -> bytes:
    return hmac.digest(pepper, f"{person}\0{pin}".encode(), hashlib.sha256)


class PinHash(Record, frozen=True, kw_only=True):
    """A hash, and the name of the fact with which the PIN was given."""

    of: str
    hash: str


class PinFile(Record, frozen=True, kw_only=True):
    """Each person's PIN, and the fingerprint of the pepper they were all made with."""

    version: int = 1
    pepper: str = ""
    pins: dict[str, PinHash] = msgspec.field(default_factory=dict)


def read(folder: Path) -> PinFile:
    """Return what is kept. Raises `UserError` for a file that is none of ours; it is left as it is."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=PinFile)
    except FileNotFoundError:
        return PinFile()
    except (OSError, msgspec.MsgspecError) as error:
        raise UserError(
            f"cannot read the PINs in {path} ({error}); put it right, or take it away and reset every PIN"
        ) from None


def write(folder: Path, kept: PinFile) -> None:
    """Replace what is kept; whoever looks meanwhile, or after a crash, sees the old or the new, never half of it."""
    path = folder / FILE
    fresh = path.with_name(f".{FILE}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            files.write(file, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
            os.fsync(file)
        finally:
            os.close(file)
        fresh.rename(path)
        _sync(folder)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise UserError(f"cannot write the PINs in {folder} ({error.strerror})") from None


def _sync(folder: Path) -> None:
    entries = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(entries)
    finally:
        os.close(entries)


class Pins:
    """The files of one table, read anew each time: they are small, and nothing else has to be kept in step."""

    def __init__(self, folder: Path, pepper_file: Path) -> None:
        """Store where they are; the thread is there from the first use to the end of the `with`."""
        self._folder = folder
        self.pepper_file = pepper_file
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pins")

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish what is being hashed, and end the thread."""
        self._worker.shutdown()

    async def give(self, person: str, pin: str, *, of: str) -> None:
        """Keep the PIN that fact `of` gave, in the place of another. The first makes the pepper, if nobody has."""
        await self._run(lambda: self._give(person, pin, of))

    async def are(self, person: str, pin: str, *, of: str) -> bool:
        """Say whether this is the PIN that was given with fact `of`."""
        return await self._run(lambda: self._are(person, pin, of))

    async def take(self, person: str) -> None:
        """Forget the person's PIN."""
        await self._run(lambda: self._take(person))

    async def given(self) -> dict[str, str]:
        """Return who has one, and the fact it was given with."""
        return await self._run(lambda: {name: pin.of for name, pin in read(self._folder).pins.items()})

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _give(self, person: str, pin: str, of: str) -> None:
        kept = read(self._folder)
        key = self._key(kept)
        if key is None:
            key = make(self.pepper_file, like=self._folder)
        pins = {**kept.pins, person: PinHash(of=of, hash=hashed(key, person, pin))}
        write(self._folder, replace(kept, pepper=fingerprint(key), pins=pins))

    def _are(self, person: str, pin: str, of: str) -> bool:
        kept = read(self._folder)
        given, key = kept.pins.get(person), self._key(kept)
        if given is None or key is None or given.of != of:
            return False
        return matches(key, person, pin, given.hash)

    def _take(self, person: str) -> None:
        kept = read(self._folder)
        if person in kept.pins:
            pins = {name: pin for name, pin in kept.pins.items() if name != person}
            write(self._folder, replace(kept, pins=pins))

    def _key(self, kept: PinFile) -> bytes | None:
        """Return the pepper the PINs were made with; none where neither is there yet."""
        key = access_pepper.read(self.pepper_file)
        if kept.pins and (key is None or fingerprint(key) != kept.pepper):
            what = "is missing" if key is None else "is not the one the PINs were made with"
            raise UserError(
                f"the pepper {self.pepper_file} {what}; put it back, or take {self._folder / FILE} away and "
                "reset every PIN"
            )
        return key
