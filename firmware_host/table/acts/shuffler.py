"""What the shuffler senses of itself and reports of what it was told to do, beside the shuffle."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act import ActBody, TableKind
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import DEVICE, HOST, TABLE
from firmware_host.table.terms import Back, JamPlace, Mode

Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]

"""Thirty-two bytes in hex."""

Count = Annotated[int, Meta(ge=0, le=0xFFFF)]


class FromShuffler(ActBody, frozen=True, kw_only=True):
    """What the shuffler reports of itself."""

    may_ask = DEVICE
    only_at = TableKind.POKER


class SenseLid(FromShuffler, frozen=True, kw_only=True, tag="sense-lid"):
    """The lid of the shuffler was opened or closed."""

    open: bool


class SenseHousing(FromShuffler, frozen=True, kw_only=True, tag="sense-housing"):
    """
    The tamper contact of what shuffler and decks stand in says that it was opened, or is shut again.

    `why` is said where no contact says so: that none is wired up any more.
    """

    open: bool
    why: str = ""


class SenseJam(FromShuffler, frozen=True, kw_only=True, tag="sense-jam"):
    """Cards are jammed here."""

    place: JamPlace


class SenseSwitch(FromShuffler, frozen=True, kw_only=True, tag="sense-switch"):
    """The switch on the shuffler was turned."""

    mode: Mode


class SenseRestart(FromShuffler, frozen=True, kw_only=True, tag="sense-restart"):
    """The shuffler lost its power, or was reset."""


class SenseShelf(FromShuffler, frozen=True, kw_only=True, tag="sense-shelf"):
    """A deck with these backs lies on the shelf of the shuffler, or none does."""

    back: Back | None


class SenseFaultLamp(FromShuffler, frozen=True, kw_only=True, tag="sense-fault-lamp"):
    """The fault lamp of a shuffler that speaks no protocol is lit, or its lamps cannot be read; or that is over."""

    lit: bool


class SenseReadyDark(FromShuffler, frozen=True, kw_only=True, tag="sense-ready-dark"):
    """The ready lamp of a shuffler that speaks no protocol went dark: it begins a cycle, or has lost its power."""


class ReportClearing(FromShuffler, frozen=True, kw_only=True, tag="report-clearing"):
    """The path was run empty, as fact `journal:order` asked; so many cards came out."""

    journal: str
    order: int
    found: Count


class ReportDelivery(FromShuffler, frozen=True, kw_only=True, tag="report-delivery"):
    """The deck was given out, as the proof `journal:order` asked; so many cards came out."""

    journal: str
    order: int
    back: Back
    counted: Count


class ReportReconciliation(FromShuffler, frozen=True, kw_only=True, tag="report-reconciliation"):
    """Cards in were compared with cards out, as fact `journal:order` asked."""

    journal: str
    order: int
    went_in: Count
    came_out: Count
    lying: Count
    astray: Count


class ReportSelfTest(FromShuffler, frozen=True, kw_only=True, tag="report-self-test"):
    """A technician had the shuffler test itself."""

    failed: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()


Cycles = Annotated[int, Meta(ge=0, le=0xFFFF_FFFF)]


class ReportWear(FromShuffler, frozen=True, kw_only=True, tag="report-wear"):
    """What the shuffler has counted of its own work."""

    cycles: Cycles
    since_service: Cycles
    service_every: Cycles
    life: Cycles


class ReportActFailure(FromShuffler, frozen=True, kw_only=True, tag="report-act-failure"):
    """What the shuffler was told to do, beside a shuffle, did not come to its end."""

    journal: str
    order: int
    reason: str


class ReportFirmwareList(ActBody, frozen=True, kw_only=True, tag="report-firmware-list"):
    """The signed list of approved firmware that the controller found at its start, its signature found right."""

    may_ask = HOST
    only_at = TableKind.POKER

    house_key: Sha256
    serial: Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]
    sha256: Sha256


class OrderReconciliation(ActBody, frozen=True, kw_only=True, tag="order-reconciliation"):
    """Let the shuffler compare its cards in with its cards out, once more."""

    may_ask = TABLE | {Role.TECHNICIAN}
    only_at = TableKind.POKER


ShufflerSensed = (
    SenseLid
    | SenseHousing
    | SenseJam
    | SenseSwitch
    | SenseRestart
    | SenseShelf
    | SenseFaultLamp
    | SenseReadyDark
    | ReportClearing
    | ReportDelivery
    | ReportReconciliation
    | ReportSelfTest
    | ReportWear
    | ReportActFailure
)

ShufflerAct = ShufflerSensed | OrderReconciliation | ReportFirmwareList
