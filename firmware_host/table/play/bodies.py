"""What can become true of a round of play."""

from firmware_host.rules.record import Tagged


class Corrected(Tagged, frozen=True, kw_only=True, tag="corrected"):
    """Fact number `of` is taken back. Nothing is erased: state is the fold without it, readers see both."""

    of: int
    why: str


PlayBody = Corrected
