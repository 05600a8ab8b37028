"""The requests at the screen's socket and their replies, one JSON object a line."""

from typing import Annotated

from msgspec import Meta

from firmware_host.panel.sessions import CODE_S, LONGEST_CODE_S
from firmware_host.rules.decision import Refusal
from firmware_host.rules.struct import Record, Tagged


class GetCode(Record, frozen=True, kw_only=True):
    """Ask for a one-time code for the box's own screen."""

    for_s: Annotated[int, Meta(ge=1, le=LONGEST_CODE_S)] = CODE_S


class OneTimeCode(Tagged, frozen=True, kw_only=True, tag="code"):
    """A code that works once, and the address of the pages."""

    code: str
    address: str

    @property
    def url(self) -> str:
        """Return the address with the code; a browser never sends the part after the `#`."""
        return f"{self.address}#code={self.code}"

    def __repr__(self) -> str:
        """Leave out the code."""
        return f"OneTimeCode({self.address!r})"


class NoCode(Tagged, frozen=True, kw_only=True, tag="refused"):
    """There is no code now."""

    refusal: Refusal


CodeReply = OneTimeCode | NoCode
