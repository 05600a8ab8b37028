"""Facts about the shuffler as a machine: lid, housing, jams, tests, wear, firmware list."""

from typing import assert_never

from firmware_host.rules.act_and_fact import FactBody, NewAlert
from firmware_host.rules.cards import DECK
from firmware_host.rules.wording import number
from firmware_host.table.terms import RECOVERY, AlertKind, Back, JamPlace, Mode, Rest, Worn, failure_in_words

JAM_WINDOW = 100
"""The number of shuffles over which jams are counted."""


class ShufflerLidOpened(FactBody, frozen=True, kw_only=True, tag="shuffler-lid-opened"):
    """The lid was opened; hands can reach the cards inside."""

    def sentence(self) -> str:
        return "The lid of the shuffler is opened."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.SHUFFLER_OPEN, about="shuffler", say="The lid of the shuffler was opened.")


class ShufflerLidClosed(FactBody, frozen=True, kw_only=True, tag="shuffler-lid-closed"):
    """The lid was closed; the cards inside have to be compared with those that went in."""

    def sentence(self) -> str:
        return "The lid of the shuffler is closed."


class HousingOpened(FactBody, frozen=True, kw_only=True, tag="housing-opened"):
    """The locked housing was opened; hands can reach the shuffler, its plugs and the deck in it."""

    def sentence(self) -> str:
        return "The housing of the shuffler was opened."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.HOUSING_OPENED, about="housing", say="The housing of the shuffler was opened.")


class HousingClosed(FactBody, frozen=True, kw_only=True, tag="housing-closed"):
    """The housing was closed; `why` is set where no contact watches it any more."""

    why: str = ""
    """Why nothing watches the housing any more; empty if it was closed."""

    def sentence(self) -> str:
        return (
            f"The housing of the shuffler is no longer watched: {self.why}."
            if self.why
            else "The housing of the shuffler is closed."
        )


class ShufflerJammed(FactBody, frozen=True, kw_only=True, tag="shuffler-jammed"):
    """Cards are jammed; the shuffler moves no card until the jam is cleared."""

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
    """The card path is empty; `found` cards came out of it."""

    found: int
    order: int = 0

    def sentence(self) -> str:
        return f"The shuffler's card path is empty; {self.found} cards came out of it."


class ShufflerSwitched(FactBody, frozen=True, kw_only=True, tag="shuffler-switched"):
    """The switch on the machine was set; it decides what the next cycle does."""

    mode: Mode

    def sentence(self) -> str:
        return f"The shuffler is switched to {self.mode}."

    def raises(self) -> NewAlert | None:
        if self.mode is not Mode.SORT:
            return None
        return NewAlert(
            kind=AlertKind.SHUFFLER_SORTS,
            about="shuffler",
            say="The shuffler is switched to sort: turn the switch of the shuffler to shuffle.",
        )


class ShufflerRestarted(FactBody, frozen=True, kw_only=True, tag="shuffler-restarted"):
    """The shuffler lost its power or was reset; every movement stopped where it was."""

    def sentence(self) -> str:
        return "The shuffler lost power or was reset."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_RESTARTED, about="shuffler", say="The shuffler lost power or was reset."
        )


class ShelfSeen(FactBody, frozen=True, kw_only=True, tag="shelf-seen"):
    """A deck without a known shuffle lies on the shelf and blocks it, or the shelf is free again."""

    back: Back | None

    def sentence(self) -> str:
        return (
            f"The {self.back} deck blocks the shelf of the shuffler: the shuffler delivers it."
            if self.back
            else "The shelf of the shuffler is empty again."
        )


class OutputSeen(FactBody, frozen=True, kw_only=True, tag="output-seen"):
    """A deck lies in the output and keeps the shuffler from delivering another, or the output is free again."""

    back: Back | None

    def sentence(self) -> str:
        return (
            f"The {self.back} deck lies in the output of the shuffler, which cannot deliver before it is taken."
            if self.back
            else "The output of the shuffler no longer keeps a deck from being delivered."
        )


class ShufflerFaultShown(FactBody, frozen=True, kw_only=True, tag="shuffler-fault-shown"):
    """The shuffler's fault lamp is lit, or its lamps cannot be read."""

    def sentence(self) -> str:
        return "The fault lamp of the shuffler is lit, or its lamps cannot be read."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say="The fault lamp of the shuffler is lit, or its lamps cannot be read.",
        )


class ShufflerFaultOver(FactBody, frozen=True, kw_only=True, tag="shuffler-fault-over"):
    """The shuffler's fault lamp is dark again."""

    def sentence(self) -> str:
        return "The fault lamp of the shuffler is dark again."


class ReconciliationOrdered(FactBody, frozen=True, kw_only=True, tag="reconciliation-ordered"):
    """
    Order the shuffler to compare the cards that went in with those that came out.

    This fact's name is the command's id on the wire.
    """

    def sentence(self) -> str:
        return "The shuffler has to compare the cards that went in with those that came out."


class ShufflerReconciled(FactBody, frozen=True, kw_only=True, tag="shuffler-reconciled"):
    """The shuffler's count of cards in and out, on its shelf, and in places where no card should be."""

    went_in: int
    came_out: int
    lying: int
    astray: int
    late: bool = False
    """Answers an order that a newer one replaced. It still counts, since a result is reported only once."""
    order: int = 0
    """The order that this ends; 0 if it is not an order of this record, and in records of earlier versions."""

    @property
    def agrees(self) -> bool:
        """Return whether every card that went in is accounted for."""
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
                f"The shuffler compared its cards, and they do not agree: {self.went_in} went in, {self.came_out} came "
                f"out, {self.lying} lie on its shelf, {self.astray} lie where no card should be."
            ),
        )


class ReconciliationFailed(FactBody, frozen=True, kw_only=True, tag="reconciliation-failed"):
    """The shuffler did not finish the comparison, so the cards inside it remain in doubt."""

    reason: str
    order: int = 0
    """The order that this ends; 0 where the host only gave up waiting."""

    def sentence(self) -> str:
        return f"The shuffler could not compare the cards that went in and came out: {failure_in_words(self.reason)}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say=f"The shuffler could not compare the cards that went in and came out: {failure_in_words(self.reason)}.",
        )


class DeckDelivered(FactBody, frozen=True, kw_only=True, tag="deck-delivered"):
    """The shuffler delivered this deck and counted its cards again."""

    back: Back
    order: int
    counted: int
    rest: Rest | None = None
    """The shuffler's status afterwards; null in records of earlier versions."""

    def sentence(self) -> str:
        return f"The shuffler delivers the {self.back} deck: {self.counted} cards."

    def raises(self) -> NewAlert | None:
        if self.counted == DECK:
            return None
        return NewAlert(
            kind=AlertKind.CARDS_ASTRAY,
            about=self.back,
            say=f"The shuffler delivered {self.counted} cards of the {self.back} deck instead of {DECK}.",
        )


class DeckLiftedOff(FactBody, frozen=True, kw_only=True, tag="deck-lifted-off"):
    """People took this deck off the shelf. It is not cut before the shuffler has compared cards in and out."""

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck was taken off the shelf of the shuffler."


class ShufflerContradicted(FactBody, frozen=True, kw_only=True, tag="shuffler-contradicted"):
    """Two reports of the shuffler contradict each other: `reason`. Nothing that rests on its reports is dealt."""

    reason: str
    rest: Rest | None = None
    """The status that contradicts an event; null if none does."""

    def sentence(self) -> str:
        return f"The shuffler contradicts itself: {self.reason}. Its shuffle proofs no longer count."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_DISAGREES,
            about="shuffler",
            say=(
                f"The shuffler contradicts itself: {self.reason}. Let the shuffler compare its cards, then take out "
                "its deck. Count each deck to 52, then shuffle each deck again. If this happens "
                "again, call a technician."
            ),
        )


class ClearingOrdered(FactBody, frozen=True, kw_only=True, tag="clearing-ordered"):
    """The shuffler is ordered to run its card path empty. The name of this fact is the command's id on the wire."""

    def sentence(self) -> str:
        return "The shuffler is ordered to run its card path empty."


class ClearingFailed(FactBody, frozen=True, kw_only=True, tag="clearing-failed"):
    """The shuffler could not run its card path empty."""

    reason: str
    order: int = 0

    def sentence(self) -> str:
        return f"The shuffler could not run its card path empty: {failure_in_words(self.reason)}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say=f"The shuffler could not run its card path empty: {failure_in_words(self.reason)}. "
            "Open its lid and take the cards out.",
        )


class OrderEnded(FactBody, frozen=True, kw_only=True, tag="order-ended"):
    """The shuffler reports the end of an order that the table no longer waits for."""

    order: int
    how: str
    """How the order ended, in words."""
    stopped: bool = False
    """A shuffle stopped halfway: cards may lie in the path."""

    def sentence(self) -> str:
        how = failure_in_words(self.how)
        return f"The shuffler reports the end of order {self.order}, which the table had given up: {how}."


class CardsSeenAstray(FactBody, frozen=True, kw_only=True, tag="cards-seen-astray"):
    """The shuffler's status at rest shows `astray` cards where none should be, more than before."""

    astray: int

    def sentence(self) -> str:
        return f"The shuffler sees {self.astray} card{'' if self.astray == 1 else 's'} where none should be."


class ShufflerBooted(FactBody, frozen=True, kw_only=True, tag="shuffler-booted"):
    """The shuffler's boot count, which only rises."""

    boot: int
    """How often the shuffler has started."""

    def sentence(self) -> str:
        return f"The shuffler has been started {number(self.boot, 'time')}."


class ShufflerBarred(FactBody, frozen=True, kw_only=True, tag="shuffler-barred"):
    """Nothing that the shuffler says counts before a technician has paired it again."""

    reason: str

    def sentence(self) -> str:
        return f"The shuffler may not be used until it is paired again: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_DISAGREES,
            about="pairing",
            say=(
                f"The shuffler may not be used: {self.reason}. Have a technician inspect it and pair it again with "
                "`firmware-host shuffler pair`."
            ),
        )


class ShufflerForeign(FactBody, frozen=True, kw_only=True, tag="shuffler-foreign"):
    """The device at the shuffler's port is not the paired one, or is no longer paired with this host."""

    reason: str

    def sentence(self) -> str:
        return f"The device at the shuffler's port may not be used: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLER_FOREIGN,
            about="shuffler",
            say=(
                f"The device at the shuffler's port may not be used: {self.reason}. Inspect the machine and its "
                "cable before you pair it."
            ),
        )


class LinkTampered(FactBody, frozen=True, kw_only=True, tag="link-tampered"):
    """
    Forged or repeated messages on the shuffler's line, which line noise cannot cause: somebody may have tampered with
    the line.
    """

    forged: int
    """How many frames were forged."""
    replayed: int
    """How many old frames were sent again."""

    def sentence(self) -> str:
        return (
            f"Messages on the shuffler's cable were tampered with: {self.forged} forged, {self.replayed} repeated. The "
            "controller ignored them all; line noise cannot cause them."
        )

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.LINK_TAMPERED,
            about="shuffler",
            say=(
                "Messages on the shuffler's cable were forged or repeated, which line noise cannot cause. Search the "
                "cable for a device that does not belong there."
            ),
        )


class ShufflerTested(FactBody, frozen=True, kw_only=True, tag="shuffler-tested"):
    """The result of a self-test: parts that failed, and worn parts that still work but need attention."""

    failed: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()

    def sentence(self) -> str:
        return (
            f"Self-test of the shuffler: {', '.join((*self.failed, *self.worn)) or 'all parts are good'}"
            f"{' failed or worn' if self.failed or self.worn else ''}."
        )

    def raises(self) -> NewAlert | None:
        if not (self.failed or self.worn):
            return None
        failed = f"failed: {', '.join(self.failed)}" if self.failed else ""
        worn = f"worn, needs attention: {', '.join(self.worn)}" if self.worn else ""
        return NewAlert(
            kind=AlertKind.SHUFFLER_FAULTY,
            about="shuffler",
            say=f"Self-test of the shuffler: {'; '.join(filter(None, (failed, worn)))}.",
        )


class ShufflerWear(FactBody, frozen=True, kw_only=True, tag="shuffler-wear"):
    """The shuffler's cycle counters: in all, since the last service, between services, and its rated life."""

    cycles: int
    since_service: int
    service_every: int
    life: int

    def sentence(self) -> str:
        return (
            f"Shuffler wear: {self.cycles:,} of {self.life:,} cycles; {self.since_service:,} since the last service, "
            f"which is due every {self.service_every:,}."
        )


class ShufflerWorn(FactBody, frozen=True, kw_only=True, tag="shuffler-worn"):
    """The shuffler needs attention: the count `made`, of its cycles or of its recent jams, has reached `limit`."""

    why: Worn
    """What has reached its limit: the cycles since the last service, the cycles in all, or the jams."""
    made: int
    limit: int

    def sentence(self) -> str:
        match self.why:
            case Worn.SERVICE:
                return f"The shuffler is due for service: {self.made:,} cycles since the last, limit {self.limit:,}."
            case Worn.LIFE:
                return f"The shuffler has to be replaced: {self.made:,} cycles in all, limit {self.limit:,}."
            case Worn.JAMS:
                return (
                    f"The shuffler jammed {self.made} times in its last {JAM_WINDOW} shuffles, limit {self.limit}: "
                    "have it inspected."
                )
            case _:
                assert_never(self.why)

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.SHUFFLER_WORN, about=self.why, say=self.sentence())


class FirmwareListTaken(FactBody, frozen=True, kw_only=True, tag="firmware-list-taken"):
    """From now on shufflers are attested by this firmware list of the house, and by no older one."""

    house_key: str
    serial: int
    sha256: str

    def sentence(self) -> str:
        return f"The house's firmware list no. {self.serial} is now in force."


class HouseKeyDiffers(FactBody, frozen=True, kw_only=True, tag="house-key-differs"):
    """At this start the firmware list is signed with another house key than the one in force; it does not count yet."""

    house_key: str
    serial: int
    sha256: str

    def sentence(self) -> str:
        return f"The firmware list no. {self.serial} is signed with a different house key ({self.house_key[:16]})."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.HOUSE_KEY_DIFFERS,
            about="house key",
            say=(
                f"table.toml names another house key ({self.house_key[:16]}), so no shuffle counts as attested. Two "
                "people can put the key in force; then restart the controller. Or restore table.toml and restart."
            ),
        )


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
    | OutputSeen
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
    | HouseKeyDiffers
)
