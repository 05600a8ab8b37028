"""Observations of how long a device waits."""

from dataclasses import dataclass

from drivers.link.frame import Kind
from hil.conformance.host_session import Told


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftAlone:
    """The messages of a device to a host that asks for its identity and is silent from then on."""

    asked_s: float
    told: tuple[Told, ...]
    lives: bool

    def of(self, kind: Kind) -> list[Told]:
        return [told for told in self.told if told.kind is kind]
