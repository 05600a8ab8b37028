"""PINs: the rules for a PIN, hashing, the file of hashes, and setting, checking and deleting PINs."""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
FILE = "pins.json"
T = TypeVar("T")

log = logging.getLogger(__name__)


class Cost(Record, frozen=True, kw_only=True):
    """What one guess at a PIN costs, as parameters of argon2id."""

    memory_kib: int = 19 * 1024
    passes: int = 2
    lanes: int = 1


COST = Cost()
"""The cost of new hashes; a stored hash names its own."""


def what_is_wrong(pin: str) -> str | None:
    """
    Return why this PIN is not acceptable, without repeating the PIN; None if it is.

    >>> what_is_wrong("274968"), what_is_wrong("12345"), what_is_wrong("111111")
    (None, 'a PIN has six digits or more', 'a PIN of one repeated digit is too easy to guess')
    """
    if not (pin.isascii() and pin.isdigit()) or not LEAST_DIGITS <= len(pin) <= MOST_DIGITS:
        return "a PIN has six digits or more" if len(pin) < LEAST_DIGITS else "a PIN has only digits, 32 at most"
    if len(set(pin)) == 1:
        return "a PIN of one repeated digit is too easy to guess"
    if _is_run(pin):
        return "a PIN of digits in a row is too easy to guess"
    if any(_repeats(pin, size) for size in (2, 3)):
        return "a PIN of the same few digits repeated is too easy to guess"
    return None


def _is_run(pin: str) -> bool:
    """Return whether the digits run up or down in steps of one, also across 9 and 0."""
    steps = {(int(after) - int(digit)) % 10 for digit, after in pairwise(pin)}
    return steps in ({1}, {9})


def _repeats(pin: str, size: int) -> bool:
    return pin == (pin[:size] * len(pin))[: len(pin)]


def hashed(pepper: bytes, person: str, pin: str) -> str:
    """Return the hash to store for a PIN."""
    return _hasher(COST).hash(_keyed(pepper, person, pin))


def matches(pepper: bytes, person: str, pin: str, kept: str) -> bool:
    """Return whether this PIN has the stored hash `kept`."""
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - slow, needed only to check PINs

    try:
        return _hasher(COST).verify(kept, _keyed(pepper, person, pin))
    except (VerificationError, InvalidHashError):
        return False


@cache
def _hasher(cost: Cost) -> "PasswordHasher":
    from argon2 import PasswordHasher  # noqa: PLC0415 - slow, needed only to hash PINs

    return PasswordHasher(time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=cost.lanes)


def _keyed(pepper: bytes, person: str, pin: str) -> bytes:
    return hmac.digest(pepper, f"{person}\0{pin}".encode(), hashlib.sha256)


class PinHash(Record, frozen=True, kw_only=True):
    """The hash of a PIN, and the name of the fact that set the PIN."""

    of: str
    hash: str


class PinFile(Record, frozen=True, kw_only=True):
    """The hash of each person's PIN, and the fingerprint of the pepper that all hashes use."""

    version: int = 1
    pepper: str = ""
    pins: dict[str, PinHash] = msgspec.field(default_factory=dict)


def read(folder: Path) -> PinFile:
    """Read the file of hashes. Raises `UserError` if it is invalid; the file is left unchanged."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=PinFile)
    except FileNotFoundError:
        return PinFile()
    except PermissionError:
        raise UserError(
            f"this account may not read the PINs in {path}; run this as root or as the account that owns the file"
        ) from None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UserError(
            f"cannot read the PINs in {path} ({error}); restore the file, or remove it and reset every PIN"
        ) from None


def write(folder: Path, kept: PinFile) -> None:
    """Replace the file of hashes atomically: a reader, or a start after a crash, sees the old file or the new one."""
    try:
        files.replace(folder / FILE, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
    except OSError as error:
        raise UserError(
            f"cannot write the PINs in {folder} ({error.strerror}); check the disk and the folder's permissions"
        ) from None


class Pins:
    """The PINs of one table. The small files are read again each time, so there is no cache to keep up to date."""

    def __init__(self, folder: Path, pepper_file: Path) -> None:
        """Use it in a `with`, which ends the hashing thread."""
        self._folder = folder
        self.pepper_file = access_pepper.moved_in(pepper_file, folder)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pins")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish pending work, and end the thread."""
        self._worker.shutdown()

    def with_warning(self) -> Self:
        """Log where nobody can sign in, without which the table deals on; return these PINs."""
        try:
            check_pepper(self._folder, self.pepper_file)
        except UserError as why:
            log.warning("no PIN can be checked: %s", why)
        return self

    async def give(self, person: str, pin: str, *, of: str) -> None:
        """Store the PIN that fact `of` set, replacing an earlier one. The first PIN creates the pepper."""
        await self._run(lambda: self._give(person, pin, of))

    async def are(self, person: str, pin: str, *, of: str) -> bool:
        """Return whether this is the PIN that fact `of` set."""
        return await self._run(lambda: self._are(person, pin, of))

    async def take(self, person: str) -> None:
        """Delete the person's PIN."""
        await self._run(lambda: self._take(person))

    async def given(self) -> dict[str, str]:
        """Return each person with a PIN, and the fact that set it."""
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
        """Return the pepper of the stored PINs; None if there are neither PINs nor a pepper yet."""
        return _pepper_of(kept, self._folder, self.pepper_file)


def check_pepper(folder: Path, pepper_file: Path) -> bool:
    """Return whether there is a pepper. Raises `UserError` where PINs are kept that cannot be checked without it."""
    return _pepper_of(read(folder), folder, pepper_file) is not None


def _pepper_of(kept: PinFile, folder: Path, pepper_file: Path) -> bytes | None:
    key = access_pepper.read(pepper_file)
    if kept.pins and (key is None or fingerprint(key) != kept.pepper):
        what = "is missing" if key is None else "does not belong to these PINs"
        raise UserError(f"the pepper {pepper_file} {what}; restore it, or remove {folder / FILE} and reset every PIN")
    return key
