"""The cards in and out by the device's own reports, with which its next comparison has to agree."""

from typing import TypeAlias, assert_never

from drivers.shuffler.port import ActFailed, Cleared, Delivered, Reconciled, SelfTested, ShuffleFailed, ShuffleFinished

Ended: TypeAlias = ShuffleFinished | ShuffleFailed | Delivered | Cleared | Reconciled | SelfTested | ActFailed
"""How an order ends."""


class CardCounts:
    def __init__(self) -> None:
        self.first: Reconciled | None = None
        """The first comparison of this run: what happened before it is in it."""
        self.wrong: str | None = None
        """The first comparison that does not say what was told since the one before."""
        self._went_in = self._came_out = 0
        self._known = False

    def heard(self, ended: Ended) -> None:
        match ended:
            case ShuffleFinished(counted=counted):
                self._went_in += counted
            case Delivered(counted=counted) | Cleared(found=counted):
                self._came_out += counted
            case Reconciled():
                self._compared(ended)
            case ShuffleFailed() | ActFailed():
                self.lost()
            case SelfTested():
                pass
            case _:
                assert_never(ended)

    def lost(self) -> None:
        """Note that nobody knows how many cards an order moved."""
        self._known = False

    def _compared(self, told: Reconciled) -> None:
        if self._known and (told.went_in, told.came_out) != (self._went_in, self._came_out):
            self.wrong = self.wrong or (
                f"RECONCILED counts {told.went_in} cards in and {told.came_out} out; by its own reports since the "
                f"comparison before, and the cards then on its shelf, it is {self._went_in} in and {self._came_out} out"
            )
        self.first = self.first or told
        self._went_in, self._came_out, self._known = told.lying, 0, True
