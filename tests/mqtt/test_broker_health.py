"""Whether the broker can be relied on: told by what comes back, and only once it has lasted."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from firmware_host.mqtt.broker_health import PASSES_NOTHING_ON, BrokerHealth
from firmware_host.mqtt.connection import Timeouts

STATUS, CHECKPOINT = "fh1/demo/poker-1/status", "fh1/demo/poker-1/checkpoint"

OWN = frozenset((STATUS, CHECKPOINT))

SOON = Timeouts(answer_s=0.01, away_s=0.02)

LATE = Timeouts(answer_s=0.01, away_s=3600)


class Told:
    """What the table has heard, and what was asked for again."""

    def __init__(self, *, patience: Timeouts, own: frozenset[str] = OWN) -> None:
        self.news = asyncio.Queue[tuple[bool, str]]()
        self.again = asyncio.Queue[tuple[str, ...]]()
        self.back: list[bool] = []
        self.presence = BrokerHealth(own=own, patience=patience, tell=self._tell)
        self.presence.resend = self.again.put_nowait
        self.presence.recovered = self.back.append

    async def _tell(self, up: bool, detail: str) -> None:  # noqa: FBT001 - as it is called
        self.news.put_nowait((up, detail))


@asynccontextmanager
async def telling(patience: Timeouts, own: frozenset[str] = OWN) -> AsyncIterator[Told]:
    told = Told(patience=patience, own=own)
    running = asyncio.create_task(told.presence.run())
    try:
        async with asyncio.timeout(5):
            yield told
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_what_is_acknowledged_and_never_comes_back_is_said_again_and_then_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with telling(SOON) as told:
        for _ in range(2):
            told.presence.acknowledged(STATUS, b"here")
            assert await told.again.get() == (STATUS,)
        assert await told.news.get() == (False, PASSES_NOTHING_ON)
        assert [PASSES_NOTHING_ON in record.getMessage() for record in caplog.records] == [True]
        told.presence.acknowledged(STATUS, b"here")
        told.presence.heard(STATUS, b"here")
        assert await told.news.get() == (True, "")
    assert told.back == [True], "it has let things fall: they are said again"


async def test_a_broker_that_hangs_up_over_what_it_lets_fall_is_the_same() -> None:
    async with telling(SOON) as told:
        told.presence.acknowledged(STATUS, b"here")
        assert told.presence.lost("hung up") == "hung up"
        told.presence.acknowledged(STATUS, b"here")
        assert told.presence.lost("hung up") == PASSES_NOTHING_ON
        assert await told.news.get() == (False, PASSES_NOTHING_ON)
    assert not told.presence.is_proved


async def test_what_comes_before_its_acknowledgement_has_come() -> None:
    async with telling(SOON) as told:
        told.presence.heard(STATUS, b"here")
        told.presence.acknowledged(STATUS, b"here")
        assert await told.news.get() == (True, "")
    assert told.back == [False]
    assert told.presence.is_proved


async def test_another_document_in_its_place_is_not_it() -> None:
    async with telling(SOON) as told:
        told.presence.heard(STATUS, b"somebody's")
        told.presence.acknowledged(STATUS, b"here")
        assert await told.again.get() == (STATUS,)
    assert not told.presence.is_proved


async def test_all_that_is_expected_has_to_come() -> None:
    async with telling(SOON) as told:
        told.presence.acknowledged(STATUS, b"here")
        told.presence.acknowledged(CHECKPOINT, b"signed")
        told.presence.heard(STATUS, b"here")
        assert await told.again.get() == (CHECKPOINT,)


@pytest.mark.parametrize("own", [OWN, frozenset()])
async def test_where_the_table_may_not_listen_the_brokers_word_has_to_do(own: frozenset[str]) -> None:
    async with telling(SOON, own) as told:
        told.presence.listens(may=False)
        told.presence.accepted()
        told.presence.acknowledged(STATUS, b"here")
        assert await told.news.get() == (True, "")
    assert told.again.empty()


async def test_a_broker_that_is_back_at_once_is_never_told_to_be_away() -> None:
    async with telling(LATE) as told:
        told.presence.lost("it starts again")
        told.presence.heard(STATUS, b"here")
        told.presence.acknowledged(STATUS, b"here")
        assert await told.news.get() == (True, "")
    assert told.news.empty()


async def test_the_reason_that_is_told_is_the_latest() -> None:
    async with telling(SOON) as told:
        told.presence.lost("hung up")
        told.presence.lost("not authorised")
        assert await told.news.get() == (False, "not authorised")
