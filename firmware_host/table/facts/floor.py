"""Facts about the floor: alerts, approvals, calls, people, command keys, opening and closing."""

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Tagged
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.terms import AlertKind, Severity


class AlertRaised(Tagged, frozen=True, kw_only=True, tag="alert-raised"):
    """
    People should look at this. While one of this kind and about the same stands, it is that one, raised again.

    The fact before it, of the same cause, is what raised it.
    """

    alert: AlertKind
    about: str
    severity: Severity
    say: str


class AlertAcknowledged(Tagged, frozen=True, kw_only=True, tag="alert-acknowledged"):
    """The fact's actor, in this role, has seen it."""

    of: int
    role: Role


class AlertCleared(Tagged, frozen=True, kw_only=True, tag="alert-cleared"):
    """The fact's actor, in this role, says that it is put right."""

    of: int
    role: Role
    note: str = ""


class DeadlineNear(Tagged, frozen=True, kw_only=True, tag="deadline-near"):
    """The time to put something right is nearly over: it bites at `due_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    due_ms: int
    say: str


AlertsBody = AlertRaised | AlertAcknowledged | AlertCleared | DeadlineNear


class ApprovalRequested(Tagged, frozen=True, kw_only=True, tag="approval-requested"):
    """The fact's actor, in this role, wants this. Nothing of it is true yet."""

    act: Approvable
    why: str
    role: Role


class ApprovalGiven(Tagged, frozen=True, kw_only=True, tag="approval-given"):
    """
    Two people answer for what follows: the facts after this one, of the same cause.

    `waits` says that it is done at the end of the round under way instead.
    """

    of: int
    asked_by: str
    asked_as: Role
    approved_by: str
    approved_as: Role
    why: str
    waits: bool = False


class ApprovalCarriedOut(Tagged, frozen=True, kw_only=True, tag="approval-carried-out"):
    """The round is over and what two people agreed on in it is done: the facts after this one, of the same cause."""

    of: int
    asked_by: str
    approved_by: str


class ApprovalDeclined(Tagged, frozen=True, kw_only=True, tag="approval-declined"):
    """The fact's actor, in this role, has put an end to the request."""

    of: int
    role: Role
    why: str = ""


class ApprovalExpired(Tagged, frozen=True, kw_only=True, tag="approval-expired"):
    """No second person came in time, or what was agreed on can no longer be done; nothing was."""

    of: int


ApprovalsBody = ApprovalRequested | ApprovalGiven | ApprovalCarriedOut | ApprovalDeclined | ApprovalExpired


class FloorCalled(Tagged, frozen=True, kw_only=True, tag="floor-called"):
    """A floorperson is wanted at the table."""


class FloorCallEnded(Tagged, frozen=True, kw_only=True, tag="floor-call-ended"):
    """The floorperson came, or was no longer wanted."""


FloorBody = FloorCalled | FloorCallEnded


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


class TableOpened(Tagged, frozen=True, kw_only=True, tag="table-opened"):
    """The table is open for play."""


class TableIdled(Tagged, frozen=True, kw_only=True, tag="table-idled"):
    """No gaming activity: nothing is dealt until the decks were looked at, washed and shuffled again (14.5(d))."""


class TableClosed(Tagged, frozen=True, kw_only=True, tag="table-closed"):
    """Nobody plays here any more; the next opening begins with the inspection of two decks."""


SessionBody = TableOpened | TableIdled | TableClosed
