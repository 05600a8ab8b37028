"""A device that lies in valid frames: how its messages are changed on their way out, as data that hands give.

The machine behind it is honest, and so is its memory. Nothing of this is ever set but by hands on the bench.
"""

from . import messages as m

_STATUS_ACTIVITY = 1
_EVENT_END = 9
_COMMAND_END = 33
_BACK_AT = {m.DECK_LOADED: 9, m.SHUFFLE_FINISHED: 35, m.DELIVERED: 33}
_NO_VALUE = 0xEE


class Lies:
    """The lies that are told from now on. `Patch` is a list of pairs: where, and which byte."""

    def __init__(self) -> None:
        self.status_after = 0
        self.status: list[list[int]] = []
        self.again_after = 0
        self.again = b""
        self.wrong: dict[int, list[list[int]]] = {}
        self.broken = 0
        self.renumbered = False
        self._told: list[int] = []
        self._last = b""

    def status_of(self, payload: bytes) -> bytes:
        """STATUS at rest, with other values once the event has been sent that they follow."""
        idle = payload[_STATUS_ACTIVITY] == m.IDLE
        if not idle or (self.status_after and self.status_after not in self._told):
            return payload
        return _patched(payload, self.status)

    def event(self, payload: bytes) -> bytes:
        """An event as it is sent."""
        tag = payload[0]
        self._told.append(tag)
        sent = _patched(payload, self.wrong.get(tag, []))
        if tag == self.broken:
            self.broken = 0
            sent = _patched(sent, [[_COMMAND_END if len(sent) > _COMMAND_END else _EVENT_END, _NO_VALUE]])
        if self.renumbered and self._last:
            self.renumbered = False
            sent = sent[:1] + self._last + sent[_EVENT_END:]
        self._last = sent[1:_EVENT_END]
        return sent

    def second_end(self, payload: bytes, name: bytes) -> bytes:
        """What follows an event, once: another end of its order, under the name of a further event. Or nothing."""
        tag = payload[0]
        if tag != self.again_after:
            return b""
        self.again_after = 0
        sent = self.again[:1] + name + self.again[_EVENT_END:]
        if len(sent) >= _COMMAND_END and len(payload) >= _COMMAND_END:
            sent = sent[:_EVENT_END] + payload[_EVENT_END:_COMMAND_END] + sent[_COMMAND_END:]
        if tag in _BACK_AT and sent[0] in _BACK_AT:
            sent = _patched(sent, [[_BACK_AT[sent[0]], payload[_BACK_AT[tag]]]])
        return sent


def _patched(payload: bytes, patch: list[list[int]]) -> bytes:
    out = bytearray(payload)
    for at, value in patch:
        out[at] = value
    return bytes(out)
