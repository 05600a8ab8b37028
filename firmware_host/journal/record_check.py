"""Checks a record fact by fact: the hash chain, the chain of keys, checkpoints and snapshots."""

import hashlib

import msgspec

from firmware_host.journal.chain import UNREADABLE, Link, next_hash
from firmware_host.journal.signing import Certificate, Checkpoint, Signed, is_signed
from firmware_host.journal.upcast import fact_of
from firmware_host.rules.struct import Record
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.record_in_doubt import NewerRecordFound, RecordEndDoubted
from firmware_host.table.facts.system import HostStarted, JournalOpened, SnapshotTaken
from firmware_host.table.history import Ledger
from firmware_host.table.terms import Pins

_certificates = msgspec.json.Decoder(Certificate)
_checkpoints = msgspec.json.Decoder(Checkpoint)


class Finding(Record, frozen=True, kw_only=True):
    """One thing that is wrong with a record, and where."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Examination:
    """
    Feed it everything in the order of fact numbers: for one number the fact, its checkpoint, then certificates.

    `key` is the first public key as the auditor wrote it down. Without it the examination can only show that the record
    agrees with itself. `findings` stays empty as long as everything is right.
    """

    def __init__(self, *, journal: str, after: int, head: bytes, key: str | None = None) -> None:
        """Begin after fact `after`, whose hash is `head`; a whole record begins with 0 and the genesis hash."""
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
        self.simulated = False
        """Whether the record was begun, or ever ran, on simulated pins."""
        self._first_key = key
        # For a part of a record, the checkpoint before its first one is unknown.
        self._checkpoint: str | None = "" if after == 0 else None

    def find(self, where: str, what: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(where=where, what=what))

    def fact(self, link: Link) -> Fact | None:
        """Check the next fact; return it if it can be read."""
        where = f"fact {link.number}"
        if link.number != self.last + 1:
            self.find(where, f"is in the place of fact {self.last + 1}")
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
        if isinstance(fact.body, HostStarted | JournalOpened) and fact.body.pins is Pins.SIMULATED:
            self.simulated = True
        if (fact.journal, fact.number, fact.cause) != (self.journal, link.number, link.cause):
            self.find(where, "is stored under another journal, number or cause than it names")
        return fact

    def certificate(self, signed: Signed) -> Certificate | None:
        """Check the next certificate; the fact it names must come first."""
        where = f"certificate {len(self.keys) + 1}"
        try:
            certificate = _certificates.decode(signed.data)
        except UNREADABLE as error:
            self.find(where, f"cannot be read ({error})")
            return None
        known = self.keys[-1].key if self.keys else (self._first_key or certificate.key)
        if certificate.by != known:
            self.find(
                where,
                "is not signed with the key of the certificate before it"
                if self.keys
                else "is not signed with the given key",
            )
        if not is_signed(signed, key=certificate.by):
            self.find(where, "has a wrong signature")
        if not self.keys and (certificate.key != certificate.by or certificate.number != 0):
            self.find(where, "is not the journal's first")
        if certificate.journal != self.journal:
            self.find(where, "names another journal")
        if self.keys and certificate.number < self.keys[-1].number:
            self.find(where, "names an earlier fact than the certificate before it")
        if certificate.number == self.last and certificate.hash != self.head.hex():
            self.find(where, f"does not match the hash of fact {self.last}")
        self.keys.append(certificate)
        return certificate

    def checkpoint(self, signed: Signed) -> Checkpoint | None:
        """Check the next checkpoint, directly after the fact it names and before the fact that follows."""
        try:
            checkpoint = _checkpoints.decode(signed.data)
        except UNREADABLE as error:
            self.find(f"checkpoint after fact {self.last}", f"cannot be read ({error})")
            return None
        where = f"checkpoint {checkpoint.number}"
        before = len(self.findings)
        if checkpoint.number != self.last:
            self.find(where, f"is in the wrong place, after fact {self.last}")
        elif checkpoint.hash != self.head.hex():
            self.find(where, "does not match the hash of its fact in the record")
        if checkpoint.journal != self.journal:
            self.find(where, "names another journal")
        if self._checkpoint is not None and checkpoint.previous != self._checkpoint:
            self.find(where, "does not follow the checkpoint before it")
        if not self.keys or checkpoint.key != self.keys[-1].key:
            self.find(where, "is signed with a key that was not in force")
        if not is_signed(signed, key=checkpoint.key):
            self.find(where, "has a wrong signature")
        self._checkpoint = hashlib.sha256(signed.data).hexdigest()
        self.checkpoints += 1
        if len(self.findings) == before:
            self.signed_to = checkpoint.number
        return checkpoint


class Refold:
    """
    Folds every fact in order and compares each snapshot with the state at its fact.

    A snapshot folded by another version's rules is checked by its digest alone, as this program has no such rules.
    """

    def __init__(self, journal: str, fold: str) -> None:
        """`fold` is the digest of this program's rules."""
        self._ledger: Ledger | None = Ledger.empty(journal)
        self._fold = fold

    def take(self, fact: Fact, stored: bytes | None) -> str | None:
        """Fold the next fact; return what is wrong with `stored`, the snapshot under its number."""
        problem = self._checked(fact, stored)
        self._fold_in(fact)
        return problem

    def _checked(self, fact: Fact, stored: bytes | None) -> str | None:
        body = fact.body
        if not isinstance(body, SnapshotTaken):
            return None if stored is None else "is named by no fact"
        if stored is None:
            return "is missing"
        if hashlib.sha256(stored).hexdigest() != body.digest:
            return "does not match the digest in its fact"
        if body.fold != self._fold or self._ledger is None:
            return None
        return (
            None
            if msgspec.json.encode(self._ledger) == stored
            else "does not hold the state that follows from the facts"
        )

    def _fold_in(self, fact: Fact) -> None:
        if self._ledger is None:
            return
        try:
            self._ledger = self._ledger.with_fact(fact)
        except Exception:  # noqa: BLE001 - facts of another version may not fold by our rules; the chain still holds
            self._ledger = None
