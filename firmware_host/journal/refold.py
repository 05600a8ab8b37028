"""Stored states, worked out again from the facts alone."""

import hashlib

import msgspec

from firmware_host.table.contract import Fact
from firmware_host.table.keeping.bodies import SnapshotTaken
from firmware_host.table.ledger import Ledger


class Refold:
    """
    Takes every fact in order and judges each stored state as its fact comes by.

    A state that was folded by other rules than ours is judged by its digest alone, as those rules are not here.
    """

    def __init__(self, journal: str, fold: str) -> None:
        """Begin with an empty table."""
        self._ledger: Ledger | None = Ledger.empty(journal)
        self._fold = fold

    def take(self, fact: Fact, stored: bytes | None) -> str | None:
        """Take the next fact and the state that is stored under its number; say what is wrong."""
        problem = self._judged(fact, stored)
        self._go_on(fact)
        return problem

    def _judged(self, fact: Fact, stored: bytes | None) -> str | None:
        body = fact.body
        if not isinstance(body, SnapshotTaken):
            return None if stored is None else "no fact tells of it"
        if stored is None:
            return "is gone"
        if hashlib.sha256(stored).hexdigest() != body.digest:
            return "is not what its fact says"
        if body.fold != self._fold or self._ledger is None:
            return None
        return None if msgspec.json.encode(self._ledger) == stored else "is not what the facts lead to"

    def _go_on(self, fact: Fact) -> None:
        if self._ledger is None:
            return
        try:
            self._ledger = self._ledger.with_fact(fact)
        except Exception:  # noqa: BLE001 - facts of other rules than ours may not fold by ours; the chain still holds
            self._ledger = None
