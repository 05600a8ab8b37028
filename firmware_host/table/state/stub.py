"""What the last round left to be counted, and what a count of it is compared with (14.6(e)4 and 7)."""

from typing import NamedTuple

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.round.left_over import LeftOver, left_over, played
from firmware_host.table.clocks import Stamp
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Counted


class Expected(NamedTuple):
    """
    The numbers that are right, from the least to the most.

    `stub` is the stub count of the same round that makes the number of the discards known; `with_burns` says that the
    burn cards are counted with the discards, for a reshuffle left their number unknown.
    """

    least: int
    most: int
    stub: int | None = None
    with_burns: bool = False

    @property
    def exact(self) -> int | None:
        """Return the number if only one is right."""
        return self.least if self.least == self.most else None


def timed_from(state: TableState) -> Stamp | None:
    """Return the start of the quarter of an hour; None if no round has left a stub to count."""
    return None if state.last_used is None else state.stub_counted_at


def gone(state: TableState) -> TableState:
    """Forget the stub and the discards; the next round starts the count again."""
    return replace(
        state,
        stub_due=False,
        stub_counted_at=None,
        stub_counted=None,
        discards_due=False,
        left=None,
        rounds_since_counted=0,
    )


def expected(state: TableState, what: Counted) -> Expected | None:
    """Return the number to compare a count with; None if no round has left anything to count."""
    if what is Counted.DECK:
        return Expected(DECK, DECK)
    of = state.left if state.round is None else played(state.round)
    if of is None:
        return None
    if what is Counted.STUB:
        stub = left_over(of).stub
        return Expected(stub.least, stub.most)
    counted = state.stub_counted
    left = left_over(of, counted)
    if counted is None:
        return Expected(left.hands.least, left.hands.most)
    return _sum(left, counted=counted, board=of.board)


def _sum(left: LeftOver, *, counted: int, board: int) -> Expected:
    """Stub, burns, board and discards of a round make the whole deck."""
    rest = DECK - counted - board
    burns = left.burns.exact
    if burns is None:
        return Expected(rest, rest, stub=counted, with_burns=True)
    return Expected(rest - burns, rest - burns, stub=counted)
