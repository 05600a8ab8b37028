"""Web's part of `table.toml`."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.record import Record


class WebConfig(Record, frozen=True, kw_only=True):
    """Where it listens."""

    host: str = "127.0.0.1"
    """The address it listens on: this board alone, unless another is named."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8420
    """0 takes any free port; the log says which."""
