"""Somebody who may write to every topic and means harm: nothing changes, all is counted, and the table goes on."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Never

import msgspec
import pytest

from firmware_host.mqtt import inbox, replay
from firmware_host.mqtt.inbox import REFUSALS
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.rules.decision import Role
from firmware_host.table.acts.decks import OrderRecut
from firmware_host.table.acts.seating import TakeSeat
from firmware_host.table.terms import Back
from firmware_host.token_bucket import RateLimit
from tests.mqtt.commanded_table import ACTOR, Asker, CommandedTable, asking, commanded
from tests.support.brokers import running_mosquitto
from tests.support.listener import Listener, listening
from tests.support.publishing import TOPICS, eventually, numbers, said

SIT = TakeSeat(seat=3)

RECUT = OrderRecut(why="fewer than ten cards")

RUBBISH = b"x" * 1000

OURS = (
    TOPICS.command(ACTOR),
    TOPICS.command("nobody"),
    TOPICS.replay("nobody"),
    TOPICS.alert(3),
    TOPICS.device("shuffler"),
    TOPICS.reply(ACTOR),
    TOPICS.fact,
    f"{TOPICS.base}/cmd/",
    f"{TOPICS.base}/cmd/Ünïcode name",
    f"{TOPICS.base}/replay/{'x' * 200}",
    f"{TOPICS.base}/elsewhere",
)


class Scene:
    def __init__(self, table: CommandedTable, listener: Listener, asker: Asker) -> None:
        self.table, self.listener, self.asker = table, listener, asker


@asynccontextmanager
async def attacked(folder: Path) -> AsyncIterator[Scene]:
    """Whatever the attack was, afterwards the record is as it was and a genuine command is heard."""
    async with (
        running_mosquitto(folder) as broker,
        listening(broker.url, TOPICS.base) as listener,
        commanded(folder / "data", MqttConfig(url=broker.url)) as table,
        asking(broker.url, listener) as asker,
    ):
        await eventually(lambda: bool(listener.on(TOPICS.state)) and table.publisher.counted.sessions == 1)
        await table.ready(Back.BLUE)
        before = table.state
        yield Scene(table, listener, asker)
        assert table.state == before, "nothing has changed"
        counted = table.publisher.counted
        assert (counted.sessions, counted.lost_sessions) == (1, 0)


async def test_random_bytes_on_every_topic_change_nothing(tmp_path: Path, chance: random.Random) -> None:
    async with attacked(tmp_path) as scene:
        for _ in range(40):
            for topic in OURS:
                payload = chance.randbytes(chance.randrange(200))
                await scene.asker.sends(topic, payload, retain=chance.random() < 0.1)
        await eventually(lambda: scene.table.refused("unreadable") + scene.table.refused("retained") > 0)
        request = {"journal": scene.table.journal.id, "from": 1, "to": 1}
        await scene.asker.sends(TOPICS.replay("auditor"), msgspec.json.encode(request))
        await scene.listener.until(lambda: bool(scene.listener.on(TOPICS.reply("auditor"))))
        assert scene.table.publisher.counted.commands == 0


async def test_a_flood_of_forgeries_gets_few_answers_and_keeps_nobody_else_out(tmp_path: Path) -> None:
    async with attacked(tmp_path) as scene:
        table = scene.table
        genuine = msgspec.json.decode(table.signing.sign(table.command(SIT, "x")))
        forged = msgspec.json.encode({**genuine, "sig": "A" * 86 + "==", "body": genuine["body"]})
        flood = 3000
        for _ in range(flood // 100):
            sends = (scene.asker.sends(TOPICS.command(ACTOR), forged) for _ in range(100))
            await asyncio.gather(*sends)
        await eventually(lambda: table.refused("wrong-signature") >= REFUSALS.at_once)
        await eventually(lambda: table.publisher.counted.unanswered > flood / 4)
        counted = table.publisher.counted
        assert counted.commands == 0
        assert counted.refused["wrong-signature"] + counted.refused["too-many"] + counted.lost <= flood
        answered = len(scene.listener.on(TOPICS.reply(ACTOR)))
        assert answered < flood / 10


async def test_a_huge_payload_is_refused_as_too_large(tmp_path: Path) -> None:
    async with attacked(tmp_path) as scene:
        for _ in range(3):
            await scene.asker.sends(TOPICS.command(ACTOR), b"x" * 4_000_000)
        await eventually(lambda: scene.table.refused("too-large") == 3)
        await scene.listener.until(lambda: len(scene.listener.on(TOPICS.reply(ACTOR))) == 3)
        assert {reply["wrong"] for reply in said(scene.listener, TOPICS.reply(ACTOR))} == {"too-large"}


async def test_a_retained_message_of_twenty_megabytes_is_refused_at_every_connect_and_costs_no_session(
    tmp_path: Path,
) -> None:
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, f"{TOPICS.base}/reply/{ACTOR}") as listener,
        asking(broker.url, listener) as asker,
    ):
        await asker.sends(TOPICS.command(ACTOR), bytes(20_000_000), retain=True)
        for _ in range(2):
            async with commanded(tmp_path / "data", MqttConfig(url=broker.url)) as table:
                await eventually(lambda: table.refused("too-large") == 1)
                reply = await asker.asks(table.signing.sign(table.command(SIT, "x")))
                assert reply["answer"]["refusal"]["code"] == "not-your-role"
                counted = table.publisher.counted
                assert (counted.sessions, counted.lost_sessions) == (1, 0)


async def test_a_command_recorded_and_played_back_later_acts_once(tmp_path: Path) -> None:
    async with attacked(tmp_path) as scene:
        table = scene.table
        payload = table.signing.sign(table.command(SIT, "once"))
        for _ in range(5):
            reply = await scene.asker.asks(payload)
            assert reply["answer"]["refusal"]["code"] == "not-your-role"
        assert table.publisher.counted.known_ids == 4


@pytest.mark.parametrize("role", [Role.DEVICE, Role.HOST])
async def test_no_command_says_in_which_role_it_is_asked(tmp_path: Path, role: Role) -> None:
    """The key says it; a body that names one is no command."""
    async with attacked(tmp_path) as scene:
        table = scene.table
        body = msgspec.json.encode({**msgspec.to_builtins(table.command(SIT, "x")), "role": role})
        signed = table.signing.sign_bytes(body)
        reply = await scene.asker.asks(signed)
        assert reply["wrong"] == "unreadable"


async def test_while_somebody_floods_a_genuine_command_of_another_is_done(tmp_path: Path) -> None:
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, TOPICS.base) as listener,
        commanded(tmp_path / "data", MqttConfig(url=broker.url)) as table,
        asking(broker.url, listener) as asker,
        asking(broker.url, listener) as attacker,
    ):
        await eventually(lambda: table.publisher.counted.sessions == 1)
        await table.ready(Back.BLUE)
        async with flooding(attacker, [(TOPICS.command("nobody"), RUBBISH)]):
            await eventually(lambda: table.refused("unreadable") > 100)
            reply = await asker.asks(table.signing.sign(table.command(RECUT, "recut-1")))
        assert reply["answer"]["kind"] == "accepted"
        await listener.until(lambda: reply["answer"]["numbers"][0] in numbers(listener))


async def test_rubbish_on_an_actors_own_topic_does_not_shut_it_out(tmp_path: Path) -> None:
    async with attacked(tmp_path) as scene:
        table = scene.table
        async with flooding(scene.asker, [(TOPICS.command(ACTOR), RUBBISH)]):
            await eventually(lambda: table.refused("unreadable") > 500)
            for number in range(5):
                reply = await scene.asker.asks(table.signing.sign(table.command(SIT, f"genuine-{number}")))
                assert reply["answer"]["refusal"]["code"] == "not-your-role", "asked of the table, and its own word"


async def test_an_actor_who_signs_too_much_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bucket that a slow machine does not refill either."""
    few = RateLimit(at_once=10, each_second=0.01)
    monkeypatch.setattr(inbox, "COMMANDS", few)
    async with attacked(tmp_path) as scene:
        table = scene.table
        many = [table.signing.sign(table.command(SIT, f"many-{number}")) for number in range(few.at_once + 5)]
        await asyncio.gather(*(scene.asker.sends(TOPICS.command(ACTOR), payload) for payload in many))
        await scene.listener.until(lambda: len(scene.listener.on(TOPICS.reply(ACTOR))) == len(many))
        too_many = [reply for reply in said(scene.listener, TOPICS.reply(ACTOR)) if reply.get("wrong") == "too-many"]
        assert [reply["answer"]["refusal"]["code"] for reply in too_many] == ["busy"] * 5
        assert table.publisher.counted.commands == few.at_once


async def test_made_up_names_that_ask_for_replays_all_the_time_leave_a_genuine_one_its_turn(tmp_path: Path) -> None:
    async with attacked(tmp_path) as scene:
        request = msgspec.json.encode({"journal": scene.table.journal.id, "from": 1, "to": 1})
        async with flooding(scene.asker, [(TOPICS.replay(f"n{number}"), request) for number in range(16)]):
            await eventually(lambda: scene.table.publisher.counted.replayed > 10)
            await scene.asker.sends(TOPICS.replay("auditor"), request)
            await scene.listener.until(
                lambda: "replay-ended" in [reply.get("kind") for reply in said(scene.listener, TOPICS.reply("auditor"))]
            )


@asynccontextmanager
async def flooding(attacker: Asker, messages: list[tuple[str, bytes]]) -> AsyncIterator[None]:
    """A thousand a second, or as many as go through."""
    running = asyncio.create_task(_floods(attacker, messages))
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _floods(attacker: Asker, messages: list[tuple[str, bytes]]) -> None:
    taken = itertools.cycle(messages)
    while True:
        await asyncio.gather(*(attacker.sends(*message) for message in itertools.islice(taken, 20)))
        await asyncio.sleep(0.02)


async def test_a_message_over_which_the_program_trips_is_refused_and_costs_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever finds one could send it again and again, and the table would be away for as long."""

    def trips(*_: object, **__: object) -> Never:
        raise OverflowError("integer division result too large for a float")

    async with attacked(tmp_path) as scene:
        payload = scene.table.signing.sign(scene.table.command(SIT, "x"))
        with monkeypatch.context() as patched:
            patched.setattr(inbox, "claimed", trips)
            for _ in range(2):
                reply = await scene.asker.asks(payload)
                assert (reply["wrong"], reply["answer"]["refusal"]["code"]) == ("unreadable", "unreadable")
            patched.setattr(replay, "replayed", trips)
            request = {"journal": scene.table.journal.id, "from": 1, "to": 1}
            await scene.asker.sends(TOPICS.replay("auditor"), msgspec.json.encode(request))
            await scene.listener.until(lambda: bool(scene.listener.on(TOPICS.reply("auditor"))))
        assert said(scene.listener, TOPICS.reply("auditor"))[0]["wrong"] == "unreadable"
        assert scene.table.refused("unreadable") == 3
        assert (await scene.asker.asks(payload))["answer"]["refusal"]["code"] == "not-your-role"
    assert sum("OverflowError" in (record.exc_text or "") for record in caplog.records) == 3
