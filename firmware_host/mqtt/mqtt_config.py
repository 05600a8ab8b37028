"""The options of the broker in `table.toml`."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

from firmware_host.rules.struct import Record

PORTS = {"mqtt": 1883, "mqtts": 8883}
ADDRESS = re.compile(r"(?i:mqtts?)://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?\])(:[0-9]+)?/?")
EXAMPLE = "mqtt://host or mqtt://host:1883, with TLS mqtts://host:8883"


class MqttConfig(Record, frozen=True, kw_only=True):
    """The broker that the table publishes to."""

    url: str
    """`mqtt://host` or `mqtt://host:port`; `mqtts://` with TLS."""
    keepalive_s: Annotated[int, Meta(ge=5, le=600)] = 15
    """The broker reports a table offline, by its will, after one and a half times this without a message."""
    ca: str = ""
    """The file of certificate authorities for the broker's certificate; by default the system's."""
    certificate: str = ""
    """The table's own certificate, if the broker asks for one."""
    certificate_key: str = ""
    """Its private key, in a file of mode 600."""
    credentials: str = ""
    """A file of mode 600 with `username = "..."` and `password = "..."`; table.toml itself is shown and copied."""

    def __post_init__(self) -> None:
        """Refuse an invalid address, and options that would have no effect."""
        self.address()
        for name in ("ca", "certificate", "certificate_key"):
            if getattr(self, name) and not self.tls:
                raise ValueError(f"`{name}` has no effect without TLS; write {self.url.replace('mqtt:', 'mqtts:', 1)}")
        if bool(self.certificate) is not bool(self.certificate_key):
            raise ValueError("`certificate` and `certificate_key` go together: give both or neither")

    @property
    def tls(self) -> bool:
        """Return whether the connection is encrypted."""
        return urlsplit(self.url).scheme == "mqtts"

    def address(self) -> tuple[str, int]:
        """Return host and port."""
        # Check this first: no other error message may repeat a password.
        if "@" in self.url:
            raise ValueError(
                "`url` must not hold a user or a password, because it is shown and logged; "
                "write both into a file of mode 600 and give its path as `credentials`"
            )
        try:
            parts = urlsplit(self.url)
            port = parts.port
        except ValueError:
            raise ValueError(f"{self.url!r} is not a broker address; write {EXAMPLE}") from None
        # urlsplit accepts more than a broker's address may have, and drops some characters.
        if not ADDRESS.fullmatch(self.url) or not parts.hostname or port == 0:
            raise ValueError(f"{self.url!r} is not a broker address; write {EXAMPLE}")
        return parts.hostname, port or PORTS[parts.scheme]
