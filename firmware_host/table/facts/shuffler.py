"""What can become true of the shuffler as a machine."""

from typing import assert_never

from firmware_host.rules.cards import DECK
from firmware_host.rules.fact_body import FactBody, NewAlert
from firmware_host.table.terms import RECOVERY, AlertKind, Back, JamPlace, Mode, Rest, Worn

JAM_WINDOW = 100

"""Jams are counted over so many shuffles."""


class ShufflerLidOpened(FactBody, frozen=True, kw_only=True, tag="shuffler-lid-opened"):
    """Hands can reach the cards inside."""

    def sentence(self) -> str:
        return "The lid of the shuffler is opened."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.SHUFFLER_OPEN, about="shuffler", say="The lid of the shuffler was opened.")


class ShufflerLidClosed(FactBody, frozen=True, kw_only=True, tag="shuffler-lid-closed"):
    """What is inside is compared with what went in."""

    def sentence(self) -> str:
        return "The lid of the shuffler is closed."


class HousingOpened(FactBody, frozen=True, kw_only=True, tag="housing-opened"):
    """Hands can reach the shuffler, its plugs and the deck that lies there, behind a door that stays shut."""

    def sentence(self) -> str:
        return "The housing of the shuffler is opened."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.HOUSING_OPENED, about="housing", say="The housing of the shuffler was opened.")


class HousingClosed(FactBody, frozen=True, kw_only=True, tag="housing-closed"):
    """It is shut again, or, with its reason, nothing watches it any more; what was done meanwhile nobody saw."""

    why: str = ""

    def sentence(self) -> str:
        return (
            f"Nothing watches the housing of the shuffler any more: {self.why}."
            if self.why
            else "The housing of the shuffler is shut."
        )


class ShufflerJammed(FactBody, frozen=True, kw_only=True, tag="shuffler-jammed"):
    """It moves no card before it was cleared."""

    place: JamPlace

    def sentence(self) -> str:
        return f"Cards are jammed in the {self.place} of the shuffler."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_JAMMED,
            about="shuffler",
            say=f"Cards are jammed in the {self.place} of the shuffler: {RECOVERY[self.place]}.",
        )


class ShufflerCleared(FactBody, frozen=True, kw_only=True, tag="shuffler-cleared"):
    """The path is empty; so many cards came out of it."""

    found: int
    order: int = 0

    def sentence(self) -> str:
        return f"The shuffler's path is empty; {self.found} cards came out of it."


class ShufflerSwitched(FactBody, frozen=True, kw_only=True, tag="shuffler-switched"):
    """The switch on the machine says what the next cycle does."""

    mode: Mode

    def sentence(self) -> str:
        return f"The shuffler is switched to {self.mode}."

    def raises(self) -> NewAlert | None:
        if self.mode is not Mode.SORT:
            return None
        return NewAlert(
            kind=AlertKind.SHUFFLER_SORTS,
            about="shuffler",
            say="The shuffler is switched to sort: turn its switch to shuffle.",
        )


class ShufflerRestarted(FactBody, frozen=True, kw_only=True, tag="shuffler-restarted"):
    """It was without power; whatever moved stopped where it was."""

    def sentence(self) -> str:
        return "The shuffler was without power."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.SHUFFLER_RESTARTED, about="shuffler", say="The shuffler was without power.")


class ShelfSeen(FactBody, frozen=True, kw_only=True, tag="shelf-seen"):
    """A deck of whose shuffle nobody knows lies on the shelf, in the way; or none does any more."""

    back: Back | None

    def sentence(self) -> str:
        return (
            f"The {self.back} deck lies on the shelf of the shuffler, in the way: it is given out."
            if self.back
            else "No deck lies on the shelf of the shuffler, in the way, any more."
        )


class ShufflerFaultShown(FactBody, frozen=True, kw_only=True, tag="shuffler-fault-shown"):
    """Its fault lamp is lit, or its lamps cannot be read."""

    def sentence(self) -> str:
        return "The fault lamp of the shuffler is lit, or its lamps cannot be read."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say="The fault lamp of the shuffler is lit, or its lamps cannot be read.",
        )


class ShufflerFaultOver(FactBody, frozen=True, kw_only=True, tag="shuffler-fault-over"):
    """Its fault lamp is dark again."""

    def sentence(self) -> str:
        return "The fault lamp of the shuffler is dark again."


class ReconciliationOrdered(FactBody, frozen=True, kw_only=True, tag="reconciliation-ordered"):
    """Cards in are compared with cards out. This fact's own name is the command's id on the wire."""

    def sentence(self) -> str:
        return "The shuffler is to compare its cards in with its cards out."


class ShufflerReconciled(FactBody, frozen=True, kw_only=True, tag="shuffler-reconciled"):
    """Cards in against cards out, cards lying on the shelf, and cards found where none should be."""

    went_in: int
    came_out: int
    lying: int
    astray: int
    late: bool = False
    """Told of an order that another has taken the place of. Counts are told once, so what is wrong in them holds."""
    order: int = 0
    """The order that it ends; 0 where that is none of this record's, and in records of before."""

    @property
    def agrees(self) -> bool:
        """Whether every card that went in is accounted for."""
        return self.astray == 0 and self.went_in == self.came_out + self.lying

    def sentence(self) -> str:
        return (
            f"The shuffler's cards in and out {'agree' if self.agrees else 'do not agree'}: {self.went_in} went in, "
            f"{self.came_out} came out, {self.lying} lie on its shelf, {self.astray} are astray."
        )

    def raises(self) -> NewAlert | None:
        if self.agrees:
            return None
        return NewAlert(
            kind=AlertKind.CARDS_ASTRAY,
            about="shuffler",
            say=(
                f"Of {self.went_in} cards that went into the shuffler {self.came_out} came out, with {self.lying} on "
                f"its shelf; {self.astray} were found where no card should be."
            ),
        )


class ReconciliationFailed(FactBody, frozen=True, kw_only=True, tag="reconciliation-failed"):
    """The comparison did not come to its end: nothing from inside counts yet."""

    reason: str
    order: int = 0
    """The order that it ends; 0 where the host has only waited too long."""

    def sentence(self) -> str:
        return f"The shuffler could not compare its cards in and out: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say=f"The shuffler could not compare its cards in and out: {self.reason}.",
        )


class DeckDelivered(FactBody, frozen=True, kw_only=True, tag="deck-delivered"):
    """The shuffler gave this deck out and counted its cards once more."""

    back: Back
    order: int
    counted: int
    rest: Rest | None = None
    """Its STATUS afterwards; none in records of before, which did not ask for it."""

    def sentence(self) -> str:
        return f"The shuffler gives the {self.back} deck out, {self.counted} cards."

    def raises(self) -> NewAlert | None:
        if self.counted == DECK:
            return None
        return NewAlert(
            kind=AlertKind.CARDS_ASTRAY,
            about=self.back,
            say=f"{self.counted} cards of the {self.back} deck came out of the shuffler.",
        )


class DeckLiftedOff(FactBody, frozen=True, kw_only=True, tag="deck-lifted-off"):
    """People took this deck off the shelf. It is not cut before the shuffler has compared cards in and out."""

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck was taken off the shelf of the shuffler."


class ShufflerContradicted(FactBody, frozen=True, kw_only=True, tag="shuffler-contradicted"):
    """Two words of the shuffler contradict each other: `reason`. Nothing that rests on its words is dealt."""

    reason: str
    rest: Rest | None = None
    """The STATUS that contradicts, where it does."""

    def sentence(self) -> str:
        return f"The shuffler contradicts itself: {self.reason}. No deck is dealt on its word."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_DISAGREES,
            about="shuffler",
            say=(
                f"The shuffler contradicts itself: {self.reason}. Let it compare its cards, count each deck to 52 and "
                "shuffle it again; if this happens again, call a technician."
            ),
        )


class ClearingOrdered(FactBody, frozen=True, kw_only=True, tag="clearing-ordered"):
    """The path is run empty. This fact's own name is the command's id on the wire."""

    def sentence(self) -> str:
        return "The shuffler is to run its path empty."


class ClearingFailed(FactBody, frozen=True, kw_only=True, tag="clearing-failed"):
    """The path was not run empty."""

    reason: str
    order: int = 0

    def sentence(self) -> str:
        return f"The shuffler could not run its path empty: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say=f"The shuffler could not run its path empty: {self.reason}. Open its lid and take the cards out.",
        )


class OrderEnded(FactBody, frozen=True, kw_only=True, tag="order-ended"):
    """The shuffler reports the end of an order that the table no longer waits for."""

    order: int
    how: str
    stopped: bool = False
    """A shuffle stopped halfway: cards may lie in the path."""

    def sentence(self) -> str:
        return f"The shuffler reports the end of order {self.order}, which the table had given up: {self.how}."


class CardsSeenAstray(FactBody, frozen=True, kw_only=True, tag="cards-seen-astray"):
    """So many cards lie where none should, by STATUS at rest: more than it has reported so far."""

    astray: int

    def sentence(self) -> str:
        return f"The shuffler sees {self.astray} card{'' if self.astray == 1 else 's'} where none should be."


class ShufflerBooted(FactBody, frozen=True, kw_only=True, tag="shuffler-booted"):
    """The shuffler's boot count, which only rises."""

    boot: int

    def sentence(self) -> str:
        return f"The shuffler is in its start number {self.boot}."


class ShufflerBarred(FactBody, frozen=True, kw_only=True, tag="shuffler-barred"):
    """Nothing that the shuffler says counts before a technician has paired it again."""

    reason: str

    def sentence(self) -> str:
        return f"The shuffler is not used before it is paired again: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_DISAGREES,
            about="pairing",
            say=(
                f"The shuffler is not used: {self.reason}. A technician looks at it and pairs it again with "
                "`firmware-host shuffler pair`."
            ),
        )


class ShufflerForeign(FactBody, frozen=True, kw_only=True, tag="shuffler-foreign"):
    """What answers at the shuffler's port is not the paired device, or no longer paired with this host."""

    reason: str

    def sentence(self) -> str:
        return f"What answers at the shuffler's port is not used: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FOREIGN,
            about="shuffler",
            say=(
                f"What answers at the shuffler's port is not used: {self.reason}. Look at the machine and its cable "
                "before anybody pairs it."
            ),
        )


class LinkTampered(FactBody, frozen=True, kw_only=True, tag="link-tampered"):
    """Frames that noise cannot make: so many were forged, so many repeated. Somebody is on the wire."""

    forged: int
    replayed: int

    def sentence(self) -> str:
        return (
            f"On the shuffler's line {self.forged} frames were forged and {self.replayed} were repeated; "
            "none of them was believed."
        )

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.LINK_TAMPERED,
            about="shuffler",
            say=(
                "Frames on the shuffler's line were forged or repeated, which noise cannot do. Look along the cable "
                "for a box that does not belong there."
            ),
        )


class ShufflerTested(FactBody, frozen=True, kw_only=True, tag="shuffler-tested"):
    """It tested itself: which parts failed, which still work but should be seen to."""

    failed: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()

    def sentence(self) -> str:
        return (
            f"The shuffler tested itself: {', '.join((*self.failed, *self.worn)) or 'all parts are good'}"
            f"{' failed or worn' if self.failed or self.worn else ''}."
        )

    def raises(self) -> NewAlert | None:
        if not (self.failed or self.worn):
            return None
        failed = f"failed: {', '.join(self.failed)}" if self.failed else ""
        worn = f"worn, to be seen to: {', '.join(self.worn)}" if self.worn else ""
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say=f"The shuffler tested itself; {'; '.join(filter(None, (failed, worn)))}.",
        )


class ShufflerWear(FactBody, frozen=True, kw_only=True, tag="shuffler-wear"):
    """What it had counted of its own work by then: cycles in all, since its service, to the next, in its life."""

    cycles: int
    since_service: int
    service_every: int
    life: int

    def sentence(self) -> str:
        return (
            f"The shuffler counts {self.cycles} cycles, {self.since_service} since its service; "
            f"that is due every {self.service_every}, and it is made for {self.life}."
        )


class ShufflerWorn(FactBody, frozen=True, kw_only=True, tag="shuffler-worn"):
    """It is to be seen to: `made` cycles, or jams in its last hundred shuffles, and `limit` is what is usual."""

    why: Worn
    made: int
    limit: int

    def sentence(self) -> str:
        match self.why:
            case Worn.SERVICE:
                return (
                    f"The shuffler is due for its service: {self.made} cycles since the last, {self.limit} are usual."
                )
            case Worn.LIFE:
                return f"The shuffler has made {self.made} cycles in all; from {self.limit} on it is to be exchanged."
            case Worn.JAMS:
                return (
                    f"The shuffler jammed {self.made} times in its last {JAM_WINDOW} shuffles, more than {self.limit}: "
                    "see to it."
                )
            case _:
                assert_never(self.why)

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.SHUFFLER_WORN, about=self.why, say=self.sentence())


class FirmwareListTaken(FactBody, frozen=True, kw_only=True, tag="firmware-list-taken"):
    """From here on shufflers are attested by this list of the house's, and by none older."""

    house_key: str
    serial: int
    sha256: str

    def sentence(self) -> str:
        return f"Firmware is approved by the house's list of serial {self.serial} from here on."


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
    | DeckLiftedOff
    | ShufflerContradicted
    | ClearingOrdered
    | ClearingFailed
    | OrderEnded
    | CardsSeenAstray
    | ShufflerBooted
    | ShufflerBarred
    | ShufflerForeign
    | LinkTampered
    | ShufflerTested
    | ShufflerWear
    | ShufflerWorn
    | FirmwareListTaken
)
