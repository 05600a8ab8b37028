"""What can become true of the keys of signed commands."""

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Tagged


class KeyEnrolled(Tagged, frozen=True, kw_only=True, tag="key-enrolled"):
    """What this key signs is asked by `actor` in this role from here on."""

    key: str
    public: str
    actor: str
    role: Role


class KeyRevoked(Tagged, frozen=True, kw_only=True, tag="key-revoked"):
    """What this key signs is refused from here on."""

    key: str
    actor: str


KeysBody = KeyEnrolled | KeyRevoked
