"""Devices that were spoiled on purpose, in one way each: what a maker gets wrong, for the conformance kit to find.

The kit shares no more with them than the bytes of a frame, so each is spoiled where only the device looks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace

import pytest

from drivers.link.crypto import Introduction, Opened, SessionKeys, Vocabulary, welcome
from drivers.link.device_end import DeviceLink
from drivers.link.frame import DELIMITER, FrameReader, Kind, LinkStatistics, PlainFrame
from drivers.link.link_events_and_timing import ByeReason, LinkEvent, LossReason, PayloadReceived, RefuseReason
from drivers.link.session import Channel
from drivers.shuffler.device_messages import CommandReport, Delivered
from drivers.shuffler.fields import NO_NONCE
from drivers.shuffler.host_messages import GetStatus, Order, Reconcile, Shuffle
from drivers.shuffler.layout import tag_of
from drivers.shuffler.messages import VOCABULARY, Message, WireError, decode, encode
from drivers.shuffler.port import (
    CommandId,
    CommandStatus,
    EventId,
    Fill,
    Identity,
    KeptEvent,
    Load,
    Restarted,
    ShuffleFinished,
    Wear,
)
from hil.shuffler.model import Happening, ShufflerModel
from tests.hil.conformance import spoiled_frames as frames
from tests.hil.conformance import spoiled_orders as orders

UNASKED_MS = 20

_LINK, _SESSION, _DEVICE = "drivers.link.device_end", "drivers.link.link", "hil.shuffler.device"


class _HelloEnds(DeviceLink):
    def receive(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        frames = FrameReader(LinkStatistics()).feed(data)
        if any(isinstance(it, PlainFrame) and Introduction.from_bytes(it.payload) for it in frames):
            self.end(ByeReason.STOPPING)
            self.take_output()
        return super().receive(data, now_ms)


class _Unrefusing(DeviceLink):
    """Whoever is refused for this reason hears nothing."""

    why: RefuseReason

    def take_output(self) -> bytes:
        runs = super().take_output().split(DELIMITER)
        return b"".join(run + DELIMITER for run in runs if run and not self._refuses(run + DELIMITER))

    def _refuses(self, run: bytes) -> bool:
        return any(it.kind is Kind.REFUSE and it.payload == bytes((self.why,)) for it in frames.plain(run))


class _UnrefusedStranger(_Unrefusing):
    why = RefuseReason.NOT_PAIRED


class _UnrefusedPair(_Unrefusing):
    why = RefuseReason.NO_PRESS


class _NewWelcome(DeviceLink):
    """To the same HELLO, too."""

    def _on_plain(self, frame: PlainFrame, now_ms: int) -> list[LinkEvent]:
        self._openings.pop(frame, None)
        return super()._on_plain(frame, now_ms)


class _ForgetsItsOpening(DeviceLink):
    """The HELLO of a session that is open is as any other to it."""

    def _on_opened(self, channel: Channel, opened: Opened, now_ms: int) -> list[LinkEvent]:
        events = super()._on_opened(channel, opened, now_ms)
        for hello in [hello for hello, it in self._openings.items() if it.channel is self._channel]:
            del self._openings[hello]
        return events


class _KeepsOldOpenings(DeviceLink):
    def _forget_older_than(self, opening: object) -> None:
        del opening


class _OpensAgain(DeviceLink):
    """A session that was ended, by a PROVE that comes after."""

    def _forget(self) -> None:
        self._channel = None


class _KeepsOldSession(DeviceLink):
    """Goes on in the session before, too."""

    _old: Channel | None = None

    def _on_opened(self, channel: Channel, opened: Opened, now_ms: int) -> list[LinkEvent]:
        before = self._channel
        if channel is self._old:
            return channel.hear(opened, now_ms)
        events = super()._on_opened(channel, opened, now_ms)
        if self._channel is not None and self._channel is not before:
            self._old = before
        return events

    def _channels(self) -> Iterator[Channel]:
        yield from super()._channels()
        if self._old is not None:
            yield self._old


class _Unacknowledging(Channel):
    """DATA is taken and not acknowledged."""

    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        self._takes = opened.kind is Kind.DATA
        return super().hear(opened, now_ms)

    def _write(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> None:
        if not (self._takes and kind is Kind.ACK):
            super()._write(kind, sequence, payload)

    _takes = False


class _ProvedOnce(Channel):
    """A PROVE that is sent again has no answer."""

    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        return [] if opened.kind is Kind.PROVE and self.proved else super().hear(opened, now_ms)


class _NeverGivesUp(Channel):
    def poll(self, now_ms: int) -> LossReason | None:
        lost = super().poll(now_ms)
        if lost is LossReason.SILENT:
            self._silence.heard(now_ms)
            return None
        return lost


class _Talkative(Channel):
    """Where nothing at all is said to it, it begins by itself."""

    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        self._begins_ms = now_ms + UNASKED_MS if opened.kind is Kind.PROVE and not self.proved else None
        return super().hear(opened, now_ms)

    def poll(self, now_ms: int) -> LossReason | None:
        if self._begins_ms is not None and now_ms >= self._begins_ms:
            self._begins_ms = None
            self.send(encode(Restarted(event=EventId(boot=1, number=1))), now_ms)
        return super().poll(now_ms)

    def next_due(self) -> int | None:
        due = [due for due in (super().next_due(), self._begins_ms) if due is not None]
        return min(due, default=None)

    _begins_ms: int | None = None


class _NoPong(Channel):
    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        return [] if opened.kind is Kind.PING else super().hear(opened, now_ms)


class _Deaf(Channel):
    """To BYE."""

    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        return [] if opened.kind is Kind.BYE else super().hear(opened, now_ms)


class _TwiceDelivered(Channel):
    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        events = super().hear(opened, now_ms)
        again = opened.kind is Kind.DATA and not events and opened.sequence == self._heard_last
        if opened.kind is Kind.DATA and events:
            self._heard_last = opened.sequence
        return [PayloadReceived(opened.payload)] if again else events

    _heard_last = -1


class _AnyTurn(Channel):
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


class _AllRefused(ShufflerModel):
    """It calls a command refused that it was never given."""

    _turned_away: frozenset[CommandId] = frozenset()

    def order(self, order: Order, now_ms: int) -> CommandStatus:
        self._turned_away |= {order.command}
        return super().order(order, now_ms)

    def status_of(self, command: CommandId) -> CommandStatus:
        return super().status_of(command) if command in self._turned_away else CommandStatus.REFUSED


class _StaleAnswer:
    """Of two questions about commands that it does not know the second is answered as the first was."""

    def __init__(self) -> None:
        self._before: CommandId | None = None

    def __call__(self, message: Message) -> bytes:
        before, self._before = self._before, None
        if isinstance(message, CommandReport) and message.status is CommandStatus.UNKNOWN:
            self._before = message.command
            return encode(replace(message, command=before or message.command))
        return encode(message)


def _lenient_decode(payload: bytes) -> Message:
    """All but a value that there is not."""
    try:
        return decode(payload)
    except WireError:
        if payload[0] == tag_of(Shuffle):
            raise
        return GetStatus()


def _ragged_identity(message: Message) -> bytes:
    data = encode(message)
    return data[:-1] + b"\x01" if isinstance(message, Identity) else data


def _wrong_wear(message: Message) -> bytes:
    return encode(Load(back=None, fill=Fill.EMPTY)) if isinstance(message, Wear) else encode(message)


def _nonce_forgotten(message: Message) -> bytes:
    return encode(replace(message, nonce=NO_NONCE)) if isinstance(message, ShuffleFinished) else encode(message)


def _unproved(hello: PlainFrame, device: Introduction, keys: SessionKeys) -> PlainFrame:
    right = welcome(hello, device, keys)
    return PlainFrame(kind=right.kind, session=right.session, payload=right.payload[:-1] + b"\0")


def _without_nonce(nonce: bytes, image: bytes) -> bytes:
    del nonce
    return hashlib.sha256(image).digest()


Change = tuple[str, object]

_READER, _CHANNEL, _MODEL = f"{_SESSION}.FrameReader", f"{_LINK}.Channel", f"{_DEVICE}.ShufflerModel"

_HALF = VOCABULARY.tags - {tag_of(Delivered)}

_POOR = VOCABULARY.tags - {tag_of(Reconcile)}


SPOILED: Mapping[str, tuple[str, *tuple[Change, ...]]] = {
    "takes a frame with a wrong sum": ("wrong-sum", (f"{_SESSION}.FrameReader", frames.SumUnchecked)),
    "takes a frame of another version": (
        "other-version",
        (_READER, frames.AnyVersion),
        (f"{_LINK}.Opener", frames.AnyVersionsTag),
    ),
    "compares half of the tag": ("forged", (f"{_LINK}.Opener", frames.HalfTag)),
    "takes a frame that was heard before": ("replayed", (f"{_LINK}.Opener", frames.CounterUnchecked)),
    "keeps one opening": ("four-openings", (f"{_LINK}.OPENINGS_MAX", 1)),
    "cannot prove itself": ("welcome", (f"{_LINK}.welcome", _unproved)),
    "has one nonce for all": (
        "fresh-nonce",
        (f"{_DEVICE}.secrets", SimpleNamespace(token_bytes=bytes)),
    ),
    "gives its session up for a HELLO": ("hello-any-time", (f"{_DEVICE}.DeviceLink", _HelloEnds)),
    "refuses no stranger": ("refuse", (f"{_DEVICE}.DeviceLink", _UnrefusedStranger)),
    "refuses no PAIR": ("no-press", (f"{_DEVICE}.DeviceLink", _UnrefusedPair)),
    "says nothing to a HELLO of another version": ("greeted", (_READER, frames.DeafToHellos)),
    "answers what is not stuffed": ("not-stuffed", (_READER, frames.AnswersNoise)),
    "answers a run that is too long": ("overlong", (_READER, frames.AnswersOverlong)),
    "answers a kind that there is not": ("unknown-kind", (_READER, frames.AnyKind)),
    "takes a HELLO of any length": ("other-length", (_READER, frames.AnyLength)),
    "looks at half a session's number": (
        "other-session",
        (_READER, frames.HalfSession),
        (f"{_LINK}.Opener", frames.RightTag),
    ),
    "counts its frames by twos": ("counters", (f"{_LINK}.Sealer", frames.CountsByTwos)),
    "lacks a message": ("vocabulary", (f"{_DEVICE}.VOCABULARY", Vocabulary(_POOR))),
    "lacks an answer": ("together", (f"{_DEVICE}.VOCABULARY", Vocabulary(_HALF))),
    "welcomes each HELLO anew": ("same-hello", (f"{_DEVICE}.DeviceLink", _NewWelcome)),
    "welcomes the HELLO of its session anew": ("same-hello", (f"{_DEVICE}.DeviceLink", _ForgetsItsOpening)),
    "answers one PROVE": ("prove", (_CHANNEL, _ProvedOnce)),
    "keeps the session before": ("old-given-up", (f"{_DEVICE}.DeviceLink", _KeepsOldSession)),
    "keeps older openings": ("held-back", (f"{_DEVICE}.DeviceLink", _KeepsOldOpenings)),
    "acknowledges nothing": ("acknowledge", (_CHANNEL, _Unacknowledging), ("hil.conformance.host_session.ACK_MS", 80)),
    "never gives up": ("silence-ends", (_CHANNEL, _NeverGivesUp)),
    "speaks before it is asked": ("unasked", (_CHANNEL, _Talkative)),
    "refuses what it does not know": ("unknown-command", (f"{_DEVICE}.ShufflerModel", _AllRefused)),
    "answers with the command before": ("in-order", (f"{_DEVICE}.encode", _StaleAnswer())),
    "has no word for its wear": ("questions", (f"{_DEVICE}.encode", _wrong_wear)),
    "forgets the nonce": ("nonce", (f"{_DEVICE}.encode", _nonce_forgotten)),
    "does not answer PING": ("ping", (f"{_LINK}.Channel", _NoPong)),
    "goes on after BYE": ("bye", (f"{_LINK}.Channel", _Deaf)),
    "delivers what is sent again": ("duplicate", (f"{_LINK}.Channel", _TwiceDelivered)),
    "delivers what is out of turn": ("out-of-turn", (f"{_LINK}.Channel", _AnyTurn)),
    "takes what is no message": ("no-message", (f"{_DEVICE}.decode", _lenient_decode)),
    "fills its name up with something": ("identity", (f"{_DEVICE}.encode", _ragged_identity)),
    "attests without the nonce": ("attestation", (f"{_DEVICE}.digest", _without_nonce)),
    "does a command again": ("at-most-once", (f"{_DEVICE}.ShufflerModel", _DoesItAgain)),
    "remembers what it was too busy for": ("busy", (f"{_DEVICE}.ShufflerModel", _RemembersBusy)),
    "forgets an event that was told": ("kept", (f"{_DEVICE}.ShufflerModel", _Forgetful)),
    "tells the newest event first": ("events-again", (f"{_DEVICE}.ShufflerModel", _Disorderly)),
    "says nothing to a PAIR of another version": ("paired-otherwise", (_READER, frames.DeafToPairs)),
    "opens what was ended": ("never-reopened", (f"{_DEVICE}.DeviceLink", _OpensAgain)),
    "takes an unknown back": ("unknown-value", (f"{_DEVICE}.decode", orders.any_back)),
    "forgets what it refused": ("stays-refused", (_MODEL, orders.ForgetsRefusals)),
    "remembers half of the commands": ("remembered", (_MODEL, orders.ShortMemory)),
    "is done before it has stopped": ("done", (_MODEL, orders.DoneTooSoon)),
    "compares without a word": ("ends", (_MODEL, orders.WordlessReconcile)),
    "clears without a word": ("ends", (_MODEL, orders.WordlessClear)),
    "gives out what is not there": ("nothing-to-deliver", (_MODEL, orders.DeliversNothing)),
    "shuffles any colour": ("other-colour", (_MODEL, orders.TakesAnyColour)),
    "tells of somebody's progress": ("progress", (f"{_DEVICE}.encode", orders.somebodys_progress)),
    "shuffles onto a full shelf": ("shelf-in-the-way", (_MODEL, orders.ShufflesOntoTheShelf)),
    "tests itself with a deck inside": ("shelf-in-the-way", (_MODEL, orders.TestsWithADeckInside)),
    "thinks a refusal over": ("still-refused", (_MODEL, orders.ThinksAgain)),
    "gives out without a word": ("delivers", (_MODEL, orders.WordlessDeliver)),
    "never begins its counts anew": ("compares", ("hil.shuffler.model.Trays", orders.NeverBeginsAnew)),
    "never forgets an event": ("forgotten", (f"{_DEVICE}.ShufflerModel", _NeverForgets)),
}
"""The clause that each does not meet, and what is put in the place of what."""


ELSEWHERE: Mapping[str, str] = {
    "sent-again": "another patience: a test of its own",
    "silence-asked": "another patience: a test of its own",
    "busy-first": "a device that works long: a test of its own",
    "not-kept": "an EVENT_ACK of what is not kept is what the kit itself says to see whether a session lives; a device "
    "that does not ignore it fails wherever that is asked, and no clause but this would be left to tell why",
    "said-once": "a line that says everything twice: a test of its own",
    "off-the-shelf": "people take the deck off in between: a test of its own",
}
"""Clauses that no row above breaks, and why."""


def spoil(patch: pytest.MonkeyPatch, changes: Iterable[Change]) -> None:
    for place, put in changes:
        patch.setattr(place, put)
