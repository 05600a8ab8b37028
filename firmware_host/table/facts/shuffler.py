"""What can become true of the shuffler as a machine."""

from firmware_host.rules.struct import Tagged
from firmware_host.table.terms import Back, JamPlace, Mode, Worn


class ShufflerLidOpened(Tagged, frozen=True, kw_only=True, tag="shuffler-lid-opened"):
    """Hands can reach the cards inside."""


class ShufflerLidClosed(Tagged, frozen=True, kw_only=True, tag="shuffler-lid-closed"):
    """What is inside is compared with what went in."""


class HousingOpened(Tagged, frozen=True, kw_only=True, tag="housing-opened"):
    """Hands can reach the shuffler, its plugs and the deck that lies there, behind a door that stays shut."""


class HousingClosed(Tagged, frozen=True, kw_only=True, tag="housing-closed"):
    """It is shut again, or, with its reason, nothing watches it any more; what was done meanwhile nobody saw."""

    why: str = ""


class ShufflerJammed(Tagged, frozen=True, kw_only=True, tag="shuffler-jammed"):
    """It moves no card before it was cleared."""

    place: JamPlace


class ShufflerCleared(Tagged, frozen=True, kw_only=True, tag="shuffler-cleared"):
    """The path is empty; so many cards came out of it."""

    found: int


class ShufflerSwitched(Tagged, frozen=True, kw_only=True, tag="shuffler-switched"):
    """The switch on the machine says what the next cycle does."""

    mode: Mode


class ShufflerRestarted(Tagged, frozen=True, kw_only=True, tag="shuffler-restarted"):
    """It was without power; whatever moved stopped where it was."""


class ShelfSeen(Tagged, frozen=True, kw_only=True, tag="shelf-seen"):
    """A deck of whose shuffle nobody knows lies on the shelf, in the way; or none does any more."""

    back: Back | None


class ShufflerFaultShown(Tagged, frozen=True, kw_only=True, tag="shuffler-fault-shown"):
    """Its fault lamp is lit, or its lamps cannot be read."""


class ShufflerFaultOver(Tagged, frozen=True, kw_only=True, tag="shuffler-fault-over"):
    """Its fault lamp is dark again."""


class ReconciliationOrdered(Tagged, frozen=True, kw_only=True, tag="reconciliation-ordered"):
    """Cards in are compared with cards out. This fact's own name is the command's id on the wire."""


class ShufflerReconciled(Tagged, frozen=True, kw_only=True, tag="shuffler-reconciled"):
    """Cards in against cards out, cards lying on the shelf, and cards found where none should be."""

    went_in: int
    came_out: int
    lying: int
    astray: int
    late: bool = False
    """Told of an order that another has taken the place of. Counts are told once, so what is wrong in them holds."""

    @property
    def agrees(self) -> bool:
        """Whether every card that went in is accounted for."""
        return self.astray == 0 and self.went_in == self.came_out + self.lying


class ReconciliationFailed(Tagged, frozen=True, kw_only=True, tag="reconciliation-failed"):
    """The comparison did not come to its end: nothing from inside counts yet."""

    reason: str


class DeckDelivered(Tagged, frozen=True, kw_only=True, tag="deck-delivered"):
    """The shuffler gave this deck out and counted its cards once more."""

    back: Back
    order: int
    counted: int


class ShufflerTested(Tagged, frozen=True, kw_only=True, tag="shuffler-tested"):
    """It tested itself: which parts failed, which still work but should be seen to."""

    failed: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()


class ShufflerWear(Tagged, frozen=True, kw_only=True, tag="shuffler-wear"):
    """What it had counted of its own work by then: cycles in all, since its service, to the next, in its life."""

    cycles: int
    since_service: int
    service_every: int
    life: int


class ShufflerWorn(Tagged, frozen=True, kw_only=True, tag="shuffler-worn"):
    """It is to be seen to: `made` cycles, or jams in its last hundred shuffles, and `limit` is what is usual."""

    why: Worn
    made: int
    limit: int


class FirmwareListTaken(Tagged, frozen=True, kw_only=True, tag="firmware-list-taken"):
    """From here on shufflers are attested by this list of the house's, and by none older."""

    house_key: str
    serial: int
    sha256: str


ShufflerBody = (
    ShufflerLidOpened
    | ShufflerLidClosed
    | HousingOpened
    | HousingClosed
    | ShufflerJammed
    | ShufflerCleared
    | ShufflerSwitched
    | ShufflerRestarted
    | ShelfSeen
    | ShufflerFaultShown
    | ShufflerFaultOver
    | ReconciliationOrdered
    | ShufflerReconciled
    | ReconciliationFailed
    | DeckDelivered
    | ShufflerTested
    | ShufflerWear
    | ShufflerWorn
    | FirmwareListTaken
)
