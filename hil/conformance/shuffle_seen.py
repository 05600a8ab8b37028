"""Observations of the one shuffle of a run."""

from dataclasses import dataclass

from drivers.shuffler.host_messages import Shuffle
from drivers.shuffler.port import KeptEvent, Progress
from hil.conformance.card_counts import Ended


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchedShuffle:
    order: Shuffle
    told: tuple[Progress | KeptEvent, ...]
    ended: Ended | None
    why: str = ""
    """It has not ended, and what is known of that."""

    @property
    def progress(self) -> list[Progress]:
        return [it for it in self.told if isinstance(it, Progress)]
