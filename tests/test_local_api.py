"""The door: a Unix socket for programs on the board; bound by everything the table is."""

import asyncio
import grp
import json
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from firmware_host.access.pin_check import PinCheck, pin_of
from firmware_host.access.pins import Pins
from firmware_host.errors import UserError
from firmware_host.host.host import Host
from firmware_host.host.intents import TableWithState
from firmware_host.journal.chain import Link
from firmware_host.journal.reader import Reader
from firmware_host.local_api.server import Asked, LocalApi, LocalApiConfig
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.approvals import Approve
from firmware_host.table.acts.decks import InspectDecks, VerifyDecks
from firmware_host.table.acts.floor import BeginTrust, CallFloor, RevokePerson
from firmware_host.table.acts.intent import Accepted, Intent, Refused, Via
from firmware_host.table.state.table import TableState
from hil.clock import VirtualClock
from hil.local_api_client import DoorClient
from tests.worlds.hosted_table import hosted_table

PIN, WRONG = "274968", "274969"


@asynccontextmanager
async def a_table_with_a_door(folder: Path) -> AsyncIterator[tuple[Host, Path]]:
    path = folder / "door.socket"
    async with hosted_table(folder / "data") as table:
        with Pins(folder, folder / "pepper") as pins:
            async with door_of(path, table.host, pins, table.clock, Role.DEALER, Role.FLOORPERSON).opened():
                yield table.host, path


def door_of(path: Path, table: TableWithState, pins: Pins, clock: VirtualClock, *roles: Role) -> LocalApi:
    checking = PinCheck(table=table, pins=pins, clock=clock)
    return LocalApi(config=LocalApiConfig(path=str(path), roles=roles), table=table, clock=clock, checking=checking)


async def enrolled(host: Host, folder: Path, person: str, *roles: Role) -> None:
    """Root names somebody at the console, with a PIN."""
    act = BeginTrust(person=person, roles=(*roles, Role.CASINO_SUPERVISOR))
    intent = Intent(
        id=f"root:{person}", actor="root", role=Role.HOST, via=Via.SCRIPT, at=VirtualClock().stamp(), seen=0, act=act
    )
    assert isinstance(await host.submit(intent), Accepted)
    with Pins(folder, folder / "pepper") as pins:
        await pins.give(person, PIN, of=pin_of(host.state, person))


async def ask_raw(path: Path, line: bytes) -> dict[str, object]:
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(line + b"\n")
    answer: dict[str, object] = json.loads(await reader.readline())
    writer.close()
    await writer.wait_closed()
    return answer


async def test_an_act_through_the_door_becomes_a_fact(tmp_path: Path) -> None:
    async with a_table_with_a_door(tmp_path) as (host, path):
        with closing(DoorClient(path, actor="dealer-1")) as client:
            answer = await client.ask(InspectDecks(), seen=host.state.last)
        assert isinstance(answer, Accepted)
        assert host.state.dealer == "dealer-1"


@pytest.mark.parametrize("id_", ["", "a\nb", "x\n", "\x1b[2J", " x", "x" * 92], ids=ascii)
async def test_an_id_that_people_cannot_read_is_refused_in_plain_words(tmp_path: Path, id_: str) -> None:
    asked = {"id": id_, "actor": "dealer-1", "role": "dealer", "seen": 3, "act": {"kind": "call-floor"}}
    async with a_table_with_a_door(tmp_path) as (host, path):
        answer = await ask_raw(path, json.dumps(asked).encode())
        assert not host.state.floor_called
    assert (answer["kind"], answer["id"]) == ("refused", "unreadable")
    refusal = answer["refusal"]
    assert isinstance(refusal, dict)
    assert "`id` is too" in refusal["reason"] or "`id` has a character that people cannot read" in refusal["reason"]


async def test_only_the_controllers_own_account_may_open_it(tmp_path: Path) -> None:
    async with a_table_with_a_door(tmp_path) as (_, path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_an_act_on_an_older_turn_is_refused_as_anywhere(tmp_path: Path) -> None:
    async with a_table_with_a_door(tmp_path) as (host, path):
        with closing(DoorClient(path, actor="dealer-1")) as client:
            seen = host.state.last
            await client.ask(InspectDecks(), seen=seen)
            answer = await client.ask(InspectDecks(), seen=seen)
        assert isinstance(answer, Refused)
        assert answer.refusal.code is Code.OUT_OF_DATE


async def test_the_same_id_acts_once(tmp_path: Path) -> None:
    asked = b'{"id":"x","actor":"dealer-1","role":"dealer","seen":3,"act":{"kind":"call-floor"}}'
    async with a_table_with_a_door(tmp_path) as (host, path):
        first, again = await ask_raw(path, asked), await ask_raw(path, asked)
        assert first == again
        assert first["kind"] == "accepted"
        assert host.state.floor_called


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"no json", Code.UNREADABLE),
        (b"{}", Code.UNREADABLE),
        (b'{"id":"caf\xe9"}', Code.UNREADABLE),
        (b'{"id":"x","actor":"a","role":"dealer","seen":0,"act":{"kind":"deal-me-aces"}}', Code.UNREADABLE),
        (b'{"id":"x","actor":"a","role":"host","seen":0,"act":{"kind":"open-table"}}', Code.NOT_YOUR_ROLE),
        (
            b'{"id":"x","actor":"a","role":"device","seen":9,"act":{"kind":"sense-deck","back":"blue"}}',
            Code.NOT_YOUR_ROLE,
        ),
    ],
)
async def test_what_no_dealer_may_ask_is_refused_with_a_reason(tmp_path: Path, line: bytes, code: Code) -> None:
    async with a_table_with_a_door(tmp_path) as (host, path):
        before = host.state
        answer = await ask_raw(path, line)
        refusal = answer["refusal"]
        assert isinstance(refusal, dict)
        assert refusal["code"] == code
        assert refusal["reason"]
        assert host.state == before


async def test_ids_that_begin_alike_are_not_one_and_one_too_long_is_refused(tmp_path: Path) -> None:
    act = b'","actor":"dealer-1","role":"dealer","seen":3,"act":{"kind":"call-floor"}}'
    async with a_table_with_a_door(tmp_path) as (host, path):
        too_long = await ask_raw(path, b'{"id":"' + b"x" * 92 + act)
        assert too_long["kind"] == "refused"
        assert not host.state.floor_called
        assert (await ask_raw(path, b'{"id":"' + b"x" * 91 + act))["kind"] == "accepted"
        assert host.state.floor_called


@pytest.mark.parametrize("role", [Role.DEVICE, Role.HOST])
def test_no_program_comes_in_as_a_sensor_or_as_the_host(role: Role) -> None:
    with pytest.raises(ValueError, match="only people's roles"):
        LocalApiConfig(path="door.socket", roles=(Role.DEALER, role))


async def test_a_line_without_end_closes_the_visit_and_nothing_else(tmp_path: Path) -> None:
    async with a_table_with_a_door(tmp_path) as (_, path):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(b"x" * 100_000)
        assert await reader.read() == b""
        writer.close()
        asked = b'{"id":"y","actor":"dealer-1","role":"dealer","seen":3,"act":{"kind":"call-floor"}}'
        assert (await ask_raw(path, asked))["kind"] == "accepted"


async def test_a_door_where_none_can_be_made_is_one_clear_line(tmp_path: Path) -> None:
    with Pins(tmp_path, tmp_path / "pepper") as pins:
        door = door_of(tmp_path / "no" / "such", _Nobody(), pins, VirtualClock(), Role.DEALER)
        with pytest.raises(UserError, match=r"\[door\]"):
            async with door.opened():
                pass


async def test_a_file_in_its_place_is_never_removed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("the deeds of the house")
    with Pins(tmp_path, tmp_path / "pepper") as pins:
        door = door_of(precious, _Nobody(), pins, VirtualClock(), Role.DEALER)
        with pytest.raises(UserError):
            async with door.opened():
                pass
    assert precious.read_text() == "the deeds of the house"


async def test_above_a_dealer_a_name_is_not_enough(tmp_path: Path) -> None:
    async with a_table_with_a_door(tmp_path) as (host, path):
        await enrolled(host, tmp_path, "floor-1", Role.FLOORPERSON)
        with closing(DoorClient(path, actor="dealer-1")) as dealer:
            await dealer.ask(InspectDecks(), seen=host.state.last)
        for actor, pin, code in (
            ("floor-1", "", Code.WRONG_PIN),
            ("floor-1", WRONG, Code.WRONG_PIN),
            ("floor-2", PIN, Code.NOT_ENROLLED),
        ):
            with closing(DoorClient(path, actor=actor, pin=pin)) as claims:
                answer = await claims.ask(VerifyDecks(), seen=host.state.last, role=Role.FLOORPERSON)
            assert isinstance(answer, Refused)
            assert answer.refusal.code is code
        assert host.state.people["floor-1"].wrong_pins == 1, "one PIN was wrong; none at all is no wrong one"
        with closing(DoorClient(path, actor="floor-1", pin=PIN)) as floor:
            answer = await floor.ask(VerifyDecks(), seen=host.state.last, role=Role.FLOORPERSON)
        assert isinstance(answer, Accepted)
        facts = [link.data for link in _recorded(tmp_path)]
        assert not any(PIN.encode() in data or WRONG.encode() in data for data in facts)


async def test_a_revoked_person_with_the_right_pin_is_not_let_in(tmp_path: Path) -> None:
    async with a_table_with_a_door(tmp_path) as (host, path):
        await enrolled(host, tmp_path, "floor-1", Role.FLOORPERSON)
        revoke = Intent(
            id="root:revoke",
            actor="root",
            role=Role.HOST,
            via=Via.SCRIPT,
            at=VirtualClock().stamp(),
            seen=0,
            act=RevokePerson(person="floor-1"),
        )
        assert isinstance(await host.submit(revoke), Accepted)
        with closing(DoorClient(path, actor="floor-1", pin=PIN)) as floor:
            answer = await floor.ask(CallFloor(), seen=host.state.last, role=Role.FLOORPERSON)
        assert isinstance(answer, Refused)
        assert answer.refusal.code is Code.NOT_ENROLLED
        assert not host.state.floor_called


async def test_a_dealer_who_is_one_of_two_people_gives_a_pin_too(tmp_path: Path) -> None:
    async with a_table_with_a_door(tmp_path) as (host, path):
        await enrolled(host, tmp_path, "floor-1", Role.FLOORPERSON)
        with closing(DoorClient(path, actor="dealer-1")) as dealer:
            await dealer.ask(InspectDecks(), seen=host.state.last)
            answer = await dealer.ask(Approve(request=1), seen=host.state.last)
        assert isinstance(answer, Refused)
        assert answer.refusal.code is Code.WRONG_PIN


def test_a_pin_is_not_printed() -> None:
    asked = Asked(id="x", actor="floor-1", role=Role.FLOORPERSON, seen=0, act=CallFloor(), pin=PIN)
    assert PIN not in f"{asked!r} {asked}"


def _recorded(folder: Path) -> list[Link]:
    with closing(Reader(folder / "data")) as reader:
        return list(reader.links())


class _Nobody:
    @property
    def state(self) -> TableState:
        raise AssertionError("nobody was to look")

    async def submit(self, intent: Intent) -> Accepted:
        raise AssertionError(f"nobody was to be asked {intent}")


async def test_a_group_of_its_own_may_use_the_socket_and_not_read_the_record(tmp_path: Path) -> None:
    """Programs ran under the record's own account, or could not ask at all."""
    own = grp.getgrgid(os.getegid()).gr_name
    path = tmp_path / "door.socket"
    async with hosted_table(tmp_path / "data") as table:
        with Pins(tmp_path, tmp_path / "pepper") as pins:
            config = LocalApiConfig(path=str(path), group=own)
            checking = PinCheck(table=table.host, pins=pins, clock=table.clock)
            async with LocalApi(config=config, table=table.host, clock=table.clock, checking=checking).opened():
                assert stat.S_IMODE(path.stat().st_mode) == 0o660
                assert path.stat().st_gid == os.getegid()
            assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
            config = LocalApiConfig(path=str(path), group="no-such-group")
            nobody = LocalApi(config=config, table=table.host, clock=table.clock, checking=checking)
            with pytest.raises(UserError, match="there is no group no-such-group"):
                async with nobody.opened():
                    pass
            assert not path.exists()
