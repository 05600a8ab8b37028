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
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.intent import Via
from firmware_host.table.acts.shuffler import AdoptHouseKey, ReportFirmwareList
from firmware_host.table.acts.system import RestoreJournal, Start
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.facts.shuffler import FirmwareListTaken, HouseKeyDiffers
from firmware_host.table.prompts import next_steps
from firmware_host.table.system.restore import carried
from firmware_host.table.terms import FirmwareList, Previous
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
        (replace(LIST, serial=4), "firmware list no. 4 is older than no. 5, which is in force"),
        (replace(LIST, sha256="4f" * 32), "firmware list no. 5 had other contents when it was recorded here"),
    ],
    ids=["older", "another of the same serial"],
)
def test_an_older_list_is_refused_and_says_how_the_house_goes_back(
    table: PureTable, listed: ReportFirmwareList, reason: str
) -> None:
    refusal = table.refuses(listed, role=Role.HOST, via=Via.SCRIPT)
    assert (refusal.code, refusal.reason) == (Code.OUT_OF_DATE, reason)
    assert refusal.allowed_by.endswith("sign a list no. 6")


OTHER = replace(LIST, house_key="9d" * 32, serial=1)


def adopts(table: PureTable) -> AdoptHouseKey:
    offered = table.state.shuffler.offered
    assert offered is not None
    return AdoptHouseKey(candidate=offered.number)


def test_another_house_key_is_an_alert_and_counts_once_two_people_have_put_it_in_force(table: PureTable) -> None:
    differs, alert = tells(table, OTHER)
    assert differs == HouseKeyDiffers(house_key="9d" * 32, serial=1, sha256="3e" * 32)
    assert isinstance(alert, AlertRaised)
    assert table.state.shuffler.firmware == FirmwareList(house_key="8c" * 32, serial=5, sha256="3e" * 32)
    assert table.refuses(adopts(table), role=Role.CASINO_SUPERVISOR).code is Code.TWO_PEOPLE_NEEDED
    offered = [step.act for step in next_steps(table.state) if isinstance(step.act, RequestApproval)]
    assert adopts(table) in [asked.act for asked in offered]
    (taken,) = table.by_two(adopts(table))
    assert taken.body == FirmwareListTaken(house_key="9d" * 32, serial=1, sha256="3e" * 32)
    assert tells(table, OTHER) == []


def test_the_highest_serial_is_kept_for_each_house_key(table: PureTable) -> None:
    tells(table, OTHER)
    table.by_two(adopts(table))
    withdrawn = replace(LIST, serial=4)
    assert table.refuses(withdrawn, role=Role.HOST, via=Via.SCRIPT).reason.endswith(
        "no. 4 is older than no. 5, which is in force"
    )
    new = PureTable(table.config)
    previous = Previous(journal="ff" * 16, number=1, hash="00" * 32)
    new.does(RestoreJournal(previous=previous, by="somebody", second="supervisor-1", carried=carried(table.state)))
    assert new.state.shuffler.firmware == table.state.shuffler.firmware
    assert new.refuses(withdrawn, role=Role.HOST, via=Via.SCRIPT).code is Code.OUT_OF_DATE


def test_table_toml_with_the_old_key_again_withdraws_the_other(table: PureTable) -> None:
    tells(table, OTHER)
    act = adopts(table)
    table.does(Start(software="firmware-host 0", config=table.config))
    assert tells(table, LIST) == []
    assert table.not_by_two(act).code is Code.CONFIGURATION_DIFFERS


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
    with pytest.raises(UserError, match=r"firmware list no. 5 is older than no. 6, which is in force; .* no. 7; see "):
        controller.run(read, tmp_path / "data")
