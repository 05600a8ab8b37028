"""The shuffler's reports about itself and about orders other than a shuffle."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act_and_fact import ActBody, TableKind, TakesTwo, TwoPeople
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import DEVICE, FLOOR, HOST, SUPERVISORS, TABLE
from firmware_host.table.terms import SHUFFLED, Back, JamPlace, Mode, Rest

Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""A SHA-256 digest in hex."""

Count = Annotated[int, Meta(ge=0, le=0xFFFF)]


class FromShuffler(ActBody, frozen=True, kw_only=True):
    """A report that the shuffler makes about itself."""

    may_ask = DEVICE
    role_paragraphs = SHUFFLED
    only_at = TableKind.POKER


class SenseLid(FromShuffler, frozen=True, kw_only=True, tag="sense-lid"):
    """The lid of the shuffler was opened or closed."""

    open: bool


class SenseHousing(FromShuffler, frozen=True, kw_only=True, tag="sense-housing"):
    """
    The tamper contact of the housing around the shuffler and the decks opened or closed.

    `why` is set where the report comes from no contact, because none is configured any more.
    """

    open: bool
    why: str = ""


class SenseJam(FromShuffler, frozen=True, kw_only=True, tag="sense-jam"):
    """Cards are jammed at this place in the shuffler."""

    place: JamPlace


class SenseSwitch(FromShuffler, frozen=True, kw_only=True, tag="sense-switch"):
    """The switch on the shuffler was turned."""

    mode: Mode


class SenseRestart(FromShuffler, frozen=True, kw_only=True, tag="sense-restart"):
    """The shuffler lost its power, or was reset."""


class SenseShelf(FromShuffler, frozen=True, kw_only=True, tag="sense-shelf"):
    """A deck with these backs lies on the shuffler's shelf, or the shelf is empty."""

    back: Back | None


class SenseFaultLamp(FromShuffler, frozen=True, kw_only=True, tag="sense-fault-lamp"):
    """The fault lamp of a shuffler without a protocol is lit or cannot be read, or is dark again."""

    lit: bool
    """Whether the lamp is lit."""


class SenseReadyDark(FromShuffler, frozen=True, kw_only=True, tag="sense-ready-dark"):
    """The ready lamp of a shuffler without a protocol went dark: a cycle begins, or power was lost."""


class ReportClearing(FromShuffler, frozen=True, kw_only=True, tag="report-clearing"):
    """The card path was run empty, as fact `journal:order` ordered; this many cards came out."""

    journal: str
    order: int
    found: Count
    """How many cards came out."""


class ReportDelivery(FromShuffler, frozen=True, kw_only=True, tag="report-delivery"):
    """
    The deck was delivered, as fact `journal:order` ordered; this many cards came out. `rest` is the shuffler's status
    then.
    """

    journal: str
    order: int
    back: Back
    counted: Count
    rest: Rest | None = None


class ReportReconciliation(FromShuffler, frozen=True, kw_only=True, tag="report-reconciliation"):
    """Cards in were compared with cards out, as fact `journal:order` ordered."""

    journal: str
    order: int
    went_in: Count
    came_out: Count
    lying: Count
    astray: Count


class ReportSelfTest(FromShuffler, frozen=True, kw_only=True, tag="report-self-test"):
    """The result of a self-test. No table orders one: a technician does, without the table."""

    journal: str = ""
    order: int = 0
    failed: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()


Cycles = Annotated[int, Meta(ge=0, le=0xFFFF_FFFF)]


class ReportWear(FromShuffler, frozen=True, kw_only=True, tag="report-wear"):
    """The shuffler's counters of its cycles."""

    cycles: Cycles
    since_service: Cycles
    service_every: Cycles
    life: Cycles


class ReportActFailure(FromShuffler, frozen=True, kw_only=True, tag="report-act-failure"):
    """
    The shuffler could not finish an order other than a shuffle.

    `ended`: the machine reported the failure; else the host waited longer than the order may take.
    """

    journal: str
    order: int
    reason: str
    ended: bool = True


class ReportStanding(FromShuffler, frozen=True, kw_only=True, tag="report-standing"):
    """The shuffler's status, requested while no event was pending."""

    rest: Rest
    """The condition of the shuffler at rest."""


class ReportEmptied(FromShuffler, frozen=True, kw_only=True, tag="report-emptied"):
    """People took the deck that lay there: off the shelves, or out of the output."""

    place: JamPlace


Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$(?!\n)")]


class ReportUnreadable(FromShuffler, frozen=True, kw_only=True, tag="report-unreadable"):
    """
    An event that PROTOCOL.md does not allow: its tag (`what`), its length and a digest of its bytes.

    `journal:order` is the order that the event names, if it names one.
    """

    what: str
    length: int
    """How many bytes the event has."""
    digest: Digest
    """The digest of the event's bytes, in hexadecimal."""
    journal: str = ""
    order: int = 0


class SenseBoot(FromShuffler, frozen=True, kw_only=True, tag="sense-boot"):
    """The boot count that the shuffler's events carry."""

    boot: Annotated[int, Meta(ge=0, le=0xFFFF_FFFF)]
    """How often the shuffler has started."""


class ReportForeign(FromShuffler, frozen=True, kw_only=True, tag="report-foreign"):
    """The device at the shuffler's port is not the paired one, or is no longer paired with this host."""

    reason: str


class ReportTampering(FromShuffler, frozen=True, kw_only=True, tag="report-tampering"):
    """Messages of this session that line noise cannot cause: forged or repeated ones."""

    forged: Annotated[int, Meta(ge=0)]
    """How many frames were forged."""
    replayed: Annotated[int, Meta(ge=0)]
    """How many old frames were sent again."""


class ReportFirmwareList(ActBody, frozen=True, kw_only=True, tag="report-firmware-list"):
    """The signed list of approved firmware that the controller found at its start, its signature valid."""

    may_ask = HOST
    role_paragraphs = SHUFFLED
    only_at = TableKind.POKER

    house_key: Sha256
    serial: Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]
    sha256: Sha256


class AdoptHouseKey(TakesTwo, frozen=True, kw_only=True, tag="adopt-house-key"):
    """Attest shufflers by the list of another house key, found at the latest start (fact `candidate`)."""

    may_ask = FLOOR
    only_at = TableKind.POKER
    by_two = TwoPeople(
        who=FLOOR,
        led_by=SUPERVISORS,
        paragraphs=SHUFFLED,
        say="Put another house key for the shuffler's firmware in force",
        between_rounds=True,
    )

    candidate: int


class OrderReconciliation(ActBody, frozen=True, kw_only=True, tag="order-reconciliation"):
    """Let the shuffler compare once more the cards that went in with those that came out."""

    may_ask = TABLE | {Role.TECHNICIAN}
    role_paragraphs = SHUFFLED
    only_at = TableKind.POKER


class OrderClearing(ActBody, frozen=True, kw_only=True, tag="order-clearing"):
    """Let the shuffler run its path empty, so that cards which lie where none should come out."""

    may_ask = TABLE | {Role.TECHNICIAN}
    role_paragraphs = SHUFFLED
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
    | ReportStanding
    | ReportEmptied
    | ReportUnreadable
    | SenseBoot
    | ReportForeign
    | ReportTampering
)

ShufflerAct = ShufflerSensed | OrderReconciliation | OrderClearing | ReportFirmwareList | AdoptHouseKey
