"""`firmware-host mqtt watch`: what a table publishes, in lines for people or as JSON for programs."""

import asyncio
import contextlib
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import aiomqtt
import msgspec

from firmware_host.errors import UserError
from firmware_host.journal.upcast import fact_of
from firmware_host.mqtt.messages import AlertMessage, Status
from firmware_host.mqtt.remote_client import RemoteTable, listening
from firmware_host.mqtt.topics import ROOT, Topics
from firmware_host.table.facts.fact import Fact, sentence, with_paragraphs
from firmware_host.table.state.dice import DEVICE as SHAKER
from firmware_host.table.view import DeviceReport, View

SILENT_S = 4.0
"""After this long without a message the command says why that may be."""

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)

CLEAR_LINE = "\r\x1b[K"


class _Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """The only field needed of a fact's CloudEvent."""

    data: msgspec.Raw


class _Sequence:
    """The newest fact seen, to detect gaps."""

    def __init__(self) -> None:
        self._journal, self._number = "", 0

    def missed(self, fact: Fact) -> range:
        """Return the fact numbers missing before this fact, and remember this fact as the newest."""
        before, same = self._number, fact.journal == self._journal
        self._journal, self._number = fact.journal, max(fact.number, before) if same else fact.number
        return range(before + 1, fact.number) if same and before else range(0)


class _Screen:
    """Lines on stdout; `in_place`, on a terminal, the progress of a device is one line that is written again."""

    def __init__(self, *, in_place: bool) -> None:
        self._in_place = in_place
        self._open = False

    def line(self, words: str) -> None:
        print(f"{CLEAR_LINE if self._open else ''}{words}", flush=True)
        self._open = False

    def progress(self, words: str, *, ended: bool) -> None:
        """Show the progress in its place; where that is impossible, only its end."""
        if self._in_place:
            print(f"{CLEAR_LINE}{words}", end="", flush=True)
            self._open = True
        elif ended:
            self.line(words)


async def watch(
    far: RemoteTable, *, count: int | None, as_json: bool, in_place: bool = False, silent_s: float = SILENT_S
) -> int:
    """Print messages until `count` have come, or until interrupted."""
    heard, others = asyncio.Event(), set[str]()
    screen, sequence = _Screen(in_place=in_place), _Sequence()
    base = f"{far.topics.base}/"
    try:
        async with listening(far, f"{base}#") as client:
            explaining = asyncio.create_task(_explain_silence(client, far, heard, others, silent_s))
            try:
                async for message in client.messages:
                    topic = message.topic.value
                    if not topic.startswith(base):
                        others.add(topic.split("/")[2])
                        continue
                    heard.set()
                    if as_json:
                        screen.line(_as_json(message))
                    else:
                        _show(message, far.topics, sequence, screen)
                    count = None if count is None else count - 1
                    if count == 0:
                        break
            finally:
                explaining.cancel()
                await asyncio.gather(explaining, return_exceptions=True)
    except aiomqtt.MqttError as error:
        raise UserError(
            f"lost the connection to the broker {far.config.url} ({error}); run the command again"
        ) from None
    return 0


async def _explain_silence(
    client: aiomqtt.Client, far: RemoteTable, heard: asyncio.Event, others: set[str], silent_s: float
) -> None:
    """After a silence print likely reasons. `others` are the tables whose status the broker has retained."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(silent_s):
            await heard.wait()
            return
    every_table = f"{ROOT}/{far.topics.house}/+/status"
    await client.subscribe(every_table, qos=1)
    await asyncio.sleep(silent_s / 4)
    if not heard.is_set():
        print(_why_silent(far, sorted(others), silent_s), file=sys.stderr, flush=True)
    await client.unsubscribe(every_table)


def _why_silent(far: RemoteTable, others: list[str], silent_s: float) -> str:
    house, table = far.topics.house, far.topics.table
    nothing = f"nothing came from {house}/{table} within {silent_s:g} seconds"
    if others:
        known = ", ".join(f"{house}/{other}" for other in others)
        return f"{nothing}; the broker knows {known}. If the name is wrong, correct --table. Still waiting."
    return (
        f"{nothing}, and the broker knows no table of {house!r}. Check the name in --table, that the table uses "
        f"the broker {far.config.url}, and that this user may read {far.topics.base}/#. Still waiting."
    )


def _show(message: aiomqtt.Message, topics: Topics, sequence: _Sequence, screen: _Screen) -> None:
    """Print a message in words; one that cannot be read in words is printed whole."""
    payload = bytes(message.payload)
    kind, name = topics.kind_and_name(message.topic.value)
    label = f"{kind}/{name}" if name else kind
    if not payload:
        screen.line(f"{label}: removed")
        return
    try:
        if kind == "fact":
            _show_fact(fact_of(bytes(msgspec.json.decode(payload, type=_Envelope).data)), sequence, screen)
            return
        if kind == "device":
            _show_device(label, msgspec.json.decode(payload, type=DeviceReport), screen)
            return
        if kind in WORDS:
            screen.line(f"{label}: {WORDS[kind](payload)}")
            return
    except UNREADABLE:
        pass
    screen.line(f"{label}: {payload.decode(errors='replace')}")


def _show_fact(fact: Fact, sequence: _Sequence, screen: _Screen) -> None:
    missed = sequence.missed(fact)
    if missed:
        screen.line(f"  facts {missed[0]} to {missed[-1]} are missing; request them with `replay`")
    at = datetime.fromtimestamp(fact.at.wall_ms / 1000, UTC).astimezone()
    screen.line(f"{fact.number:>6}  {at:%H:%M:%S}  {with_paragraphs(sentence(fact), fact.paragraphs)}")


def _show_device(label: str, report: DeviceReport, screen: _Screen) -> None:
    if report.done is None:
        against = f"; not in service: {report.out_of_service}" if report.out_of_service else ""
        screen.line(f"{label}: {'up' if report.up else 'down'}, {report.detail}{against}")
    else:
        unit = "shakes" if report.device == SHAKER else "cards"
        screen.progress(f"{label}: {report.done} of {report.of} {unit}", ended=report.done == report.of)


def _status(payload: bytes) -> str:
    status = msgspec.json.decode(payload, type=Status)
    settings = "table.toml is in force" if status.configuration == "in-force" else "table.toml is not in force"
    return f"{'online' if status.online else 'offline'}, {status.software}, {settings}, journal {status.journal}"


def _state(payload: bytes) -> str:
    view = msgspec.json.decode(payload, type=View)
    if view.waiting_for is not None:
        return f"as of fact {view.seen}; waiting: {view.waiting_for.reason}"
    due = " ".join(step.say for step in view.steps if step.expected)
    return f"as of fact {view.seen}; next: {due or 'nothing is due'}"


def _alert(payload: bytes) -> str:
    alert = msgspec.json.decode(payload, type=AlertMessage)
    seen = f"acknowledged by {alert.acknowledged_by}" if alert.acknowledged_by else "not acknowledged"
    return f"{alert.severity}, {seen}: {alert.say}"


WORDS: dict[str, Callable[[bytes], str]] = {"status": _status, "state": _state, "alert": _alert}
"""The documents that are shown as a sentence; `--json` prints them whole."""


def _as_json(message: aiomqtt.Message) -> str:
    """Return one message as a JSON object; a payload that is not JSON becomes a string."""
    payload = bytes(message.payload)
    try:
        msgspec.json.decode(payload)
        said: object = msgspec.Raw(payload)
    except UNREADABLE:
        said = payload.decode(errors="replace")
    whole = {"topic": message.topic.value, "retained": bool(message.retain), "payload": said}
    return msgspec.json.encode(whole).decode()
