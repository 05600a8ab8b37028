"""A record with two rounds and its people, each with a PIN: what a board is restored from."""

from pathlib import Path

from firmware_host.access.pin_check import pin_of
from firmware_host.access.pins import Pins
from firmware_host.rules.decision import Role
from firmware_host.table.acts.approvals import Approve, RequestApproval
from firmware_host.table.acts.floor import BeginTrust, EnrolPerson, RevokePerson
from firmware_host.table.acts.intent import Accepted, Act, Intent, Via
from tests.worlds.busy_table import BusyTable, busy_table
from tests.worlds.opening import SECOND_SUPERVISOR, trusted_too

ROUNDS = 2

PINS = {"pit-1": "274968", "floor-1": "918274", "dealer-9": "550912", "gone-1": "660123"}

ROLES = {
    "floor-1": (Role.FLOORPERSON,),
    "dealer-9": (Role.DEALER,),
    "gone-1": (Role.FLOORPERSON,),
    "somebody": (Role.DEALER, Role.FLOORPERSON),
}
"""`somebody` is whoever plays, and has no PIN."""

EVERYBODY = {"pit-1": (Role.CASINO_SUPERVISOR,), SECOND_SUPERVISOR: (Role.CASINO_SUPERVISOR,), **ROLES}


async def told(table: BusyTable, act: Act, *, role: Role, actor: str) -> None:
    intent = Intent(
        id=f"{actor}:{table.host.state.last}",
        actor=actor,
        role=role,
        via=Via.PANEL,
        at=table.clock.stamp(),
        seen=table.host.state.last,
        act=act,
    )
    assert isinstance(await table.host.submit(intent), Accepted)


async def with_people(folder: Path) -> None:
    async with busy_table(folder) as table:
        await told(table, BeginTrust(person="pit-1", roles=(Role.CASINO_SUPERVISOR,)), role=Role.HOST, actor="root")
        await told(table, trusted_too(), role=Role.HOST, actor="root")
        for name, roles in ROLES.items():
            act = RequestApproval(act=EnrolPerson(person=name, roles=roles), why="new")
            await told(table, act, role=Role.CASINO_SUPERVISOR, actor="pit-1")
            approved = Approve(request=table.host.state.approvals[-1].number)
            await told(table, approved, role=Role.CASINO_SUPERVISOR, actor=SECOND_SUPERVISOR)
        with Pins(folder, folder / "pepper.key") as pins:
            for name, pin in PINS.items():
                await pins.give(name, pin, of=pin_of(table.host.state, name))
        revoked = RevokePerson(person="gone-1")
        await told(table, revoked, role=Role.CASINO_SUPERVISOR, actor="pit-1")
        await table.play(ROUNDS)
        assert table.host.state.rounds == ROUNDS
