"""The asker's half: a key in a file of its own, and commands signed with it."""

import os
import stat
from pathlib import Path

import msgspec

from firmware_host import whole
from firmware_host.journal.signing import Signer
from firmware_host.mqtt.commands import Command, SignedCommand
from firmware_host.rules.record import Record
from firmware_host.table.keys.key import PublicKey, id_of
from firmware_host.table.people.person import PersonName
from firmware_host.trouble import Trouble

MODE = 0o600


class KeyFile(Record, frozen=True, kw_only=True):
    """Whose key it is; `secret` is the private half, which never leaves the file."""

    actor: PersonName
    public: PublicKey
    secret: PublicKey

    def __repr__(self) -> str:
        """Leave the secret out, wherever this may be printed."""
        return f"KeyFile({self.actor!r}, {self.public!r})"


class Signing:
    """Signs in one actor's name."""

    def __init__(self, *, actor: str, signer: Signer) -> None:
        """Store."""
        self.actor = actor
        self.public = signer.key
        self.key = id_of(signer.key)
        self._signer = signer

    def sign(self, command: Command) -> bytes:
        """Return what is published."""
        return self.sign_bytes(msgspec.json.encode(command))

    def sign_bytes(self, body: bytes) -> bytes:
        """Return the same of a command that somebody else has encoded."""
        signed = self._signer.sign(body)
        return msgspec.json.encode(SignedCommand(body=signed.data, key=self.key, sig=signed.signature))


def make(path: Path, *, actor: str) -> Signing:
    """Make a key in a new file. Raises `Trouble` where there is one, or none can be written."""
    signer = Signer.made()
    words = KeyFile(actor=actor, public=signer.key, secret=signer.secret.hex())
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
    except OSError as error:
        raise Trouble(f"cannot make the key {path} ({error.strerror}); name another file") from None
    try:
        whole.write(file, msgspec.json.encode(words) + b"\n")
        os.fsync(file)
    finally:
        os.close(file)
    return Signing(actor=actor, signer=signer)


def read(path: Path) -> Signing:
    """Return what signs with this file's key. Raises `Trouble` for one that is none, or that others may read."""
    try:
        if stat.S_IMODE(path.stat().st_mode) & ~MODE:
            raise Trouble(f"{path} may be read by others, who could then sign as well; chmod 600 it")
        words = msgspec.json.decode(path.read_bytes(), type=KeyFile)
        signer = Signer.of(bytes.fromhex(words.secret))
    except OSError as error:
        raise Trouble(f"cannot read the key {path} ({error.strerror}); make one by `mqtt key make`") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
        # What was wrong is not repeated: the secret may stand in it.
        raise Trouble(f"{path} is no key; make one by `firmware-host mqtt key make`") from None
    if signer.key != words.public:
        raise Trouble(f"the halves of the key {path} do not belong together; make another")
    return Signing(actor=words.actor, signer=signer)
