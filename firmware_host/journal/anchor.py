"""
A checkpoint kept outside the board, compared with the record: at the broker, on paper, at a floor.

Whoever has the board can put an older copy of the whole folder in place, witness and all, and nothing inside can tell.
A checkpoint that somebody else keeps can. It carries the certificates of its key, so that a record which does not know
that key yet (it is older) can still tell that the key descends from one of its own.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from firmware_host.errors import UserError
from firmware_host.journal.chain import UNREADABLE, reported
from firmware_host.journal.reader import Reader
from firmware_host.journal.recovery import DAYS
from firmware_host.journal.signing import Certificate, Checkpoint, Digest, Signed, is_signed
from firmware_host.rules.struct import Record
from firmware_host.table.facts.system import JournalOpened
from firmware_host.table.terms import JournalId

PAPER = b"FH1-CHECKPOINT"
"""The first line of a checkpoint in text: each document on a line, its signature in hexadecimal on the next."""


class SignedCheckpoint(Record, frozen=True, kw_only=True):
    """
    The `checkpoint` topic: where the record stood when it was last signed, and with which key.

    `data` are the signed bytes themselves, in base64, with more in them; the other fields repeat some of it for
    reading. `certificates` are those of the newest gaming days, the oldest first: they lead from this checkpoint's key
    back to earlier keys, so that an older copy of the record can check it.
    """

    journal: JournalId
    number: int
    """The newest fact that the checkpoint covers."""
    hash: Digest
    """The digest of that fact, in hexadecimal."""
    key: Digest
    """The day key, an Ed25519 public key in hexadecimal."""
    data: bytes
    signature: bytes
    """The Ed25519 signature of `data`, in base64."""
    certificates: tuple[Signed, ...] = ()


class Agrees(Record, frozen=True, kw_only=True):
    """The record has this fact with this hash: it holds all that the checkpoint vouches for."""

    number: int


class Newer(Record, frozen=True, kw_only=True):
    """The checkpoint is one of this record, which ends before it or, with `differs`, has another fact there."""

    number: int
    hash: str
    key: str
    last: int
    differs: bool

    def __str__(self) -> str:
        if self.differs:
            return f"it does not match fact {self.number} of this record"
        return f"it goes up to fact {self.number}, but this record ends with fact {self.last}"


class Ignored(Record, frozen=True, kw_only=True):
    """
    The checkpoint does not confirm this record, and does not prove that there is a newer one.

    `is_previous` says that it is of the record that this one continues, as a restore leaves it at a broker, and that
    it signs no fact that this record left out.
    """

    why: str
    journal: str | None = None
    number: int = 0
    is_previous: bool = False


Comparison = Agrees | Newer | Ignored


class _Span(Record, frozen=True, kw_only=True):
    """The facts that checkpoints of one key may name: from its certificate to the next."""

    first: int
    last: int | None

    def holds(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


class _Keys(Record, frozen=True, kw_only=True):
    """The keys of a record, each with its time, and the record's last fact."""

    spans: dict[str, _Span]
    last: int


def document(signed: Signed, certificates: Iterable[Signed] = ()) -> SignedCheckpoint:
    """Return a checkpoint as it is published, printed and compared."""
    words = msgspec.json.decode(signed.data, type=Checkpoint)
    return SignedCheckpoint(
        journal=words.journal,
        number=words.number,
        hash=words.hash,
        key=words.key,
        data=signed.data,
        signature=signed.signature,
        certificates=tuple(certificates)[-DAYS:],
    )


def as_text(checkpoint: SignedCheckpoint) -> bytes:
    """
    Return a checkpoint as short as a QR code wants it, with the certificate of its own day alone.

    With that a record of the day before still finds out that it is older.
    """
    signed = (Signed(data=checkpoint.data, signature=checkpoint.signature), *checkpoint.certificates[-1:])
    lines = (line for each in signed for line in (each.data, each.signature.hex().encode()))
    return b"\n".join((PAPER, *lines)) + b"\n"


def read(payload: bytes) -> SignedCheckpoint:
    """Return a checkpoint as it was published or printed. Raises what `UNREADABLE` names for anything else."""
    if not payload.startswith(PAPER):
        return msgspec.json.decode(payload, type=SignedCheckpoint)
    lines = payload.split()[1:]
    try:
        first, *certificates = (
            Signed(data=data, signature=bytes.fromhex(signature.decode()))
            for data, signature in zip(lines[::2], lines[1::2], strict=True)
        )
    except ValueError as error:
        raise msgspec.DecodeError(str(error)) from None
    return document(first, certificates)


def newest(folder: Path) -> SignedCheckpoint:
    """Return the newest checkpoint of the record in a folder. Raises `UserError` where there is none."""
    with closing(Reader(folder)) as reader, reported(folder):
        for segment in reader.newest_first():
            number = segment.newest("checkpoints")
            if number is not None:
                ((_, signed),) = segment.checkpoints(after=number - 1)
                return document(signed, reader.certificates())
    raise UserError(f"nothing in {folder} was signed yet; the record is signed after each round and at each start")


def compared_in(folder: Path, payload: bytes, *, known_to: str | None = None) -> Comparison:
    """Compare what is meant to be a checkpoint with the record in a folder. Raises `UserError` for a damaged one."""
    with closing(Reader(folder)) as reader, reported(folder):
        known = None if known_to is None else reader.newest.sent().get(known_to, 0)
        return compared(payload, reader, known=known)


def compared(payload: bytes, record: Reader, *, known: int | None = None) -> Comparison:
    """
    Compare what is meant to be a checkpoint with a record.

    It counts only if its certificates lead to a key of this record, and its number is of that key's time. Without that
    anybody could close a table by a checkpoint of his own. `known` is the last fact that whoever kept the checkpoint
    has of this record: a change of keys that he has seen nothing after ends no key's time for him. An older copy that
    is started on a later day changes its key at once, though that key went on signing in the record newer than it.
    """
    try:
        outside = read(payload)
        words = msgspec.json.decode(outside.data, type=Checkpoint)
    except UNREADABLE:
        return Ignored(why="the message is not a readable checkpoint")
    if words.journal != record.id:
        return _of_another(words, record)
    signed = Signed(data=outside.data, signature=outside.signature)
    last = record.last
    keys = _Keys(spans=_spans(record, known=known), last=last)
    why = _unproved(words, signed, _by_key(outside.certificates, journal=record.id), keys)
    if why:
        return Ignored(why=why, journal=words.journal, number=words.number)
    differs = words.number <= last and record.hash_of(words.number).hex() != words.hash
    if words.number > last or differs:
        return Newer(number=words.number, hash=words.hash, key=words.key, last=last, differs=differs)
    return Agrees(number=words.number)


def _of_another(words: Checkpoint, record: Reader) -> Ignored:
    first = next(record.facts(), None)
    previous = first.body.previous if first is not None and isinstance(first.body, JournalOpened) else None
    if previous is None or previous.journal != words.journal:
        return Ignored(why=f"it is of another record, {words.journal}", journal=words.journal, number=words.number)
    of = f"it signs fact {words.number} of record {words.journal}, which this record continues"
    if words.number > previous.number:
        why = (
            f"{of} only from fact {previous.number} on: the facts between are missing here, or the checkpoint is forged"
        )
    elif words.number == previous.number and words.hash != previous.hash:
        why = f"{of}, but fact {previous.number} differs: the restored copy was changed, or the checkpoint is forged"
    else:
        why = f"{of} from fact {previous.number} on; to check that record, verify its folder with this checkpoint"
        return Ignored(why=why, journal=words.journal, number=words.number, is_previous=True)
    return Ignored(why=why, journal=words.journal, number=words.number)


def _unproved(words: Checkpoint, signed: Signed, certificates: dict[str, Certificate], record: _Keys) -> str:
    """Say why the checkpoint is not one of this record; empty where it is."""
    if words.number < 1 or not is_signed(signed, key=words.key):
        return "its signature is wrong"
    key, number = words.key, words.number
    for _ in range(len(certificates) + 1):
        if key in record.spans:
            return "" if record.spans[key].holds(number) else _not_in_force(number, record.spans[key])
        certificate = certificates.get(key)
        if certificate is None or certificate.number > number:
            break
        key, number = certificate.by, certificate.number
    days = len(certificates)
    return (
        f"it signs fact {words.number} with a key that does not descend from a key of this record, which ends with "
        f"fact {record.last}: this record may be a copy from before the {days} newest daily keys that the checkpoint "
        "carries, or the checkpoint is forged; verify it against the newest copy of the record"
    )


def _not_in_force(number: int, span: _Span) -> str:
    return (
        f"it signs fact {number} with a key that this record used for facts {span.first} to {span.last}: this record "
        "may be an older copy that was continued, or somebody signed with an old key; look for a newer copy"
    )


def _spans(record: Reader, *, known: int | None) -> dict[str, _Span]:
    made = [msgspec.json.decode(signed.data, type=Certificate) for signed in record.certificates()]
    ends = [following.number if known is None or known > following.number else None for following in made[1:]]
    return {
        certificate.key: _Span(first=certificate.number, last=end)
        for certificate, end in zip(made, [*ends, None], strict=True)
    }


def _by_key(carried: tuple[Signed, ...], *, journal: str) -> dict[str, Certificate]:
    """Return the certificates whose signatures are right, by the key each vouches for."""
    return {certificate.key: certificate for certificate in _valid(carried) if certificate.journal == journal}


def _valid(carried: tuple[Signed, ...]) -> Iterator[Certificate]:
    for signed in carried[-DAYS:]:
        try:
            certificate = msgspec.json.decode(signed.data, type=Certificate)
        except UNREADABLE:
            continue
        if is_signed(signed, key=certificate.by):
            yield certificate
