"""What may be asked about the keys of signed commands."""

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Tagged
from firmware_host.table.keys.key import KeyId, PublicKey
from firmware_host.table.people.person import PersonName


class EnrolKey(Tagged, frozen=True, kw_only=True, tag="enrol-key"):
    """Whatever this key signs is asked by `actor` in this role from now on."""

    public: PublicKey
    actor: PersonName
    role: Role


class RevokeKey(Tagged, frozen=True, kw_only=True, tag="revoke-key"):
    """Whatever this key signs is refused from now on."""

    key: KeyId


KeysAct = EnrolKey | RevokeKey
