"""People and command keys as the record knows them."""

import hashlib
import re
from typing import Annotated
from unicodedata import normalize

from msgspec import Meta

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp

PersonName = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$(?!\n)")]
"""
A staff name. It is also a level of the topic for commands over MQTT.

The narrow alphabet keeps names from looking alike. `$` alone would accept a trailing newline.
"""


def is_person_name(text: str) -> bool:
    """Return whether a person can have this name. A dealer's name in an old record may be another text."""
    return re.fullmatch(r"[a-z0-9-]{1,32}", text) is not None


STAFF = tuple(role for role in Role if role not in (Role.DEVICE, Role.HOST))
"""The roles of people, without those of devices and the controller."""

ABOVE_DEALER = frozenset(STAFF) - {Role.DEALER}


class Person(Record, frozen=True, kw_only=True):
    """
    An enrolled person. A revoked person stays in the record, so that the name is refused wherever it is used.

    A PIN is valid only together with the fact that issued it, `pin_of`. After a new enrolment or a reset an older PIN
    is invalid, even if the PIN file was not updated. `wrong_pins` counts wrong PINs in a row; after the last one, at
    `wrong_at`, every PIN is refused for `wait_s` seconds.

    `vouched_by` names the people who issued the PIN without a second person: they may know it. It is empty if two
    people, or root, issued it, and in records written before two people were required.
    """

    roles: tuple[Role, ...]
    pin_of: int = 0
    revoked: bool = False
    wrong_pins: int = 0
    wrong_at: Stamp | None = None
    wait_s: int = 0
    vouched_by: tuple[str, ...] = ()

    def has(self, role: Role) -> bool:
        """Return whether this person has this role now."""
        return not self.revoked and role in self.roles


def is_one_person(name: str, other: str) -> bool:
    """
    Return whether two names mean the same person, whatever their spelling.

    >>> is_one_person("floor-1", "Floor-1 "), is_one_person("floor-1", "floor-2")
    (True, False)
    """
    return _bare(name) == _bare(other)


def _bare(name: str) -> str:
    return normalize("NFKC", name).casefold().strip()


PublicKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""An Ed25519 public key: 32 bytes in lower-case hexadecimal. The table never sees the private key."""


KeyId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$(?!\n)")]
"""The id by which a command names its key."""


class CommandKey(Record, frozen=True, kw_only=True):
    """
    A person's key. A revoked key stays in the record: its commands are refused and it is never enrolled again.

    `vouched_by` names the people who enrolled the key without a second person: they may hold the private key.
    """

    public: str
    actor: str
    """The staff name of the key's owner."""
    role: Role
    """The role that the key signs in."""
    revoked: bool = False
    vouched_by: tuple[str, ...] = ()


def id_of(public: str) -> str:
    """
    Return the key's id, derived from the key so that it cannot be chosen.

    >>> id_of("00" * 32)
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:16]
