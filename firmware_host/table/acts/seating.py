"""What may be asked of who sits where, with what."""

from firmware_host.rules.act import ActBody, TableKind
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import STAKES, TABLE
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import Amount, Positive
from firmware_host.table.terms import AwayStakes


class TakeSeat(ActBody, frozen=True, kw_only=True, tag="take-seat"):
    """A player sits down, with `cents` where that is tracked; chips come between rounds only (14.7(c)1)."""

    may_ask = TABLE

    seat: Seat
    cents: Amount = 0


class LeaveSeat(ActBody, frozen=True, kw_only=True, tag="leave-seat"):
    """A player gives the seat up and takes everything along."""

    may_ask = TABLE | {Role.POKER_SHIFT_SUPERVISOR}

    seat: Seat


class StepAway(ActBody, frozen=True, kw_only=True, tag="step-away"):
    """
    A player leaves for a while and keeps the seat (14.7(c)5).

    `cents` is what was counted out; left out where the count is what the table says.
    """

    may_ask = STAKES
    role_paragraphs = ("14.7(c)5",)

    seat: Seat
    stakes: AwayStakes
    cents: Amount | None = None


class ComeBack(ActBody, frozen=True, kw_only=True, tag="come-back"):
    """A player is back. `cents` is what was counted in; left out where it is what was counted out."""

    may_ask = STAKES
    role_paragraphs = ("14.7(c)5",)

    seat: Seat
    cents: Amount | None = None


class AddChips(ActBody, frozen=True, kw_only=True, tag="add-chips"):
    """A player puts more on the table, between rounds (14.7(c)1)."""

    may_ask = TABLE
    only_at = TableKind.POKER

    seat: Seat
    cents: Positive


class Straddle(ActBody, frozen=True, kw_only=True, tag="straddle"):
    """
    A player wants to post a further blind with the next deal and keep the option (I-7).

    `cents` may be left out: there is one amount only. `withdrawn` takes the announcement back.
    """

    may_ask = TABLE
    only_at = TableKind.POKER

    seat: Seat
    cents: Positive | None = None
    withdrawn: bool = False


class PostMissedBlinds(ActBody, frozen=True, kw_only=True, tag="post-missed-blinds"):
    """A player who was away wants to make up for the blinds he missed (I-7); `withdrawn`, to wait after all."""

    may_ask = TABLE
    only_at = TableKind.POKER

    seat: Seat
    withdrawn: bool = False


class ChangeSeat(ActBody, frozen=True, kw_only=True, tag="change-seat"):
    """A player wants to sit elsewhere at this table (I-7)."""

    may_ask = TABLE

    seat: Seat
    to: Seat


SeatingAct = TakeSeat | LeaveSeat | StepAway | ComeBack | AddChips | Straddle | PostMissedBlinds | ChangeSeat
