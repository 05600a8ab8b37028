"""People and command keys, as the record knows them."""

import hashlib
from typing import Annotated
from unicodedata import normalize

from msgspec import Meta

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Record
from firmware_host.table.stamp import Stamp

PersonName = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$(?!\n)")]

"""
A staff name that is also one level of a topic: commands over MQTT come in under it.

Nothing else is a name, so that none looks like another; `$` alone would let a line's end stand behind it.
"""


STAFF = tuple(role for role in Role if role not in (Role.DEVICE, Role.HOST))

"""The roles people have; a sensor and the controller itself are nobody."""


FREE_TRIES = 2

FIRST_WAIT_S = 30

LONGEST_WAIT_S = 3600


class Person(Record, frozen=True, kw_only=True):
    """
    Somebody who was enrolled. One revoked stays known, so that the name is refused whatever way it comes in.

    A PIN holds only with the fact that gave it, `pin_of`: after another enrolment or a reset an older opens nothing,
    even where the file of PINs was not brought up to that. `wrong_pins` were given one after the other; after the last,
    at `wrong_at`, none is looked at for `wait_s`.
    """

    roles: tuple[Role, ...]
    pin_of: int = 0
    revoked: bool = False
    wrong_pins: int = 0
    wrong_at: Stamp | None = None
    wait_s: int = 0

    def has(self, role: Role) -> bool:
        """Whether this person acts in this role today."""
        return not self.revoked and role in self.roles


def is_one_person(name: str, other: str) -> bool:
    """
    Return whether two names are one person's: nobody becomes two by writing the own name another way.

    >>> is_one_person("floor-1", "Floor-1 "), is_one_person("floor-1", "floor-2")
    (True, False)
    """
    return _bare(name) == _bare(other)


def _bare(name: str) -> str:
    return normalize("NFKC", name).casefold().strip()


def wait_after(wrong_pins: int) -> int:
    """
    Return how many seconds nobody may try again after so many wrong PINs in a row.

    >>> [wait_after(count) for count in (1, 2, 3, 4, 5, 20)]
    [0, 0, 30, 60, 120, 3600]
    """
    if wrong_pins <= FREE_TRIES:
        return 0
    # The exponent is bounded before it is raised: nobody makes the table count to two to the ten thousandth.
    doublings = min(wrong_pins - FREE_TRIES - 1, 8)
    return min(FIRST_WAIT_S << doublings, LONGEST_WAIT_S)


PublicKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]

"""Ed25519: 32 bytes in lower-case hexadecimal. The private half never comes here."""


KeyId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$(?!\n)")]

"""What a command names its key by."""


class CommandKey(Record, frozen=True, kw_only=True):
    """One revoked stays known, so that what it signs is refused by name, and is never enrolled again."""

    public: str
    actor: str
    role: Role
    revoked: bool = False


def id_of(public: str) -> str:
    """
    Return what this key is called: it follows from the key, so that nobody can choose it.

    >>> id_of("00" * 32)
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:16]
