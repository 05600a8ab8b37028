"""Messages as bytes. PROTOCOL.md has the tables; the golden bytes in the tests are typed from those, not made here.

Each message has one length, each field one meaning, and no field holds a rank, a suit or a position in the deck: a
count of cards and the colour of their backs is all that this vocabulary can say about a deck.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, assert_never

from drivers.shuffler.codes import LAYOUTS, NAME_MAX, BackCode, FailCode, ModeCode, StatusCode, Tag
from drivers.shuffler.port import (
    Back,
    CommandId,
    CommandStatus,
    DeckLoaded,
    EventId,
    FailReason,
    Identity,
    KeptEvent,
    Mode,
    Progress,
    ShuffleFailed,
    ShuffleFinished,
)


@dataclass(frozen=True, slots=True)
class Identify:
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class Shuffle:
    command: CommandId
    back: Back


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatBecame:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class EventAck:
    event: EventId


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandReport:
    """The one answer to each SHUFFLE and WHAT_BECAME, in the order they were asked."""

    command: CommandId
    status: CommandStatus


HostMessage: TypeAlias = Identify | Shuffle | WhatBecame | EventAck
DeviceMessage: TypeAlias = Identity | Progress | CommandReport | DeckLoaded | ShuffleFinished | ShuffleFailed
Message: TypeAlias = HostMessage | DeviceMessage


class WireError(ValueError):
    """A whole message that is not in the vocabulary: the peer is not what it should be; end the session."""


def encode(message: Message) -> bytes:
    """Raises ValueError for a number or name that its field cannot hold."""
    tag, fields = _fields(message)
    try:
        return LAYOUTS[tag].pack(tag, *fields)
    except struct.error as error:
        raise ValueError(f"{message}: {error}") from error


def _fields(message: Message) -> tuple[Tag, tuple[int | bytes, ...]]:
    match message:
        case Identify():
            return Tag.IDENTIFY, ()
        case Shuffle(command=command, back=back):
            return Tag.SHUFFLE, (*_of(command), BackCode[back.name])
        case WhatBecame(command=command):
            return Tag.WHAT_BECAME, _of(command)
        case EventAck(event=event):
            return Tag.EVENT_ACK, (event.boot, event.number)
        case Identity():
            return Tag.IDENTITY, (_name_bytes(message.model), _name_bytes(message.serial))
        case Progress(command=command):
            return Tag.PROGRESS, (*_of(command), message.done, message.of)
        case CommandReport(command=command, status=status):
            return Tag.COMMAND_STATUS, (*_of(command), StatusCode[status.name])
        case DeckLoaded(event=event, back=back):
            return Tag.DECK_LOADED, (event.boot, event.number, BackCode[back.name])
        case ShuffleFinished(event=event, command=command, mode=mode, back=back):
            codes = (ModeCode[mode.name], message.counted, BackCode[back.name])
            seen = (event.boot, event.number, *_of(command))
            return Tag.SHUFFLE_FINISHED, (*seen, *codes, message.duration_ms)
        case ShuffleFailed(event=event, command=command, reason=reason):
            return Tag.SHUFFLE_FAILED, (event.boot, event.number, *_of(command), FailCode[reason.name])
        case _:
            assert_never(message)


def decode(data: bytes) -> Message:
    """Raises WireError for an unknown tag, another length than the one its tag has, or a value without a meaning."""
    try:
        tag = Tag(data[0])
        layout = LAYOUTS[tag]
        return _message(tag, layout.unpack(data)[1:])
    except (IndexError, ValueError, struct.error) as error:
        raise WireError(f"{data.hex()}: {error}") from error


def _message(tag: Tag, fields: tuple[Any, ...]) -> Message:
    match tag:
        case Tag.IDENTIFY:
            return Identify()
        case Tag.SHUFFLE:
            *command, back = fields
            return Shuffle(command=_command(command), back=_back(back))
        case Tag.WHAT_BECAME:
            return WhatBecame(command=_command(fields))
        case Tag.EVENT_ACK:
            return EventAck(event=_event(fields))
        case Tag.IDENTITY:
            model, serial = fields
            return Identity(model=_name(model), serial=_name(serial))
        case Tag.PROGRESS:
            *command, done, of = fields
            if not 0 < of >= done:
                raise ValueError(f"progress of {done} in {of}")
            return Progress(command=_command(command), done=done, of=of)
        case Tag.COMMAND_STATUS:
            *command, status = fields
            return CommandReport(command=_command(command), status=CommandStatus[StatusCode(status).name])
        case Tag.DECK_LOADED | Tag.SHUFFLE_FINISHED | Tag.SHUFFLE_FAILED:
            return _kept(tag, _event(fields[:2]), fields[2:])
        case _:
            assert_never(tag)


def _kept(
    tag: Literal[Tag.DECK_LOADED, Tag.SHUFFLE_FINISHED, Tag.SHUFFLE_FAILED],
    event: EventId,
    fields: tuple[Any, ...],
) -> KeptEvent:
    match tag:
        case Tag.DECK_LOADED:
            return DeckLoaded(event=event, back=_back(fields[0]))
        case Tag.SHUFFLE_FINISHED:
            *command, mode, counted, back, duration_ms = fields
            return ShuffleFinished(
                event=event,
                command=_command(command),
                mode=Mode[ModeCode(mode).name],
                counted=counted,
                back=_back(back),
                duration_ms=duration_ms,
            )
        case Tag.SHUFFLE_FAILED:
            *command, reason = fields
            return ShuffleFailed(event=event, command=_command(command), reason=FailReason[FailCode(reason).name])
        case _:
            assert_never(tag)


def _of(command: CommandId) -> tuple[bytes, int]:
    return command.journal, command.number


def _command(fields: Sequence[Any]) -> CommandId:
    journal, number = fields
    return CommandId(journal=journal, number=number)


def _event(fields: Sequence[Any]) -> EventId:
    boot, number = fields
    return EventId(boot=boot, number=number)


def _back(code: int) -> Back:
    return Back[BackCode(code).name]


def _name_bytes(name: str) -> bytes:
    """Printable ASCII without spaces at the ends, so that padding and name cannot be confused."""
    if not 0 < len(name) <= NAME_MAX or not name.isascii() or not name.isprintable() or name != name.strip():
        raise ValueError(f"{name!r} is not a name of 1 to {NAME_MAX} printable characters")
    return name.encode("ascii")


def _name(padded: bytes) -> str:
    name = padded.rstrip(b"\0").decode("ascii")
    _name_bytes(name)
    return name
