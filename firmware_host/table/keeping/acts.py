"""What the host tells the table about its own record keeping. Nobody else may."""

from firmware_host.rules.record import Tagged


class SenseClock(Tagged, frozen=True, kw_only=True, tag="sense-clock"):
    """The clocks, as the intent's stamp has them, may not go on from what the record knows of them."""


class SenseDisk(Tagged, frozen=True, kw_only=True, tag="sense-disk"):
    """So much is free on the disk; below `least_mib` no new round is begun."""

    free_mib: int
    least_mib: int


class TakeSnapshot(Tagged, frozen=True, kw_only=True, tag="take-snapshot"):
    """The state after fact `of` has been stored; `digest` is that of what is stored, `fold` that of the rules."""

    of: int
    digest: str
    fold: str


class ReportSetAside(Tagged, frozen=True, kw_only=True, tag="report-set-aside"):
    """The broker does not take this: fact `of` where it is one, else the newest of a retained topic."""

    topic: str
    of: int = 0
    why: str


KeepingAct = SenseClock | SenseDisk | TakeSnapshot | ReportSetAside
