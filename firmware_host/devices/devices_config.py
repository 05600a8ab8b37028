"""The devices' parts of `table.toml`."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field

from drivers.dice_shaker.sensors import SHAKE
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig

Pin = Annotated[int, Meta(ge=2, le=27)]
"""A GPIO number as the Pi's makers count (BCM)."""

OURS = frozenset((*range(2, 14), *range(16, 28)))
"""14 and 15 are the console's."""

Count = Annotated[int, Meta(ge=1, le=20)]
Wait = Annotated[int, Meta(ge=1, le=10_000)]


class ShufflerLampsConfig(Record, frozen=True, kw_only=True):
    """Two opto-coupled inputs on the lamps of a shuffler that speaks no protocol; a lit lamp pulls its pin low."""

    ready: Pin
    """The lamp that is lit while the machine rests, whether a deck lies in it or not, and dark while it shuffles."""
    fault: Pin
    """The lamp that says that something is the matter."""
    least_s: Annotated[int, Meta(ge=1, le=600)] = 20
    """The ready lamp is dark at least so long while a deck is shuffled."""
    most_s: Annotated[int, Meta(ge=1, le=600)] = 240
    """And not longer than this."""


class ShufflerConfig(Record, frozen=True, kw_only=True):
    """Where the shuffler is, at a port or behind its lamps, and which firmware it may run."""

    port: str = ""
    """A device path, or `socket://host:port`; nothing where its lamps are read instead."""
    lamps: ShufflerLampsConfig | None = None
    """For a shuffler that speaks no protocol: its shuffles are witnessed, at best."""
    firmware_list: str | None = None
    """The signed list of approved images, by its whole path; without one no shuffle is attested."""
    house_key: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")] | None = None
    """The Ed25519 public key that signs it, in hex: pinned when the box is installed."""


class KeysConfig(Record, frozen=True, kw_only=True, rename={"no_roll": "no-roll", "call_floor": "call-floor"}):
    """The pins of the dealer's keys; each pulls its pin low."""

    next: Pin = 16
    """The key next."""
    no_roll: Pin = 17
    """The key no-roll, which is undo at a poker table."""
    call_floor: Pin = 18
    """The key that calls the floor."""
    dice: Annotated[tuple[Pin, ...], Meta(min_length=6, max_length=6)] = tuple(range(19, 25))
    """The keys of the six faces, the one first; at a mini-dice table only."""
    stuck_s: Annotated[int, Meta(ge=2, le=600)] = 30
    """A key that is down for so long hangs, or something lies on it."""


class LightsConfig(Record, frozen=True, kw_only=True):
    """The pins of the lamps inside the six dice keys, the one first; a high level lights."""

    pins: Annotated[tuple[Pin, ...], Meta(min_length=6, max_length=6)] = tuple(range(5, 11))
    """Six of them."""


class PuckConfig(Record, frozen=True, kw_only=True):
    """The pins of the puck sensors, seat 1 first; a sensor that sees the puck pulls its pin low."""

    pins: Annotated[tuple[Pin, ...], Meta(max_length=11)] = tuple(range(2, 13))
    """As many as there are seats, eleven at most."""


class ShakesConfig(Record, frozen=True, kw_only=True):
    """What pulses of the shake sensor make a shake, and which shakes one go; see `drivers/dice_shaker/shakes.py`."""

    settle_ms: Annotated[int, Meta(ge=1, le=50)] = SHAKE.settle_ms
    """The sensor has to stay closed so long to make a pulse, and open so long before the next; less is a bounce."""
    pulses: Count = 2
    """So many pulses in a train make a shake; fewer are a knock."""
    length_ms: Annotated[int, Meta(ge=0, le=2000)] = 20
    """A train that is shorter is a knock too."""
    rest_ms: Wait = 70
    """So long without a pulse ends a train, and with it a shake."""
    go_rest_ms: Wait = 1200
    """So long without a pulse ends the go: what comes later was not shaken in one go."""


class ShakerConfig(Record, frozen=True, kw_only=True):
    """The pins of the shaker's three contacts, each of which pulls its pin low when it closes."""

    cover: Pin = 2
    """The reed switch under the cover: closed while it is on."""
    shake: Pin = 3
    """The shake sensor in the base: closed for moments while it is shaken."""
    dock: Pin = 4
    """The switch where the shaker stands: closed while it does."""
    shakes: ShakesConfig = field(default_factory=ShakesConfig)


class LampsConfig(Record, frozen=True, kw_only=True):
    """The pins of the dealer's three lamps; a high level lights."""

    status: Pin = 25
    """How the table does."""
    gate: Pin = 26
    """Whether the next round may be dealt."""
    call: Pin = 27
    """The floor is called."""


class TamperConfig(Record, frozen=True, kw_only=True):
    """The pin of the contact that is closed, and pulls it low, while everything is shut."""

    pin: Pin = 13
    """Opened is high."""


class DevicesConfig(Record, frozen=True, kw_only=True):
    """
    Everything on a wire. Which of it a table has depends on what is played there.

    Keys, and at a poker table the puck, are always there; of the rest what has its section here.
    """

    shuffler: ShufflerConfig | None = None
    keys: KeysConfig = field(default_factory=KeysConfig)
    puck: PuckConfig = field(default_factory=PuckConfig)
    shaker: ShakerConfig | None = None
    lights: LightsConfig | None = None
    lamps: LampsConfig | None = None
    tamper: TamperConfig | None = None

    def what_is_wrong(self, table: TableConfig) -> str | None:
        """Say what keeps this table from having these devices, or which of them it lacks."""
        dice = table.mini_dice is not None
        if dice and self.shuffler is not None:
            return "there is nothing to shuffle at a mini-dice table: leave [devices.shuffler] out"
        if not dice and self.shaker is not None:
            return "there is nothing to shake at a poker table: leave [devices.shaker] out"
        if not dice and self.lights is not None:
            return "the lights are those of the dice keys, which a poker table has not: leave [devices.lights] out"
        if not dice and table.shuffler and self.shuffler is None:
            return "the shuffler is not named: `port` under [devices.shuffler]; or `shuffler = false` in [table]"
        if not dice and not table.shuffler and self.shuffler is not None:
            return "[table] says `shuffler = false`: leave [devices.shuffler] out"
        if self.shuffler is not None and (self.shuffler.firmware_list is None) is not (self.shuffler.house_key is None):
            return "`firmware_list` and `house_key` under [devices.shuffler] need one another"
        return self._of_shuffler() or self._of_pins(dice=dice)

    def pins(self, *, dice: bool) -> Iterator[tuple[int, str]]:
        """Return every pin that such a table uses, and what for; a pin may come twice."""
        yield from self.inputs(dice=dice)
        if dice and self.lights is not None:
            yield from ((pin, f"the light of the {face}") for face, pin in enumerate(self.lights.pins, 1))
        if self.lamps is not None:
            lamps = self.lamps
            yield from ((lamps.status, "the lamp status"), (lamps.gate, "the lamp gate"), (lamps.call, "the lamp call"))

    def inputs(self, *, dice: bool) -> Iterator[tuple[int, str]]:
        """Return those that are listened to."""
        keys = self.keys
        yield from ((keys.next, "the key next"), (keys.no_roll, "the key no-roll"))
        yield (keys.call_floor, "the key call-floor")
        if dice:
            yield from ((pin, f"the key of the {face}") for face, pin in enumerate(keys.dice, 1))
        else:
            yield from ((pin, f"the puck sensor of seat {seat}") for seat, pin in enumerate(self.puck.pins, 1))
        if self.shaker is not None:
            yield (self.shaker.cover, "the reed switch of the cover")
            yield from ((self.shaker.shake, "the shake sensor"), (self.shaker.dock, "the dock switch"))
        if self.tamper is not None:
            yield (self.tamper.pin, "the tamper contact")
        if self.shuffler is not None and self.shuffler.lamps is not None:
            read = self.shuffler.lamps
            yield from ((read.ready, "the shuffler's ready lamp"), (read.fault, "the shuffler's fault lamp"))

    def _of_shuffler(self) -> str | None:
        if self.shuffler is None:
            return None
        lamps = self.shuffler.lamps
        if bool(self.shuffler.port) is (lamps is not None):
            return "the shuffler has either `port` or `lamps` under [devices.shuffler]"
        if lamps is not None and lamps.most_s <= lamps.least_s:
            return f"most_s is {lamps.most_s}: it has to be longer than least_s, {lamps.least_s}"
        return None

    def _of_pins(self, *, dice: bool) -> str | None:
        shakes = self.shaker.shakes if self.shaker else ShakesConfig()
        if shakes.go_rest_ms <= shakes.rest_ms:
            return f"go_rest_ms is {shakes.go_rest_ms}: it has to be longer than rest_ms, {shakes.rest_ms}"
        wanted: dict[int, str] = {}
        for pin, name in self.pins(dice=dice):
            if pin not in OURS:
                return f"GPIO {pin} cannot be {name}: choose from GPIO 2-13 and 16-27"
            if pin in wanted:
                return f"GPIO {pin} is used twice: by {wanted[pin]} and by {name}"
            wanted[pin] = name
        return None
