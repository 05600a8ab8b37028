"""Facts about the floor: alerts, approvals, calls, people, command keys, opening and closing."""

from firmware_host.rules.act_and_fact import FactBody, NewAlert
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import in_words
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.terms import AlertKind, Severity


class AlertRaised(FactBody, frozen=True, kw_only=True, tag="alert-raised"):
    """
    An alert that staff has to deal with. If an alert of this kind and subject is open already, this fact raises it
    again.

    The fact directly before, of the same cause, is the reason.
    """

    marks_round = True

    alert: AlertKind
    """The kind of the alert."""
    about: str
    severity: Severity
    say: str

    def sentence(self) -> str:
        return f"Alert ({self.severity}): {self.say}"


class AlertAcknowledged(FactBody, frozen=True, kw_only=True, tag="alert-acknowledged"):
    """The fact's actor, in this role, has seen the alert."""

    marks_round = True

    of: int
    """The number of the alert."""
    role: Role
    """The role in which the fact's actor has seen the alert."""

    def sentence(self) -> str:
        return f"The {in_words(self.role)} acknowledges alert {self.of}."


class AlertCleared(FactBody, frozen=True, kw_only=True, tag="alert-cleared"):
    """The fact's actor, in this role, declares the alert dealt with."""

    marks_round = True

    of: int
    """The number of the alert."""
    role: Role
    """The role in which the fact's actor clears the alert."""
    note: str = ""

    def sentence(self) -> str:
        return f"The {in_words(self.role)} clears alert {self.of}{f': {self.note}' if self.note else ''}."


class DeadlineNear(FactBody, frozen=True, kw_only=True, tag="deadline-near"):
    """A warning that a deadline is near: it expires at `due_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    due_ms: int
    say: str

    def sentence(self) -> str:
        return f"Time is running out: {self.say}"

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.CLOCK_NEAR, about=self.name, say=self.say)


AlertsBody = AlertRaised | AlertAcknowledged | AlertCleared | DeadlineNear


class ApprovalRequested(FactBody, frozen=True, kw_only=True, tag="approval-requested"):
    """The fact's actor, in this role, asks for this act. Nothing is done yet."""

    marks_round = True

    act: Approvable
    """The act that waits for a second person."""
    why: str
    role: Role

    def sentence(self) -> str:
        return f"The {in_words(self.role)} asks a second person to approve. {self.act.decided()}. Reason: {self.why}."


class ApprovalGiven(FactBody, frozen=True, kw_only=True, tag="approval-given"):
    """
    Two people answer for the act. The facts after this one, of the same cause, carry it out.

    `waits` says that the act is carried out only at the end of the round under way.
    """

    marks_round = True

    of: int
    """The number of the request."""
    asked_by: str
    asked_as: Role
    """The role of the person who asked."""
    approved_by: str
    approved_as: Role
    """The role of the person who approves."""
    why: str
    waits: bool = False

    def sentence(self) -> str:
        return (
            f"Request {self.of} approved: {self.asked_by} ({in_words(self.asked_as)}) asked, "
            f"{self.approved_by} ({in_words(self.approved_as)}) approved: {self.why}."
        )


class ApprovalCarriedOut(FactBody, frozen=True, kw_only=True, tag="approval-carried-out"):
    """The round is over; the next facts of the same cause carry out the act that two people agreed on."""

    marks_round = True

    of: int
    """The number of the request."""
    asked_by: str
    approved_by: str

    def sentence(self) -> str:
        return f"Request {self.of} of {self.asked_by}, approved by {self.approved_by}, is now carried out."


class ApprovalDeclined(FactBody, frozen=True, kw_only=True, tag="approval-declined"):
    """The fact's actor, in this role, declined or withdrew the request."""

    marks_round = True

    of: int
    """The number of the request."""
    role: Role
    """The role in which the fact's actor declines."""
    why: str = ""

    def sentence(self) -> str:
        return f"The {in_words(self.role)} declines request {self.of}{f': {self.why}' if self.why else ''}."


class ApprovalExpired(FactBody, frozen=True, kw_only=True, tag="approval-expired"):
    """The request found no second person in time, or became impossible; nothing was done."""

    marks_round = True

    of: int
    """The number of the request."""

    def sentence(self) -> str:
        return f"Request {self.of} has expired: not approved in time, or no longer possible."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.APPROVAL_EXPIRED,
            about=f"request {self.of}",
            say=f"Request {self.of} was not approved in time or is no longer possible. Nothing was done; ask again.",
        )


ApprovalsBody = ApprovalRequested | ApprovalGiven | ApprovalCarriedOut | ApprovalDeclined | ApprovalExpired


class FloorCalled(FactBody, frozen=True, kw_only=True, tag="floor-called"):
    """A floorperson is wanted at the table."""

    marks_round = True

    def sentence(self) -> str:
        return "The floor is called."


class FloorCallEnded(FactBody, frozen=True, kw_only=True, tag="floor-call-ended"):
    """The floorperson came, or was no longer wanted."""

    marks_round = True

    def sentence(self) -> str:
        return "The call for the floor has ended."


FloorBody = FloorCalled | FloorCallEnded


class PersonEnrolled(FactBody, frozen=True, kw_only=True, tag="person-enrolled"):
    """
    This person has exactly these roles from now on.

    `start_of_trust`: root named the first casino supervisor at the console, and no other person vouched.
    `carried_over`: copied from the journal that this one continues. `vouched_by`: the people who enrolled this person
    without a second person; empty if two people, or root, decided. `later`: root named a casino supervisor after the
    first two, or at a table in use.
    """

    person: str
    roles: tuple[Role, ...]
    start_of_trust: bool = False
    carried_over: bool = False
    vouched_by: tuple[str, ...] = ()
    later: bool = False

    def sentence(self) -> str:
        roles = " and ".join(in_words(role) for role in self.roles)
        by = ", named by root at the console" if self.start_of_trust else ""
        by = ", carried over from the previous record" if self.carried_over else by
        return f"{self.person} is enrolled as {roles}{by}."

    def raises(self) -> NewAlert | None:
        if not self.later:
            return None
        return NewAlert(
            kind=AlertKind.PEOPLE_BY_ROOT,
            about=self.person,
            say=(
                f"Root at the console named {self.person} casino supervisor. "
                f"If the house did not order this, revoke {self.person} and inspect the board."
            ),
        )


class PersonRevoked(FactBody, frozen=True, kw_only=True, tag="person-revoked"):
    """
    This person may no longer do anything at this table; the person's command keys and requests end as well.

    `by_root`: root at the console revoked the person, and no second person vouched.
    """

    person: str
    by_root: bool = False

    def sentence(self) -> str:
        return f"{self.person} is revoked and may no longer act at this table."

    def raises(self) -> NewAlert | None:
        if not self.by_root:
            return None
        return NewAlert(
            kind=AlertKind.PEOPLE_BY_ROOT,
            about=self.person,
            say=(
                f"Root at the console revoked {self.person}. "
                f"If the house did not order this, enroll {self.person} again and inspect the board."
            ),
        )


class PinReset(FactBody, frozen=True, kw_only=True, tag="pin-reset"):
    """The person's old PIN is invalid; a new one was issued. `vouched_by` as in `PersonEnrolled`."""

    person: str
    vouched_by: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"{self.person} gets a new PIN."


class PinRefused(FactBody, frozen=True, kw_only=True, tag="pin-refused"):
    """A wrong PIN, the `wrong_pins`-th in a row; the person is locked out for `wait_s` seconds."""

    person: str
    wrong_pins: int
    wait_s: int

    def sentence(self) -> str:
        wait = f"; locked out for {self.wait_s} seconds" if self.wait_s else ""
        return f"Wrong PIN for {self.person}, {self.wrong_pins} in a row{wait}."

    def raises(self) -> NewAlert | None:
        if self.wait_s <= 0:
            return None
        return NewAlert(
            kind=AlertKind.PINS_REFUSED,
            about=self.person,
            say=f"{self.wrong_pins} wrong PINs in a row were entered for {self.person}.",
        )


class PinAccepted(FactBody, frozen=True, kw_only=True, tag="pin-accepted"):
    """The right PIN was entered after wrong ones; the count of wrong PINs is reset."""

    person: str

    def sentence(self) -> str:
        return f"The right PIN was entered for {self.person} after wrong ones."


class DealerOnDuty(FactBody, frozen=True, kw_only=True, tag="dealer-on-duty"):
    """The keys act as this dealer."""

    dealer: str

    def sentence(self) -> str:
        return f"{self.dealer} is on duty; the keys now act as this dealer."


class DealerRelieved(FactBody, frozen=True, kw_only=True, tag="dealer-relieved"):
    """`dealer` has taken over from `relieved`; the keys act as `dealer`."""

    dealer: str
    relieved: str

    def sentence(self) -> str:
        return f"{self.dealer} relieves {self.relieved}; the keys now act as {self.dealer}."


class ReliefDue(FactBody, frozen=True, kw_only=True, tag="relief-due"):
    """The dealer has dealt for the longest time that the house allows."""

    dealer: str

    def sentence(self) -> str:
        return f"{self.dealer} is due to be relieved."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.RELIEF_DUE, about=self.dealer, say=f"{self.dealer} is due to be relieved.")


PeopleBody = (
    PersonEnrolled | PersonRevoked | PinReset | PinRefused | PinAccepted | DealerOnDuty | DealerRelieved | ReliefDue
)


class KeyEnrolled(FactBody, frozen=True, kw_only=True, tag="key-enrolled"):
    """
    From now on a command signed by this key counts as a command of `actor`, in this role.

    `vouched_by`: the people who enrolled the key without a second person; empty if two people decided.
    """

    key: str
    public: str
    actor: str
    """The staff name of the key's owner."""
    role: Role
    """The role that the key signs in."""
    vouched_by: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"{self.actor} may now sign commands as {in_words(self.role)} (key {self.key})."


class KeyRevoked(FactBody, frozen=True, kw_only=True, tag="key-revoked"):
    """From now on commands signed by this key are refused."""

    key: str
    actor: str
    """The staff name of the key's owner."""

    def sentence(self) -> str:
        return f"Key {self.key} of {self.actor} is revoked."


KeysBody = KeyEnrolled | KeyRevoked


class TableOpened(FactBody, frozen=True, kw_only=True, tag="table-opened"):
    """The table is open for play."""

    ends_turn = True

    def sentence(self) -> str:
        return "The table is open."


class TableIdled(FactBody, frozen=True, kw_only=True, tag="table-idled"):
    """No gaming activity: before the next deal the decks are inspected, washed and shuffled again (14.5(d))."""

    ends_turn = True

    def sentence(self) -> str:
        return "Gaming activity stops: both decks are spread out on the table."


class TableClosed(FactBody, frozen=True, kw_only=True, tag="table-closed"):
    """The table is closed; the next opening begins with the inspection of two decks."""

    ends_turn = True

    def sentence(self) -> str:
        return "The table is closed."


class IdleDue(FactBody, frozen=True, kw_only=True, tag="idle-due"):
    """There was no gaming activity for as long as the house posts: nothing is dealt before both decks are spread."""

    ends_turn = True

    def sentence(self) -> str:
        return "No gaming activity: both decks are to be spread before the next deal."


SessionBody = TableOpened | TableIdled | TableClosed | IdleDue
