"""Lies of a fault file as the data that the MicroPython device takes: which byte of which message has which value."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Protocol

from drivers.shuffler.layout import tag_of
from drivers.shuffler.messages import encode
from drivers.shuffler.port import Activity, Back, CommandId, EventId, Mode, Status
from hil.shuffler.lies import EVENTS, NOBODYS, an_event

STATUS_AT: Final = {
    "activity": range(1, 2),
    "mode": range(2, 3),
    "lid_open": range(3, 4),
    "jam": range(4, 5),
    "feed": range(5, 6),
    "shelf": range(6, 7),
    "shelf_cards": range(7, 8),
    "output": range(8, 9),
    "output_cards": range(9, 10),
    "astray": range(10, 11),
}

EVENT_AT: Final[Mapping[str, Mapping[str, range]]] = {
    "DECK_LOADED": {"back": range(9, 10)},
    "SHUFFLE_FINISHED": {
        "mode": range(33, 34),
        "counted": range(34, 35),
        "back": range(35, 36),
        "duration_ms": range(36, 40),
        "nonce": range(40, 56),
    },
    "DELIVERED": {"back": range(33, 34), "counted": range(34, 35)},
    "RECONCILED": {
        "went_in": range(33, 35),
        "came_out": range(35, 37),
        "lying": range(37, 38),
        "astray": range(38, 39),
    },
}
"""The layouts of section 5 of PROTOCOL.md; a test compares them with the host's."""

_STATUS: Final = Status(
    activity=Activity.IDLE,
    mode=Mode.SHUFFLE,
    lid_open=False,
    jam=None,
    feed=None,
    shelf=None,
    shelf_cards=0,
    output=None,
    output_cards=0,
    astray=0,
)

_EVENT, _COMMAND = EventId(boot=0, number=0), CommandId(journal=bytes(16), number=NOBODYS)


class Asks(Protocol):
    """Hands on the bench."""

    def __call__(self, do: str, **words: Any) -> object:
        """Ask the device."""
        ...


class Lies:
    """What one device is told to lie about; `again` tells it once more, after its power was cut."""

    def __init__(self, ask: Asks) -> None:
        self._ask = ask
        self._asked: list[dict[str, Any]] = []

    def again(self) -> None:
        for words in self._asked:
            self._ask("lie", **words)

    def status_says(self, after: str, fields: Mapping[str, object]) -> None:
        data = encode(replace(_STATUS, **fields))  # type: ignore[arg-type]  # fields of STATUS, by name
        patch = _patch(data, STATUS_AT, fields)
        self._lie(status_after=_tag(after) if after else 0, status=patch)

    def says_too(self, after: str, event: str) -> None:
        self._lie(again_after=_tag(after), again=encode(an_event(event, _EVENT, _COMMAND, Back.BLUE)).hex())

    def changes(self, event: str, fields: Mapping[str, object]) -> None:
        honest = an_event(event, _EVENT, _COMMAND, Back.BLUE)
        data = encode(replace(honest, **fields))  # type: ignore[arg-type]  # fields of the event, by name
        self._lie(wrong=_tag(event), bytes=_patch(data, EVENT_AT[event], fields))

    def garbles(self, event: str) -> None:
        self._lie(broken=_tag(event))

    def reuses_a_number(self) -> None:
        self._lie(renumbered=True)

    def _lie(self, **words: Any) -> None:
        self._asked.append(words)
        self._ask("lie", **words)


def _tag(event: str) -> int:
    return int(tag_of(EVENTS[event]))


def _patch(data: bytes, layout: Mapping[str, range], fields: Mapping[str, object]) -> list[list[int]]:
    return [[at, data[at]] for name in fields for at in layout[name]]
