"""Two people are two: whoever enrolled whom, nobody decides alone what two have to decide."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approvable, Approve, Decline, RequestApproval
from firmware_host.table.acts.decks import InspectDecks, VerifyDecks
from firmware_host.table.acts.floor import (
    BeginTrust,
    ClearAlert,
    EnrolKey,
    EnrolPerson,
    ResetPin,
    RevokePerson,
)
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.system import AdoptConfiguration, Start
from firmware_host.table.facts.floor import AlertRaised, ApprovalDeclined, KeyRevoked, PersonEnrolled
from firmware_host.table.identities import STAFF, id_of
from firmware_host.table.terms import AlertKind
from tests.worlds.opening import EVERYBODY, SECOND_SUPERVISOR, trusted
from tests.worlds.pure_table import PureTable

SUPERVISOR = (Role.CASINO_SUPERVISOR,)

PUBLIC = "5e" * 32

ABOVE = (
    EnrolPerson(person="floor-1", roles=(Role.FLOORPERSON,)),
    EnrolPerson(person="dealer-1", roles=(Role.DEALER, Role.TECHNICIAN)),
    ResetPin(person=SECOND_SUPERVISOR),
    EnrolKey(public=PUBLIC, actor=SECOND_SUPERVISOR, role=Role.CASINO_SUPERVISOR),
)


def begun(*supervisors: str) -> PureTable:
    table = PureTable()
    table.does(Start(software="firmware-host 0", config=table.config))
    for name in supervisors:
        table.does(BeginTrust(person=name, roles=SUPERVISOR))
    return table


@pytest.mark.parametrize("act", ABOVE, ids=lambda act: type(act).__name__)
def test_one_supervisor_alone_gives_nobody_above_a_dealer_a_role_a_pin_or_a_key(act: Act) -> None:
    refusal = PureTable().started().refuses(act)
    assert refusal.code is Code.TWO_PEOPLE_NEEDED


def test_one_supervisor_is_enough_for_a_dealer() -> None:
    table = PureTable().started()
    table.does(EnrolPerson(person="dealer-2", roles=(Role.DEALER,)))
    table.does(ResetPin(person="dealer-2"))
    table.does(EnrolKey(public=PUBLIC, actor="dealer-2", role=Role.DEALER))


def test_neither_of_the_two_is_the_one_concerned() -> None:
    table = PureTable().started()
    supervisor = Role.CASINO_SUPERVISOR
    more = EnrolPerson(person=SECOND_SUPERVISOR, roles=STAFF)
    asks = RequestApproval(act=more, why="promoted")
    assert table.refuses(asks, role=supervisor, actor=SECOND_SUPERVISOR).code is Code.TWO_PEOPLE_NEEDED
    refusal = table.refuses(asks, role=supervisor, actor=EVERYBODY)
    assert refusal.reason == "two people have to decide this, but only somebody is enrolled in a role that may"
    table.enrols("pit-3", supervisor)
    *_, asked = table.does(asks, role=supervisor, actor=EVERYBODY)
    refusal = table.refuses(Approve(request=asked.number), role=supervisor, actor=SECOND_SUPERVISOR)
    assert (
        refusal.reason == f"the decision is about {SECOND_SUPERVISOR}, who may not be one of the two people who decide"
    )
    table.does(Approve(request=asked.number), role=supervisor, actor="pit-3")


def test_with_one_supervisor_the_table_deals_and_what_takes_two_is_refused_saying_why() -> None:
    table = begun()
    table.does(trusted("pit-1"))
    table.does(InspectDecks())
    table.does(VerifyDecks(), actor="pit-1")
    assert table.state.dealer == "dealer-1"
    asks = RequestApproval(act=EnrolPerson(person="floor-1", roles=(Role.FLOORPERSON,)), why="new")
    refusal = table.refuses(asks, role=Role.CASINO_SUPERVISOR, actor="pit-1")
    assert refusal.code is Code.TWO_PEOPLE_NEEDED
    assert refusal.allowed_by == (
        "have root add a second casino supervisor: firmware-host people add NAME --role casino-supervisor"
    )


def test_root_names_two_supervisors_and_no_third() -> None:
    table = begun("pit-1", "pit-2")
    assert not table.state.alerts
    refusal = table.refuses(BeginTrust(person="pit-3", roles=SUPERVISOR))
    assert refusal.allowed_by.endswith("people add pit-3 --role ROLE --by pit-1 --and pit-2")


def alerts_about(table: PureTable, person: str) -> list[int]:
    kind = AlertKind.PEOPLE_BY_ROOT
    return [alert.number for alert in table.state.alerts if (alert.kind, alert.about) == (kind, person)]


def test_a_later_naming_by_root_is_an_alert_that_the_one_named_cannot_clear() -> None:
    table = begun("pit-1")
    table.does(InspectDecks())
    table.does(BeginTrust(person="pit-2", roles=SUPERVISOR))
    (number,) = alerts_about(table, "pit-2")
    clears = ClearAlert(alert=number, note="ordered by the house")
    assert (
        table.refuses(clears, role=Role.CASINO_SUPERVISOR, actor="pit-2").reason
        == "the alert is about pit-2, who may not clear it"
    )
    table.does(clears, role=Role.CASINO_SUPERVISOR, actor="pit-1")


def test_root_who_revokes_every_supervisor_and_names_another_leaves_an_alert_for_each() -> None:
    table = begun("pit-1", "pit-2")
    for name in ("pit-1", "pit-2"):
        table.does(RevokePerson(person=name), role=Role.HOST, actor="root")
    table.does(BeginTrust(person="pit-3", roles=SUPERVISOR))
    assert [len(alerts_about(table, name)) for name in ("pit-1", "pit-2", "pit-3")] == [1, 1, 1]
    raised = [body.say for body in table.bodies() if isinstance(body, AlertRaised)]
    assert raised[-1] == (
        "Root at the console named pit-3 casino supervisor. If the house did not order this, revoke pit-3 and "
        "inspect the board."
    )


def test_a_supervisor_who_revokes_raises_no_alert() -> None:
    table = PureTable().started()
    table.does(RevokePerson(person=SECOND_SUPERVISOR), actor=EVERYBODY)
    assert not table.state.alerts


def test_keys_and_requests_end_with_the_enrolment() -> None:
    table = PureTable().opened().dealt()
    table.enrols("floor-1", Role.FLOORPERSON)
    table.by_supervisors(EnrolKey(public=PUBLIC, actor="floor-1", role=Role.FLOORPERSON))
    request = table.requested(VoidRound(why="51 cards"), actor="floor-1")
    bodies = [fact.body for fact in table.does(RevokePerson(person="floor-1"))[1:]]
    assert bodies == [
        KeyRevoked(key=id_of(PUBLIC), actor="floor-1"),
        ApprovalDeclined(of=request, role=Role.CASINO_SUPERVISOR, why="floor-1 was revoked"),
    ]
    table.enrols("floor-1", Role.FLOORPERSON)
    assert table.state.keys[id_of(PUBLIC)].revoked
    assert not table.state.approvals
    refusal = table.refuses(Approve(request=request), role=Role.DEALER, actor="dealer-1")
    assert refusal.reason == f"no request {request} waits for a second person"


def test_what_two_agreed_on_ends_with_the_enrolment_of_either() -> None:
    table = PureTable().opened().dealt()
    table.does(Start(software="firmware-host 0", config=replace(table.config, relief_minutes=30)))
    candidate = table.state.candidate
    assert candidate is not None
    table.by_two(AdoptConfiguration(candidate=candidate.number))
    (agreed,) = table.state.agreed
    *_, declined = table.does(RevokePerson(person="supervisor-1"))
    assert isinstance(declined.body, ApprovalDeclined)
    assert (declined.body.of, table.state.agreed) == (agreed.number, ())


def test_a_dealer_enrolled_by_one_supervisor_is_no_second_person_beside_this_one() -> None:
    table = PureTable().opened().dealt()
    table.does(EnrolPerson(person="dealer-2", roles=(Role.DEALER,)), actor=EVERYBODY)
    request = table.requested(VoidRound(why="51 cards"), role=Role.FLOORPERSON, actor=EVERYBODY)
    refusal = table.refuses(Approve(request=request), role=Role.DEALER, actor="dealer-2")
    assert refusal.reason == (
        "somebody alone gave dealer-2 a PIN or a key, so somebody and dealer-2 do not count as two people"
    )
    table.by_supervisors(ResetPin(person="dealer-2"))
    table.does(Approve(request=request), role=Role.DEALER, actor="dealer-2")


def test_people_of_an_older_record_stay_two() -> None:
    """A record of version 0.1 says nothing of who vouched."""
    old = PersonEnrolled(person="floor-1", roles=(Role.FLOORPERSON,))
    assert (old.vouched_by, old.later) == ((), False)


EVIL, HONEST = SECOND_SUPERVISOR, EVERYBODY

CREW = (EVIL, HONEST, "floor-1", "dealer-2", "dealer-3", "pit-4")

ROLES: tuple[tuple[Role, ...], ...] = (
    (Role.DEALER,),
    (Role.FLOORPERSON,),
    (Role.CASINO_SUPERVISOR,),
    (Role.DEALER, Role.FLOORPERSON),
)

DECIDED = st.one_of(
    st.builds(EnrolPerson, person=st.sampled_from(CREW[2:]), roles=st.sampled_from(ROLES)),
    st.builds(ResetPin, person=st.sampled_from(CREW)),
    st.builds(
        EnrolKey,
        public=st.sampled_from([digits * 32 for digits in ("5e", "6f", "70", "81")]),
        actor=st.sampled_from(CREW),
        role=st.sampled_from([Role.DEALER, Role.FLOORPERSON, Role.CASINO_SUPERVISOR]),
    ),
)

STEPS = st.lists(st.tuples(st.sampled_from(["evil", "both", "revoke"]), DECIDED), max_size=12)


class Crew:
    """One evil supervisor, and one honest one who approves only what each person's own PIN or key is given by."""

    def __init__(self) -> None:
        self.table = PureTable().opened().dealt()
        self.pins = {EVIL}
        """The people whose PIN the evil supervisor knows."""
        self.keys: set[str] = set()
        """The keys whose private half the evil supervisor holds."""

    def held(self) -> Iterator[tuple[str, Role]]:
        """Return each name and role that the evil supervisor can act in."""
        state = self.table.state
        for name in self.pins:
            person = state.people.get(name)
            if person is not None and not person.revoked:
                yield from ((name, role) for role in person.roles)
        # A command under a revoked key is refused before it reaches the table.
        keys = (key for public, key in state.keys.items() if public in self.keys and not key.revoked)
        yield from ((key.actor, key.role) for key in keys)

    def given(self, act: Approvable, *, by_evil: bool) -> None:
        """Whoever hands over a PIN or a key alone knows it; two see to it that the person types the own one."""
        match act:
            case EnrolPerson(person=person) | ResetPin(person=person):
                (self.pins.add if by_evil or person == EVIL else self.pins.discard)(person)
            case EnrolKey(public=public):
                (self.keys.add if by_evil else self.keys.discard)(id_of(public))
            case _:
                pass

    def alone(self, act: Approvable) -> None:
        """Let the evil supervisor try it under every name held, where one is enough."""
        known = self.table.state.people.get(act.person) if isinstance(act, EnrolPerson) else None
        was_there = known is not None and not known.revoked
        for name, role in [*self.held()]:
            answer = self.table.ask(act, role=role, actor=name)
            if not isinstance(answer, Refusal):
                if answer and not was_there:
                    self.given(act, by_evil=True)
                return

    def together(self, act: Approvable) -> None:
        """Let both supervisors do it."""
        known = self.table.state.people.get(act.person) if isinstance(act, EnrolPerson) else None
        was_there = known is not None and not known.revoked
        supervisor = Role.CASINO_SUPERVISOR
        asked = self.table.ask(RequestApproval(act=act, why="new"), role=supervisor, actor=EVIL)
        if isinstance(asked, Refusal):
            return
        done = self.table.ask(Approve(request=asked[-1].number), role=supervisor, actor=HONEST)
        if not isinstance(done, Refusal) and len(done) > 1 and not was_there:
            self.given(act, by_evil=False)

    def tries_to_be_two(self, act: Approvable) -> None:
        """Try every pair of the names held; none may be two people."""
        for first, second in permutations({*self.held()}, 2):
            asked = self.table.ask(RequestApproval(act=act, why="alone"), role=first[1], actor=first[0])
            if isinstance(asked, Refusal):
                continue
            number = asked[-1].number
            done = self.table.ask(Approve(request=number), role=second[1], actor=second[0])
            assert isinstance(done, Refusal), f"one person was {first} and {second}"
            self.table.does(Decline(request=number), role=first[1], actor=first[0])


@settings(max_examples=150, deadline=None)
@given(steps=STEPS)
def test_nobody_is_two_people_whoever_enrolled_whom(steps: list[tuple[str, Approvable]]) -> None:
    nobody_is_two(steps)


def nobody_is_two(steps: list[tuple[str, Approvable]]) -> None:
    """Let them enrol and revoke; after each step every pair of names that one person holds must fail."""
    crew = Crew()
    for who, act in steps:
        match who:
            case "evil":
                crew.alone(act)
            case "both":
                crew.together(act)
            case _:
                name = act.actor if isinstance(act, EnrolKey) else CREW[2]
                if name not in (EVIL, HONEST):
                    crew.table.ask(RevokePerson(person=name), actor=HONEST)
        for wanted in (VoidRound(why="alone"), ABOVE[0], ResetPin(person=HONEST)):
            crew.tries_to_be_two(wanted)
