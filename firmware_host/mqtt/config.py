"""The broker's part of `table.toml`."""

from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

from firmware_host.rules.record import Record

PORT = 1883


class MqttConfig(Record, frozen=True, kw_only=True):
    """Where the round is published."""

    url: str
    """`mqtt://host` or `mqtt://host:port`."""
    keepalive_s: Annotated[int, Meta(ge=5, le=600)] = 15
    """A table that is gone for one and a half times this is reported offline by its will."""

    def __post_init__(self) -> None:
        """Refuse what is no broker's address."""
        self.address()

    def address(self) -> tuple[str, int]:
        """Return host and port."""
        try:
            parts = urlsplit(self.url)
            port = parts.port
        except ValueError:
            raise ValueError(f"{self.url!r} is no broker address; write mqtt://host or mqtt://host:1883") from None
        if parts.username or parts.password:
            raise ValueError("credentials in the broker's address are not supported: they would be shown and logged")
        if parts.scheme != "mqtt" or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise ValueError(f"{self.url!r} is no broker address; write mqtt://host or mqtt://host:1883")
        return parts.hostname, port or PORT
