"""How long to wait for an event at a table on a busy machine. Knows no clock."""

from typing import Final

CHANCES: Final = 3
"""So many rounds to their end are enough for whatever comes in one."""

AT_MOST: Final = 10

ROUND_ENDS: Final = frozenset(("round-completed", "shake-settled"))


class Patience:
    """
    Over `within_s` after it began at the earliest, if the table has had its chances or has been silent for as long.

    A table that goes on slowly is waited for; one that goes on without it is not waited for for ever.
    """

    def __init__(self, *, within_s: float, began_s: float) -> None:
        """Start waiting now."""
        self._within_s = within_s
        self.began_s = self._heard_s = began_s
        self.rounds = 0
        """How many have ended since."""

    def heard(self, kind: str, at_s: float) -> None:
        """Note a fact, which extends the wait."""
        self._heard_s = at_s
        self.rounds += kind in ROUND_ENDS

    @property
    def over_s(self) -> float:
        """Return when the wait ends if no further fact comes."""
        least_s = self.began_s + self._within_s
        if self.rounds >= CHANCES:
            return least_s
        return min(max(least_s, self._heard_s + self._within_s), self.began_s + AT_MOST * self._within_s)
