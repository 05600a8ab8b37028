"""The devices' parts of `table.toml`."""

from typing import Annotated

from msgspec import Meta, field

from firmware_host.rules.record import Record
from firmware_host.table.config import TableConfig

Pin = Annotated[int, Meta(ge=2, le=27)]
"""A GPIO number as the Pi's makers count (BCM)."""


class ShufflerConfig(Record, frozen=True, kw_only=True):
    """Where the shuffler is."""

    port: str
    """A device path, or `socket://host:port`."""


class KeysConfig(Record, frozen=True, kw_only=True, rename={"no_roll": "no-roll", "call_floor": "call-floor"}):
    """The pins of the dealer's keys; each pulls its pin low."""

    next: Pin = 16
    no_roll: Pin = 17
    call_floor: Pin = 18
    dice: Annotated[tuple[Pin, ...], Meta(min_length=6, max_length=6)] = tuple(range(19, 25))
    """The keys of the six faces, the one first; at a mini-dice table only."""


class PuckConfig(Record, frozen=True, kw_only=True):
    """The pins of the puck sensors, seat 1 first; a sensor that sees the puck pulls its pin low."""

    pins: Annotated[tuple[Pin, ...], Meta(max_length=11)] = tuple(range(2, 13))


class DevicesConfig(Record, frozen=True, kw_only=True):
    """Everything on a wire. Which of it a table has depends on what is played there."""

    shuffler: ShufflerConfig | None = None
    keys: KeysConfig = field(default_factory=KeysConfig)
    puck: PuckConfig = field(default_factory=PuckConfig)

    def what_is_wrong(self, table: TableConfig) -> str | None:
        """Say what keeps this table from having these devices, or which of them it lacks."""
        dice = table.mini_dice is not None
        if dice and self.shuffler is not None:
            return "there is nothing to shuffle at a mini-dice table: leave [devices.shuffler] out"
        if not dice and table.shuffler and self.shuffler is None:
            return "the shuffler is not named: `port` under [devices.shuffler]; or `shuffler = false` in [table]"
        if not dice and not table.shuffler and self.shuffler is not None:
            return "[table] says `shuffler = false`: leave [devices.shuffler] out"
        return self._used_twice(dice=dice)

    def _used_twice(self, *, dice: bool) -> str | None:
        wanted: dict[int, str] = {}
        for pin, name in (*self._keys(), *(self._dice() if dice else self._seats())):
            if pin in wanted:
                return f"GPIO {pin} is used twice: by {wanted[pin]} and by {name}"
            wanted[pin] = name
        return None

    def _keys(self) -> list[tuple[int, str]]:
        return [
            (self.keys.next, "the key next"),
            (self.keys.no_roll, "the key no-roll"),
            (self.keys.call_floor, "the key call-floor"),
        ]

    def _dice(self) -> list[tuple[int, str]]:
        return [(pin, f"the key of the {face}") for face, pin in enumerate(self.keys.dice, 1)]

    def _seats(self) -> list[tuple[int, str]]:
        return [(pin, f"the puck sensor of seat {seat}") for seat, pin in enumerate(self.puck.pins, 1)]
