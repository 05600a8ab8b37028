"""A list of firmware is what the house signed, image by image, or the controller does not start on it."""

import hashlib
from pathlib import Path

import pytest

from drivers.shuffler.attestation import Firmware, digest, running
from firmware_host.devices import firmware_list
from firmware_host.devices.devices_config import DevicesConfig, ShufflerConfig
from firmware_host.errors import UserError
from firmware_host.table.terms import FirmwareList
from hil.house_key import sign_list
from tests.worlds.pure_table import configuration

IMAGE = b"image of version two"


def test_a_signed_list_gives_the_images_with_their_names(tmp_path: Path) -> None:
    path, key = sign_list(tmp_path, model="MD-3", version="2.4", image=IMAGE)
    listed = firmware_list.configured(ShufflerConfig(port="/dev/x", firmware_list=str(path), house_key=key))
    assert listed is not None
    assert listed.images == (Firmware(model="MD-3", version="2.4", image=IMAGE),)
    said = FirmwareList(house_key=key, serial=1, sha256=hashlib.sha256(path.read_bytes()).hexdigest())
    assert listed.named == said
    assert firmware_list.configured(ShufflerConfig(port="/dev/x")) is None
    assert firmware_list.images(None) == ()


def test_a_list_without_a_serial_is_refused(tmp_path: Path) -> None:
    path, key = sign_list(tmp_path, model="MD-3", version="2.4", image=IMAGE, serial=0)
    with pytest.raises(UserError, match="serial"):
        firmware_list.read(path, key)


def test_a_list_signed_by_somebody_else_is_refused(tmp_path: Path) -> None:
    path, _ = sign_list(tmp_path / "ours", model="MD-3", version="2.4", image=IMAGE)
    _, theirs = sign_list(tmp_path / "theirs", model="MD-3", version="2.4", image=IMAGE)
    with pytest.raises(UserError, match="not signed with the house's key"):
        firmware_list.read(path, theirs)


def test_a_list_that_was_changed_is_refused(tmp_path: Path) -> None:
    path, key = sign_list(tmp_path, model="MD-3", version="2.4", image=IMAGE)
    path.write_text(path.read_text().replace("2.4", "2.5"))
    with pytest.raises(UserError, match="not signed with the house's key"):
        firmware_list.read(path, key)


def test_an_image_that_was_changed_is_refused(tmp_path: Path) -> None:
    path, key = sign_list(tmp_path, model="MD-3", version="2.4", image=IMAGE)
    (tmp_path / "md-3-2.4.bin").write_bytes(IMAGE + b"!")
    with pytest.raises(UserError, match=r"md-3-2\.4\.bin is not the firmware image"):
        firmware_list.read(path, key)


@pytest.mark.parametrize("gone", ["firmware.toml", "firmware.toml.sig", "md-3-2.4.bin"])
def test_what_is_missing_is_named(tmp_path: Path, gone: str) -> None:
    path, key = sign_list(tmp_path, model="MD-3", version="2.4", image=IMAGE)
    (tmp_path / gone).unlink()
    with pytest.raises(UserError, match=f"cannot read .*{gone}"):
        firmware_list.read(path, key)


def test_a_list_without_a_key_and_a_key_without_a_list_are_refused() -> None:
    for half in (
        ShufflerConfig(port="/dev/x", firmware_list="/x/firmware.toml"),
        ShufflerConfig(port="/dev/x", house_key="0" * 64),
    ):
        assert "or neither" in (DevicesConfig(shuffler=half).what_is_wrong(configuration()) or "")


# SHA-256 of thirty-two 0xa0 and the bytes "image of version two", by `openssl dgst -sha256`.
DIGEST = bytes.fromhex("381fcea507ec2445a3888239c1a50e73b47746dda8dfdc0877a338df69b4a766")


def test_the_digest_is_sha_256_over_nonce_and_image_and_finds_the_image_it_is_of() -> None:
    listed = tuple(Firmware(model="MD-3", version=str(n), image=b"image %d" % n) for n in range(3))
    nonce = b"\xa0" * 32
    assert digest(nonce, IMAGE) == DIGEST
    assert running(listed, nonce, digest(nonce, b"image 1")) == listed[1]
    assert running(listed, nonce, digest(bytes(32), b"image 1")) is None, "the digest of another session"
    assert running(listed, nonce, DIGEST) is None
