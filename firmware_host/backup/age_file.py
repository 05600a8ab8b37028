"""
Encrypted files in the format of age (age-encryption.org/v1), written and read as a stream.

The board has only the recipient, a public key: a thief of the board, or of the disk with the backups, can read none.
"""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO, TypeAlias

from pyrage import DecryptError, EncryptError, IdentityError, RecipientError, decrypt_io, encrypt_io, ssh, x25519

from firmware_host.errors import UserError

PUBLIC = re.compile(r"age1[0-9a-z]+|ssh-(ed25519|rsa) \S+.*")
MAKE_ONE = "make a key with `firmware-host backup --make-key FILE`, away from the table"

Recipient: TypeAlias = Any
"""A public key of pyrage, which publishes no types."""

Identity: TypeAlias = Any
"""A private key of pyrage."""


def make_key(path: Path) -> str:
    """Write a new private key to a new file of mode 600, and return its recipient."""
    identity = x25519.Identity.generate()
    recipient = str(identity.to_public())
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise UserError(f"cannot create {path} ({error.strerror}); name a new file") from None
    with os.fdopen(file, "w") as opened:
        opened.write(f"# recipient: {recipient}\n{identity}\n")
    return recipient


def recipients(words: Sequence[str]) -> tuple[Recipient, ...]:
    """Return the recipients. Each word is a public key, or a file with one key in each line. Raises `UserError`."""
    found = [_recipient(line) for word in words for line in _lines(word)]
    if not found:
        raise UserError(f"--to names no recipient; {MAKE_ONE}")
    return tuple(found)


def _lines(word: str) -> Iterator[str]:
    if PUBLIC.fullmatch(word):
        yield word
        return
    if word.startswith("AGE-SECRET-KEY-"):
        raise UserError("--to is given a private key; give its recipient (age1...), and keep that key off the board")
    try:
        text = Path(word).read_text(errors="replace")
    except OSError as error:
        raise UserError(
            f"--to {word}: neither a recipient (age1...) nor a file that can be read ({error.strerror}); {MAKE_ONE}"
        ) from None
    yield from (line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))


def _recipient(line: str) -> Recipient:
    try:
        return ssh.Recipient.from_str(line) if line.startswith("ssh-") else x25519.Recipient.from_str(line)
    except RecipientError:
        raise UserError(f"{line[:24]}... is not a recipient (age1...) or an SSH public key; {MAKE_ONE}") from None


def identities(path: Path) -> tuple[Identity, ...]:
    """Return the private keys in a file, as age-keygen, ssh-keygen or `backup --make-key` wrote it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(
            f"cannot read {path} ({error.strerror}); give the file with the private key of a recipient"
        ) from None
    try:
        if b"-----BEGIN" in data:
            return (ssh.Identity.from_buffer(data),)
        found = [line.strip() for line in data.decode(errors="replace").splitlines()]
        keys = tuple(x25519.Identity.from_str(line) for line in found if line and not line.startswith("#"))
    except IdentityError:
        keys = ()
    if not keys:
        raise UserError(f"{path} holds no private key of a backup (AGE-SECRET-KEY-...); give the right file")
    return keys


@contextmanager
def encrypting(out: BinaryIO, to: Sequence[Recipient]) -> Iterator[BinaryIO]:
    """Yield a stream; what is written to it reaches `out` encrypted. Raises `UserError` if `out` cannot be written."""
    reading, writing = os.pipe()
    failed: list[Exception] = []

    def run() -> None:
        with os.fdopen(reading, "rb") as source:
            try:
                encrypt_io(source, out, to)
            except Exception as error:  # noqa: BLE001 - raised again by the thread that writes
                failed.append(error)

    worker = Thread(target=run, name="age", daemon=True)
    worker.start()
    try:
        # If the worker fails, it closes the pipe. Its own error, raised below, says why.
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as stream:
            yield stream
    finally:
        worker.join()
    if failed:
        why = str(failed[0]).removeprefix("OSError: ") if isinstance(failed[0], EncryptError | OSError) else "internal"
        raise UserError(f"cannot write the backup ({why}); check the disk that it is written to") from failed[0]


def decrypt(source: BinaryIO, out: BinaryIO, keys: Sequence[Identity]) -> None:
    """Decrypt the whole of `source`. Raises `UserError` for another key, and for a file that was cut or changed."""
    try:
        decrypt_io(source, out, keys)
    except DecryptError as error:
        if "matching" in str(error).lower():
            raise UserError("this backup was encrypted to another key; give the right file with --key-file") from None
        raise UserError(f"{_NOT_WHOLE} ({error}); {_OTHER}") from None
    except OSError as error:
        # Without a number the error means a changed or truncated part; a full disk has a number.
        if error.errno is not None:
            raise
        raise UserError(f"{_NOT_WHOLE} ({error}); {_OTHER}") from None


_NOT_WHOLE = "this is not a whole backup, or it was changed"
_OTHER = "check the file, or use another backup"
