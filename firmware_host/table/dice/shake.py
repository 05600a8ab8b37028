"""A shake by the dealer or the shooter, the sensors' reports about it, and the called sum (13.5, 13.8)."""

from firmware_host.rules.decision import Refusal, draft, refuse
from firmware_host.rules.dice import shooter
from firmware_host.rules.dice.shaker import UNTIL_THE_SUM, Moment, NoRoll, Shaker, may_be_uncovered
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.dice import (
    CallNoRoll,
    CallSum,
    CompleteDealerShake,
    NoteDie,
    PutCoverOn,
    SenseCover,
    SenseDock,
    SenseShakes,
    SenseTamper,
    Uncover,
)
from firmware_host.table.config import DiceConfig
from firmware_host.table.dice.dice_answering import CYCLE, DiceTable, answers_at_dice
from firmware_host.table.dice.wagers import cannot_begin
from firmware_host.table.facts.dice import (
    BetsClosed,
    CoveredEarly,
    CoverPutOn,
    CoverTakenOff,
    DiceShaken,
    DieNoted,
    NoRollCalled,
    ShakeFellShort,
    ShakerAccepted,
    ShakerDocked,
    ShakerKept,
    ShakerOffered,
    ShakerReturned,
    ShakerTampered,
    ShakeSpoiled,
    Spoiled,
    SumCalled,
    Word,
)
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.table import TableState

FOR_THE_PLAYERS: Paragraphs = ("13.5(d)2", "13.7(b)")


@answers_at_dice(PutCoverOn)
def put_cover_on(table: DiceTable, _act: PutCoverOn) -> Decision:
    """Record the cover as put on, on a person's word, once every winner is paid (13.5(f))."""
    match table.dice.shaker.moment:
        case Moment.COVERING:
            return (
                unseen("the cover go onto the shaker")
                if table.word is None
                else (draft(CoverPutOn(word=table.word), CYCLE),)
            )
        case Moment.COLLECTING | Moment.PAYING:
            return refuse(
                "the shaker stays uncovered until the last winner is paid", "pay all winners first", "13.5(f)"
            )
        case _:
            return refuse("the cover cannot be put on now", 'call "no more bets" first', CYCLE)


@answers_at_dice(CompleteDealerShake)
def complete_dealer_shake(table: DiceTable, _act: CompleteDealerShake) -> Decision:
    """Finish the dealer's own shake and decide where the shaker goes (I-1, 13.7)."""
    shaker = table.dice.shaker
    if shaker.moment is not Moment.DEALER_SHAKES:
        return refuse(
            "it is not the dealer's turn to shake", 'call "no more bets", put the cover on, then shake', CYCLE
        )
    shaken = _shaken(shaker, None, table.terms, table.word, CYCLE)
    return shaken if isinstance(shaken, Refusal) else (*shaken, *goes_to(table.state, shaker))


def goes_to(state: TableState, shaker: Shaker, after: Seat | None = None) -> Drafts:
    """Draft where the shaker goes after the dealer's shake, or after the player `after` declined it."""
    right = shaker.right
    if after is None and not shooter.must_offer(right, state.seats):
        return (draft(ShakerKept(seat=right.holder), "13.7(a)" if right.holder else "13.7(a)2"),)
    seat = shooter.next_offer(right, state.seats, after)
    if seat is None:
        return (draft(ShakerAccepted(seat=None), *FOR_THE_PLAYERS),)
    again = () if right.passed else ("13.7(a)2",)
    return (draft(ShakerOffered(seat=seat), *again, "13.7(b)", "I-15"),)


@answers_at_dice(Uncover)
def uncover(table: DiceTable, _act: Uncover) -> Decision:
    """Uncover the dice in front of the dealer; a person's word replaces missing sensor reports (13.5(e))."""
    shaker = table.dice.shaker
    if shaker.moment is not Moment.SHOOTER_SHAKES:
        return refuse(
            "the shaker may not be uncovered now", "let the player with the right to the shaker shake first", "13.5(e)"
        )
    shaken = _shaken(shaker, shaker.hand, table.terms, table.word, "13.5(d)2" if shaker.right.holder is None else CYCLE)
    if isinstance(shaken, Refusal):
        return shaken
    if table.word is None:
        waiting = "the cover come off the shaker" if shaker.hand is None else "the shaker back in front of the dealer"
        return unseen(waiting, "13.5(e)")
    back = () if shaker.hand is None else (draft(ShakerReturned(seat=shaker.hand, word=table.word), "13.5(e)"),)
    return (*shaken, *back, draft(CoverTakenOff(word=table.word), "13.5(e)"))


def _shaken(
    shaker: Shaker, seat: Seat | None, terms: DiceConfig, word: Word | None, paragraph: str
) -> Drafts | Refusal:
    if shaker.shaken:
        return ()
    if word is None:
        return unseen(f"{terms.shakes} shakes by {who(seat)}", paragraph)
    return (draft(DiceShaken(seat=seat, word=word), paragraph),)


def who(seat: Seat | None) -> str:
    """Name the seat or the dealer."""
    return "the dealer" if seat is None else f"seat {seat}"


def unseen(what: str, paragraph: str = CYCLE) -> Refusal:
    """Refuse a statement that the working sensors do not confirm."""
    return refuse(
        f"the shaker's sensors have not seen {what}",
        "do that; if it was done, have a floorperson confirm it",
        paragraph,
    )


UNSETTLED = (Moment.UNCOVERED, Moment.COLLECTING, Moment.PAYING)
"""The moments from the uncovering to the last payment, when the cover has to stay off (13.5(f))."""


SHAKEN_IN = (Moment.DEALER_SHAKES, Moment.OFFERED, Moment.SHOOTER_SHAKES)
"""The moments while the dice are under the cover and their sum is unknown."""


@answers_at_dice(SenseCover)
def cover(table: DiceTable, act: SenseCover) -> Drafts:
    """Follow the cover: going on while wagers are open closes them; too early on or off is recorded as such."""
    if act.on is table.dice.shaker.covered:
        return ()
    return _on(table.state, table.dice) if act.on else _off(table.dice)


@answers_at_dice(SenseShakes)
def shakes(table: DiceTable, act: SenseShakes) -> Drafts:
    """Count a shake by the player or dealer with the shaker; a short one has to be repeated."""
    shaker = table.dice.shaker
    if shaker.moment not in (Moment.DEALER_SHAKES, Moment.SHOOTER_SHAKES) or not shaker.covered:
        return ()
    for_players = shaker.moment is Moment.SHOOTER_SHAKES and shaker.right.holder is None
    paragraph = "13.5(d)2" if for_players else CYCLE
    if act.count >= table.terms.shakes:
        return (draft(DiceShaken(seat=shaker.hand, word=Word.SENSED, times=act.count), paragraph),)
    if shaker.shaken:
        return ()
    return (draft(ShakeFellShort(seat=shaker.hand, times=act.count), paragraph),)


@answers_at_dice(SenseDock)
def dock(table: DiceTable, act: SenseDock) -> Drafts:
    """Follow the shaker's place; after the player's shake, putting it down returns it to the dealer (13.5(e))."""
    if act.docked is table.dice.docked:
        return ()
    shaker = table.dice.shaker
    back: Drafts = ()
    if act.docked and shaker.hand is not None and shaker.shaken:
        back = (draft(ShakerReturned(seat=shaker.hand, word=Word.SENSED), "13.5(e)"),)
    return (draft(ShakerDocked(docked=act.docked), "13.5(e)"), *back)


@answers_at_dice(SenseTamper)
def tamper(table: DiceTable, act: SenseTamper) -> Drafts:
    """Follow the contact in the base; opening it with dice shaken in spoils the shake."""
    if act.open is table.dice.tampered:
        return ()
    tampered = draft(ShakerTampered(open=act.open, why=act.why))
    if not act.open or table.dice.shaker.moment not in SHAKEN_IN:
        return (tampered,)
    return (tampered, draft(ShakeSpoiled(why=Spoiled.TAMPERED), CYCLE))


def _on(state: TableState, dice: DiceState) -> Drafts:
    on = draft(CoverPutOn(word=Word.SENSED), CYCLE)
    if dice.shaker.moment in UNSETTLED:
        return (on, draft(CoveredEarly(), "13.5(f)"))
    if dice.shaker.moment is Moment.WAGERS and cannot_begin(state) is None:
        return (draft(BetsClosed(word=Word.SENSED), CYCLE), on)
    return (on,)


def _off(dice: DiceState) -> Drafts:
    shaker = dice.shaker
    off = draft(CoverTakenOff(word=Word.SENSED), "13.5(e)")
    too_early = shaker.moment in (Moment.OFFERED, Moment.SHOOTER_SHAKES) and not may_be_uncovered(shaker)
    return (off, draft(ShakeSpoiled(why=Spoiled.COVER_OFF), "13.5(e)")) if too_early else (off,)


PARAGRAPH = {NoRoll.NOT_FLAT: "13.8(a)1", NoRoll.FELL_OUT: "13.8(a)2"}


@answers_at_dice(NoteDie)
def note_die(table: DiceTable, act: NoteDie) -> Decision:
    """Record the first of the two faces."""
    refusal = _covered(table.dice)
    if refusal:
        return refusal
    if table.dice.faces:
        return refuse(
            "the first die has already been entered", "enter the second die, or take the first die back", "13.5(e)"
        )
    return (draft(DieNoted(face=act.face), "13.5(e)"),)


@answers_at_dice(CallSum)
def call_sum(table: DiceTable, act: CallSum) -> Decision:
    """Call the sum of two faces, one of which is the first die if that was entered."""
    refusal = _covered(table.dice)
    if refusal:
        return refusal
    if table.dice.faces and table.dice.faces[0] not in act.dice:
        return refuse(
            f"the first die was entered as {table.dice.faces[0]}",
            f"enter a roll with a {table.dice.faces[0]}, or take the first die back",
            "13.5(e)",
        )
    return (draft(SumCalled(dice=act.dice, total=sum(act.dice)), "13.5(e)"),)


@answers_at_dice(CallNoRoll)
def no_roll(table: DiceTable, act: CallNoRoll) -> Decision:
    """
    Call a no roll, also for a die lost before the uncovering.

    The cover then has to come off; without sensors the same person's word records that, too.
    """
    shaker = table.dice.shaker
    due = UNTIL_THE_SUM if act.why is NoRoll.FELL_OUT else (Moment.UNCOVERED,)
    if shaker.moment not in due:
        return refuse(
            "a no roll cannot be called now", "call it once the dice are uncovered after a shake", PARAGRAPH[act.why]
        )
    off = shaker.covered and table.word is not None
    called = draft(NoRollCalled(why=act.why), "13.8(a)", PARAGRAPH[act.why])
    return (called, draft(CoverTakenOff(word=table.word), "13.8(a)")) if off and table.word else (called,)


def _covered(dice: DiceState) -> Refusal | None:
    if dice.shaker.moment is Moment.UNCOVERED:
        return None
    return refuse("there is no sum to call now", "uncover the dice after a shake first", "13.5(e)")
