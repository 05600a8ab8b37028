"""The requests at the console of the board and their replies, one JSON object a line. PINs go no further."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.decision import Refusal, Role
from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Tagged
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.identities import KeyId, PersonName, PublicKey
from firmware_host.table.terms import Back, Change

Pin = Annotated[str, Meta(max_length=64)]


class _By(Tagged, frozen=True, kw_only=True):
    """A request by one or two casino supervisors, each with a PIN, or by root if `by` is None."""

    by: PersonName | None = None
    by_pin: Pin = ""
    second: PersonName | None = None
    second_pin: Pin = ""

    def __repr__(self) -> str:
        """Leave out the PIN."""
        return f"{type(self).__name__}(by={self.by!r})"


class _Asked(_By, frozen=True, kw_only=True):
    """A request about one person."""

    person: PersonName

    def __repr__(self) -> str:
        """Leave out the PINs."""
        return f"{type(self).__name__}({self.person!r}, by={self.by!r})"


class AddPerson(_Asked, frozen=True, kw_only=True, tag="add"):
    """Enrol a person in these roles, or change the roles. Without `pin` the person's PIN stays."""

    roles: Annotated[tuple[Role, ...], Meta(min_length=1)]
    pin: Pin | None = None

    __repr__ = _Asked.__repr__


class RevokePerson(_Asked, frozen=True, kw_only=True, tag="revoke"):
    """Revoke a person, who may then do nothing at this table."""

    __repr__ = _Asked.__repr__


class ResetPin(_Asked, frozen=True, kw_only=True, tag="reset-pin"):
    """Replace a person's PIN."""

    pin: Pin

    __repr__ = _Asked.__repr__


class AddKey(_Asked, frozen=True, kw_only=True, tag="add-key"):
    """Accept commands signed with this key, from this person in this role."""

    public: PublicKey
    role: Role

    __repr__ = _Asked.__repr__


class RevokeKey(_By, frozen=True, kw_only=True, tag="revoke-key"):
    """Refuse commands signed with this key from now on."""

    key: KeyId

    __repr__ = _By.__repr__


class ListKeys(Tagged, frozen=True, kw_only=True, tag="list-keys"):
    """List the command keys."""


class ListPeople(Tagged, frozen=True, kw_only=True, tag="list"):
    """List the people."""


class ReadSituation(Tagged, frozen=True, kw_only=True, tag="read-situation"):
    """Ask what two people could decide about now."""


class DecideByTwo(Tagged, frozen=True, kw_only=True, tag="decide-by-two"):
    """
    Two people with their PINs decide this: `by` requests it for this reason, `second` approves it.

    `round` is the round that they were shown; 0 for a decision that is about no round.
    """

    act: Approvable
    why: Why
    round: int = 0
    by: PersonName
    by_pin: Pin
    second: PersonName
    second_pin: Pin

    def __repr__(self) -> str:
        """Leave out the PINs."""
        return f"DecideByTwo({self.act!r}, by={self.by!r}, second={self.second!r})"


class Listed(Tagged, frozen=True, kw_only=True, tag="person"):
    """One person, from the record and the file of PINs."""

    person: str
    roles: tuple[Role, ...]
    revoked: bool
    has_pin: bool
    wrong_pins: int


class People(Tagged, frozen=True, kw_only=True, tag="people"):
    """All people ever enrolled, including revoked ones, and the path of the pepper."""

    people: tuple[Listed, ...]
    pepper: str


class ListedKey(Tagged, frozen=True, kw_only=True, tag="key"):
    """One command key, from the record."""

    key: str
    public: str
    actor: str
    role: Role
    revoked: bool


class Keys(Tagged, frozen=True, kw_only=True, tag="keys"):
    """All command keys ever enrolled, including revoked ones."""

    keys: tuple[ListedKey, ...]


class Situation(Tagged, frozen=True, kw_only=True, tag="situation"):
    """
    What two people could decide about.

    `candidate` is the fact of a changed table.toml, 0 for none, with its `changes`; `round` the round under way, 0 for
    none; `due_deck` the deck to be dealt next.
    """

    candidate: int = 0
    changes: tuple[Change, ...] = ()
    round: int = 0
    due_deck: Back | None = None


class Decided(Tagged, frozen=True, kw_only=True, tag="decided"):
    """Two people have decided, with these facts. `waits` says that it is carried out once the round is over."""

    numbers: tuple[int, ...]
    waits: bool


class Done(Tagged, frozen=True, kw_only=True, tag="done"):
    """The request succeeded with these facts; with none if nothing had to change."""

    numbers: tuple[int, ...]


class No(Tagged, frozen=True, kw_only=True, tag="no"):
    """The request was refused."""

    refusal: Refusal


Request = AddPerson | RevokePerson | ResetPin | ListPeople | AddKey | RevokeKey | ListKeys | ReadSituation | DecideByTwo
Reply = Done | People | Keys | Situation | Decided | No
