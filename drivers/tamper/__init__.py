"""The contact that says whether something was opened which stays shut: one input, believed at its worst."""

from drivers.tamper.port import TamperChanged, TamperContact

__all__ = ["TamperChanged", "TamperContact"]
