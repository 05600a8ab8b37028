"""What `firmware-host people` asks and is answered, a line of JSON each. A PIN goes over the socket and no further."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.decision import Refusal, Role
from firmware_host.rules.struct import Tagged
from firmware_host.table.identities import KeyId, PersonName, PublicKey

Pin = Annotated[str, Meta(max_length=64)]


class _By(Tagged, frozen=True, kw_only=True):
    """`by` is the casino supervisor who asks, with a PIN; without one it is root at the console."""

    by: PersonName | None = None
    by_pin: Pin = ""

    def __repr__(self) -> str:
        """Leave the PIN out, wherever this may be printed."""
        return f"{type(self).__name__}(by={self.by!r})"


class _Asked(_By, frozen=True, kw_only=True):
    """What is asked about one person."""

    person: PersonName

    def __repr__(self) -> str:
        """Leave the PINs out, wherever this may be printed."""
        return f"{type(self).__name__}({self.person!r}, by={self.by!r})"


class AddPerson(_Asked, frozen=True, kw_only=True, tag="add"):
    """Enrol somebody in these roles, or change them; with a PIN, unless there is one to be kept."""

    roles: Annotated[tuple[Role, ...], Meta(min_length=1)]
    pin: Pin | None = None

    __repr__ = _Asked.__repr__


class RevokePerson(_Asked, frozen=True, kw_only=True, tag="revoke"):
    """Let somebody do nothing at this table any more."""

    __repr__ = _Asked.__repr__


class ResetPin(_Asked, frozen=True, kw_only=True, tag="reset-pin"):
    """Give somebody another PIN."""

    pin: Pin

    __repr__ = _Asked.__repr__


class AddKey(_Asked, frozen=True, kw_only=True, tag="add-key"):
    """Let this person's signed commands in, in this role."""

    public: PublicKey
    role: Role

    __repr__ = _Asked.__repr__


class RevokeKey(_By, frozen=True, kw_only=True, tag="revoke-key"):
    """Let in nothing more that this key has signed."""

    key: KeyId

    __repr__ = _By.__repr__


class ListKeys(Tagged, frozen=True, kw_only=True, tag="list-keys"):
    """Say which keys are known."""


class ListPeople(Tagged, frozen=True, kw_only=True, tag="list"):
    """Say who is known."""


class Listed(Tagged, frozen=True, kw_only=True, tag="person"):
    """Somebody, as the record and the file of PINs know them."""

    person: str
    roles: tuple[Role, ...]
    revoked: bool
    has_pin: bool
    wrong_pins: int


class People(Tagged, frozen=True, kw_only=True, tag="people"):
    """Everybody who is known, also who was revoked; and where the pepper of their PINs lies."""

    people: tuple[Listed, ...]
    pepper: str


class ListedKey(Tagged, frozen=True, kw_only=True, tag="key"):
    """A key of signed commands, as the record knows it."""

    key: str
    public: str
    actor: str
    role: Role
    revoked: bool


class Keys(Tagged, frozen=True, kw_only=True, tag="keys"):
    """All that are known, also those that were revoked."""

    keys: tuple[ListedKey, ...]


class Done(Tagged, frozen=True, kw_only=True, tag="done"):
    """It was done, and these are the facts of it; none where it was so already."""

    numbers: tuple[int, ...]


class No(Tagged, frozen=True, kw_only=True, tag="no"):
    """It was not done."""

    refusal: Refusal


Request = AddPerson | RevokePerson | ResetPin | ListPeople | AddKey | RevokeKey | ListKeys
Reply = Done | People | Keys | No
