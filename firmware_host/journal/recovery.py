"""A new record, and where an old one stands when it is opened."""

import hashlib
import logging
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from firmware_host.journal import day_keys, schema, segments, witness
from firmware_host.journal.chain import Damaged, genesis
from firmware_host.journal.folder import BESIDE, PINS
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import Opening, path_of
from firmware_host.journal.signing import Certificate, Checkpoint, Signed, Signer, is_signed
from firmware_host.journal.upcast import fact_of
from firmware_host.journal.witness import Doubt, End
from firmware_host.rules.struct import Record
from firmware_host.table.facts.system import SnapshotTaken
from firmware_host.table.stamp import Stamp

DAYS = 16
"""A checkpoint carries the certificates of so many days: a copy of the record older than that is only an alert."""


def make(folder: Path, config: JournalConfig, at: Stamp) -> None:
    """
    Make the first file with the first key's certificate. A crash in here leaves nothing that counts.

    Raises `Damaged` where something tells that there was a record.
    """
    gone = is_missing(folder)
    if gone:
        raise Damaged(gone)
    for name in sorted(BESIDE):
        if (folder / name).exists():
            log.warning(
                "there is a %s in %s, but no record: a new one begins; restore the old one if there was one",
                name,
                folder,
            )
    id_, signer = secrets.token_hex(16), Signer.made()
    head = genesis(id_)
    day = day_keys.gaming_day(at, starts=config.gaming_day_starts)
    word = day_keys.first_certificate(signer, journal=id_, day=day, at=at, head=head)
    day_keys.prepare(folder, id_, signer)
    segments.create(folder, Opening(journal=id_, segment=1, after=0, hash=head), schema.insert_certificate(1, word))


log = logging.getLogger(__name__)
BEFORE_SEGMENTS = "journal.sqlite"


class Found(Record, frozen=True, kw_only=True):
    """Where a record stands when it is opened."""

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
    """The state after fact `of`, as a later fact proves it; `fold` names the rules it was folded by."""

    number: int
    of: int
    fold: str
    data: bytes


def is_missing(folder: Path) -> str | None:
    """Say what tells that there was a record here, where there is none now."""
    for name in (witness.FILE, day_keys.FILE, BEFORE_SEGMENTS, PINS):
        if (folder / name).exists():
            more = "; take that file away to begin a new record where nobody has a PIN" if name == PINS else ""
            return f"there is a {name}, but no {path_of(folder, 1).name}{more}"
    return None


def found(folder: Path, reader: Reader, *, signer_of: Callable[[Path, str, str], Signer] = day_keys.in_force) -> Found:
    """Return where the record stands; raises what damage leads to. `signer_of` may tidy the key files up."""
    told, wrong = _told(folder)
    if told is not None and told.segment > len(reader.paths):
        raise Damaged(f"{path_of(folder, told.segment).name} is missing")
    _follows(reader)
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
        written=told.written if told else 0,
    )
    _bear_out(told, end, reader)
    signer = signer_of(folder, reader.id, newest[1].key)
    return Found(
        end=end,
        head=head,
        signer=signer,
        certificate=newest[1],
        checkpoint=checkpoint[1] if checkpoint else None,
        certificates=_of_newest_days(reader),
        doubt=_doubt(told, wrong, last),
    )


def snapshots(reader: Reader) -> Iterator[Snapshot]:
    """Yield the stored states, the newest first: those alone whose digest a fact gives. Others are told of loudly."""
    for segment in reader.newest_first():
        for number, data in segment.snapshots():
            link = next(segment.links(after=number - 1, limit=1), None)
            body = fact_of(link.data).body if link and link.number == number else None
            if isinstance(body, SnapshotTaken) and hashlib.sha256(data).hexdigest() == body.digest:
                yield Snapshot(number=number, of=body.of, fold=body.fold, data=data)
            else:
                log.error("the state stored at fact %s is not what that fact says; it is left out of account", number)


def _told(folder: Path) -> tuple[End | None, str]:
    """Return what the witness says, and what is wrong with it."""
    try:
        told = witness.read(folder)
    except Damaged as damaged:
        return None, str(damaged)
    if told is None:
        return None, f"{witness.FILE} was missing"
    return told, ""


def _doubt(told: End | None, wrong: str, last: int) -> Doubt | None:
    """Return the doubt of an earlier start, which no fact tells of yet, or that of this one."""
    if told is not None and told.doubt:
        return told.doubt
    return Doubt(why=wrong, last=last) if wrong and last else None


def _follows(reader: Reader) -> None:
    opening = reader.newest.opening
    if opening.segment != len(reader.paths):
        raise Damaged(f"{reader.newest.path.name} says that it is file {opening.segment}")
    if opening.hash != reader.hash_of(opening.after):
        raise Damaged(f"{reader.newest.path.name} does not follow from the file before it")
    if opening.after == 0 and opening.hash != genesis(reader.id):
        raise Damaged(f"{reader.newest.path.name} does not begin where a record begins")
    if reader.newest.first not in (None, opening.after + 1):
        raise Damaged(f"{reader.newest.path.name} has a fact before its first")


def _checked_to_the_end(reader: Reader) -> tuple[int, bytes]:
    known = next(snapshots(reader), None)
    start = known.number - 1 if known else 0
    last, head = start, reader.hash_of(start)
    for link, _ in reader.checked(after=start):
        last, head = link.number, link.hash
    return last, head


def _newest_certificates(reader: Reader) -> list[tuple[int, Certificate]]:
    """Return those of the newest file that has any; a record without a key is none of ours."""
    for segment in reader.newest_first():
        made = [
            (number, msgspec.json.decode(signed.data, type=Certificate)) for number, signed in segment.certificates()
        ]
        if made:
            return made
    raise Damaged("it has no key")


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
            _hold(signed, number, reader, certificates, last)
            return number, signed
    return None


def _hold(signed: Signed, number: int, reader: Reader, certificates: list[tuple[int, Certificate]], last: int) -> None:
    checkpoint = msgspec.json.decode(signed.data, type=Checkpoint)
    if checkpoint.number != number or checkpoint.journal != reader.id:
        raise Damaged(f"checkpoint {number} is filed under another name than its own")
    if number > last:
        raise Damaged(f"it ends with fact {last}, but fact {number} was signed: its end was cut off")
    if checkpoint.hash != reader.hash_of(number).hex():
        raise Damaged(f"checkpoint {number} signed another hash than the record has there")
    named = {key for _, certificate in certificates for key in (certificate.key, certificate.by)}
    if checkpoint.key not in named or not is_signed(signed, key=checkpoint.key):
        raise Damaged(f"the signature of checkpoint {number} is wrong")


def _bear_out(told: End | None, end: End, reader: Reader) -> None:
    """Compare with the witness. It may lag behind after a power cut; that it is ahead means that something is gone."""
    if told is None:
        return
    for what in witness.contradictions(told, end):
        raise Damaged(what)
    if told.hash != reader.hash_of(told.number).hex():
        raise Damaged(f"fact {told.number} is not the one that was there before")
