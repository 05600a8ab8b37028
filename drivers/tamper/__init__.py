"""The tamper contact: one input that reports an opened housing; in doubt it counts as open."""

from drivers.tamper.port import TamperChanged, TamperContact

__all__ = ["TamperChanged", "TamperContact"]
