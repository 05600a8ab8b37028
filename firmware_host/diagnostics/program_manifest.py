"""
The manifest of the installed program: which files it has, signed by the house's key that is kept away from the table.

It is a file as `sha256sum` writes it, so that an inspector can check it with other tools, and begins with comments:

    # serial 3
    # software firmware-host 0.2.0
    # folder /usr/lib/firmware-host
    9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  /usr/lib/firmware-host/firmware_host/cli.py

A folder holds the listed files and no other. Beside the manifest lies its Ed25519 signature (64 bytes, as
`openssl pkeyutl -sign -rawin` writes it), with `.sig` appended to its name.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from firmware_host.errors import UserError
from firmware_host.house_signature import signed_bytes
from firmware_host.rules.struct import Record

PIECE = 1 << 20

LARGEST = 8 << 20
"""The most bytes of a manifest: about 60,000 files."""

FILE = re.compile(r"(?P<sha256>[0-9a-f]{64})  (?P<path>/[^\n\\]+)")

ADDED, CHANGED, MISSING = "is not in the manifest", "was changed", "is missing"


class ProgramConfig(Record, frozen=True, kw_only=True):
    """The manifest of the installed program, checked at every start and every hour."""

    manifest: str
    """The manifest; its signature lies beside it, in a file with .sig appended to the name."""
    house_key: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
    """The house's Ed25519 public key that signs the manifest, in hexadecimal."""


class Manifest(Record, frozen=True, kw_only=True):
    """A list of files; `folders` hold no file that is not listed."""

    serial: int
    software: str
    folders: tuple[str, ...]
    files: dict[str, str]
    """The SHA-256 of each file in hexadecimal, by its path."""

    def text(self) -> str:
        """Return the manifest as its file holds it."""
        head = (f"serial {self.serial}", f"software {self.software}", *(f"folder {each}" for each in self.folders))
        files = (f"{sha256}  {path}" for path, sha256 in sorted(self.files.items()))
        return "".join(f"{line}\n" for line in (*(f"# {line}" for line in head), *files))


def make(*, serial: int, software: str, folders: Iterable[Path], files: Iterable[Path]) -> Manifest:
    """Return the manifest of what is on this board. Raises `UserError` for what cannot be listed."""
    roots = tuple(str(folder.absolute()) for folder in folders)
    for folder in roots:
        if not Path(folder).is_dir():
            raise UserError(f"{folder} is not a folder; give the folders and files of the installed program")
    paths = sorted({*(path for root in roots for path in _inside(root)), *(str(file.absolute()) for file in files)})
    listed = {}
    for path in paths:
        if "\n" in path or "\\" in path or _printable(path) != path:
            raise UserError(f"{path!r} has a name that a manifest cannot hold; rename the file")
        if Path(path).exists() and not Path(path).is_file():
            raise UserError(f"{path} is neither a file nor a folder; give only what belongs to the installed program")
        try:
            listed[path] = _hashed(path)
        except OSError as error:
            raise UserError(f"cannot read {path} ({error.strerror}); run this as root") from None
    if not listed:
        raise UserError("these folders hold no file; give the folders and files of the installed program")
    return Manifest(serial=serial, software=software, folders=roots, files=listed)


class Found(Record, frozen=True, kw_only=True):
    """Which manifest was found, and what differs from it: a line per file, without any if nothing does."""

    serial: int = 0
    """The serial number of the manifest; 0 if the manifest could not be used."""
    sha256: str = ""
    """The SHA-256 of the manifest itself, in hexadecimal."""
    differing: tuple[str, ...] = ()


def check(config: ProgramConfig) -> Found:
    """Compare the files on this board with the manifest. A manifest that cannot be used is a difference, too."""
    try:
        text = _signed(config)
        manifest = _parsed(config, text)
    except UserError as trouble:
        return Found(differing=(str(trouble),))
    digest = hashlib.sha256(text).hexdigest()
    return Found(serial=manifest.serial, sha256=digest, differing=tuple(_differing(manifest)))


def read(config: ProgramConfig) -> Manifest:
    """Return the manifest. Raises `UserError` for one that the house has not signed or that cannot be read."""
    return _parsed(config, _signed(config))


def _signed(config: ProgramConfig) -> bytes:
    return signed_bytes(Path(config.manifest), config.house_key, option="manifest", section="program", largest=LARGEST)


def _parsed(config: ProgramConfig, text: bytes) -> Manifest:
    try:
        return parsed(text.decode())
    except ValueError as error:
        raise UserError(f"{config.manifest} is not a manifest ({error}); ask the house for a valid one") from None


def parsed(text: str) -> Manifest:
    """Return the manifest written in this text. Raises `ValueError` that says what is wrong with it."""
    head: dict[str, list[str]] = {"serial": [], "software": [], "folder": []}
    files: dict[str, str] = {}
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start=1):
        if line.startswith("#"):
            word, _, said = line.removeprefix("#").strip().partition(" ")
            head.get(word, []).append(said)
        elif match := FILE.fullmatch(line):
            files[match["path"]] = match["sha256"]
        else:
            raise ValueError(f"line {number} is not a file as `sha256sum` writes it")
    if len(head["serial"]) != 1 or not re.fullmatch(r"[1-9][0-9]{0,8}", head["serial"][0]):
        raise ValueError("it needs one line `# serial N`, from 1 to 999999999")
    return Manifest(
        serial=int(head["serial"][0]), software="".join(head["software"]), folders=tuple(head["folder"]), files=files
    )


def answer(manifest: Manifest, nonce: bytes) -> str:
    """
    Return the digest over a nonce and every listed file, which nobody can know before the nonce.

    It is the SHA-256 of the nonce, then for each file in the order of the paths: the length of the path (4 bytes, the
    highest first), the path, the length of the file (8 bytes), the file. Raises `UserError` for an unreadable file.
    """
    digest = hashlib.sha256(nonce)
    for path in sorted(manifest.files):
        name = path.encode()
        try:
            with open(path, "rb") as file:  # noqa: PTH123 - as fast as it gets for thousands of files
                size = os.fstat(file.fileno()).st_size
                digest.update(len(name).to_bytes(4) + name + size.to_bytes(8))
                while piece := file.read(PIECE):
                    digest.update(piece)
        except OSError as error:
            raise UserError(
                f"cannot read {path} ({error.strerror}); the answer needs every file of the manifest"
            ) from None
    return digest.hexdigest()


def _differing(manifest: Manifest) -> Iterator[str]:
    for path, sha256 in sorted(manifest.files.items()):
        try:
            if _hashed(path) != sha256:
                yield f"{path} {CHANGED}"
        except FileNotFoundError:
            yield f"{path} {MISSING}"
        except OSError as error:
            yield f"{path} cannot be read ({error.strerror})"
    for folder in manifest.folders:
        yield from (f"{_printable(path)} {ADDED}" for path in _inside(folder) if path not in manifest.files)


def _inside(folder: str) -> Iterator[str]:
    """Yield the paths of all files in a folder, and of links to folders, which are not followed."""
    for place, folders, names in os.walk(folder):
        linked = [name for name in folders if os.path.islink(os.path.join(place, name))]  # noqa: PTH114, PTH118 - as names
        yield from (os.path.join(place, name) for name in sorted((*names, *linked)))  # noqa: PTH118 - the same


def _printable(path: str) -> str:
    """Return the path as text: a name on a disk may hold bytes that are none."""
    return path.encode(errors="backslashreplace").decode()


def _hashed(path: str) -> str:
    with open(path, "rb") as file:  # noqa: PTH123 - as fast as it gets for thousands of files
        return hashlib.file_digest(file, "sha256").hexdigest()
