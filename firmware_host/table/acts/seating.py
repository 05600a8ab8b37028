"""Acts of seating: seats, absences, chips added, straddles, missed blinds."""

from firmware_host.rules.act_and_fact import ActBody, TableKind
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import STAKES, TABLE
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import Amount, Positive
from firmware_host.table.terms import AwayStakes


class TakeSeat(ActBody, frozen=True, kw_only=True, tag="take-seat"):
    """
    A player sits down, with `cents` in chips where chips are tracked; chips may be added only between rounds
    (14.7(c)1).
    """

    may_ask = TABLE
    role_paragraphs = ("14.7(a)",)
    role_paragraphs_at_dice = ("I-2",)

    seat: Seat
    cents: Amount = 0


class LeaveSeat(ActBody, frozen=True, kw_only=True, tag="leave-seat"):
    """A player gives up the seat and takes all chips along."""

    may_ask = TABLE | {Role.POKER_SHIFT_SUPERVISOR}
    role_paragraphs = ("14.7(a)",)
    role_paragraphs_at_dice = ("I-2",)

    seat: Seat


class StepAway(ActBody, frozen=True, kw_only=True, tag="step-away"):
    """
    A player leaves for a while and keeps the seat (14.7(c)5).

    `cents` is the amount counted out; omit it where it equals the recorded stakes.
    """

    may_ask = STAKES
    role_paragraphs = ("14.7(c)5",)

    seat: Seat
    stakes: AwayStakes
    cents: Amount | None = None


class ComeBack(ActBody, frozen=True, kw_only=True, tag="come-back"):
    """A player is back. `cents` is the amount counted in; omit it where it equals the amount counted out."""

    may_ask = STAKES
    role_paragraphs = ("14.7(c)5",)

    seat: Seat
    cents: Amount | None = None


class AddChips(ActBody, frozen=True, kw_only=True, tag="add-chips"):
    """A player adds chips between rounds (14.7(c)1)."""

    may_ask = TABLE
    role_paragraphs = ("14.7(c)1",)
    only_at = TableKind.POKER

    seat: Seat
    cents: Positive


class Straddle(ActBody, frozen=True, kw_only=True, tag="straddle"):
    """
    A player announces an extra blind with the next deal and keeps the option to raise (I-7).

    `cents` may be omitted, since only one amount is allowed. `withdrawn` takes the announcement back.
    """

    may_ask = TABLE
    role_paragraphs = ("I-7",)
    only_at = TableKind.POKER

    seat: Seat
    cents: Positive | None = None
    withdrawn: bool = False


class PostMissedBlinds(ActBody, frozen=True, kw_only=True, tag="post-missed-blinds"):
    """A player posts missed blinds with the next deal (I-7); `withdrawn` means that the player waits instead."""

    may_ask = TABLE
    role_paragraphs = ("I-7",)
    only_at = TableKind.POKER

    seat: Seat
    withdrawn: bool = False


class ChangeSeat(ActBody, frozen=True, kw_only=True, tag="change-seat"):
    """A player moves to another seat at this table (I-7)."""

    may_ask = TABLE
    role_paragraphs = ("I-7",)

    seat: Seat
    to: Seat
    """The seat that the player moves to."""


SeatingAct = TakeSeat | LeaveSeat | StepAway | ComeBack | AddChips | Straddle | PostMissedBlinds | ChangeSeat
