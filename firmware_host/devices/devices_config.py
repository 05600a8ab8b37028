"""The [devices] sections of `table.toml`."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field

from drivers.dice_shaker.sensors import SHAKE
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig

Pin = Annotated[int, Meta(ge=2, le=27)]
"""A GPIO number (BCM numbering)."""

USABLE = frozenset((*range(2, 14), *range(16, 28)))
"""GPIO 14 and 15 belong to the serial console."""

Count = Annotated[int, Meta(ge=1, le=20)]
Wait = Annotated[int, Meta(ge=1, le=10_000)]


class ShufflerLampsConfig(Record, frozen=True, kw_only=True):
    """Two opto-coupled inputs that read the lamps of a shuffler without a protocol; a lit lamp pulls its pin low."""

    ready: Pin
    """GPIO of the ready lamp: lit while the machine rests, with or without a deck; dark while it shuffles."""
    fault: Pin
    """GPIO of the fault lamp."""
    least_s: Annotated[int, Meta(ge=1, le=600)] = 20
    """Seconds: the shortest time that the ready lamp is dark during a shuffle."""
    most_s: Annotated[int, Meta(ge=1, le=600)] = 240
    """Seconds: the longest time that the ready lamp is dark during a shuffle."""


class ShufflerConfig(Record, frozen=True, kw_only=True):
    """How the shuffler is connected, by a port or by its lamps, and which firmware it may run."""

    port: str = ""
    """A device path, or `socket://host:port`; leave it out if `lamps` is set."""
    lamps: ShufflerLampsConfig | None = None
    """For a shuffler without a protocol; its shuffles are witnessed at best."""
    firmware_list: str | None = None
    """Absolute path of the signed list of approved firmware; without one no shuffle is attested."""
    house_key: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")] | None = None
    """The house's Ed25519 public key, in hex, that `firmware_list` is checked against; set at installation."""


class KeysConfig(Record, frozen=True, kw_only=True, rename={"no_roll": "no-roll", "call_floor": "call-floor"}):
    """GPIOs of the dealer's keys; a pressed key pulls its pin low."""

    next: Pin = 16
    """GPIO of the key `next`."""
    no_roll: Pin = 17
    """GPIO of the key `no-roll`; at a poker table this key takes the last step back."""
    call_floor: Pin = 18
    """GPIO of the key that calls the floor."""
    dice: Annotated[tuple[Pin, ...], Meta(min_length=6, max_length=6)] = tuple(range(19, 25))
    """GPIOs of the keys of the six dice faces, face 1 first; only at a mini-dice table."""
    stuck_s: Annotated[int, Meta(ge=2, le=600)] = 30
    """Seconds: a key held down this long counts as stuck."""
    beeper: Pin | None = None
    """
    GPIO of a beeper that answers each press: one beep if accepted, three if refused; a high level sounds the beeper.
    """


class LightsConfig(Record, frozen=True, kw_only=True):
    """GPIOs of the lamps inside the six dice keys; a high level switches a lamp on."""

    pins: Annotated[tuple[Pin, ...], Meta(min_length=6, max_length=6)] = tuple(range(5, 11))
    """GPIOs of the lights in the six dice keys, face 1 first."""


class PuckConfig(Record, frozen=True, kw_only=True):
    """GPIOs of the puck sensors; a sensor that sees the puck pulls its pin low."""

    pins: Annotated[tuple[Pin, ...], Meta(max_length=11)] = tuple(range(2, 13))
    """GPIOs of the puck sensors, one per seat, seat 1 first; eleven at most."""


class ShakesConfig(Record, frozen=True, kw_only=True):
    """Which pulses of the shake sensor count as a shake, and which shakes as one go; see drivers/README.md."""

    settle_ms: Annotated[int, Meta(ge=1, le=50)] = SHAKE.settle_ms
    """Milliseconds: how long the contact must stay closed, then open, to count as a pulse; shorter is a bounce."""
    pulses: Count = 2
    """The fewest pulses in a train that count as a shake; fewer are a knock."""
    length_ms: Annotated[int, Meta(ge=0, le=2000)] = 20
    """Milliseconds: the shortest train that counts as a shake; a shorter one is a knock."""
    rest_ms: Wait = 70
    """Milliseconds without a pulse that end a train, and with it a shake."""
    go_rest_ms: Wait = 1200
    """Milliseconds without a pulse after which a person's shakes are complete; later shakes are counted anew."""


class ShakerConfig(Record, frozen=True, kw_only=True):
    """GPIOs of the shaker's three contacts; a closed contact pulls its pin low."""

    cover: Pin = 2
    """GPIO of the reed switch under the cover: closed while the cover is on."""
    shake: Pin = 3
    """GPIO of the shake sensor in the base: closes briefly while the shaker is shaken."""
    dock: Pin = 4
    """GPIO of the dock switch: closed while the shaker is in its place."""
    shakes: ShakesConfig = field(default_factory=ShakesConfig)


class LampsConfig(Record, frozen=True, kw_only=True):
    """GPIOs of the dealer's three lamps; a high level switches a lamp on."""

    status: Pin = 25
    """GPIO of the lamp for the health of the table."""
    gate: Pin = 26
    """GPIO of the lamp that is lit while the next round may be dealt."""
    call: Pin = 27
    """GPIO of the lamp that is lit while the floor is called."""


class TamperConfig(Record, frozen=True, kw_only=True):
    """GPIO of the tamper contact on the shaker base or the shuffler housing."""

    pin: Pin = 13
    """GPIO of the tamper contact: low (contact closed) while the housing is shut, high when it is opened."""


class DevicesConfig(Record, frozen=True, kw_only=True):
    """
    Every wired device; which ones fit depends on the game.

    A table always has the keys, and a poker table the puck sensors; any other device needs its section here.
    """

    shuffler: ShufflerConfig | None = None
    keys: KeysConfig = field(default_factory=KeysConfig)
    puck: PuckConfig = field(default_factory=PuckConfig)
    shaker: ShakerConfig | None = None
    lights: LightsConfig | None = None
    lamps: LampsConfig | None = None
    tamper: TamperConfig | None = None

    def what_is_wrong(self, table: TableConfig) -> str | None:
        """Return an error if a device does not fit this table or is missing, otherwise None."""
        dice = table.mini_dice is not None
        if dice and self.shuffler is not None:
            return "a mini-dice table has no shuffler; remove [devices.shuffler]"
        if not dice and self.shaker is not None:
            return "a poker table has no dice shaker; remove [devices.shaker]"
        if not dice and self.lights is not None:
            return "a poker table has no dice keys, so it has no lights in them; remove [devices.lights]"
        if not dice and table.shuffler and self.shuffler is None:
            return (
                "this poker table names no shuffler; set `port` under [devices.shuffler], or `shuffler = false` in "
                "[table] if it has none"
            )
        if not dice and not table.shuffler and self.shuffler is not None:
            return "[table] says `shuffler = false`, but there is a section [devices.shuffler]; remove one of the two"
        if self.shuffler is not None and (self.shuffler.firmware_list is None) is not (self.shuffler.house_key is None):
            return "set both `firmware_list` and `house_key` under [devices.shuffler], or neither"
        return self._of_shuffler() or self._of_pins(dice=dice)

    def pins(self, *, dice: bool) -> Iterator[tuple[int, str]]:
        """Return every pin in use and its name; a wrong table.toml may use a pin twice."""
        yield from self.inputs(dice=dice)
        if dice and self.lights is not None:
            yield from ((pin, f"the light of the {face}") for face, pin in enumerate(self.lights.pins, 1))
        if self.lamps is not None:
            lamps = self.lamps
            yield from ((lamps.status, "the lamp status"), (lamps.gate, "the lamp gate"), (lamps.call, "the lamp call"))
        if self.keys.beeper is not None:
            yield (self.keys.beeper, "the beeper")

    def inputs(self, *, dice: bool) -> Iterator[tuple[int, str]]:
        """Return the input pins and their names."""
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
            return "set one of `port` and `lamps` under [devices.shuffler], not both"
        if lamps is not None and lamps.most_s <= lamps.least_s:
            return f"`most_s` is {lamps.most_s}, but must be more than `least_s`, {lamps.least_s}"
        return None

    def _of_pins(self, *, dice: bool) -> str | None:
        shakes = self.shaker.shakes if self.shaker else ShakesConfig()
        if shakes.go_rest_ms <= shakes.rest_ms:
            return f"`go_rest_ms` is {shakes.go_rest_ms}, but must be more than `rest_ms`, {shakes.rest_ms}"
        wanted: dict[int, str] = {}
        for pin, name in self.pins(dice=dice):
            if pin not in USABLE:
                return f"GPIO {pin} cannot be used for {name}; choose from GPIO 2-13 and 16-27"
            if pin in wanted:
                free = sorted(set(USABLE) - {used for used, _ in self.pins(dice=dice)})
                others = f" (free: GPIO {', '.join(map(str, free))})" if free else ""
                return f"GPIO {pin} is used twice, for {wanted[pin]} and for {name}; give each its own{others}"
            wanted[pin] = name
        return None
