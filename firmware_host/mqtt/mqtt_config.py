"""The broker's part of `table.toml`."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

from firmware_host.rules.struct import Record

PORTS = {"mqtt": 1883, "mqtts": 8883}
ADDRESS = re.compile(r"(?i:mqtts?)://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?\])(:[0-9]+)?/?")
EXAMPLE = "mqtt://host or mqtt://host:1883, with TLS mqtts://host:8883"


class MqttConfig(Record, frozen=True, kw_only=True):
    """Where the round is published."""

    url: str
    """`mqtt://host` or `mqtt://host:port`; `mqtts://` with TLS."""
    keepalive_s: Annotated[int, Meta(ge=5, le=600)] = 15
    """A table that is gone for one and a half times this is reported offline by its will."""
    ca: str = ""
    """The file of certificates the broker's is checked with; those of the machine if nothing is said."""
    certificate: str = ""
    """The table's own certificate, where the broker asks for one."""
    certificate_key: str = ""
    """Its private key, in a file of mode 600."""
    credentials: str = ""
    """A file of mode 600 with `username = "..."` and `password = "..."`: never in here, which is shown and copied."""

    def __post_init__(self) -> None:
        """Refuse what is no broker's address, and options that would have no effect."""
        self.address()
        for name in ("ca", "certificate", "certificate_key"):
            if getattr(self, name) and not self.tls:
                raise ValueError(f"`{name}` has no effect without TLS; write {self.url.replace('mqtt:', 'mqtts:', 1)}")
        if bool(self.certificate) is not bool(self.certificate_key):
            raise ValueError("`certificate` and `certificate_key` are given together or not at all")

    @property
    def tls(self) -> bool:
        """Return whether the line is encrypted."""
        return urlsplit(self.url).scheme == "mqtts"

    def address(self) -> tuple[str, int]:
        """Return host and port."""
        # Before anything else, and wherever it stands: no other error may repeat a password.
        if "@" in self.url:
            raise ValueError(
                "`url` holds a user or a password, and would be shown and logged with it; "
                "write both into a file of mode 600 and name that file by `credentials`"
            )
        try:
            parts = urlsplit(self.url)
            port = parts.port
        except ValueError:
            raise ValueError(f"{self.url!r} is no broker address; write {EXAMPLE}") from None
        # What urlsplit knows and a broker's address has not, and characters that it leaves out, match nothing here.
        if not ADDRESS.fullmatch(self.url) or not parts.hostname or port == 0:
            raise ValueError(f"{self.url!r} is no broker address; write {EXAMPLE}")
        return parts.hostname, port or PORTS[parts.scheme]
