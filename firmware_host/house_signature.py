"""
Files that the house signed with a key that is kept away from the table.

The Ed25519 signature (64 bytes, as `openssl pkeyutl -sign -rawin` writes it) lies beside the file, with `.sig` appended
to its name.
"""

from pathlib import Path

from firmware_host.errors import UserError


def signed_bytes(path: Path, house_key: str, *, option: str, section: str, largest: int) -> bytes:
    """Return the file. Raises `UserError` for one that cannot be read, is larger, or that the house has not signed."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - only where a signed file is configured
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - the same

    data = read_named(path, option=option, section=section, largest=largest)
    signature = read_named(path.with_name(f"{path.name}.sig"), option=option, section=section, largest=largest)
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(house_key)).verify(signature, data)
    except (InvalidSignature, ValueError):
        raise UserError(
            f"{path} is not signed with the house's key; check the file and `house_key` under [{section}]"
        ) from None
    return data


def read_named(path: Path, *, option: str, section: str, largest: int) -> bytes:
    """Return a file that table.toml names. Raises `UserError` that says where it is named."""
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise UserError(f"cannot read {path} ({error.strerror}); check `{option}` under [{section}]") from None
    if len(data) > largest:
        raise UserError(f"{path} is larger than {largest >> 20} MiB; check `{option}` under [{section}]")
    return data
