"""What is signed about a record: checkpoints of where it stands, and the certificates that hand one key's word on."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.record import Record
from firmware_host.table.contract import JournalId
from firmware_host.table.stamp import Stamp

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""SHA-256, or a public key: 32 bytes in lower-case hexadecimal."""


class Checkpoint(Record, frozen=True, kw_only=True):
    """
    When it was signed the record ended with fact `number`, whose hash covers every fact before it.

    `rules` is the digest of rules and configuration in force, `software` that of the program's files; `previous` is the
    digest of the checkpoint before (as stored), so that none can be left out; `key` the public key it is signed with.
    """

    journal: JournalId
    number: int
    hash: Digest
    rules: Digest
    software: str
    at: Stamp
    previous: str
    key: Digest


class Certificate(Record, frozen=True, kw_only=True):
    """
    From fact `number` on, whose hash is given, checkpoints are signed with `key`: the key of a gaming day.

    Signed with `by`, the key of the day before, which is erased then. A journal's first certificate is signed with the
    key it names, and that key is what an auditor writes down.
    """

    journal: JournalId
    day: str
    number: int
    hash: Digest
    at: Stamp
    key: Digest
    by: Digest
