"""Names are names at the local socket: a dealer is the one on duty, or gives a PIN; programs have a group."""

import grp
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from firmware_host.access.pin_check import PinCheck, pin_of
from firmware_host.access.pins import Pins
from firmware_host.errors import UserError
from firmware_host.local_api.server import LocalApi, LocalApiConfig
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.decks import InspectDecks
from firmware_host.table.acts.floor import BeginTrust, CallFloor, EndFloorCall, RelieveDealer
from firmware_host.table.acts.intent import Accepted, Refused
from hil.local_api_client import DoorClient
from tests.worlds.hosted_table import HostedTable, hosted_table
from tests.worlds.opening import trusted

PIN, WRONG = "274968", "274969"

HERE = grp.getgrgid(os.getegid()).gr_name


@asynccontextmanager
async def served(folder: Path, *, group: str = "") -> AsyncIterator[tuple[HostedTable, Path]]:
    """A table that knows floor-1, who has a PIN, and whose socket lets in dealers and the floor."""
    path = folder / "door.socket"
    config = LocalApiConfig(path=str(path), roles=(Role.DEALER, Role.FLOORPERSON), group=group)
    async with hosted_table(folder / "data") as table:
        await table.does(trusted())
        await table.does(BeginTrust(person="floor-1", roles=(Role.FLOORPERSON, Role.CASINO_SUPERVISOR)))
        with Pins(folder, folder / "pepper") as pins:
            await pins.give("floor-1", PIN, of=pin_of(table.state, "floor-1"))
            checking = PinCheck(table=table.host, pins=pins, clock=table.clock)
            door = LocalApi(config=config, table=table.host, clock=table.clock, checking=checking)
            async with door.opened():
                yield table, path


@pytest.mark.parametrize(
    ("actor", "pin", "code"),
    [
        ("dealer-7", "", Code.WRONG_PIN),
        ("floor-1", "", Code.WRONG_PIN),
        ("floor-1", WRONG, Code.WRONG_PIN),
        ("dealer-7", PIN, Code.NOT_ENROLLED),
    ],
)
async def test_a_dealer_who_is_not_on_duty_gives_a_pin(tmp_path: Path, actor: str, pin: str, code: Code) -> None:
    async with served(tmp_path) as (table, path):
        await table.does(InspectDecks())
        with closing(DoorClient(path, actor=actor, pin=pin)) as client:
            answer = await client.ask(CallFloor(), seen=table.state.last)
        assert isinstance(answer, Refused)
        assert answer.refusal.code is code
        assert not table.state.floor_called


async def test_the_dealer_on_duty_gives_none_and_one_with_a_pin_may_take_over(tmp_path: Path) -> None:
    async with served(tmp_path) as (table, path):
        with closing(DoorClient(path, actor="dealer-1")) as dealer:
            assert isinstance(await dealer.ask(InspectDecks(), seen=table.state.last), Accepted), "named in table.toml"
            assert isinstance(await dealer.ask(CallFloor(), seen=table.state.last), Accepted)
        with closing(DoorClient(path, actor="floor-1", pin=PIN)) as other:
            takes_over = RelieveDealer(dealer="floor-1")
            assert isinstance(await other.ask(takes_over, seen=table.state.last), Accepted)
        with closing(DoorClient(path, actor="dealer-1")) as dealer:
            assert isinstance(await dealer.ask(EndFloorCall(), seen=table.state.last), Refused)


@pytest.mark.parametrize(
    "actor", ["", "Dealer-1", "dealer 1", "dealer-1\n", "d" * 12_000, "dealer\u0000", "\u0434ealer-1"]
)
async def test_what_is_no_name_is_refused_before_anybody_is_asked(tmp_path: Path, actor: str) -> None:
    async with served(tmp_path) as (table, path):
        with closing(DoorClient(path, actor=actor)) as client:
            answer = await client.ask(CallFloor(), seen=table.state.last)
        assert isinstance(answer, Refused)
        assert answer.refusal.code is Code.UNREADABLE
        assert not table.state.floor_called


async def test_a_group_may_be_let_in_and_nobody_else(tmp_path: Path) -> None:
    async with served(tmp_path, group=HERE) as (_, path):
        found = path.stat()
        assert (stat.S_IMODE(found.st_mode), found.st_gid) == (0o660, os.getegid())


async def test_a_group_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no group nobody-has-this on this board"):
        async with served(tmp_path, group="nobody-has-this"):
            pass
