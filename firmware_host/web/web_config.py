"""Web's part of `table.toml`."""

import re
from ipaddress import ip_address
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record


class WebConfig(Record, frozen=True, kw_only=True):
    """Where it listens."""

    host: str = "127.0.0.1"
    """The address it listens on: this board alone, unless another is named."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8420
    """0 takes any free port; the log says which."""

    def __post_init__(self) -> None:
        """Refuse what is no address: the part would fail again and again."""
        try:
            ip_address(self.host)
        except ValueError:
            if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", self.host):
                raise ValueError(
                    f"`host` under [web] is {self.host!r}, which is no address; write 127.0.0.1 for this board alone"
                ) from None
