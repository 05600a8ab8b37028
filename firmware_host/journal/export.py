"""
Export of a record, or of a part, into one file that can be verified without the board. Each line is a JSON object:

    {"kind":"export","format":1,"journal":J,"after":N,"hash":H,"simulated":B}
                                                                    the export begins after fact N, whose hash is H; B
                                                                    says whether the pins of the record are simulated
    {"kind":"certificate","certificate":{...},"signature":S}        every key from the first on, each before it is used
    {"kind":"fact","hash":H,"fact":{...}}                           the fact byte for byte as stored
    {"kind":"checkpoint","checkpoint":{...},"signature":S}          after the fact it names
    {"kind":"end","number":N,"hash":H,"lines":L}                    the last line, after L others; without it, cut short

The hash of a fact is SHA-256 over the 32 bytes of the hash before it and the fact's bytes: everything from the brace
after `"fact":` up to but not including the last brace of the line. The hash before the first fact is SHA-256 of the
journal id's 16 bytes. Signatures are Ed25519 over the bytes of the object beside them. A part of a record extends to
the first checkpoint at or after its end, because only a checkpoint proves it.
"""

import heapq
from collections.abc import Iterable, Iterator
from typing import Protocol, assert_never

import msgspec

from firmware_host.errors import UserError
from firmware_host.journal.chain import UNREADABLE, Link, genesis
from firmware_host.journal.record_check import Examination
from firmware_host.journal.signing import Certificate, Checkpoint, Digest, Signed
from firmware_host.rules.struct import Tagged
from firmware_host.table.terms import JournalId

FORMAT = 1
_certificates = msgspec.json.Decoder(Certificate)
_checkpoints = msgspec.json.Decoder(Checkpoint)


class Begin(Tagged, frozen=True, kw_only=True, tag="export"):
    """The first line."""

    format: int
    journal: JournalId
    after: int
    hash: Digest
    simulated: bool = False


class CertificateLine(Tagged, frozen=True, kw_only=True, tag="certificate"):
    """A certificate and its signature."""

    certificate: msgspec.Raw
    signature: str


class FactLine(Tagged, frozen=True, kw_only=True, tag="fact"):
    """A fact as stored and its hash."""

    hash: Digest
    fact: msgspec.Raw


class CheckpointLine(Tagged, frozen=True, kw_only=True, tag="checkpoint"):
    """A checkpoint and its signature."""

    checkpoint: msgspec.Raw
    signature: str


class End(Tagged, frozen=True, kw_only=True, tag="end"):
    """The last line."""

    number: int
    hash: Digest
    lines: int


Content = CertificateLine | FactLine | CheckpointLine
Line = Begin | Content | End


class Source(Protocol):
    """The part of a record's interface that the export uses; see `journal/reader.py`."""

    id: str

    def links(self, *, after: int = 0, to: int | None = None) -> Iterator[Link]:
        """Yield the stored facts after number `after`, up to and including `to`."""
        ...

    def certificates(self) -> Iterator[Signed]:
        """Yield every certificate, the oldest first."""
        ...

    def checkpoints(self, *, after: int = 0) -> Iterator[Signed]:
        """Yield every checkpoint of a fact after number `after`, the oldest first."""
        ...


class _Name(msgspec.Struct):
    """The two fields of a fact that are stored beside its bytes."""

    cause: str
    number: int


_names = msgspec.json.Decoder(_Name)
_lines: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def export(source: Source, *, first: int = 1, last: int | None = None, simulated: bool = False) -> Iterator[bytes]:
    """
    Yield the lines for the facts `first` to `last`, extended to the checkpoint that proves `last`.

    `simulated` marks the export of a record that was made on simulated pins.
    """
    number, lines = first - 1, 1
    head = _hash_of(source, number).hex()
    yield _line(Begin(format=FORMAT, journal=source.id, after=number, hash=head, simulated=simulated))
    for fact_number, line in _contents(source, after=number, last=last):
        yield _line(line)
        lines += 1
        if isinstance(line, FactLine):
            number, head = fact_number, line.hash
    yield _line(End(number=number, hash=head, lines=lines))


def _contents(source: Source, *, after: int, last: int | None) -> Iterator[tuple[int, Content]]:
    """Yield each fact with its number, followed by the checkpoint and the certificates that name it."""
    marks = _marks(source, after=after)
    due = next(marks, None)
    while due is not None and due[0] <= after:
        yield due
        due = next(marks, None)
    for link in source.links(after=after):
        yield link.number, FactLine(hash=link.hash.hex(), fact=msgspec.Raw(link.data))
        proved = False
        while due is not None and due[0] <= link.number:
            yield due
            proved = proved or isinstance(due[1], CheckpointLine)
            due = next(marks, None)
        if last is not None and link.number >= last and proved:
            break


def _hash_of(source: Source, number: int) -> bytes:
    if number == 0:
        return genesis(source.id)
    for link in source.links(after=number - 1, to=number):
        return link.hash
    raise UserError(f"the record has no fact {number}")


def _marks(source: Source, *, after: int) -> Iterator[tuple[int, CertificateLine | CheckpointLine]]:
    """Merge checkpoints and certificates by fact number; at one fact the old key's checkpoint comes first."""
    checkpoints = ((_checkpoints.decode(each.data).number, each) for each in source.checkpoints(after=after))
    certificates = ((_certificates.decode(each.data).number, each) for each in source.certificates())
    return heapq.merge(
        ((number, _checkpoint_line(each)) for number, each in checkpoints),
        ((number, _certificate_line(each)) for number, each in certificates),
        key=lambda mark: mark[0],
    )


def _certificate_line(signed: Signed) -> CertificateLine:
    return CertificateLine(certificate=msgspec.Raw(signed.data), signature=signed.signature.hex())


def _checkpoint_line(signed: Signed) -> CheckpointLine:
    return CheckpointLine(checkpoint=msgspec.Raw(signed.data), signature=signed.signature.hex())


def _line(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def examined(lines: Iterable[bytes], *, key: str) -> Examination:
    """
    Verify an export with the key that was written down when its table was commissioned.

    Raises `UserError` if the file is not an export; everything else that is wrong is among the findings.
    """
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, b""))
    begin = _read(first)
    if not isinstance(begin, Begin) or begin.format != FORMAT:
        raise UserError(
            "this is not a journal export that this version can read; make one with `firmware-host journal export`"
        )
    examination = Examination(journal=begin.journal, after=begin.after, head=bytes.fromhex(begin.hash), key=key)
    ended = False
    for number, data in numbered:
        line = _read(data)
        if ended or isinstance(line, Begin) or line is None:
            examination.find(f"line {number}", "is not a line of an export" if line else "cannot be read")
        elif isinstance(line, End):
            ended = True
            if (line.number, line.hash, line.lines) != (examination.last, examination.head.hex(), number - 1):
                examination.find(f"line {number}", "the end does not match the lines before it")
        else:
            _examine(examination, line)
    if not examination.keys:
        examination.find("export", "has no certificate, so nothing is signed with the given key")
    if not ended:
        examination.find("end", "is missing: the file was cut short")
    return examination


def _examine(examination: Examination, line: Content) -> None:
    match line:
        case CertificateLine():
            examination.certificate(_signed(line.certificate, line.signature))
        case CheckpointLine():
            examination.checkpoint(_signed(line.checkpoint, line.signature))
        case FactLine(fact=raw, hash=hash_):
            data = bytes(raw)
            examination.fact(_link(data, bytes.fromhex(hash_)))
        case _:
            assert_never(line)


def _link(data: bytes, hash_: bytes) -> Link:
    try:
        name = _names.decode(data)
    except UNREADABLE:
        name = _Name(cause="", number=0)
    return Link(number=name.number, cause=name.cause, data=data, hash=hash_)


def _signed(raw: msgspec.Raw, signature: str) -> Signed:
    try:
        return Signed(data=bytes(raw), signature=bytes.fromhex(signature))
    except ValueError:
        return Signed(data=bytes(raw), signature=b"")


def _read(data: bytes) -> Line | None:
    try:
        return _lines.decode(data)
    except UNREADABLE:
        return None
