"""What can become true of people and their duties. No PIN, and nothing made from one, is ever in here."""

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Tagged


class PersonEnrolled(Tagged, frozen=True, kw_only=True, tag="person-enrolled"):
    """
    This person acts in these roles from here on.

    `start_of_trust`: root named the first casino supervisor at the console; nobody else vouched. `carried_over`: it was
    so in the journal that this one goes on from.
    """

    person: str
    roles: tuple[Role, ...]
    start_of_trust: bool = False
    carried_over: bool = False


class PersonRevoked(Tagged, frozen=True, kw_only=True, tag="person-revoked"):
    """This person does nothing at this table any more."""

    person: str


class PinReset(Tagged, frozen=True, kw_only=True, tag="pin-reset"):
    """The old PIN of this person is worth nothing; another was given."""

    person: str


class PinRefused(Tagged, frozen=True, kw_only=True, tag="pin-refused"):
    """A wrong PIN, the `wrong_pins`-th in a row; for `wait_s` seconds no other is looked at."""

    person: str
    wrong_pins: int
    wait_s: int


class PinAccepted(Tagged, frozen=True, kw_only=True, tag="pin-accepted"):
    """The right PIN after wrong ones: they are forgotten."""

    person: str


class DealerOnDuty(Tagged, frozen=True, kw_only=True, tag="dealer-on-duty"):
    """The keys act as this dealer."""

    dealer: str


class DealerRelieved(Tagged, frozen=True, kw_only=True, tag="dealer-relieved"):
    """`dealer` has taken over from `relieved`; the keys act as `dealer`."""

    dealer: str
    relieved: str


class ReliefDue(Tagged, frozen=True, kw_only=True, tag="relief-due"):
    """This dealer has dealt for as long as the house lets one deal."""

    dealer: str


PeopleBody = (
    PersonEnrolled | PersonRevoked | PinReset | PinRefused | PinAccepted | DealerOnDuty | DealerRelieved | ReliefDue
)
