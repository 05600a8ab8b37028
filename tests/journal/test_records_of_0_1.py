"""
Records that version 0.1 wrote open, verify and continue.

tests/golden/records holds them as they were on disk, each with the public view that version 0.1 showed. Only its
sentences may have changed since, and what is to be done next.
"""

import tarfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.store import Journal
from firmware_host.journal.verify import verified
from firmware_host.table.acts.floor import CallFloor
from firmware_host.table.acts.intent import Accepted
from firmware_host.table.view import public_view
from hil.clock import VirtualClock
from tests.worlds.hosted_table import HostedTable, running_host

MAY_CHANGE = {"say", "reason", "allowed_by", "put_right", "steps", "waiting_for"}

RECORDS = Path(__file__).parents[1] / "golden" / "records"
NAMES = sorted(path.name.removesuffix(".tar.xz") for path in RECORDS.glob("*.tar.xz"))


def what_is_fixed(view: Any) -> Any:
    match view:
        case dict():
            return {name: what_is_fixed(value) for name, value in view.items() if name not in MAY_CHANGE}
        case list():
            return [what_is_fixed(value) for value in view]
        case _:
            return view


@pytest.fixture(params=NAMES)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with tarfile.open(RECORDS / f"{request.param}.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    name: str = request.param
    return tmp_path / name


def test_there_are_records_with_every_old_kind_of_correction(tmp_path: Path) -> None:
    kinds = set()
    for name in NAMES:
        with tarfile.open(RECORDS / f"{name}.tar.xz") as packed:
            packed.extractall(tmp_path, filter="data")
        journal = Journal.open(tmp_path / name)
        try:
            kinds |= {msgspec.json.decode(link.data)["body"]["kind"] for link in journal.after(0, limit=10_000)}
        finally:
            journal.close()
    assert {"corrected", "sum-corrected", "amended"} <= kinds


def test_it_verifies(folder: Path) -> None:
    assert not verified(folder, fold=fold_digest()).findings


async def test_it_shows_what_it_showed_and_goes_on(folder: Path) -> None:
    clock = VirtualClock()
    async with running_host(folder, clock) as running:
        shown = msgspec.json.decode(msgspec.json.encode(public_view(running.host.state)))
        before = msgspec.json.decode((RECORDS / f"{folder.name}.view.json").read_bytes())
        assert what_is_fixed(shown) == what_is_fixed(before)
        last = running.host.state.last
        answer = await HostedTable(running, clock).ask(CallFloor(), actor="dealer-1")
        assert isinstance(answer, Accepted)
        assert answer.numbers[0] > last
    assert not verified(folder, fold=fold_digest()).findings
