"""What `firmware-host mqtt watch` shows: facts in words, the rest by topic; a gap is said."""

import contextlib
from datetime import UTC, datetime

import aiomqtt
import msgspec

from firmware_host.errors import UserError
from firmware_host.journal.upcast import fact_of
from firmware_host.mqtt.remote_client import RemoteTable, listening
from firmware_host.mqtt.topics import Topics
from firmware_host.table.facts.fact import Fact
from firmware_host.words.sentences import sentence, with_paragraphs

SHORT = 100


class _Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """What is needed of a fact's event."""

    data: msgspec.Raw


class _Told:
    """Which fact came last, to see what is missing."""

    def __init__(self) -> None:
        self._journal, self._number = "", 0

    def missed(self, fact: Fact) -> range:
        """Return the numbers that should have come before this one, and remember it."""
        before, same = self._number, fact.journal == self._journal
        self._journal, self._number = fact.journal, max(fact.number, before) if same else fact.number
        return range(before + 1, fact.number) if same and before else range(0)


async def watch(far: RemoteTable, *, count: int | None, as_json: bool) -> int:
    """Print until so many have come, or for ever."""
    told = _Told()
    try:
        async with listening(far, f"{far.topics.base}/#") as client:
            async for message in client.messages:
                for line in _lines(message, far.topics, told, as_json=as_json):
                    print(line, flush=True)
                count = None if count is None else count - 1
                if count == 0:
                    break
    except aiomqtt.MqttError as error:
        raise UserError(f"the broker {far.config.url} is gone ({error}); ask again") from None
    return 0


def _lines(message: aiomqtt.Message, topics: Topics, told: _Told, *, as_json: bool) -> list[str]:
    topic, payload = message.topic.value, bytes(message.payload)
    if as_json:
        return [_as_json(topic, payload, retained=bool(message.retain))]
    if topic == topics.fact:
        with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
            fact = fact_of(bytes(msgspec.json.decode(payload, type=_Envelope).data))
            missed = told.missed(fact)
            gap = [f"  facts {missed[0]} to {missed[-1]} did not come: ask for them by `replay`"] if missed else []
            return [*gap, _fact(fact)]
    words = payload.decode(errors="replace") or "(taken away)"
    short = words if len(words) <= SHORT else f"{words[:SHORT]}..."
    return [f"{topic.removeprefix(topics.base)[1:]}: {short}"]


def _fact(fact: Fact) -> str:
    at = datetime.fromtimestamp(fact.at.wall_ms / 1000, UTC).astimezone()
    return f"{fact.number:>6}  {at:%H:%M:%S}  {with_paragraphs(sentence(fact), fact.paragraphs)}"


def _as_json(topic: str, payload: bytes, *, retained: bool) -> str:
    """What is no JSON is shown as the text it may be."""
    try:
        msgspec.json.decode(payload)
        said: object = msgspec.Raw(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        said = payload.decode(errors="replace")
    return msgspec.json.encode({"topic": topic, "retained": retained, "payload": said}).decode()
