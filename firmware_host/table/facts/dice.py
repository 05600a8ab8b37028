"""Facts of a mini-dice table."""

from enum import StrEnum

from firmware_host.rules.act_and_fact import Amendable, FactBody, NewAlert
from firmware_host.rules.dice.shaker import NoRoll
from firmware_host.rules.dice.wagers import Dice, Wager
from firmware_host.rules.struct import Record, Seat
from firmware_host.rules.wording import money
from firmware_host.table.terms import AlertKind


class Word(StrEnum):
    """The source of a fact: the shaker's sensors, or a person where the sensors are out of order or overruled."""

    SENSED = "sensed"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"


class Relinquished(StrEnum):
    """Why a player or the dealer gave up the right to the shaker (13.7, I-15)."""

    VOLUNTARILY = "voluntarily"
    SEVEN = "seven"
    DELAY = "delay"
    INVALID_SHAKES = "invalid-shakes"
    VIOLATION = "violation"
    LEFT = "left"


class Spoiled(StrEnum):
    """Why a shake is void and begins again, other than a no roll."""

    COVER_OFF = "cover-off"
    """The cover came off before the shooter had shaken and returned the shaker to the dealer."""
    TAMPERED = "tampered"


GIVEN_UP = {
    Relinquished.VOLUNTARILY: "passes the shaker",
    Relinquished.SEVEN: "shook a 7 and passes the shaker",
    Relinquished.DELAY: "has to pass the shaker on the floorperson's order: delay of the game",
    Relinquished.INVALID_SHAKES: "has to pass the shaker on the floorperson's order: repeated invalid shakes",
    Relinquished.VIOLATION: "has to pass the shaker on the floorperson's order: a violation",
    Relinquished.LEFT: "has left; the shaker is offered next to the left of that seat",
}


NO_ROLL = {NoRoll.NOT_FLAT: "a die does not lie flat", NoRoll.FELL_OUT: "a die fell out"}


SPOILED = {
    Spoiled.COVER_OFF: "the cover came off too early",
    Spoiled.TAMPERED: "the shaker's base was opened",
}


SPOILED_IN_FULL = {
    Spoiled.COVER_OFF: "the cover came off before the shaker was shaken and returned to the dealer",
    Spoiled.TAMPERED: "the shaker's base was opened with the dice in it",
}
"""The same in more detail, for the alert that staff read."""


class DiceFact(FactBody, frozen=True, kw_only=True):
    """A fact of a mini-dice table. It begins a new turn, except for some sensor reports."""

    ends_turn = True


class Decided(Record, frozen=True, kw_only=True):
    """A wager decided by a shake. `pays_cents` is what the house pays on it, 0 for a losing wager."""

    seat: Seat
    wager: Wager
    cents: int
    pays_cents: int = 0


class WagersOpened(DiceFact, frozen=True, kw_only=True, tag="wagers-opened"):
    """A new shake begins; players may place wagers."""

    def sentence(self) -> str:
        return "Wagers are open."


class WagerPlaced(DiceFact, frozen=True, kw_only=True, tag="wager-placed"):
    """A player placed this amount on a wager."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    wager: Wager
    cents: int

    def sentence(self) -> str:
        return f"Seat {self.seat} puts {money(self.cents)} on {self.wager}."


class WagerTakenDown(DiceFact, frozen=True, kw_only=True, tag="wager-taken-down"):
    """A player took back the amount placed on a wager since wagers were opened."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    wager: Wager
    cents: int

    def sentence(self) -> str:
        return f"Seat {self.seat} takes {money(self.cents)} back from {self.wager}."


class BetsClosed(DiceFact, frozen=True, kw_only=True, tag="bets-closed"):
    """No more bets. `SENSED` means that the cover going on closed the bets (I-1)."""

    amendable_as = frozenset({Amendable.STEP})

    word: Word

    def sentence(self) -> str:
        return "No more bets: the cover goes on." if self.word is Word.SENSED else 'The dealer calls "no more bets".'

    def may_be_taken_back(self) -> bool:
        return self.word is not Word.SENSED


class CoverPutOn(DiceFact, frozen=True, kw_only=True, tag="cover-put-on"):
    """The cover is on the shaker."""

    amendable_as = frozenset({Amendable.STEP})

    word: Word

    def sentence(self) -> str:
        return _vouched("The cover is on", self.word)

    def may_be_taken_back(self) -> bool:
        return self.word is not Word.SENSED


class CoveredEarly(DiceFact, frozen=True, kw_only=True, tag="covered-early"):
    """The cover went back on before the last winner was paid, which violates 13.5(f)."""

    def sentence(self) -> str:
        return "The cover went back on before the last winner was paid."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.COVERED_EARLY,
            about="shaker",
            say="The cover was put on the shaker before the last winner was paid: take it off and finish paying.",
        )


class CoverTakenOff(DiceFact, frozen=True, kw_only=True, tag="cover-taken-off"):
    """The cover is off the shaker."""

    amendable_as = frozenset({Amendable.STEP})

    word: Word

    def sentence(self) -> str:
        return _vouched("The cover is off", self.word)

    def may_be_taken_back(self) -> bool:
        return self.word is not Word.SENSED


class DiceShaken(DiceFact, frozen=True, kw_only=True, tag="dice-shaken"):
    """
    The player in `seat`, or the dealer if `seat` is null, shook often enough. `times` is how often, as the sensors
    counted; null if the dealer entered it by a key.
    """

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat | None
    word: Word
    times: int | None = None

    def sentence(self) -> str:
        times = "three times or more" if self.times is None else f"{self.times} times"
        return _vouched(f"{_who(self.seat)} shakes {times}", self.word)

    def may_be_taken_back(self) -> bool:
        return self.word is not Word.SENSED


class ShakeFellShort(DiceFact, frozen=True, kw_only=True, tag="shake-fell-short"):
    """The player in `seat`, or the dealer where `seat` is null, shook too few times and has to shake again."""

    ends_turn = False

    seat: Seat | None
    times: int
    """How often the player shook."""

    def sentence(self) -> str:
        times = "once" if self.times == 1 else f"{self.times} times"
        return f"{_who(self.seat)} shakes only {times} and has to shake again."

    def raises(self) -> NewAlert | None:
        if self.seat is None:
            return None
        return NewAlert(
            kind=AlertKind.SHAKES_TOO_SHORT,
            about=f"seat-{self.seat}",
            say=f"Seat {self.seat} repeatedly shakes too few times: a floorperson may order the shaker passed.",
        )


class ShakerOffered(DiceFact, frozen=True, kw_only=True, tag="shaker-offered"):
    """The dealer offers the shaker to this player (13.7(b))."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat

    def sentence(self) -> str:
        return f"The shaker is offered to seat {self.seat}."


class ShakerRefused(DiceFact, frozen=True, kw_only=True, tag="shaker-refused"):
    """This player declined the shaker."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} declines the shaker."


class ShakerAccepted(DiceFact, frozen=True, kw_only=True, tag="shaker-accepted"):
    """The player in `seat` accepted the shaker; where `seat` is null, the dealer shakes for the players (13.5(d)2)."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat | None

    def sentence(self) -> str:
        if self.seat is None:
            return "No player accepts the shaker: the dealer shakes for the players."
        return f"Seat {self.seat} accepts the shaker."


class ShakerKept(DiceFact, frozen=True, kw_only=True, tag="shaker-kept"):
    """The player with the right to the shaker keeps it and shakes after the dealer (13.7(a)); none is the dealer."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat | None

    def sentence(self) -> str:
        return f"{_who(self.seat)} keeps the right to the shaker."


class ShakerReturned(DiceFact, frozen=True, kw_only=True, tag="shaker-returned"):
    """The shaker is back in front of the dealer."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    word: Word

    def sentence(self) -> str:
        return _vouched(f"Seat {self.seat} returns the shaker to the dealer", self.word)

    def may_be_taken_back(self) -> bool:
        return self.word is not Word.SENSED


class ShakerRelinquished(DiceFact, frozen=True, kw_only=True, tag="shaker-relinquished"):
    """This player gave up the right to the shaker; none is the dealer."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat | None
    why: Relinquished

    def sentence(self) -> str:
        return f"{_who(self.seat)} {GIVEN_UP[self.why]}."

    def may_be_taken_back(self) -> bool:
        return self.why is Relinquished.VOLUNTARILY


class DieNoted(DiceFact, frozen=True, kw_only=True, tag="die-noted"):
    """The uppermost face of the first die; the second is still to be called."""

    amendable_as = frozenset({Amendable.STEP})

    face: int

    def sentence(self) -> str:
        return f"One die shows {self.face}."


class SumCalled(DiceFact, frozen=True, kw_only=True, tag="sum-called"):
    """The dealer called the sum of the uppermost faces (13.5(e))."""

    amendable_as = frozenset({Amendable.STEP, Amendable.SUM})

    dice: Dice
    total: int

    def sentence(self) -> str:
        return f"{self.dice[0]} and {self.dice[1]}: {self.total}."


class NoRollCalled(DiceFact, frozen=True, kw_only=True, tag="no-roll-called"):
    """The shake decides nothing: wagers and the right to the shaker stay, the dice are shaken again (13.8(a))."""

    amendable_as = frozenset({Amendable.STEP})

    why: NoRoll

    def sentence(self) -> str:
        return f"No roll: {NO_ROLL[self.why]}. All wagers stand, and the shooter keeps the shaker."


class ShakeSpoiled(DiceFact, frozen=True, kw_only=True, tag="shake-spoiled"):
    """The shake did not follow 13.5 and begins again."""

    why: Spoiled

    def sentence(self) -> str:
        return f"The shake is void and begins again: {SPOILED[self.why]}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHAKE_SPOILED,
            about=self.why,
            say=f"A shake was void and had to begin again: {SPOILED_IN_FULL[self.why]}.",
        )


class LosersCollected(DiceFact, frozen=True, kw_only=True, tag="losers-collected"):
    """The losing wagers were collected; they are listed where wagers are tracked."""

    wagers: tuple[Decided, ...] = ()
    """The wagers that lost."""

    def sentence(self) -> str:
        return f"Losing wagers are collected{_named(self.wagers)}."


class WinnersPaid(DiceFact, frozen=True, kw_only=True, tag="winners-paid"):
    """The last winner was paid; wagers and payments are listed where wagers are tracked."""

    wagers: tuple[Decided, ...] = ()
    """The wagers that won."""

    def sentence(self) -> str:
        return f"Winners are paid{_named(self.wagers)}."


class ShakeSettled(DiceFact, frozen=True, kw_only=True, tag="shake-settled"):
    """All wagers decided by this shake are settled; the cover may go on."""

    total: int
    collected_cents: int = 0
    """What the house collected, in cents."""
    paid_cents: int = 0
    """What the house paid, in cents."""

    def sentence(self) -> str:
        return f"The shake of {self.total} is settled."


class MoneyDue(Record, frozen=True, kw_only=True):
    """
    What the house still owes this player; negative: what the player owes the house.

    `left` means a player who has left since, not the one in that seat now.
    """

    seat: Seat
    cents: int
    left: bool = False


class ShakerDocked(DiceFact, frozen=True, kw_only=True, tag="shaker-docked"):
    """The sensors saw the shaker put down in its place before the dealer, or taken from it."""

    ends_turn = False

    docked: bool

    def sentence(self) -> str:
        return (
            "The shaker is in its place in front of the dealer."
            if self.docked
            else "The shaker is taken from its place in front of the dealer."
        )


class ShakerTampered(DiceFact, frozen=True, kw_only=True, tag="shaker-tampered"):
    """The base of the shaker was opened or closed; `why` is set where no contact watches it any more."""

    ends_turn = False

    open: bool
    why: str = ""

    def sentence(self) -> str:
        return (
            f"The base of the shaker is no longer watched: {self.why}."
            if self.why
            else f"The base of the shaker is {'open' if self.open else 'closed again'}."
        )

    def raises(self) -> NewAlert | None:
        if not self.open:
            return None
        return NewAlert(kind=AlertKind.SHAKER_OPENED, about="shaker", say="The base of the shaker was opened.")


DiceBody = (
    WagersOpened
    | WagerPlaced
    | WagerTakenDown
    | BetsClosed
    | CoverPutOn
    | CoveredEarly
    | CoverTakenOff
    | DiceShaken
    | ShakeFellShort
    | ShakerOffered
    | ShakerRefused
    | ShakerAccepted
    | ShakerKept
    | ShakerReturned
    | ShakerRelinquished
    | DieNoted
    | SumCalled
    | NoRollCalled
    | ShakeSpoiled
    | LosersCollected
    | WinnersPaid
    | ShakeSettled
    | ShakerDocked
    | ShakerTampered
)


def _who(seat: Seat | None) -> str:
    return "The dealer" if seat is None else f"Seat {seat}"


def _vouched(said: str, word: Word) -> str:
    return f"{said}." if word is Word.SENSED else f"{said}, as the {word} states."


def _named(wagers: tuple[Decided, ...]) -> str:
    named = (
        f"seat {one.seat} {one.wager} {money(one.cents)}{f' wins {money(one.pays_cents)}' if one.pays_cents else ''}"
        for one in wagers
    )
    return f": {', '.join(named)}" if wagers else ""
