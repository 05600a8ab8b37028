"""Judges a record read from its beginning: the chain of hashes, the chain of keys, checkpoints, stored states."""

import hashlib

import msgspec

from firmware_host.journal.chain import UNREADABLE, Link, next_hash
from firmware_host.journal.signing import Certificate, Checkpoint, Signed, is_signed
from firmware_host.journal.upcast import fact_of
from firmware_host.rules.struct import Record
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.record import NewerRecordFound, RecordEndDoubted
from firmware_host.table.facts.system import SnapshotTaken
from firmware_host.table.history import Ledger

_certificates = msgspec.json.Decoder(Certificate)
_checkpoints = msgspec.json.Decoder(Checkpoint)


class Finding(Record, frozen=True, kw_only=True):
    """Something is not as it was recorded."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Examination:
    """
    Tell it of everything in the order of fact numbers: at one number the fact, its checkpoint, then certificates.

    `key` is the first public key where it is known from elsewhere; without it the record can only be found to agree
    with itself. `findings` is empty as long as everything is right.
    """

    def __init__(self, *, journal: str, after: int, head: bytes, key: str | None = None) -> None:
        """Begin after this fact, with its hash: 0 and the genesis for a whole record."""
        self.journal = journal
        self.findings: list[Finding] = []
        self.last = after
        self.head = head
        self.facts = 0
        self.signed_to: int | None = None
        self.keys: list[Certificate] = []
        self.checkpoints = 0
        self.remarks: list[str] = []
        """What the record says about itself that a reader has to know, though nothing was changed."""
        self._first_key = key
        # Of a part of a record nobody knows which checkpoint came before the first in it.
        self._checkpoint: str | None = "" if after == 0 else None

    def find(self, where: str, what: str) -> None:
        """Note what is wrong."""
        self.findings.append(Finding(where=where, what=what))

    def fact(self, link: Link) -> Fact | None:
        """Take the next fact; return it where it can be read."""
        where = f"fact {link.number}"
        if link.number != self.last + 1:
            self.find(where, f"stands where fact {self.last + 1} is expected")
        expected = next_hash(self.head, link.data)
        if link.hash != expected:
            self.find(where, "does not follow from the one before it")
        self.last, self.head, self.facts = link.number, link.hash, self.facts + 1
        try:
            fact = fact_of(link.data)
        except UNREADABLE as error:
            self.find(where, f"cannot be read ({error})")
            return None
        if isinstance(fact.body, RecordEndDoubted | NewerRecordFound):
            self.remarks.append(f"{where}: {fact.body.sentence()}")
        if (fact.journal, fact.number, fact.cause) != (self.journal, link.number, link.cause):
            self.find(where, "is filed under another name than its own")
        return fact

    def certificate(self, signed: Signed) -> Certificate | None:
        """Take the next certificate, once the fact it names has been told."""
        where = f"certificate {len(self.keys) + 1}"
        try:
            certificate = _certificates.decode(signed.data)
        except UNREADABLE as error:
            self.find(where, f"cannot be read ({error})")
            return None
        known = self.keys[-1].key if self.keys else (self._first_key or certificate.key)
        if certificate.by != known:
            self.find(where, "is not of the key before" if self.keys else "is not of the key that was written down")
        if not is_signed(signed, key=certificate.by):
            self.find(where, "its signature is wrong")
        if not self.keys and (certificate.key != certificate.by or certificate.number != 0):
            self.find(where, "is not the journal's first")
        if certificate.journal != self.journal:
            self.find(where, "speaks of another journal")
        if self.keys and certificate.number < self.keys[-1].number:
            self.find(where, "goes back behind the one before")
        if certificate.number == self.last and certificate.hash != self.head.hex():
            self.find(where, f"gives fact {self.last} another hash")
        self.keys.append(certificate)
        return certificate

    def checkpoint(self, signed: Signed) -> Checkpoint | None:
        """Take the next checkpoint, directly after the fact it names and before the fact that follows."""
        try:
            checkpoint = _checkpoints.decode(signed.data)
        except UNREADABLE as error:
            self.find(f"checkpoint after fact {self.last}", f"cannot be read ({error})")
            return None
        where = f"checkpoint {checkpoint.number}"
        before = len(self.findings)
        if checkpoint.number != self.last:
            self.find(where, f"stands after fact {self.last}")
        elif checkpoint.hash != self.head.hex():
            self.find(where, "signed another hash than the record has there")
        if checkpoint.journal != self.journal:
            self.find(where, "speaks of another journal")
        if self._checkpoint is not None and checkpoint.previous != self._checkpoint:
            self.find(where, "does not follow from the checkpoint before it")
        if not self.keys or checkpoint.key != self.keys[-1].key:
            self.find(where, "is signed with a key that was not in force then")
        if not is_signed(signed, key=checkpoint.key):
            self.find(where, "its signature is wrong")
        self._checkpoint = hashlib.sha256(signed.data).hexdigest()
        self.checkpoints += 1
        if len(self.findings) == before:
            self.signed_to = checkpoint.number
        return checkpoint


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
