"""
Reads the house's list of approved firmware, signed with a key that is kept away from the table.

`firmware.toml` has a serial number, higher in each new list, and names the image files in the same folder.
`firmware.toml.sig` is its Ed25519 signature (64 bytes, as `openssl pkeyutl -sign -rawin` writes it). The public key
is in table.toml and is set when the box is installed.
"""

import hashlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from drivers.shuffler.attestation import Firmware
from firmware_host import json_errors
from firmware_host.devices.devices_config import ShufflerConfig
from firmware_host.errors import UserError
from firmware_host.house_signature import read_named, signed_bytes
from firmware_host.rules.struct import Record
from firmware_host.table.terms import FirmwareList

OPTION, SECTION = "firmware_list", "devices.shuffler"

LARGEST = 64 << 20
"""The most bytes of the list or of an image."""


class _Image(Record, frozen=True, kw_only=True):
    model: str
    version: str
    image: str
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class _List(Record, frozen=True, kw_only=True):
    serial: Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]
    firmware: tuple[_Image, ...]


class SignedList(Record, frozen=True, kw_only=True):
    """The approved images, and the identity of the list that names them."""

    images: tuple[Firmware, ...]
    named: FirmwareList


def images(listed: SignedList | None) -> tuple[Firmware, ...]:
    """Return the listed images; none without a list."""
    return listed.images if listed else ()


def configured(shuffler: ShufflerConfig | None) -> SignedList | None:
    """Return the list configured for this shuffler; None if none is configured."""
    if shuffler is None or shuffler.firmware_list is None or shuffler.house_key is None:
        return None
    return read(Path(shuffler.firmware_list), shuffler.house_key)


def read(path: Path, house_key: str) -> SignedList:
    """
    Return the images and the identity of the list.

    Raises `UserError` for a list or an image that the house has not signed.
    """
    text = signed_bytes(path, house_key, option=OPTION, section=SECTION, largest=LARGEST)
    try:
        listed = msgspec.toml.decode(text, type=_List)
    except json_errors.UNREADABLE as error:
        raise UserError(f"{path}: {error}; ask the house for a valid list") from None
    return SignedList(
        images=tuple(_listed(path, image) for image in listed.firmware),
        named=FirmwareList(house_key=house_key, serial=listed.serial, sha256=hashlib.sha256(text).hexdigest()),
    )


def _listed(path: Path, entry: _Image) -> Firmware:
    file = path.parent / entry.image
    image = _bytes(file)
    if hashlib.sha256(image).hexdigest() != entry.sha256:
        raise UserError(f"{file} is not the firmware image that is listed in {path}; replace it with the right file")
    return Firmware(model=entry.model, version=entry.version, image=image)


def _bytes(file: Path) -> bytes:
    return read_named(file, option=OPTION, section=SECTION, largest=LARGEST)
