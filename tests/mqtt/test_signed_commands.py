"""Signed commands over a real broker: asked like any other intent, answered to their asker, never twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from firmware_host.mqtt.inbox import COMMANDS
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.replay import WAITING
from firmware_host.table.acts.decks import OrderRecut
from firmware_host.table.acts.floor import RelieveDealer, RevokeKey
from firmware_host.table.acts.seating import TakeSeat
from firmware_host.table.terms import Back
from tests.mqtt.commanded_table import ACTOR, Asker, CommandedTable, asking, commanded
from tests.support.brokers import running_mosquitto
from tests.support.listener import Listener, listening
from tests.support.publishing import TOPICS, eventually, numbers, said

RECUT = OrderRecut(why="fewer than ten cards")

SIT = TakeSeat(seat=3)
"""What a casino supervisor may not ask."""


class Scene:
    def __init__(self, table: CommandedTable, listener: Listener, asker: Asker) -> None:
        self.table, self.listener, self.asker = table, listener, asker


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, TOPICS.base) as listener,
        commanded(tmp_path / "data", MqttConfig(url=broker.url)) as table,
        asking(broker.url, listener) as asker,
    ):
        await eventually(lambda: bool(listener.on(TOPICS.state)))
        yield Scene(table, listener, asker)


async def test_what_is_asked_by_a_signed_command_becomes_facts_with_its_name_in_them(scene: Scene) -> None:
    table = scene.table
    command = table.command(RelieveDealer(dealer="dealer-2"), "relief-1")
    reply = await scene.asker.asks(table.signing.sign(command))
    assert reply["answer"]["kind"] == "refused", "a casino supervisor relieves nobody"
    assert reply["answer"]["refusal"]["code"] == "not-your-role"
    assert reply["journal"] == table.journal.id
    assert "wrong" not in reply or reply["wrong"] is None


async def test_the_answer_says_which_facts_it_became_and_they_say_who_asked(scene: Scene) -> None:
    table = scene.table
    await table.ready(Back.BLUE)
    reply = await scene.asker.asks(table.signing.sign(table.command(RECUT, "recut-1")))
    assert reply["answer"]["kind"] == "accepted"
    (number,) = reply["answer"]["numbers"]
    await scene.listener.until(lambda: number in numbers(scene.listener))
    fact = next(event["data"] for event in said(scene.listener, TOPICS.fact) if event["data"]["number"] == number)
    assert fact["body"]["kind"] == "recut-ordered"
    assert fact["actor"] == ACTOR
    assert fact["cause"] == f"mqtt:{table.signing.key}:recut-1"


async def test_asked_again_it_is_answered_the_same_and_acts_once(scene: Scene) -> None:
    table = scene.table
    await table.ready(Back.BLUE)
    payload = table.signing.sign(table.command(RECUT, "recut-1"))
    first = await scene.asker.asks(payload)
    last = table.state.last
    assert await scene.asker.asks(payload) == first
    assert table.state.last == last
    assert table.publisher.counted.known_ids == 1
    other = table.signing.sign(table.command(SIT, "recut-1"))
    assert (await scene.asker.asks(other))["answer"] == first["answer"], "an id is used once, whatever is asked by it"


async def test_played_back_when_its_answer_is_no_longer_kept_it_is_out_of_date(
    scene: Scene,
) -> None:
    table = scene.table
    count = COMMANDS.at_once - 10
    old = [table.signing.sign(table.command(SIT, f"old-{number}")) for number in range(count)]
    assert await table.journal.seal()
    await table.does_something()
    for payload in old:
        assert (await scene.asker.asks(payload))["answer"]["refusal"]["code"] == "out-of-date"
    assert table.publisher.counted.known_ids == count
    assert table.refused("too-many") == 0


async def test_a_forgery_is_refused_with_a_reason_and_the_answer_to_the_genuine_one_is_not_mistaken(
    scene: Scene,
) -> None:
    table = scene.table
    await table.ready(Back.BLUE)
    genuine = table.signing.sign(table.command(RECUT, "recut-1"))
    forged = genuine.replace(b'"sig":"', b'"sig":"AAAA')
    before = table.state.last
    reply = await scene.asker.asks(forged)
    assert (reply["wrong"], reply["answer"]["kind"]) == ("wrong-signature", "refused")
    assert table.state.last == before
    assert (await scene.asker.asks(genuine))["answer"]["kind"] == "accepted"


async def test_a_revoked_key_opens_nothing_any_more(scene: Scene) -> None:
    table = scene.table
    await table.does(RevokeKey(key=table.signing.key), actor="floorperson")
    reply = await scene.asker.asks(table.signing.sign(table.command(SIT, "one")))
    assert reply["wrong"] == "revoked-key"
    assert table.refused("revoked-key") == 1


async def test_a_retained_command_is_refused_at_every_connect(tmp_path: Path) -> None:
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, TOPICS.base) as listener,
        asking(broker.url, listener) as asker,
    ):
        async with commanded(tmp_path / "data", MqttConfig(url=broker.url)) as table:
            payload = table.signing.sign(table.command(SIT, "one"))
            last = table.state.last
        await asker.sends(TOPICS.command(ACTOR), payload, retain=True)
        for _ in range(2):
            async with commanded(tmp_path / "data", MqttConfig(url=broker.url)) as table:
                await eventually(lambda: table.refused("retained") == 1)
                assert table.publisher.counted.commands == 0
                assert table.state.last == last


async def test_alerts_and_devices_that_are_none_of_ours_any_more_are_taken_off_the_broker(tmp_path: Path) -> None:
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, TOPICS.base) as listener,
        asking(broker.url, listener) as asker,
    ):
        await asker.sends(TOPICS.alert(9999), b'{"number": 9999}', retain=True)
        await asker.sends(TOPICS.device("long-gone"), b"{}", retain=True)
        async with commanded(tmp_path / "data", MqttConfig(url=broker.url)):
            await listener.until(lambda: listener.on(TOPICS.alert(9999))[-1] == b"")
            await listener.until(lambda: listener.on(TOPICS.device("long-gone"))[-1] == b"")


async def test_facts_that_were_missed_are_told_again_to_who_asks_in_order(scene: Scene) -> None:
    table = scene.table
    await scene.listener.until(lambda: table.state.last in numbers(scene.listener))
    request = {"journal": table.journal.id, "from": 2, "to": 5}
    await scene.asker.sends(TOPICS.replay("auditor"), msgspec.json.encode(request))
    reply = TOPICS.reply("auditor")
    await scene.listener.until(lambda: len(scene.listener.on(reply)) == 5)
    *facts, end = scene.listener.on(reply)
    assert facts == scene.listener.on(TOPICS.fact)[1:5], "byte for byte as they were published"
    assert msgspec.json.decode(end) == {
        "kind": "replay-ended",
        "journal": table.journal.id,
        "from": 2,
        "to": 5,
        "last": table.state.last,
    }


@pytest.mark.parametrize(
    ("request_", "wrong"),
    [
        ({"journal": "f" * 32, "from": 1, "to": 2}, "other-journal"),
        ({"from": 1, "to": 2}, "unreadable"),
        ({"journal": "", "from": 0, "to": 2}, "unreadable"),
    ],
)
async def test_a_replay_that_cannot_be_told_says_why_and_which_record_there_is(
    scene: Scene, request_: dict[str, object], wrong: str
) -> None:
    await scene.asker.sends(TOPICS.replay("auditor"), msgspec.json.encode(request_))
    await scene.listener.until(lambda: bool(scene.listener.on(TOPICS.reply("auditor"))))
    (told,) = said(scene.listener, TOPICS.reply("auditor"))
    assert (told["kind"], told["wrong"]) == ("replay-refused", wrong)
    assert (told["journal"], told["last"]) == (scene.table.journal.id, scene.table.state.last)


async def test_whoever_asks_again_meanwhile_means_the_later_and_where_too_many_ask_some_are_refused(
    scene: Scene,
) -> None:
    await scene.listener.until(lambda: scene.table.state.last in numbers(scene.listener))
    request = msgspec.json.encode({"journal": scene.table.journal.id, "from": 1, "to": 1})
    await asyncio.gather(*(scene.asker.sends(TOPICS.replay("auditor"), request) for _ in range(12)))
    await scene.listener.until(lambda: bool(scene.listener.on(TOPICS.reply("auditor"))))
    many = [f"auditor-{number}" for number in range(WAITING + 4)]
    await asyncio.gather(*(scene.asker.sends(TOPICS.replay(name), request) for name in many))
    await scene.listener.until(lambda: all(scene.listener.on(TOPICS.reply(name)) for name in many))
    refused = [name for name in many if said(scene.listener, TOPICS.reply(name))[0].get("wrong") == "too-many"]
    assert 1 <= len(refused) <= 5, "one is told, and so many wait"
    assert len(scene.listener.on(TOPICS.reply("auditor"))) < 12
