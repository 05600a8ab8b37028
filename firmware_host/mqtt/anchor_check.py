"""
Compares the checkpoint that the broker retained with the record, before the table publishes a newer one.

A broker that outlives the board remembers how far the record went. So on each connection the table first waits for the
retained checkpoint, for as long as a broker needs to deliver its retained messages.
"""

import asyncio
import logging
import secrets
from itertools import count

from firmware_host.errors import UserError
from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.journal.anchor import Agrees, Ignored, Newer
from firmware_host.journal.store import Journal
from firmware_host.mqtt.outbox import CONSUMER
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.intent import Intent, Refused, Via
from firmware_host.table.acts.record_in_doubt import ReportIgnoredCheckpoint, ReportNewerRecord

NAME = "record"
AGAIN_S = 0.02
log = logging.getLogger(__name__)


class AnchorCheck:
    """The check of one table, repeated on each connection."""

    def __init__(self, *, journal: Journal, table: TableWithState, clock: Clock) -> None:
        """Call `new_connection` at the start of each connection."""
        self._journal = journal
        self._table = table
        self._clock = clock
        self._run_id = secrets.token_hex(8)
        self._numbers = count(1)
        self._is_done = asyncio.Event()

    @property
    def superseded(self) -> bool:
        """Return whether a newer record than this one exists; then nothing of this one may be published over it."""
        return bool(self._table.state.superseded)

    def new_connection(self) -> None:
        """Note that a connection begins; the broker may retain another checkpoint by now."""
        self._is_done.clear()

    def all_received(self) -> None:
        """Note that all retained messages have arrived, or that the broker lets the table read none."""
        self._is_done.set()

    async def wait(self, *, at_most_s: float) -> None:
        """Wait until the comparison is done, or until a broker that delivers nothing has had `at_most_s`."""
        try:
            async with asyncio.timeout(at_most_s):
                await self._is_done.wait()
        except TimeoutError:
            log.info(
                "the broker sent no retained checkpoint within %g s, so the record was not compared with one", at_most_s
            )

    async def found(self, payload: bytes) -> None:
        """Compare the retained checkpoint with the record; report a newer record and a checkpoint that was ignored."""
        if not payload:
            return
        try:
            comparison = await self._journal.compared(payload, consumer=CONSUMER)
        except UserError as error:
            comparison = Ignored(why=f"this record could not be read for the comparison ({error})")
        match comparison:
            case Agrees():
                return
            case Ignored(is_previous=True, number=number):
                log.info("the broker has retained a checkpoint of the previous record, up to fact %s", number)
                return
            case Newer():
                log.error(
                    "the broker has retained a checkpoint of this record, and %s: the table deals no further round",
                    comparison,
                )
            case Ignored(why=why):
                log.warning("ignoring the checkpoint that the broker retained: %s", why)
        await self._report(comparison)

    async def _report(self, found: Newer | Ignored) -> None:
        intent = Intent(
            id=f"{NAME}:{self._run_id}:{next(self._numbers)}",
            actor="host",
            role=Role.HOST,
            via=Via.SCRIPT,
            at=self._clock.stamp(),
            seen=0,
            act=_act(found),
        )
        while True:
            answer = await self._table.submit(intent)
            if not (isinstance(answer, Refused) and answer.refusal.code is Code.BUSY):
                return
            await asyncio.sleep(AGAIN_S)


def _act(found: Newer | Ignored) -> ReportNewerRecord | ReportIgnoredCheckpoint:
    if isinstance(found, Ignored):
        return ReportIgnoredCheckpoint(why=found.why, journal=found.journal, number=found.number)
    return ReportNewerRecord(
        number=found.number, hash=found.hash, key=found.key, last=found.last, differs=found.differs
    )
