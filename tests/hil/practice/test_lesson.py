"""A whole lesson: real controller, simulated devices, and a learner who speaks to the proxy with real sockets."""

import asyncio
import http.client
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from firmware_host.table.acts.decks import CutDeck
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from hil.practice.hand_moves import say
from hil.practice.judging import Kind
from hil.practice.practice import Practice, Running, begun
from tests.support.brokers import any_broker

PATIENCE_S = 120.0

SOON_S = 0.03


class Learner:
    """Enters what is due through the proxy, as the dealer's page does."""

    def __init__(self, running: Running, page: ClientConnection, strip: ClientConnection) -> None:
        self._running = running
        self._page = page
        self._strip = strip
        self._asked = 0
        self._tried: dict[str, float] = {}
        self.seen = 0

    async def enters(self, act: Act, **more: str) -> dict[str, Any]:
        """Enter an act; return the table's answer."""
        self._asked += 1
        ask = {"kind": "ask", "id": f"l-{self._asked}", "seen": self.seen, "act": msgspec.to_builtins(act), **more}
        await self._page.send(json.dumps(ask))
        answer: dict[str, Any] = (await self.gets("answer"))["answer"]
        newest = max(answer.get("numbers", ()), default=0)
        await until(self._running, lambda: self._running.lesson.seen >= newest)
        return answer

    async def gets(self, kind: str) -> dict[str, Any]:
        """Return the next message of this kind; follow the views on the way."""
        while True:
            message: dict[str, Any] = json.loads(await self._page.recv())
            if message["kind"] == "view":
                self.seen = message["view"]["table"]["seen"]
            if message["kind"] == kind:
                return message

    async def presses(self, say: str) -> None:
        """Press a button of the strip by its words."""
        shown = json.loads(self._running.lesson.shown())
        at = next(at for at, hand in enumerate(shown["hands"]) if hand["say"] == say)
        await self._strip.send(json.dumps({"hand": at}))

    async def repairs(self) -> None:
        await self._strip.send('{"repair": true}')

    async def works(self) -> None:
        """Do everything that is due until the lesson is over."""
        coach = self._running.coach
        async with asyncio.timeout(PATIENCE_S):
            while not self._running.lesson.over.is_set():
                await self.gets("beat") if self.seen < coach.state.last else await asyncio.sleep(SOON_S)
                await self._next()

    async def _next(self) -> None:
        coach = self._running.coach
        due, now_s = coach.due, asyncio.get_running_loop().time()
        if due is None or coach.players_are_busy or coach.player_shakes or self.seen < coach.state.last:
            return
        state = coach.state
        if state.puck is not None and state.button not in (None, state.puck) and self._once("button", now_s):
            await self.presses(f"Move the dealer button to seat {state.button}")
            return
        for hand in due.hands:
            if self._once(f"{due.key}{hand!r}", now_s):
                await self.presses(say(hand))
                return
        if due.act is None:
            return
        if due.by_floor:
            await self.enters(due.act, actor="floor-1", role="floorperson", pin="274968")
            return
        if isinstance(due.act, CutDeck):
            await self.presses("Take the deck out of the shuffler")
            await asyncio.sleep(0.1)
        await self.enters(due.act)

    def _once(self, key: str, now_s: float) -> bool:
        if now_s - self._tried.get(key, -100.0) < 8.0:
            return False
        self._tried[key] = now_s
        return True


@asynccontextmanager
async def learning(wishes: Practice, folder: Path) -> AsyncIterator[tuple[Running, Learner]]:
    async with any_broker(folder) as broker, begun(replace(wishes, broker=broker), folder) as running:
        parts = urlsplit(running.address)
        origin = Origin(f"{parts.scheme}://{parts.netloc}")
        await until(running, lambda: running.lesson.is_served)
        async with (
            connect(f"ws://{parts.netloc}/socket", origin=origin, max_size=None) as page,
            connect(f"ws://{parts.netloc}/practice/socket", origin=origin, max_size=None) as strip,
        ):
            learner = Learner(running, page, strip)
            await learner.gets("view")
            reads = asyncio.create_task(_reads(strip))
            try:
                yield running, learner
            finally:
                reads.cancel()
                await asyncio.gather(reads, return_exceptions=True)


async def until(running: Running, true: Callable[[], bool]) -> None:
    """Wait until something is so; the lesson tells of every change."""
    async with asyncio.timeout(PATIENCE_S), running.lesson.changed:
        await running.lesson.changed.wait_for(true)


async def _reads(strip: ClientConnection) -> None:
    async for _ in strip:
        pass


def wishes(**more: Any) -> Practice:
    return Practice(**{"game": "holdem", "tracking": "full", "rounds": 1, "seed": 5, "speed": 200.0, **more})


@pytest.mark.parametrize(
    ("game", "tracking"),
    [
        ("holdem", "procedure"),
        ("stud-hilo-8", "full"),
        ("badugi", "full"),
        ("super-stud", "procedure"),
        ("mini-dice", "full"),
    ],
)
async def test_a_learner_who_does_what_is_due_scores_full_marks(game: str, tracking: str, tmp_path: Path) -> None:
    async with learning(wishes(game=game, tracking=tracking), tmp_path) as (running, learner):
        await learner.works()
        result = running.coach.score()
        assert not result.mistakes
        assert result.percent == 100
        assert result.steps > 10


async def test_the_proxy_and_the_strip_keep_to_their_own_address(tmp_path: Path) -> None:
    async with learning(wishes(), tmp_path) as (running, learner):
        parts = urlsplit(running.address)
        own = f"{parts.scheme}://{parts.netloc}"

        dealers = await fetched(parts.netloc, "/")
        assert dealers.status == 200
        assert "frame-ancestors 'self'" in dealers.headers["content-security-policy"]
        assert "frame-ancestors 'none'" not in dealers.headers["content-security-policy"]
        assert "set-cookie" not in dealers.headers
        assert (await fetched(parts.netloc, "/", **{"sec-fetch-dest": "document"})).headers["location"] == "/practice/"
        strip = await fetched(parts.netloc, "/practice/")
        assert "frame-ancestors 'none'" in strip.headers["content-security-policy"]
        assert (await fetched(parts.netloc, "/practice/practice.js")).status == 200
        assert (await fetched(parts.netloc, "/practice/../coach.py")).status == 404

        assert (await fetched(parts.netloc, "/practice/", host="table.example")).status == 403
        assert (await fetched(parts.netloc, "/", origin="http://table.example")).status == 403
        assert (await fetched(parts.netloc, "/screen", "POST", origin=own)).status in (400, 415)
        assert (await fetched(parts.netloc, "/screen", "POST")).status == 403
        for path in ("/socket", "/practice/socket"):
            with pytest.raises(WebSocketException):
                async with connect(f"ws://{parts.netloc}{path}", origin=Origin("http://table.example")):
                    pass

        async with connect(f"ws://{parts.netloc}/practice/socket", origin=Origin(own)) as socket:
            await socket.recv()
            await socket.send('{"hand": "all of them"}')
            await socket.wait_closed()
        assert (await learner.enters(Deal()))["kind"] == "refused"
        assert [each.kind for each in running.coach.mistakes] == [Kind.REFUSED]
        assert json.loads(running.lesson.shown())["mistakes"][0]["mistake"]["paragraphs"]


class Fetched:
    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status = answer.status
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        self.body = answer.read()


async def fetched(address: str, path: str, method: str = "GET", **headers: str) -> Fetched:
    def fetch() -> Fetched:
        connection = http.client.HTTPConnection(address, timeout=10)
        try:
            connection.request(method, path, headers=headers)
            return Fetched(connection.getresponse())
        finally:
            connection.close()

    return await asyncio.to_thread(fetch)


async def test_a_fault_that_was_asked_for_is_no_mistake_and_can_be_repaired(tmp_path: Path) -> None:
    practice = wishes(tracking="procedure", faults=("lid-opened",), rounds=2)
    async with learning(practice, tmp_path) as (running, learner):
        works = asyncio.create_task(learner.works())
        await until(running, lambda: json.loads(running.lesson.shown())["repairable"])
        await until(running, lambda: bool(running.coach.state.alerts))
        assert not running.coach.mistakes
        await learner.repairs()
        await until(running, lambda: not json.loads(running.lesson.shown())["repairable"])
        works.cancel()
        await asyncio.gather(works, return_exceptions=True)


async def test_the_dealer_button_before_the_wrong_seat_is_a_mistake_until_it_is_moved(tmp_path: Path) -> None:
    async with learning(wishes(tracking="procedure"), tmp_path) as (running, learner):
        works = asyncio.create_task(learner.works())
        await until(running, lambda: running.coach.state.round is not None)
        works.cancel()
        await asyncio.gather(works, return_exceptions=True)
        button = running.coach.state.button
        other = next(seat for seat in running.coach.state.seats if seat != button)
        await learner.presses(f"Move the dealer button to seat {other}")
        await until(running, lambda: bool(running.coach.mistakes))
        assert running.coach.mistakes[0].kind is Kind.HANDS
        await learner.presses(f"Move the dealer button to seat {button}")
        await until(running, lambda: running.coach.mistakes[0].corrected)


@pytest.mark.parametrize("how", ["kill", "stop"])
async def test_a_controller_that_a_signal_ended_starts_again_and_the_practice_goes_on(how: str, tmp_path: Path) -> None:
    async with learning(wishes(), tmp_path) as (running, _):
        controller = running.world.controller
        lasts = asyncio.create_task(running.until_over())
        first = controller.pid
        controller.kill() if how == "kill" else await controller.stop()
        address = urlsplit(running.address).netloc
        async with asyncio.timeout(PATIENCE_S):
            while True:
                answer = await fetched(address, "/")
                if answer.status == 200 and controller.pid != first:
                    break
                await asyncio.sleep(SOON_S)
        assert not lasts.done()
        running.lesson.over.set()
        await lasts
