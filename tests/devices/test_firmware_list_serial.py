"""A list of firmware that the house has withdrawn stays rightly signed: its serial keeps it from being put back."""

import asyncio
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware_host.app import controller
from firmware_host.config import load
from firmware_host.devices import firmware_list
from firmware_host.errors import UserError
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.intent import Via
from firmware_host.table.acts.shuffler import ReportFirmwareList
from firmware_host.table.acts.system import RestoreJournal
from firmware_host.table.facts.shuffler import FirmwareListTaken
from firmware_host.table.system.restore import carried
from firmware_host.table.terms import Previous
from hil.house_key import sign_list
from hil.world import table_toml
from tests.worlds.hosted_table import ran_once
from tests.worlds.pure_table import PureTable

LIST = ReportFirmwareList(house_key="8c" * 32, serial=5, sha256="3e" * 32)


@pytest.fixture
def table() -> PureTable:
    table = PureTable().started()
    table.does(LIST, role=Role.HOST, via=Via.SCRIPT)
    return table


def tells(table: PureTable, listed: ReportFirmwareList) -> list[object]:
    return [fact.body for fact in table.does(listed, role=Role.HOST, via=Via.SCRIPT)]


def test_a_newer_list_is_a_fact_and_the_same_again_is_none(table: PureTable) -> None:
    assert tells(table, LIST) == []
    newer = replace(LIST, serial=6, sha256="4f" * 32)
    assert tells(table, newer) == [FirmwareListTaken(house_key="8c" * 32, serial=6, sha256="4f" * 32)]


@pytest.mark.parametrize(
    ("listed", "reason"),
    [
        (replace(LIST, serial=4), "the list of serial 4 is older than that of 5"),
        (replace(LIST, sha256="4f" * 32), "the list of serial 5 was another one here"),
    ],
    ids=["older", "another of the same serial"],
)
def test_an_older_list_is_refused_and_says_how_the_house_goes_back(
    table: PureTable, listed: ReportFirmwareList, reason: str
) -> None:
    refusal = table.refuses(listed, role=Role.HOST, via=Via.SCRIPT)
    assert (refusal.code, refusal.reason) == (Code.OUT_OF_DATE, reason)
    assert refusal.allowed_by.endswith("a list of serial 6")


def test_another_key_of_the_house_begins_its_own_count(table: PureTable) -> None:
    assert tells(table, replace(LIST, house_key="9d" * 32, serial=1)) != []


def test_a_new_record_that_goes_on_from_this_one_knows_it(table: PureTable) -> None:
    table.enrols("pit-1", Role.CASINO_SUPERVISOR)
    new = PureTable(table.config)
    previous = Previous(journal="ff" * 16, number=1, hash="00" * 32)
    new.does(RestoreJournal(previous=previous, by="somebody", second="pit-1", carried=carried(table.state)))
    assert new.state.shuffler.firmware == table.state.shuffler.firmware
    assert new.refuses(replace(LIST, serial=4), role=Role.HOST, via=Via.SCRIPT).code is Code.OUT_OF_DATE


def test_the_controller_does_not_start_on_an_older_list_and_says_so_in_one_line(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    path, public = sign_list(tmp_path, model="MD-3", version="2.4", image=b"image", serial=6, key=key)
    toml = tmp_path / "table.toml"
    toml.write_text(table_toml(broker="mqtt://127.0.0.1:1", port="/dev/no-shuffler", firmware=(path, public)))
    read = load.read(toml)
    newest = firmware_list.configured(read.devices.shuffler)
    assert newest is not None
    said = ReportFirmwareList(house_key=public, serial=newest.named.serial, sha256=newest.named.sha256)
    asyncio.run(ran_once(tmp_path / "data", said, config=read.table))
    sign_list(tmp_path, model="MD-3", version="2.4", image=b"image", serial=5, key=key)
    with pytest.raises(UserError, match=r"firmware\.toml: the list of serial 5 is older than that of 6; needed: .* 7$"):
        controller.run(read, tmp_path / "data")
