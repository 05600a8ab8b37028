"""Facts about the floor: alerts, approvals, calls, people, command keys, opening and closing."""

from firmware_host.rules.decision import Role
from firmware_host.rules.fact_body import FactBody, NewAlert
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.terms import AlertKind, Severity


class AlertRaised(FactBody, frozen=True, kw_only=True, tag="alert-raised"):
    """
    People should look at this. While one of this kind and about the same stands, it is that one, raised again.

    The fact before it, of the same cause, is what raised it.
    """

    marks_round = True

    alert: AlertKind
    about: str
    severity: Severity
    say: str

    def sentence(self) -> str:
        return f"Alert ({self.severity}): {self.say}"


class AlertAcknowledged(FactBody, frozen=True, kw_only=True, tag="alert-acknowledged"):
    """The fact's actor, in this role, has seen it."""

    marks_round = True

    of: int
    role: Role

    def sentence(self) -> str:
        return f"The {self.role} has seen alert {self.of}."


class AlertCleared(FactBody, frozen=True, kw_only=True, tag="alert-cleared"):
    """The fact's actor, in this role, says that it is put right."""

    marks_round = True

    of: int
    role: Role
    note: str = ""

    def sentence(self) -> str:
        return f"The {self.role} clears alert {self.of}{f': {self.note}' if self.note else ''}."


class DeadlineNear(FactBody, frozen=True, kw_only=True, tag="deadline-near"):
    """The time to put something right is nearly over: it bites at `due_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    due_ms: int
    say: str

    def sentence(self) -> str:
        return f"Time runs out: {self.say}"

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.CLOCK_NEAR, about=self.name, say=self.say)


AlertsBody = AlertRaised | AlertAcknowledged | AlertCleared | DeadlineNear


class ApprovalRequested(FactBody, frozen=True, kw_only=True, tag="approval-requested"):
    """The fact's actor, in this role, wants this. Nothing of it is true yet."""

    marks_round = True

    act: Approvable
    why: str
    role: Role

    def sentence(self) -> str:
        return f"The {self.role} asks for a second person: {self.act.by_two.say} ({self.why})."


class ApprovalGiven(FactBody, frozen=True, kw_only=True, tag="approval-given"):
    """
    Two people answer for what follows: the facts after this one, of the same cause.

    `waits` says that it is done at the end of the round under way instead.
    """

    marks_round = True

    of: int
    asked_by: str
    asked_as: Role
    approved_by: str
    approved_as: Role
    why: str
    waits: bool = False

    def sentence(self) -> str:
        return (
            f"Two people answer for what follows: {self.asked_by} ({self.asked_as}) asked for it, "
            f"{self.approved_by} ({self.approved_as}) approves: {self.why}."
        )


class ApprovalCarriedOut(FactBody, frozen=True, kw_only=True, tag="approval-carried-out"):
    """The round is over and what two people agreed on in it is done: the facts after this one, of the same cause."""

    marks_round = True

    of: int
    asked_by: str
    approved_by: str

    def sentence(self) -> str:
        return f"What {self.asked_by} and {self.approved_by} agreed on is done (request {self.of})."


class ApprovalDeclined(FactBody, frozen=True, kw_only=True, tag="approval-declined"):
    """The fact's actor, in this role, has put an end to the request."""

    marks_round = True

    of: int
    role: Role
    why: str = ""

    def sentence(self) -> str:
        return f"The {self.role} declines request {self.of}{f': {self.why}' if self.why else ''}."


class ApprovalExpired(FactBody, frozen=True, kw_only=True, tag="approval-expired"):
    """No second person came in time, or what was agreed on can no longer be done; nothing was."""

    marks_round = True

    of: int

    def sentence(self) -> str:
        return f"Request {self.of} found no second person in time, or can no longer be done."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.APPROVAL_EXPIRED,
            about=f"request {self.of}",
            say=f"Request {self.of} was not approved in time, or could not be done any more; nothing was done.",
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
    This person acts in these roles from here on.

    `start_of_trust`: root named the first casino supervisor at the console; nobody else vouched. `carried_over`: it was
    so in the journal that this one goes on from.
    """

    person: str
    roles: tuple[Role, ...]
    start_of_trust: bool = False
    carried_over: bool = False

    def sentence(self) -> str:
        roles = " and ".join(role.value.replace("-", " ") for role in self.roles)
        by = ", named by root at the console" if self.start_of_trust else ""
        by = ", as in the record before" if self.carried_over else by
        return f"{self.person} is enrolled as {roles}{by}."


class PersonRevoked(FactBody, frozen=True, kw_only=True, tag="person-revoked"):
    """This person does nothing at this table any more."""

    person: str

    def sentence(self) -> str:
        return f"{self.person} is revoked and may do nothing here any more."


class PinReset(FactBody, frozen=True, kw_only=True, tag="pin-reset"):
    """The old PIN of this person is worth nothing; another was given."""

    person: str

    def sentence(self) -> str:
        return f"{self.person} gets another PIN."


class PinRefused(FactBody, frozen=True, kw_only=True, tag="pin-refused"):
    """A wrong PIN, the `wrong_pins`-th in a row; for `wait_s` seconds no other is looked at."""

    person: str
    wrong_pins: int
    wait_s: int

    def sentence(self) -> str:
        wait = f"; for {self.wait_s} seconds no other is looked at" if self.wait_s else ""
        return f"A wrong PIN for {self.person}, number {self.wrong_pins} in a row{wait}."

    def raises(self) -> NewAlert | None:
        if self.wait_s <= 0:
            return None
        return NewAlert(
            kind=AlertKind.PINS_REFUSED,
            about=self.person,
            say=f"{self.wrong_pins} wrong PINs were given for {self.person}.",
        )


class PinAccepted(FactBody, frozen=True, kw_only=True, tag="pin-accepted"):
    """The right PIN after wrong ones: they are forgotten."""

    person: str

    def sentence(self) -> str:
        return f"The right PIN for {self.person}, after wrong ones."


class DealerOnDuty(FactBody, frozen=True, kw_only=True, tag="dealer-on-duty"):
    """The keys act as this dealer."""

    dealer: str

    def sentence(self) -> str:
        return f"{self.dealer} is on duty; the keys act as this dealer."


class DealerRelieved(FactBody, frozen=True, kw_only=True, tag="dealer-relieved"):
    """`dealer` has taken over from `relieved`; the keys act as `dealer`."""

    dealer: str
    relieved: str

    def sentence(self) -> str:
        return f"{self.dealer} takes over from {self.relieved}; the keys act as {self.dealer}."


class ReliefDue(FactBody, frozen=True, kw_only=True, tag="relief-due"):
    """This dealer has dealt for as long as the house lets one deal."""

    dealer: str

    def sentence(self) -> str:
        return f"{self.dealer} is due to be relieved."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.RELIEF_DUE, about=self.dealer, say=f"{self.dealer} is due to be relieved.")


PeopleBody = (
    PersonEnrolled | PersonRevoked | PinReset | PinRefused | PinAccepted | DealerOnDuty | DealerRelieved | ReliefDue
)


class KeyEnrolled(FactBody, frozen=True, kw_only=True, tag="key-enrolled"):
    """What this key signs is asked by `actor` in this role from here on."""

    key: str
    public: str
    actor: str
    role: Role

    def sentence(self) -> str:
        return f"What key {self.key} signs is asked by {self.actor} as {self.role.value.replace('-', ' ')}."


class KeyRevoked(FactBody, frozen=True, kw_only=True, tag="key-revoked"):
    """What this key signs is refused from here on."""

    key: str
    actor: str

    def sentence(self) -> str:
        return f"Key {self.key} of {self.actor} is revoked."


KeysBody = KeyEnrolled | KeyRevoked


class TableOpened(FactBody, frozen=True, kw_only=True, tag="table-opened"):
    """The table is open for play."""

    ends_turn = True

    def sentence(self) -> str:
        return "The table is open."


class TableIdled(FactBody, frozen=True, kw_only=True, tag="table-idled"):
    """No gaming activity: nothing is dealt until the decks were looked at, washed and shuffled again (14.5(d))."""

    ends_turn = True

    def sentence(self) -> str:
        return "Nobody plays: both decks are spread out on the table."


class TableClosed(FactBody, frozen=True, kw_only=True, tag="table-closed"):
    """Nobody plays here any more; the next opening begins with the inspection of two decks."""

    ends_turn = True

    def sentence(self) -> str:
        return "The table is closed."


class IdleDue(FactBody, frozen=True, kw_only=True, tag="idle-due"):
    """There was no gaming activity for as long as the house posts: nothing is dealt before both decks are spread."""

    ends_turn = True

    def sentence(self) -> str:
        return "No gaming activity: both decks are to be spread before the next deal."


SessionBody = TableOpened | TableIdled | TableClosed | IdleDue
