"""The [web] section of `table.toml`."""

import re
from ipaddress import ip_address
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record


class WebConfig(Record, frozen=True, kw_only=True):
    """Where the web server for health and metrics listens."""

    host: str = "127.0.0.1"
    """The address to listen on; the default is reachable from this board only."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8420
    """The TCP port; 0 uses any free port, and the log names the port."""

    def __post_init__(self) -> None:
        """Refuse an invalid address, because the web server would fail at every restart."""
        try:
            ip_address(self.host)
        except ValueError:
            if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", self.host):
                raise ValueError(
                    f"`host` under [web] is {self.host!r}, not an address; write 127.0.0.1 for this board only"
                ) from None
