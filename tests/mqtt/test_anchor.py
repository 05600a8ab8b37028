"""A broker that remembers how far the record went, against a board whose record was put back."""

import asyncio
import shutil
from itertools import count
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.journal.signing import Checkpoint, Signer
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Code
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.intent import Refused
from firmware_host.table.acts.round import Deal
from firmware_host.table.state.between_rounds import record_in_doubt
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Back
from hil.clock import MORNING_MS, VirtualClock
from tests.mqtt.anchored import AnchoredTable, anchored, keeps, kept
from tests.support.brokers import EVERY, running_mosquitto
from tests.support.listener import listening
from tests.support.publishing import TOPICS, eventually, numbers

DAY_MS = 24 * 3_600_000

BOOTS = count(1)


def kinds(state: TableState) -> set[AlertKind]:
    return {alert.kind for alert in state.alerts}


def on_day(day: int) -> VirtualClock:
    """A start on this day, on a board that was off before."""
    return VirtualClock(wall_ms=MORNING_MS + 12 * 3_600_000 + day * DAY_MS, boot=f"boot-{next(BOOTS)}")


async def calls(table: AnchoredTable, times: int = 3) -> None:
    for _ in range(times):
        await table.does(CallFloor(), EndFloorCall())


@pytest.mark.parametrize("name", sorted(EVERY))
async def test_the_last_checkpoint_of_an_orderly_stop_is_kept_and_agrees_at_the_next_start(
    tmp_path: Path, name: str
) -> None:
    async with EVERY[name](tmp_path) as broker:
        data = tmp_path / "data"
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.told()
            await calls(table)
            last = table.journal.last
        checkpoint = await kept(broker.url)
        assert checkpoint is not None
        assert checkpoint.number == last, "signed at the stop, and published before the connection ended"

        async with anchored(data, broker.url, clock=on_day(0)) as table:
            await table.told()
            await calls(table)
            await eventually(lambda: table.publisher.counted.waiting == 0)
            assert not kinds(table.state) & {AlertKind.NEWER_RECORD_FOUND, AlertKind.CHECKPOINT_IGNORED}
        after = await kept(broker.url)
        assert after is not None
        assert after.number > last


@pytest.mark.parametrize("name", sorted(EVERY))
@pytest.mark.parametrize("days", [0, 1, 5])
async def test_an_older_copy_of_the_folder_is_found_out_and_overwrites_nothing(
    tmp_path: Path, name: str, days: int
) -> None:
    """Yesterday's folder over today's: the keys of the days between are known by their certificates."""
    data, yesterday = tmp_path / "data", tmp_path / "yesterday"
    async with EVERY[name](tmp_path) as broker, listening(broker.url, TOPICS.base) as listener:
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.told()
        shutil.copytree(data, yesterday)
        for day in range(1, days + 1):
            async with anchored(data, broker.url, clock=on_day(day)) as table:
                await calls(table)
        async with anchored(data, broker.url, clock=on_day(days)) as table:
            await table.told()
            await calls(table)
        newest = await kept(broker.url)
        assert newest is not None
        heard = len(numbers(listener))

        shutil.rmtree(data)
        shutil.copytree(yesterday, data)
        async with anchored(data, broker.url, clock=on_day(days + 1)) as table:
            await table.told()
            assert AlertKind.NEWER_RECORD_FOUND in kinds(table.state)
            await calls(table)
            answer = await table.ask(Deal())
            assert isinstance(answer, Refused)
            assert answer.refusal.code is Code.RECORD_IN_DOUBT
        assert await kept(broker.url) == newest, "nothing is published over it"
        assert len(numbers(listener)) == heard, "nor any fact under a name that another fact has"
        async with anchored(data, broker.url, clock=on_day(days + 2)) as table:
            await table.told()
            assert table.state.superseded, "until it is restored"
        assert await kept(broker.url) == newest


async def test_an_older_copy_that_changed_its_key_before_it_met_the_broker_is_found_out(tmp_path: Path) -> None:
    """The key of the day of the copy signed the newest checkpoint, after the fact at which the copy laid it down."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with running_mosquitto(tmp_path) as broker:
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.told()
        shutil.copytree(data, copy)
        async with anchored(data, broker.url, clock=on_day(0)) as table:
            await table.told()
            await calls(table, times=9)
        newest = await kept(broker.url)
        async with anchored(copy, "mqtt://127.0.0.1:1", clock=on_day(1)) as other:
            await eventually(lambda: len(other.journal.certificates) > 1)
        async with anchored(copy, broker.url, clock=on_day(1)) as other:
            await other.told()
            assert AlertKind.NEWER_RECORD_FOUND in kinds(other.state)
        assert await kept(broker.url) == newest, "nothing is published over it"


async def test_a_folder_that_went_another_way_differs(tmp_path: Path) -> None:
    """The same number, another fact: the copy was dealt on without the broker."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with running_mosquitto(tmp_path) as broker:
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.told()
        shutil.copytree(data, copy)
        async with anchored(data, broker.url, clock=on_day(0)) as table:
            await table.told()
            await calls(table)
        async with anchored(copy, "mqtt://127.0.0.1:1", clock=on_day(0)) as other:
            await calls(other, times=9)
        async with anchored(copy, broker.url, clock=on_day(0)) as other:
            await other.told()
            (alert,) = [each for each in other.state.alerts if each.kind is AlertKind.NEWER_RECORD_FOUND]
            assert "does not match fact" in alert.say


async def forged(data: Path, how: str) -> bytes:
    """A checkpoint of somebody who has read the real one, and has no key of this record."""
    journal = Journal.open(data)
    try:
        signer, real = Signer.made(), journal.checkpoint
        assert real is not None
        words = msgspec.json.decode(real.data, type=Checkpoint)
        words = replace(words, number=words.number + 1000)
        if how == "own key":
            words = replace(words, key=signer.key)
        signed = signer.sign(msgspec.json.encode(words))
        certificates = () if how == "alone" else journal.certificates
        if how == "other record":
            words = replace(words, journal="f" * 32)
            signed = signer.sign(msgspec.json.encode(words))
        return msgspec.json.encode(
            {
                "journal": words.journal,
                "number": words.number,
                "hash": words.hash,
                "key": words.key,
                "data": signed.data,
                "signature": signed.signature,
                "certificates": certificates,
            }
        )
    finally:
        journal.close()


@pytest.mark.parametrize("how", ["own key", "wrong signature", "other record", "alone", "rubbish", "huge"])
async def test_a_checkpoint_without_a_key_of_this_record_is_an_alert_and_is_replaced(tmp_path: Path, how: str) -> None:
    data = tmp_path / "data"
    async with running_mosquitto(tmp_path) as broker:
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.told()
        payload = {"rubbish": b"\xff{", "huge": b"[" * 100_000}.get(how) or await forged(data, how)
        await keeps(broker.url, payload)
        async with anchored(data, broker.url, clock=on_day(0)) as table:
            await table.told()
            assert kinds(table.state) & {AlertKind.NEWER_RECORD_FOUND, AlertKind.CHECKPOINT_IGNORED} == {
                AlertKind.CHECKPOINT_IGNORED
            }
            assert record_in_doubt(table.state) is None, "it closes nothing"
            number = table.journal.id
        after = await kept(broker.url)
        assert after is not None
        assert after.journal == number


async def test_a_record_that_was_deleted_is_noticed_by_the_checkpoint_it_left(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running_mosquitto(tmp_path) as broker:
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.told()
            gone = table.journal.id
        shutil.rmtree(data)
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.told()
            (alert,) = [each for each in table.state.alerts if each.kind is AlertKind.CHECKPOINT_IGNORED]
            assert gone in alert.say


async def test_without_a_broker_the_table_starts_as_ever_and_is_found_out_when_there_is_one(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with running_mosquitto(tmp_path) as broker:
        async with anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table:
            await table.ready(Back.BLUE)
            await table.does(Deal())
            await table.told()
        shutil.copytree(data, copy)
        async with anchored(data, broker.url, clock=on_day(0)) as table:
            await table.told()
            await calls(table)
        async with anchored(copy, "mqtt://127.0.0.1:1", clock=on_day(0)) as other:
            assert record_in_doubt(other.state) is None
        async with anchored(copy, broker.url, clock=on_day(0)) as other:
            await other.told()
            assert other.state.superseded
            assert other.state.round is not None, "the round under way is played to its end"


async def test_a_broker_that_passes_nothing_on_is_not_waited_for(tmp_path: Path) -> None:
    """Its list of rights lets the table hear nothing: then there is nothing to compare with."""
    data = tmp_path / "data"
    rights = tmp_path / "rights"
    rights.write_text(f"topic write {TOPICS.base}/#\n")
    async with (
        running_mosquitto(tmp_path, settings=f"allow_anonymous true\nacl_file {rights}\n") as broker,
        asyncio.timeout(60),
        anchored(data, broker.url, clock=on_day(0), starts_anew=True) as table,
    ):
        await table.told()
        assert table.publisher.counted.waiting == 0
