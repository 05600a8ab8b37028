"""Devices that were spoiled on purpose, in one way each: what a maker gets wrong, for the conformance kit to find.

The kit shares no more with them than the bytes of a frame, so each is spoiled where only the device looks.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace

import pytest

from drivers.link.cobs import NotStuffed, stuff, unstuff
from drivers.link.device import DeviceLink
from drivers.link.events import ByeReason, LinkEvent, PayloadReceived
from drivers.link.frame import DELIMITER, VERSION, Frame, FrameReader, Kind, PlainFrame, SealedFrame
from drivers.link.handshake import Said, SessionKeys, welcome
from drivers.link.seal import Opened, Opener, tag
from drivers.link.statistics import LinkStatistics
from drivers.link.talk import Talk
from drivers.shuffler.port import CommandStatus, EventId, Identity, KeptEvent
from drivers.shuffler.wire import GetStatus, Message, Order, WireError, decode, encode
from hil.shuffler.model import Happening, ShufflerModel

_LINK, _SESSION, _DEVICE = "drivers.link.device", "drivers.link.session", "hil.shuffler.device"


class _Lenient(FrameReader):
    """Each run goes through `mend` before it is read."""

    def __init__(self, statistics: LinkStatistics) -> None:
        super().__init__(statistics)
        self._rest = b""

    def feed(self, data: bytes) -> list[Frame]:
        *runs, self._rest = (self._rest + data).split(DELIMITER)
        return [frame for run in runs for frame in super(_Lenient, self).feed(self.mend(run) + DELIMITER)]

    def mend(self, run: bytes) -> bytes:
        raise NotImplementedError


class _SumUnchecked(_Lenient):
    def mend(self, run: bytes) -> bytes:
        try:
            return _summed(unstuff(run)[:-4])
        except NotStuffed:
            return run


class _AnyVersion(_Lenient):
    """What is sealed in another version it takes as it stands, the tag being right."""

    def feed(self, data: bytes) -> list[Frame]:
        frames: list[Frame] = []
        for run in re.findall(rb"[^\0]*\0|[^\0]+", data):
            self._other = False
            frames += map(self._as_it_stands, super().feed(run))
        return frames

    def mend(self, run: bytes) -> bytes:
        try:
            bare = unstuff(run)[:-4]
        except NotStuffed:
            return run
        self._other = bare[:1] == bytes((VERSION + 1,))
        return _summed(bytes((VERSION,)) + bare[1:]) if self._other else run

    def _as_it_stands(self, frame: Frame) -> Frame:
        if not self._other or not isinstance(frame, SealedFrame):
            return frame
        return replace(frame, body=bytes((VERSION + 1,)) + frame.body[1:])


class _HalfTag(Opener):
    def __init__(self, *, key: bytes) -> None:
        super().__init__(key=key)
        self._whole_key = key

    def open(self, frame: SealedFrame) -> Opened:
        right = tag(self._whole_key, frame.body)
        if frame.tag[:8] == right[:8]:
            frame = SealedFrame(kind=frame.kind, session=frame.session, body=frame.body, tag=right)
        return super().open(frame)


class _CounterUnchecked(Opener):
    """A new opener for each frame: it remembers none."""

    def __init__(self, *, key: bytes) -> None:
        super().__init__(key=key)
        self._again = key

    def open(self, frame: SealedFrame) -> Opened:
        return Opener(key=self._again).open(frame)


class _HelloEnds(DeviceLink):
    def receive(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        frames = FrameReader(LinkStatistics()).feed(data)
        if any(isinstance(it, PlainFrame) and Said.from_bytes(it.payload) for it in frames):
            self.end(ByeReason.STOPPING)
            self.take_output()
        return super().receive(data, now_ms)


class _Unrefusing(DeviceLink):
    """Whoever is refused by it hears nothing."""

    def take_output(self) -> bytes:
        runs = super().take_output().split(DELIMITER)
        return b"".join(run + DELIMITER for run in runs if run and not _has(run + DELIMITER, Kind.REFUSE))


class _NoPong(Talk):
    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        return [] if opened.kind is Kind.PING else super().hear(opened, now_ms)


class _Deaf(Talk):
    """To BYE."""

    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        return [] if opened.kind is Kind.BYE else super().hear(opened, now_ms)


class _TwiceDelivered(Talk):
    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        events = super().hear(opened, now_ms)
        again = opened.kind is Kind.DATA and not events and opened.sequence == self._heard_last
        if opened.kind is Kind.DATA and events:
            self._heard_last = opened.sequence
        return [PayloadReceived(opened.payload)] if again else events

    _heard_last = -1


class _AnyTurn(Talk):
    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        events = super().hear(opened, now_ms)
        ahead = opened.kind is Kind.DATA and not events and opened.sequence > self._heard_last
        if opened.kind is Kind.DATA and events:
            self._heard_last = opened.sequence
        return [PayloadReceived(opened.payload)] if ahead else events

    _heard_last = 0


class _DoesItAgain(ShufflerModel):
    """Forgets a command as soon as it is done."""

    def order(self, order: Order, now_ms: int) -> CommandStatus:
        if self.commands.get(order.command) is CommandStatus.DONE:
            del self.commands[order.command]
        return super().order(order, now_ms)


class _RemembersBusy(ShufflerModel):
    def order(self, order: Order, now_ms: int) -> CommandStatus:
        status = super().order(order, now_ms)
        if status is CommandStatus.BUSY:
            self.commands[order.command] = CommandStatus.REFUSED
        return status


class _Disorderly(ShufflerModel):
    """When its lid is closed its memory is turned round: the newest is told first."""

    def close_lid(self) -> list[Happening]:
        happened = super().close_lid()
        self.kept = dict(reversed(self.kept.items()))
        return happened


class _Forgetful(ShufflerModel):
    """Forgets how an order ended when it has told it once."""

    def advance(self, now_ms: int) -> list[Happening]:
        happened = super().advance(now_ms)
        for event in happened:
            if isinstance(event, KeptEvent):
                del self.kept[event.event]
        return happened


class _NeverForgets(ShufflerModel):
    def acknowledge(self, event: EventId) -> None:
        del event


def _lenient_decode(payload: bytes) -> Message:
    try:
        return decode(payload)
    except WireError:
        return GetStatus()


def _ragged_identity(message: Message) -> bytes:
    data = encode(message)
    return data[:-1] + b"\x01" if isinstance(message, Identity) else data


def _unproved(hello: PlainFrame, device: Said, keys: SessionKeys) -> PlainFrame:
    right = welcome(hello, device, keys)
    return PlainFrame(kind=right.kind, session=right.session, payload=right.payload[:-1] + b"\0")


def _without_nonce(nonce: bytes, image: bytes) -> bytes:
    del nonce
    return hashlib.sha256(image).digest()


def _has(data: bytes, kind: Kind) -> bool:
    return any(frame.kind is kind for frame in FrameReader(LinkStatistics()).feed(data))


def _summed(bare: bytes) -> bytes:
    return stuff(bare + zlib.crc32(bare).to_bytes(4))


Change = tuple[str, object]

SPOILED: Mapping[str, tuple[str, Change]] = {
    "takes a frame with a wrong sum": ("wrong-sum", (f"{_SESSION}.FrameReader", _SumUnchecked)),
    "answers an unknown version": ("other-version greeted", (f"{_SESSION}.FrameReader", _AnyVersion)),
    "compares half of the tag": ("forged", (f"{_LINK}.Opener", _HalfTag)),
    "takes a frame that was heard before": ("replayed", (f"{_LINK}.Opener", _CounterUnchecked)),
    "keeps one opening": ("four-openings", (f"{_LINK}.OPENINGS_MAX", 1)),
    "cannot prove itself": ("welcome", (f"{_LINK}.welcome", _unproved)),
    "has one nonce for all": (
        "fresh-nonce",
        (f"{_DEVICE}.secrets", SimpleNamespace(token_bytes=bytes)),
    ),
    "gives its session up for a HELLO": ("hello-any-time", (f"{_DEVICE}.DeviceLink", _HelloEnds)),
    "says no REFUSE": ("refuse no-press greeted", (f"{_DEVICE}.DeviceLink", _Unrefusing)),
    "does not answer PING": ("ping", (f"{_LINK}.Talk", _NoPong)),
    "goes on after BYE": ("bye", (f"{_LINK}.Talk", _Deaf)),
    "delivers what is sent again": ("duplicate", (f"{_LINK}.Talk", _TwiceDelivered)),
    "delivers what is out of turn": ("out-of-turn", (f"{_LINK}.Talk", _AnyTurn)),
    "takes what is no message": ("no-message", (f"{_DEVICE}.decode", _lenient_decode)),
    "fills its name up with something": ("identity", (f"{_DEVICE}.encode", _ragged_identity)),
    "attests without the nonce": ("attestation", (f"{_DEVICE}.digest", _without_nonce)),
    "does a command again": ("at-most-once", (f"{_DEVICE}.ShufflerModel", _DoesItAgain)),
    "remembers what it was too busy for": ("busy", (f"{_DEVICE}.ShufflerModel", _RemembersBusy)),
    "forgets an event that was told": ("kept", (f"{_DEVICE}.ShufflerModel", _Forgetful)),
    "tells the newest event first": ("events-again", (f"{_DEVICE}.ShufflerModel", _Disorderly)),
    "never forgets an event": ("forgotten", (f"{_DEVICE}.ShufflerModel", _NeverForgets)),
}
"""The clauses, mostly one, that each does not meet, and what is put in the place of what."""


def spoil(patch: pytest.MonkeyPatch, change: Change) -> None:
    patch.setattr(change[0], change[1])
