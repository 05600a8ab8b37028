"""Facts about the controller: its start, configuration and devices, its clocks, disk and snapshots."""

from firmware_host.rules.fact_body import FactBody, NewAlert
from firmware_host.table.config import TableConfig
from firmware_host.table.terms import AlertKind, Previous


class JournalOpened(FactBody, frozen=True, kw_only=True, tag="journal-opened"):
    """
    The first fact of every journal.

    One that goes on from another names it, the two people who decided that, and what could not be read of it; whether
    both gave their PINs (`by_pins`), and the round that was under way there, if one was.
    """

    previous: Previous | None = None
    people: tuple[str, ...] = ()
    damage: str = ""
    by_pins: bool = False
    under_way: int = 0

    def sentence(self) -> str:
        if self.previous is None:
            return "A new record begins."
        how = "with their PINs" if self.by_pins else "as root at the console says"
        people = f", decided by {' and '.join(self.people)}, {how}" if self.people else ""
        damage = f" ({self.damage})" if self.damage else ""
        middle = f", in the middle of round {self.under_way}" if self.under_way else ""
        before = f"after fact {self.previous.number} of {self.previous.journal}"
        return f"A new record begins, {before}{damage}{middle}{people}."


class HostStarted(FactBody, frozen=True, kw_only=True, tag="host-started"):
    """
    The controller started, with this software. Until each device answers, none is known to be there.

    `day_starts` is the hour at which a gaming day begins, from here on.
    """

    marks_round = True

    software: str
    day_starts: int = 6

    def sentence(self) -> str:
        return f"The controller has started ({self.software})."


class ConfigurationAdopted(FactBody, frozen=True, kw_only=True, tag="configuration-adopted"):
    """This is in force from here on."""

    config: TableConfig

    def sentence(self) -> str:
        return f"In force from here on: {self.config.game}, {self.config.tracking} tracking."


class ConfigurationDiffers(FactBody, frozen=True, kw_only=True, tag="configuration-differs"):
    """
    At this start table.toml says something else than what is in force, in these options.

    Nothing of it is in force before two people have adopted it.
    """

    config: TableConfig
    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"table.toml asks for another {', '.join(self.names)} than is in force."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.CONFIGURATION_DIFFERS,
            about="table.toml",
            say=(
                f"table.toml asks for another {', '.join(self.names)} than is in force: two people put it in "
                "force between rounds, or the file is put back and the controller started again."
            ),
        )


class ConfigurationAgrees(FactBody, frozen=True, kw_only=True, tag="configuration-agrees"):
    """At this start table.toml says again what is in force; what it asked for before is asked for no longer."""

    def sentence(self) -> str:
        return "table.toml says again what is in force."


class DeviceCameUp(FactBody, frozen=True, kw_only=True, tag="device-came-up"):
    """A device answers. A shuffler of another `pairing` knows nothing of what it was ordered before."""

    device: str
    detail: str
    pairing: str = ""

    def sentence(self) -> str:
        return f"{called(self.device)} is up: {self.detail}."


class DeviceWentDown(FactBody, frozen=True, kw_only=True, tag="device-went-down"):
    """A device no longer answers; what needs it is closed."""

    device: str
    detail: str

    def sentence(self) -> str:
        return f"{called(self.device)} is down: {self.detail}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.DEVICE_DOWN, about=self.device, say=f"{called(self.device)} is down: {self.detail}."
        )


ControllerBody = (
    JournalOpened
    | HostStarted
    | ConfigurationAdopted
    | ConfigurationAgrees
    | ConfigurationDiffers
    | DeviceCameUp
    | DeviceWentDown
)


class BootChanged(FactBody, frozen=True, kw_only=True, tag="boot-changed"):
    """
    The board was started anew, so its monotonic clock began again.

    How long it was off is the difference of wall clocks, of the fact before and of this one, where both were
    synchronised; else nobody knows.
    """

    marks_round = True

    before: str

    def sentence(self) -> str:
        return "The board was started anew."


class ClockJumped(FactBody, frozen=True, kw_only=True, tag="clock-jumped"):
    """The wall clock was set by so much. Nothing that runs by the monotonic clock has moved."""

    marks_round = True

    by_ms: int

    def sentence(self) -> str:
        return f"The wall clock was set {'ahead' if self.by_ms > 0 else 'back'} by {abs(self.by_ms) / 1000:g} s."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.CLOCK_JUMPED, about="clock", say=f"The wall clock was set by {self.by_ms / 1000:+g} s."
        )


class ClockSynchronised(FactBody, frozen=True, kw_only=True, tag="clock-synchronised"):
    """The wall clock follows a time server again."""

    def sentence(self) -> str:
        return "The clock is synchronised."


class ClockUnsynchronised(FactBody, frozen=True, kw_only=True, tag="clock-unsynchronised"):
    """The wall clock follows no time server any more."""

    def sentence(self) -> str:
        return "The clock is not synchronised any more."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.CLOCK_UNSYNCHRONISED, about="clock", say="The clock follows no time server any more."
        )


class DiskLow(FactBody, frozen=True, kw_only=True, tag="disk-low"):
    """There is room to record the round under way, not another: none is begun until there is more."""

    marks_round = True

    free_mib: int
    least_mib: int

    def sentence(self) -> str:
        return f"The disk is nearly full ({self.free_mib} MiB free): no new round until there is room."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.DISK_LOW,
            about="disk",
            say=f"The disk has {self.free_mib} MiB left: no new round until there are {self.least_mib}.",
        )


class DiskRecovered(FactBody, frozen=True, kw_only=True, tag="disk-recovered"):
    """There is room again."""

    free_mib: int

    def sentence(self) -> str:
        return f"There is room on the disk again ({self.free_mib} MiB free)."


class SnapshotTaken(FactBody, frozen=True, kw_only=True, tag="snapshot-taken"):
    """
    The state after fact `of` is stored, and this is the digest of what was stored.

    A start may begin there if it folds by the same rules (`fold`); the facts before it are the record all the same.
    """

    of: int
    digest: str
    fold: str

    def sentence(self) -> str:
        return f"The state after fact {self.of} is stored for a quick start."


class PublishSetAside(FactBody, frozen=True, kw_only=True, tag="publish-set-aside"):
    """
    This was not published, so that what follows could be: the broker broke off over it again and again.

    `of` is the number of the fact, 0 for the newest document of a retained topic. Consumers ask for the fact by
    `replay`, or get it from an export.
    """

    topic: str
    of: int = 0
    why: str

    def sentence(self) -> str:
        return f"Not published, because the broker breaks off over it: {f'fact {self.of}' if self.of else self.topic}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.PUBLISH_SET_ASIDE,
            about=f"fact {self.of}" if self.of else self.topic,
            say=f"The broker does not take {f'fact {self.of}' if self.of else self.topic}; it was not published.",
        )


KeepingBody = (
    BootChanged
    | ClockJumped
    | ClockSynchronised
    | ClockUnsynchronised
    | DiskLow
    | DiskRecovered
    | SnapshotTaken
    | PublishSetAside
)


PARTS = frozenset({"mqtt", "show", "to-do", "lag", "web"})

"""The controller's own parts that have no device of the same name."""

BROKER = "broker"


def called(name: str) -> str:
    """
    Return it as a sentence begins with it.

    >>> called("shuffler"), called("web")
    ('The device shuffler', "The controller's part web")
    """
    if name in PARTS:
        return f"The controller's part {name}"
    return "The broker" if name == BROKER else f"The device {name}"
