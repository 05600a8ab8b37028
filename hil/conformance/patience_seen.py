"""What is seen of a device's patience."""

from dataclasses import dataclass

from drivers.link.frame import Kind
from hil.conformance.host_session import Told


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftAlone:
    """What a device says to a host that asks it who it is and is silent from then on."""

    asked_s: float
    told: tuple[Told, ...]
    lives: bool

    def of(self, kind: Kind) -> list[Told]:
        return [told for told in self.told if told.kind is kind]
