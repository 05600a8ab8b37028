"""What the bench knows of the wire by heart is as the host has it; and what is said where there is no MicroPython."""

from dataclasses import replace
from pathlib import Path

import pytest

from drivers.shuffler.device_messages import Load
from drivers.shuffler.messages import encode
from drivers.shuffler.port import (
    Activity,
    Back,
    CommandId,
    EventId,
    FailReason,
    Fill,
    Jammed,
    Mode,
    ModeSwitched,
    Place,
    ShuffleFailed,
    Status,
)
from hil.micropython.bench_device import BACKS, MODES, PLACES, REASONS
from hil.micropython.interpreter import NoInterpreterError, command
from hil.micropython.lying import EVENT_AT, STATUS_AT
from hil.shuffler.lies import an_event

EVENT, COMMAND = EventId(boot=1, number=2), CommandId(journal=bytes(16), number=3)

REST = Status(
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

OTHER = {
    "activity": Activity.TESTING,
    "mode": Mode.SORT,
    "lid_open": True,
    "jam": Place.OUTPUT,
    "feed": Back.RED,
    "shelf": Back.RED,
    "output": Back.RED,
    "back": Back.RED,
    "shelf_cards": 7,
    "output_cards": 7,
    "astray": 7,
    "counted": 7,
    "lying": 7,
    "went_in": 0x0707,
    "came_out": 0x0707,
    "duration_ms": 0x07070707,
    "nonce": b"\x07" * 16,
}


def changed(before: bytes, after: bytes) -> list[int]:
    return [at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]


@pytest.mark.parametrize("name", STATUS_AT)
def test_a_field_of_status_lies_where_a_lie_changes_it(name: str) -> None:
    lied = replace(REST, **{name: OTHER[name]})  # type: ignore[arg-type]  # fields of STATUS, by name
    assert changed(encode(REST), encode(lied)) == [*STATUS_AT[name]]


@pytest.mark.parametrize(("event", "name"), [(event, name) for event, fields in EVENT_AT.items() for name in fields])
def test_a_field_of_an_event_lies_where_a_lie_changes_it(event: str, name: str) -> None:
    honest = an_event(event, EVENT, COMMAND, Back.BLUE)
    lied = replace(honest, **{name: OTHER[name]})  # type: ignore[arg-type]  # fields of the event, by name
    assert changed(encode(honest), encode(lied)) == [*EVENT_AT[event][name]]


def test_words_have_the_numbers_of_the_wire() -> None:
    assert [encode(Load(back=back, fill=Fill.EMPTY))[1] for back in BACKS] == [1, 2, 3, 4]
    assert [encode(Jammed(event=EVENT, place=place))[9] for place in PLACES] == [1, 2, 3, 4]
    assert [encode(ModeSwitched(event=EVENT, mode=mode))[9] for mode in MODES] == [1, 2]
    failed = [encode(ShuffleFailed(event=EVENT, command=COMMAND, reason=reason))[33] for reason in REASONS]
    assert failed == [*range(1, len(FailReason) + 1)]


def test_without_apt_it_says_that_micropython_comes_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoInterpreterError, match="this machine has no apt"):
        command()
    assert not (tmp_path / "cache" / "firmware-host" / "micropython-trixie" / "tree").exists()


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    with pytest.raises(NoInterpreterError, match="cannot use the cache folder"):
        command()
