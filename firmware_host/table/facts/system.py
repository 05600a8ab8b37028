"""Facts about the controller: its start, configuration and devices, its clocks, disk and snapshots."""

from firmware_host.rules.act_and_fact import FactBody, NewAlert
from firmware_host.rules.wording import time_span
from firmware_host.table.config import TableConfig
from firmware_host.table.terms import AlertKind, Change, Pins, Previous


class JournalOpened(FactBody, frozen=True, kw_only=True, tag="journal-opened"):
    """
    The first fact of every journal.

    If the journal continues an older one, `previous` names the older journal and `people` the two people who decided to
    continue. `by_pins` says whether both entered their PINs, `under_way` is the round that the old journal left
    unfinished, and `pins` says whether the old journal was begun on real or on simulated pins.
    """

    previous: Previous | None = None
    people: tuple[str, ...] = ()
    """The staff names of the two people who decided to continue the old journal."""
    damage: str = ""
    """What could not be read of the old journal; empty if everything could."""
    by_pins: bool = False
    under_way: int = 0
    pins: Pins = Pins.UNKNOWN

    def sentence(self) -> str:
        if self.previous is None:
            return "A new record begins."
        how = "who entered their PINs" if self.by_pins else "as confirmed by root at the console"
        people = f", decided by {' and '.join(self.people)}, {how}" if self.people else ""
        damage = f" ({self.damage})" if self.damage else ""
        middle = f", while round {self.under_way} was under way" if self.under_way else ""
        before = f"continuing record {self.previous.journal} after its fact {self.previous.number}"
        return f"A new record begins, {before}{damage}{middle}{people}."


class HostStarted(FactBody, frozen=True, kw_only=True, tag="host-started"):
    """
    The controller started, with this software. Every device counts as down until it answers.

    `day_starts` is the hour at which a gaming day begins from now on. `factory` names the pin factory, and `pins` says
    whether its pins are real; `chip` are the labels of the GPIO chips. `port` identifies the device at the shuffler's
    port. `house_key` is the key in table.toml that signs the list of approved firmware.
    """

    marks_round = True

    software: str
    day_starts: int = 6
    pins: Pins = Pins.UNKNOWN
    factory: str = ""
    chip: str = ""
    port: str = ""
    house_key: str = ""

    def sentence(self) -> str:
        simulated = f" on SIMULATED pins ({self.factory})" if self.pins is Pins.SIMULATED else ""
        return f"The controller has started ({self.software}){simulated}."


class ConfigurationAdopted(FactBody, frozen=True, kw_only=True, tag="configuration-adopted"):
    """This configuration is now in force; `changes` names what differs from the one before."""

    config: TableConfig
    changes: tuple[Change, ...] = ()

    def sentence(self) -> str:
        changed = "; ".join(f"{one.name} from {one.was} to {one.now}" for one in self.changes)
        return f"Configuration now in force: {self.config.game}, tracking {self.config.tracking}." + (
            f" Changed: {changed}." if changed else ""
        )


class ConfigurationDiffers(FactBody, frozen=True, kw_only=True, tag="configuration-differs"):
    """
    At this start table.toml differs from the settings in force, in these options.

    None of the differences takes effect until two people adopt them.
    """

    config: TableConfig
    names: tuple[str, ...]
    """The options that differ."""

    def sentence(self) -> str:
        return f"table.toml differs from the settings in force: {', '.join(self.names)}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.CONFIGURATION_DIFFERS,
            about="table.toml",
            say=(
                f"table.toml differs from the settings in force: {', '.join(self.names)}. Between rounds, two "
                "people can put the changed table.toml in force. Or restore the old file and restart the controller."
            ),
        )


class ConfigurationAgrees(FactBody, frozen=True, kw_only=True, tag="configuration-agrees"):
    """At this start table.toml matches the settings in force again; the change that awaited two people is dropped."""

    def sentence(self) -> str:
        return "table.toml matches the settings in force again."


WORKING = "working"
"""The detail of a device of which nothing more is known than that."""


class DeviceCameUp(FactBody, frozen=True, kw_only=True, tag="device-came-up"):
    """A device answers. A shuffler with another `pairing` does not know the orders given before."""

    device: str
    detail: str
    pairing: str = ""

    def sentence(self) -> str:
        return f"{called(self.device)}{'' if self.detail == WORKING else ' up'}: {self.detail}."


class DeviceWentDown(FactBody, frozen=True, kw_only=True, tag="device-went-down"):
    """A device stopped answering; acts that need it are refused."""

    device: str
    detail: str

    def sentence(self) -> str:
        return f"{called(self.device)} down: {self.detail}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.DEVICE_DOWN, about=self.device, say=f"{called(self.device)} down: {self.detail}."
        )


class ProgramChecked(FactBody, frozen=True, kw_only=True, tag="program-checked"):
    """
    The installed program was compared with the manifest that the house signed, or there is no manifest.

    Recorded at each start, and when the result changes. `house_key` is the key in table.toml that signs the manifest,
    empty without a manifest; `serial` and `sha256` identify the manifest, 0 and empty if it could not be used.
    """

    house_key: str = ""
    serial: int = 0
    sha256: str = ""
    differing: tuple[str, ...] = ()
    """The first files that differ, each with what is wrong with it; empty if nothing differs."""
    differ: int = 0
    """The number of files that differ."""

    def sentence(self) -> str:
        if not self.house_key:
            return "No manifest says which program files belong on this board, so they were not checked."
        if not self.differing:
            return f"The program files match manifest no. {self.serial} (signed with key {self.house_key[:16]})."
        return f"The program files differ from the house's manifest: {self._named()}."

    def raises(self) -> NewAlert | None:
        if not self.differing:
            return None
        return NewAlert(
            kind=AlertKind.PROGRAM_CHANGED,
            about="program",
            say=f"The program on this board is not the approved one: {self._named()}. Have a technician reinstall it.",
        )

    def _named(self) -> str:
        first = "; ".join(self.differing[:NAMED])
        more = max(self.differ, len(self.differing)) - len(self.differing[:NAMED])
        return f"{first}; and {more} more" if more > 0 else first


NAMED = 3
"""So many differing files are named in an alert."""


ControllerBody = (
    JournalOpened
    | HostStarted
    | ConfigurationAdopted
    | ConfigurationAgrees
    | ConfigurationDiffers
    | DeviceCameUp
    | DeviceWentDown
    | ProgramChecked
)


class BootChanged(FactBody, frozen=True, kw_only=True, tag="boot-changed"):
    """
    The board rebooted, so its monotonic clock began again.

    Where the wall clock was synchronised both at the previous fact and at this one, their difference is how long the
    board was off; otherwise that is unknown.
    """

    marks_round = True

    before: str
    """The boot before this one, as the operating system names it."""

    def sentence(self) -> str:
        return "The board was rebooted."


class ClockJumped(FactBody, frozen=True, kw_only=True, tag="clock-jumped"):
    """The wall clock was set by this much. Deadlines run by the monotonic clock and did not move."""

    marks_round = True

    by_ms: int
    """Milliseconds that the wall clock was set ahead, or if negative back."""

    def sentence(self) -> str:
        return f"The wall clock was set {'ahead' if self.by_ms > 0 else 'back'} by {time_span(abs(self.by_ms))}."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.CLOCK_JUMPED, about="clock", say=self.sentence())


class ClockSynchronised(FactBody, frozen=True, kw_only=True, tag="clock-synchronised"):
    """The wall clock follows a time server again."""

    def sentence(self) -> str:
        return "The clock is synchronised."


class ClockUnsynchronised(FactBody, frozen=True, kw_only=True, tag="clock-unsynchronised"):
    """The wall clock no longer follows a time server."""

    def sentence(self) -> str:
        return "The clock is no longer synchronised."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.CLOCK_UNSYNCHRONISED, about="clock", say="The clock no longer follows a time server."
        )


class DiskLow(FactBody, frozen=True, kw_only=True, tag="disk-low"):
    """The disk has room to record the round under way but no other; no new round begins until there is room."""

    marks_round = True

    free_mib: int
    least_mib: int
    """The free space below which the table warns, in MiB."""

    def sentence(self) -> str:
        return f"The disk is nearly full ({self.free_mib} MiB free): no new round until space is freed."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.DISK_LOW,
            about="disk",
            say=f"The disk has {self.free_mib} MiB left: no new round until {self.least_mib} MiB are free.",
        )


class DiskRecovered(FactBody, frozen=True, kw_only=True, tag="disk-recovered"):
    """The disk has room again."""

    free_mib: int

    def sentence(self) -> str:
        return f"There is room on the disk again ({self.free_mib} MiB free)."


class SnapshotTaken(FactBody, frozen=True, kw_only=True, tag="snapshot-taken"):
    """
    The state after fact `of` is stored; `digest` is the digest of the stored state.

    A start may load it if it folds by the same rules (`fold`); the facts before it stay in the record.
    """

    of: int
    digest: str
    """The digest of the stored state, in hexadecimal."""
    fold: str

    def sentence(self) -> str:
        return f"A snapshot of the state after fact {self.of} is stored, for a quick start."


class PublishSetAside(FactBody, frozen=True, kw_only=True, tag="publish-set-aside"):
    """
    A message was set aside because the broker dropped the connection over it repeatedly.

    `of` is the fact's number, 0 for the newest message of a retained topic. Consumers can get the fact by `replay` or
    from an export.
    """

    topic: str
    of: int = 0
    why: str

    def sentence(self) -> str:
        return f"Not published, because the broker rejects it: {f'fact {self.of}' if self.of else self.topic}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.PUBLISH_SET_ASIDE,
            about=f"fact {self.of}" if self.of else self.topic,
            say=f"The broker rejects {f'fact {self.of}' if self.of else self.topic}; it was not published.",
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


PARTS = frozenset({"mqtt", "show", "to-do", "lag", "web", "program"})
"""The controller's own parts that are not devices."""


def called(name: str) -> str:
    """
    Return the name of a device or part as the start of a sentence.

    >>> called("shuffler"), called("web")
    ('Shuffler', 'Controller part web')
    """
    if name in PARTS:
        return f"Controller part {name}"
    return name.capitalize()
