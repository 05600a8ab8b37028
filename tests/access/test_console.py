"""The console of a controller that runs: whom the kernel names, whose PIN is right, and what of it becomes a fact."""

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from firmware_host.access.console import FILE, Console, Registrar
from firmware_host.access.console_messages import (
    AddPerson,
    Done,
    ListPeople,
    No,
    People,
    Reply,
    Request,
    ResetPin,
    RevokePerson,
)
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins
from firmware_host.rules.decision import Code, Role
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import (
    AlertRaised,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    PinReset,
)
from tests.worlds.hosted_table import HostedTable, hosted_table

PIN, OTHER_PIN, WRONG = "274968", "918274", "274969"

FLOOR = (Role.FLOORPERSON,)

SUPERVISOR = (Role.CASINO_SUPERVISOR,)

FACTS = msgspec.json.Decoder(Fact)

REPLIES: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)

BOTH = {"pit-1": (False, True), "pit-9": (False, True)}
"""The two supervisors whom root names: not revoked, with a PIN."""

NOBODY = 4_000_000_000
"""An account that nobody has."""


class Controller:
    """A host that runs, its console, and somebody at it."""

    def __init__(self, table: HostedTable, folder: Path) -> None:
        self.table = table
        self.host = table.host
        self.journal = table.journal
        self.clock = table.clock
        self.folder = folder

    async def ask(self, request: Request | bytes) -> Reply:
        reader, writer = await asyncio.open_unix_connection(self.folder / FILE)
        writer.write((request if isinstance(request, bytes) else msgspec.json.encode(request)) + b"\n")
        reply = REPLIES.decode(await reader.readline())
        writer.close()
        await writer.wait_closed()
        return reply

    async def refuses(self, request: Request) -> Code:
        reply = await self.ask(request)
        assert isinstance(reply, No), f"{request} was granted"
        return reply.refusal.code

    async def begins(self) -> None:
        for person in ("pit-1", "pit-9"):
            assert isinstance(await self.ask(AddPerson(person=person, roles=SUPERVISOR, pin=PIN)), Done)

    async def adds(self, person: str, *roles: Role, pin: str | None = OTHER_PIN, by_pin: str = PIN) -> Reply:
        both = AddPerson(person=person, roles=roles, pin=pin, by="pit-1", by_pin=by_pin, second="pit-9", second_pin=PIN)
        return await self.ask(both)

    async def resets(self, person: str, *, pin: str) -> Reply:
        return await self.ask(ResetPin(person=person, pin=pin, by="pit-1", by_pin=PIN, second="pit-9", second_pin=PIN))

    def bodies(self) -> list[object]:
        return [fact.body for fact in self.table.recorded()]

    async def listed(self) -> dict[str, tuple[bool, bool]]:
        reply = await self.ask(ListPeople())
        assert isinstance(reply, People)
        return {person.person: (person.revoked, person.has_pin) for person in reply.people}


@asynccontextmanager
async def controller(folder: Path, *, root: bool = True) -> AsyncIterator[Controller]:
    """`root`: whether the account that runs the tests is taken for root."""
    data = folder / "data"
    async with hosted_table(data) as table:
        with Pins(data, folder / "pepper") as pins:
            host = table.host
            checking = PinCheck(table=host, pins=pins, clock=table.clock)
            registrar = Registrar(table=host, pins=pins, checking=checking)
            async with Console(folder=data, registrar=registrar, root_uid=os.geteuid() if root else NOBODY).opened():
                yield Controller(table, data)


async def test_root_names_the_first_supervisor_who_then_adds_others(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        assert isinstance(await there.adds("floor-1", *FLOOR), Done)
        assert [body for body in there.bodies() if isinstance(body, PersonEnrolled)] == [
            PersonEnrolled(person="pit-1", roles=SUPERVISOR, start_of_trust=True),
            PersonEnrolled(person="pit-9", roles=SUPERVISOR, start_of_trust=True),
            PersonEnrolled(person="floor-1", roles=FLOOR),
        ]
        assert await there.listed() == {**BOTH, "floor-1": (False, True)}


async def test_one_supervisor_alone_enrols_a_dealer_and_nobody_above(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        alone = AddPerson(person="floor-1", roles=FLOOR, pin=OTHER_PIN, by="pit-1", by_pin=PIN)
        assert await there.refuses(alone) is Code.TWO_PEOPLE_NEEDED
        assert await there.listed() == BOTH
        dealer = AddPerson(person="dealer-9", roles=(Role.DEALER,), pin=OTHER_PIN, by="pit-1", by_pin=PIN)
        assert isinstance(await there.ask(dealer), Done)
        assert there.bodies()[-1] == PersonEnrolled(person="dealer-9", roles=(Role.DEALER,), vouched_by=("pit-1",))


@pytest.mark.parametrize(
    ("second", "second_pin", "code"),
    [
        ("pit-9", WRONG, Code.WRONG_PIN),
        ("pit-1", PIN, Code.TWO_PEOPLE_NEEDED),
        ("ghost", PIN, Code.NOT_ENROLLED),
    ],
)
async def test_the_second_supervisor_gives_a_pin_too_and_is_somebody_else(
    tmp_path: Path, second: str, second_pin: str, code: Code
) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        asked = AddPerson(
            person="floor-1", roles=FLOOR, pin=OTHER_PIN, by="pit-1", by_pin=PIN, second=second, second_pin=second_pin
        )
        assert await there.refuses(asked) is code
        assert await there.listed() == BOTH
        assert not there.host.state.approvals, "the request is withdrawn"


@pytest.mark.parametrize("second", ["pit-1", "floor-1"])
async def test_two_who_may_not_decide_together_leave_no_request_in_the_record(tmp_path: Path, second: str) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        await there.adds("floor-1", *FLOOR, pin=PIN)
        before = there.bodies()
        asked = AddPerson(
            person="floor-2", roles=FLOOR, pin=OTHER_PIN, by="pit-1", by_pin=PIN, second=second, second_pin=PIN
        )
        assert await there.refuses(asked) in (Code.TWO_PEOPLE_NEEDED, Code.NOT_YOUR_ROLE)
        assert there.bodies() == before


async def test_no_pin_and_nothing_made_from_one_is_in_the_record(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        await there.adds("floor-1", *FLOOR, by_pin=WRONG)
        record = b"".join(link.data for link in there.journal.after(0, limit=1000))
    assert not any(secret in record for secret in (PIN.encode(), OTHER_PIN.encode(), WRONG.encode(), b"argon2"))


async def test_only_root_acts_without_a_name(tmp_path: Path) -> None:
    async with controller(tmp_path, root=False) as there:
        assert await there.refuses(AddPerson(person="pit-1", roles=SUPERVISOR, pin=PIN)) is Code.NOT_YOUR_ROLE
        assert await there.refuses(RevokePerson(person="pit-1")) is Code.NOT_YOUR_ROLE
        assert await there.listed() == {}, "the controller's own account may look"


async def test_trust_begins_once(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        assert await there.refuses(AddPerson(person="pit-3", roles=SUPERVISOR, pin=PIN)) is Code.NOT_NOW
        assert await there.listed() == BOTH


async def test_a_wrong_pin_is_a_fact_and_the_third_locks_out_even_the_right_one(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        wrong = ResetPin(person="pit-1", pin=OTHER_PIN, by="pit-1", by_pin=WRONG)
        assert [await there.refuses(wrong) for _ in range(4)] == [Code.WRONG_PIN] * 3 + [Code.LOCKED_OUT]
        assert [body.wait_s for body in there.bodies() if isinstance(body, PinRefused)] == [0, 0, 30]
        right = RevokePerson(person="pit-9", by="pit-1", by_pin=PIN)
        assert await there.refuses(right) is Code.LOCKED_OUT
        await there.clock.advance(30_000)
        assert isinstance(await there.ask(right), Done)
        assert [type(body) for body in there.bodies()[-2:]] == [PinAccepted, PersonRevoked]


async def test_many_who_try_at_once_are_tried_one_after_the_other(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        wrong = ResetPin(person="pit-1", pin=OTHER_PIN, by="pit-1", by_pin=WRONG)
        codes = await asyncio.gather(*(there.refuses(wrong) for _ in range(8)))
        assert sorted(codes) == [Code.LOCKED_OUT] * 5 + [Code.WRONG_PIN] * 3


async def test_a_floorperson_with_the_right_pin_adds_nobody(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        await there.adds("floor-1", *FLOOR)
        asked = AddPerson(person="floor-2", roles=FLOOR, pin=PIN, by="floor-1", by_pin=OTHER_PIN)
        assert await there.refuses(asked) is Code.NOT_ENROLLED


@pytest.mark.parametrize("pin", ["", "12345", "111111", "123456"])
async def test_a_pin_that_is_tried_first_enrols_nobody(tmp_path: Path, pin: str) -> None:
    async with controller(tmp_path) as there:
        assert await there.refuses(AddPerson(person="pit-1", roles=SUPERVISOR, pin=pin)) is Code.WRONG_PIN
        assert await there.listed() == {}


async def test_other_roles_for_somebody_leave_the_pin_as_it_is(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        await there.adds("floor-1", *FLOOR)
        refused = await there.adds("floor-1", Role.SURVEILLANCE)
        assert isinstance(refused, No)
        assert refused.refusal.allowed_by == "use `firmware-host people reset-pin floor-1 --by pit-1 --and NAME`"
        assert isinstance(await there.adds("floor-1", Role.SURVEILLANCE, pin=None), Done)
        assert (await there.listed())["floor-1"] == (False, True)


async def test_whoever_is_revoked_has_no_pin_and_one_who_comes_back_gets_another(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        await there.adds("pit-2", *SUPERVISOR)
        assert isinstance(await there.ask(RevokePerson(person="pit-2", by="pit-1", by_pin=PIN)), Done)
        assert there.bodies()[-1] == PersonRevoked(person="pit-2")
        assert await there.listed() == {**BOTH, "pit-2": (True, False)}
        revoking = RevokePerson(person="pit-1", by="pit-2", by_pin=OTHER_PIN)
        assert await there.refuses(revoking) is Code.NOT_ENROLLED
        assert isinstance(await there.adds("pit-2", *FLOOR, pin=WRONG), Done)
        assert (await there.listed())["pit-2"] == (False, True)


async def test_a_reset_that_was_recorded_and_not_finished_leaves_no_pin_that_opens(tmp_path: Path) -> None:
    """As after a crash between the fact and the file."""
    async with controller(tmp_path) as there:
        await there.begins()
        await there.adds("pit-2", *SUPERVISOR)
        pins = there.folder / "pins.json"
        before = pins.read_bytes()
        assert isinstance(await there.resets("pit-2", pin=WRONG), Done)
        assert isinstance(there.bodies()[-1], PinReset)
        pins.write_bytes(before)
        assert (await there.listed())["pit-2"] == (False, False)
        revoking = RevokePerson(person="pit-1", by="pit-2", by_pin=OTHER_PIN)
        assert await there.refuses(revoking) is Code.WRONG_PIN


async def test_root_revokes_the_last_supervisor_and_trust_begins_again(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        for person in BOTH:
            assert isinstance(await there.ask(RevokePerson(person=person)), Done)
        assert isinstance(await there.ask(AddPerson(person="pit-2", roles=SUPERVISOR, pin=PIN)), Done)
        enrolled, alert = there.bodies()[-2:]
        assert enrolled == PersonEnrolled(person="pit-2", roles=SUPERVISOR, start_of_trust=True, later=True)
        assert isinstance(alert, AlertRaised)


async def test_trouble_with_a_file_is_an_answer_and_ends_nothing(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        await there.begins()
        (tmp_path / "pepper").write_bytes(b"x")
        asked = ResetPin(person="pit-1", pin=OTHER_PIN, by="pit-1", by_pin=PIN)
        reply = await there.ask(asked)
        assert isinstance(reply, No)
        assert "does not contain a pepper" in reply.refusal.reason
        assert await there.listed()


@pytest.mark.parametrize(
    "line",
    [b"", b"no json", b'{"kind":"add"}', b'{"kind":"add","person":"A B","pin":"274968"}', b'{"kind":"add\xe9"}'],
)
async def test_what_is_no_request_is_answered_without_repeating_it(tmp_path: Path, line: bytes) -> None:
    async with controller(tmp_path) as there:
        reply = await there.ask(line)
        assert isinstance(reply, No)
        assert reply.refusal.code is Code.UNREADABLE
        assert "274968" not in reply.refusal.reason


async def test_the_socket_is_the_owners_alone_and_goes_with_the_controller(tmp_path: Path) -> None:
    async with controller(tmp_path) as there:
        path = there.folder / FILE
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not path.exists()


async def test_however_deep_the_data_folder_lies(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    async with controller(deep) as there:
        assert (there.folder / FILE).is_socket()
        assert len(str(there.folder / FILE)) > 108


def test_a_request_does_not_show_its_pins() -> None:
    requests = (
        AddPerson(person="pit-1", roles=SUPERVISOR, pin=PIN, by="pit-2", by_pin=OTHER_PIN),
        ResetPin(person="pit-1", pin=PIN, by="pit-2", by_pin=OTHER_PIN),
        RevokePerson(person="pit-1", by="pit-2", by_pin=OTHER_PIN),
    )
    for request in requests:
        assert PIN not in repr(request)
        assert OTHER_PIN not in repr(request)
