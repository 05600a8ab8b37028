"""The devices' parts of `table.toml`."""

from typing import Annotated

from msgspec import Meta, field

from firmware_host.rules.record import Record

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


class PuckConfig(Record, frozen=True, kw_only=True):
    """The pins of the puck sensors, seat 1 first; a sensor that sees the puck pulls its pin low."""

    pins: Annotated[tuple[Pin, ...], Meta(max_length=11)] = tuple(range(2, 13))


class DevicesConfig(Record, frozen=True, kw_only=True):
    """Everything on a wire."""

    shuffler: ShufflerConfig
    keys: KeysConfig = field(default_factory=KeysConfig)
    puck: PuckConfig = field(default_factory=PuckConfig)

    def __post_init__(self) -> None:
        """Refuse a pin that two things want."""
        wanted: dict[int, str] = {}
        for pin, name in self._pins():
            if pin in wanted:
                raise ValueError(f"GPIO {pin} is used twice: by {wanted[pin]} and by {name}")
            wanted[pin] = name

    def _pins(self) -> list[tuple[int, str]]:
        keys = [
            (self.keys.next, "the key next"),
            (self.keys.no_roll, "the key no-roll"),
            (self.keys.call_floor, "the key call-floor"),
        ]
        return [*keys, *((pin, f"the puck sensor of seat {seat}") for seat, pin in enumerate(self.puck.pins, 1))]
