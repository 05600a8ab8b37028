"""
Housekeeping: what the host does for the record besides answering intents.

Before each batch it reports changes of the clocks and the disk to the table. It signs the record after each round, and
each minute while facts arrive. Between rounds it stores snapshots and seals a full file. It changes the signing key
with the gaming day.
"""

import hashlib
import logging
import time
from collections.abc import Iterable, Iterator

import msgspec

from firmware_host.host.program_digest import fold_digest, software_digest
from firmware_host.journal.store import Journal, Statement
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.system import SenseClock, SenseDisk, TakeSnapshot
from firmware_host.table.clocks import Stamp, has_news
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.system import HostStarted, SnapshotTaken
from firmware_host.table.history import Ledger
from firmware_host.table.state.table import TableState
from firmware_host.table.system.clocks_and_disk import disk_has_news

SIGN_EVERY_MS = 60_000
SEAL_PAUSE_MS = 10_000
"""After a full file could not be sealed (no inodes, or somebody reads it), for so long it is not tried again."""

PROGRESS_EVERY_S = 2.0
log = logging.getLogger(__name__)
_ledgers = msgspec.json.Decoder(Ledger)


class Stored(Record, frozen=True, kw_only=True):
    """A snapshot, and the act that records its digest."""

    act: TakeSnapshot
    data: bytes


class Keeper:
    """Decides which housekeeping is due; the host does most of it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._unsigned_since: int | None = None
        self._stored = 0
        self._seal_again_ms = 0

    def resumed(self) -> Ledger:
        """Return the table as of the newest fact, from the newest snapshot folded with the same rules."""
        for snapshot in self._journal.snapshots():
            ledger = _read(snapshot.data) if snapshot.fold == fold_digest() else None
            if ledger is not None and (ledger.state.journal, ledger.state.last) == (self._journal.id, snapshot.of):
                self._stored = snapshot.number
                return ledger.with_facts(self._journal.facts(after=snapshot.of))
        facts = self._journal.facts()
        if self._journal.last > self._journal.snapshot_facts:
            facts = _with_progress(facts, of=self._journal.last)
        return Ledger.empty(self._journal.id).with_facts(facts)

    def news(self, state: TableState, now: Stamp) -> Iterator[Act]:
        """Yield the acts that must be decided before all others: changes of the clocks and the disk."""
        if state.config is None:
            return
        if has_news(state.clocks, now):
            yield SenseClock()
        free, least = self._journal.free_mib(), self._journal.reserve_mib
        if disk_has_news(state, free, least):
            yield SenseDisk(free_mib=free, least_mib=least)

    def snapshot(self, ledger: Ledger) -> Stored | None:
        """Return the snapshot to store, if one is due."""
        since = ledger.state.last - self._stored
        if since < self._journal.snapshot_facts or not ledger.is_at_rest:
            return None
        data = msgspec.json.encode(ledger)
        digest = hashlib.sha256(data).hexdigest()
        return Stored(act=TakeSnapshot(of=ledger.state.last, digest=digest, fold=fold_digest()), data=data)

    def statement(self, rules: str, now: Stamp) -> Statement:
        """Return the content of a checkpoint besides the end of the record."""
        return Statement(at=now, rules=rules, software=software_digest())

    def signs(self, ledger: Ledger, facts: Iterable[Fact], now: Stamp) -> bool:
        """Return whether a checkpoint is due after these facts, which lead to `ledger`."""
        under_way = ledger.state.round_number
        if any(fact.round not in (0, under_way) for fact in facts):
            return True
        if any(isinstance(fact.body, HostStarted) for fact in facts):
            # A crash may have left facts unsigned.
            return True
        return self._unsigned_since is not None and now.mono_ms >= self._unsigned_since + SIGN_EVERY_MS

    def went(self, facts: Iterable[Fact], now: Stamp) -> None:
        """Note the facts that were recorded."""
        for fact in facts:
            if isinstance(fact.body, SnapshotTaken):
                self._stored = fact.number
        if not self._journal.unsigned:
            self._unsigned_since = None
        elif self._unsigned_since is None:
            self._unsigned_since = now.mono_ms

    def sign_soon(self) -> None:
        """Let whatever is not signed be signed with the next turn."""
        if self._journal.unsigned:
            self._unsigned_since = -SIGN_EVERY_MS

    @property
    def due_ms(self) -> int | None:
        """Return when the record must be signed at the latest; None while every fact is signed."""
        return None if self._unsigned_since is None else self._unsigned_since + SIGN_EVERY_MS

    async def rest(self, ledger: Ledger, rules: str, now: Stamp) -> None:
        """Change the key for a new gaming day; seal a full file between rounds. Slow, so not within a batch."""
        if self._journal.last and not self._journal.is_of_today(now):
            await self._journal.change_key(self.statement(rules, now))
            self.went((), now)
        if ledger.is_at_rest and self._journal.is_full and now.mono_ms >= self._seal_again_ms:
            sealed = await self._journal.seal()
            self._seal_again_ms = 0 if sealed else now.mono_ms + SEAL_PAUSE_MS


def _with_progress(facts: Iterator[Fact], *, of: int) -> Iterator[Fact]:
    """Log the progress of a long fold: at its start, every few seconds, and at its end."""
    log.warning("reading the whole record once (%s facts), because no snapshot fits this version's rules", f"{of:,}")
    begun = logged = time.monotonic()
    for done, fact in enumerate(facts, 1):
        yield fact
        now = time.monotonic()
        if now - logged >= PROGRESS_EVERY_S:
            logged = now
            log.info("read %s of %s facts (%d %%)", f"{done:,}", f"{of:,}", 100 * done // of)
    log.info("read the whole record in %.1f s", time.monotonic() - begun)


def _read(data: bytes) -> Ledger | None:
    try:
        return _ledgers.decode(data)
    except msgspec.MsgspecError as error:
        # The digest and the rules match, so this should not happen. The facts are complete without the snapshot.
        log.error("cannot read a snapshot (%s); it is ignored", error)  # noqa: TRY400 - one line
        return None
