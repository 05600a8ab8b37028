"""
A machine that comes and goes, or tells the same again and again, is one fault with a life, not a storm of facts.

It may happen a few times in a row, as hands do it. What goes on and on is told once; then nothing is believed until
the machine has kept still, and each time it begins anew it has to keep still for longer.
"""

from enum import StrEnum
from typing import Final

BURST: Final = 20

"""So often in a row is taken: nobody recovers from a jam with more turns of the lid."""

EACH_S: Final = 30.0

"""Once in so long may go on for ever."""

REST_S: Final = 10.0

REST_LONGEST_S: Final = 120.0


class Unrest(StrEnum):
    """What never rests, in words for the record."""

    LINK = "its session opens and ends again and again"
    LID = "its lid opens and closes again and again"
    SWITCH = "its switch is turned again and again"
    POWER = "it restarts again and again"
    JAM = "it jams again and again"
    FEED = "decks come to lie in its feed again and again, and none is shuffled"
    ENDS = "it tells again and again of the end of what it was not ordered"


class Steadiness:
    """Knows only the times that it is told, in seconds."""

    def __init__(self, *, burst: int = BURST, each_s: float = EACH_S, rest_s: float = REST_S) -> None:
        """Steady to begin with."""
        self._burst = burst
        self._each_s = each_s
        self._first_rest_s = self._rest_s = rest_s
        self._levels: dict[Unrest, tuple[float, float]] = {}
        self._last_s = 0.0
        self.unrest: Unrest | None = None
        """Why it is not believed."""

    def disturbed(self, why: Unrest, at_s: float) -> bool:
        """Take one more in; return whether this is the one that makes it unsteady."""
        level, since_s = self._levels.get(why, (0.0, at_s))
        level = max(0.0, level - (at_s - since_s) / self._each_s)
        if level == 0 and self.unrest is None:
            self._rest_s = self._first_rest_s
        self._levels[why] = (min(level + 1, self._burst + 1), at_s)
        self._last_s = at_s
        if self.unrest is not None or level + 1 <= self._burst:
            return False
        self.unrest = why
        return True

    def came_to_its_end(self, why: Unrest) -> None:
        """Forget how often this was, now that it has come to what it is for."""
        self._levels.pop(why, None)

    @property
    def rests_at_s(self) -> float:
        """When it has kept still for long enough, if it does from now on."""
        return self._last_s + self._rest_s

    def moved(self, at_s: float) -> None:
        """Let the rest begin anew, while it is unsteady: it is there only now."""
        self._last_s = at_s

    def believe(self) -> None:
        """Let it be steady again; the next rest is twice as long."""
        self.unrest = None
        self._rest_s = min(2 * self._rest_s, REST_LONGEST_S)
