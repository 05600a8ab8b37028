"""Opening a record: a new one, the end of an existing one, and the snapshots that a fact proves."""

import hashlib
import logging
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from firmware_host.journal import day_keys, segments, sqlite_schema, witness
from firmware_host.journal.chain import UNREADABLE, Damaged, genesis
from firmware_host.journal.folder import BESIDE, PINS, SHUFFLER_KEY
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import Opening, path_of
from firmware_host.journal.signing import Certificate, Checkpoint, Signed, Signer, is_signed
from firmware_host.journal.upcast import fact_of
from firmware_host.journal.witness import Doubt, End
from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.system import SnapshotTaken

DAYS = 16
"""A checkpoint carries the certificates of so many days: a copy of the record older than that is only an alert."""


def make(folder: Path, config: JournalConfig, at: Stamp) -> None:
    """
    Create the first file with the first key's certificate. A crash leaves nothing that the next start would use.

    Raises `Damaged` if the folder has traces of a lost record.
    """
    gone = is_missing(folder)
    if gone:
        raise Damaged(gone)
    for name in sorted(BESIDE):
        if (folder / name).exists():
            # No fault: a shuffler is paired before the first start.
            log.info(
                "there is %s but no record in %s: beginning a new record; if there was an older one, restore it",
                name,
                folder,
            )
    id_, signer = secrets.token_hex(16), Signer.made()
    head = genesis(id_)
    day = day_keys.gaming_day(at, starts=config.gaming_day_starts)
    word = day_keys.first_certificate(signer, journal=id_, day=day, at=at, head=head)
    day_keys.prepare(folder, id_, signer)
    segments.create(
        folder, Opening(journal=id_, segment=1, after=0, hash=head), sqlite_schema.insert_certificate(1, word)
    )


log = logging.getLogger(__name__)
BEFORE_SEGMENTS = "journal.sqlite"


class Found(Record, frozen=True, kw_only=True):
    """The end of a record as it is opened, and its key in force."""

    end: End
    head: bytes
    signer: Signer
    certificate: Certificate
    checkpoint: Signed | None
    certificates: tuple[Signed, ...] = ()
    """Those of the newest days, the oldest first, as far as they can be read."""
    doubt: Doubt | None = None
    """Why nothing vouches for the end of the record; none where the witness does."""


class Snapshot(Record, frozen=True, kw_only=True):
    """The state after fact `of`; fact `number` holds its digest, and `fold` names the rules it was folded with."""

    number: int
    of: int
    fold: str
    data: bytes


def is_missing(folder: Path) -> str | None:
    """Return the trace of a record whose files are missing; None if there is no such trace."""
    gone = f"{path_of(folder, 1).name} is missing"
    for name in (witness.FILE, day_keys.FILE, BEFORE_SEGMENTS, PINS):
        if (folder / name).exists():
            more = "; remove that file to begin a new record in which nobody has a PIN" if name == PINS else ""
            return f"{name} exists, but {gone}{more}"
    journal = _journal_named_in(folder / SHUFFLER_KEY)
    if journal:
        return (
            f"{SHUFFLER_KEY} was used with record {journal}, but {gone}; to begin a new record, remove {SHUFFLER_KEY} "
            "and pair the shuffler again"
        )
    return None


def _journal_named_in(file: Path) -> str:
    """Return the record that a key file was used with; empty for none, and for a file that its owner would refuse."""
    try:
        named = msgspec.json.decode(file.read_bytes(), type=dict[str, object]).get("journal", "")
    except (OSError, *UNREADABLE):
        return ""
    return str(named)


def found(folder: Path, reader: Reader, *, signer_of: Callable[[Path, str, str], Signer] = day_keys.in_force) -> Found:
    """Return where the record ends; damage raises (see `chain.reported`). `signer_of` may tidy up the key files."""
    witnessed, wrong = _witnessed(folder)
    if witnessed is not None and witnessed.segment > len(reader.paths):
        raise Damaged(f"{path_of(folder, witnessed.segment).name} is missing")
    _check_opening(reader)
    last, head = _checked_to_the_end(reader)
    certificates = _newest_certificates(reader)
    checkpoint = _newest_checkpoint(reader, certificates, last)
    newest = certificates[-1]
    end = End(
        journal=reader.id,
        segment=len(reader.paths),
        number=last,
        hash=head.hex(),
        checkpoint=checkpoint[0] if checkpoint else 0,
        certificates=newest[0],
        answers=reader.newest.newest("answers") or 0,
        sent=reader.newest.sent(),
        written=witnessed.written if witnessed else 0,
    )
    _check_witness(witnessed, end, reader)
    signer = signer_of(folder, reader.id, newest[1].key)
    return Found(
        end=end,
        head=head,
        signer=signer,
        certificate=newest[1],
        checkpoint=checkpoint[1] if checkpoint else None,
        certificates=_of_newest_days(reader),
        doubt=_doubt(witnessed, wrong, last),
    )


def snapshots(reader: Reader) -> Iterator[Snapshot]:
    """Yield the snapshots whose digest a fact holds, the newest first; log the others as errors."""
    for segment in reader.newest_first():
        for number, data in segment.snapshots():
            link = next(segment.links(after=number - 1, limit=1), None)
            body = fact_of(link.data).body if link and link.number == number else None
            if isinstance(body, SnapshotTaken) and hashlib.sha256(data).hexdigest() == body.digest:
                yield Snapshot(number=number, of=body.of, fold=body.fold, data=data)
            else:
                log.error("snapshot %s does not match the digest in its fact; it is ignored", number)


def _witnessed(folder: Path) -> tuple[End | None, str]:
    """Return what the witness holds, and what is wrong with the file."""
    try:
        told = witness.read(folder)
    except Damaged as damaged:
        return None, str(damaged)
    if told is None:
        return None, f"{witness.FILE} was missing"
    return told, ""


def _doubt(witnessed: End | None, wrong: str, last: int) -> Doubt | None:
    """Return the doubt of an earlier start that no fact records yet, or that of this start."""
    if witnessed is not None and witnessed.doubt:
        return witnessed.doubt
    return Doubt(why=wrong, last=last) if wrong and last else None


def _check_opening(reader: Reader) -> None:
    opening = reader.newest.opening
    if opening.segment != len(reader.paths):
        raise Damaged(f"{reader.newest.path.name} says it is file {opening.segment}")
    if opening.hash != reader.hash_of(opening.after):
        raise Damaged(f"{reader.newest.path.name} does not follow from the file before it")
    if opening.after == 0 and opening.hash != genesis(reader.id):
        raise Damaged(f"{reader.newest.path.name} does not begin with the hash of a new record")
    if reader.newest.first not in (None, opening.after + 1):
        raise Damaged(f"{reader.newest.path.name} does not begin with fact {opening.after + 1}")


def _checked_to_the_end(reader: Reader) -> tuple[int, bytes]:
    known = next(snapshots(reader), None)
    start = known.number - 1 if known else 0
    last, head = start, reader.hash_of(start)
    for link, _ in reader.checked(after=start):
        last, head = link.number, link.hash
    return last, head


def _newest_certificates(reader: Reader) -> list[tuple[int, Certificate]]:
    """Return the certificates of the newest file that has any; a record without a key is damaged."""
    for segment in reader.newest_first():
        made = [
            (number, msgspec.json.decode(signed.data, type=Certificate)) for number, signed in segment.certificates()
        ]
        if made:
            return made
    raise Damaged("the record has no signing key")


def _of_newest_days(reader: Reader) -> tuple[Signed, ...]:
    found: list[Signed] = []
    try:
        for segment in reader.newest_first():
            found[:0] = [signed for _, signed in segment.certificates()]
            if len(found) >= DAYS:
                break
    except (sqlite3.Error, OSError, Damaged) as error:
        log.error("an older file of the record cannot be read (%s); `firmware-host journal verify` says more", error)  # noqa: TRY400 - no trace for a person
    return tuple(found[-DAYS:])


def _newest_checkpoint(
    reader: Reader, certificates: list[tuple[int, Certificate]], last: int
) -> tuple[int, Signed] | None:
    for segment in reader.newest_first():
        number = segment.newest("checkpoints")
        if number is not None:
            ((_, signed),) = segment.checkpoints(after=number - 1)
            _check_checkpoint(signed, number, reader, certificates, last)
            return number, signed
    return None


def _check_checkpoint(
    signed: Signed, number: int, reader: Reader, certificates: list[tuple[int, Certificate]], last: int
) -> None:
    checkpoint = msgspec.json.decode(signed.data, type=Checkpoint)
    if checkpoint.number != number or checkpoint.journal != reader.id:
        raise Damaged(f"checkpoint {number} is stored under the wrong journal or number")
    if number > last:
        raise Damaged(f"the record ends with fact {last}, but fact {number} was signed: the end was cut off")
    if checkpoint.hash != reader.hash_of(number).hex():
        raise Damaged(f"checkpoint {number} does not match the hash of fact {number} in the record")
    named = {key for _, certificate in certificates for key in (certificate.key, certificate.by)}
    if checkpoint.key not in named or not is_signed(signed, key=checkpoint.key):
        raise Damaged(f"the signature of checkpoint {number} is wrong")


def _check_witness(witnessed: End | None, end: End, reader: Reader) -> None:
    """Compare with the witness. It may lag behind after a power cut; if it is ahead, something is missing."""
    if witnessed is None:
        return
    for what in witness.contradictions(witnessed, end):
        raise Damaged(what)
    if witnessed.hash != reader.hash_of(witnessed.number).hex():
        raise Damaged(f"fact {witnessed.number} was replaced by a different one")
