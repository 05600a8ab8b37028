"""The dealer button: one sensor at each seat, of which exactly one should see the puck."""

from drivers.button_puck.port import ButtonPuck, PuckSeen, PuckWhy

__all__ = ["ButtonPuck", "PuckSeen", "PuckWhy"]
