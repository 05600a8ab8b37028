"""The firmware list of the house: lists an image and signs the list with the house key."""

import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

HOUSE_KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"the house of the simulated tables").digest())
"""The same at every start: a record that is continued expects the key that it began with."""


def sign_list(
    folder: Path,
    *,
    model: str,
    version: str,
    image: bytes,
    serial: int = 1,
    key: Ed25519PrivateKey | None = None,
) -> tuple[Path, str]:
    """
    Write image, list and signature; return the path of the list and the public key.

    Without `key`, a new key is generated for this list and then discarded.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{model.lower()}-{version}.bin"
    (folder / name).write_bytes(image)
    entry = {"model": model, "version": version, "image": name, "sha256": hashlib.sha256(image).hexdigest()}
    text = f"serial = {serial}\n[[firmware]]\n" + "".join(f'{key} = "{value}"\n' for key, value in entry.items())
    listed = folder / "firmware.toml"
    listed.write_text(text)
    key = key or Ed25519PrivateKey.generate()
    listed.with_name("firmware.toml.sig").write_bytes(key.sign(text.encode()))
    return listed, key.public_key().public_bytes_raw().hex()
