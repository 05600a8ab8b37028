"""What the house does far from the table: look at an image, list it and sign the list with a key that stays there."""

import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


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
    Write image, list and signature; return the list and the public key that is pinned.

    Without a `key` it is signed with a new one whose other half is gone afterwards.
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
