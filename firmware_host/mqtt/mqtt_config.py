"""The [mqtt] section of `table.toml`."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

from firmware_host.rules.struct import Record

PORTS = {"mqtt": 1883, "mqtts": 8883}
ADDRESS = re.compile(r"(?i:mqtts?)://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?\])(:[0-9]+)?/?")
EXAMPLE = "mqtt://host or mqtt://host:1883, with TLS mqtts://host:8883"


class MqttConfig(Record, frozen=True, kw_only=True):
    """The MQTT broker to which the table publishes."""

    url: str
    """The broker: `mqtt://host` or `mqtt://host:port`; `mqtts://` for TLS."""
    keepalive_s: Annotated[int, Meta(ge=5, le=600)] = 15
    """Keepalive in seconds; after 1.5 times as long without contact the broker reports the table as offline."""
    ca: str = ""
    """CA file for the broker's certificate (empty: the CAs of this machine); TLS only."""
    certificate: str = ""
    """The table's client certificate, if the broker requires one; TLS only."""
    certificate_key: str = ""
    """The private key of `certificate`, in a file of mode 600."""
    credentials: str = ""
    """A file of mode 600 with `username = "..."` and `password = "..."`; table.toml itself holds no secrets."""

    def __post_init__(self) -> None:
        """Refuse an invalid broker address, and options without effect."""
        self.address()
        for name in ("ca", "certificate", "certificate_key"):
            if getattr(self, name) and not self.tls:
                raise ValueError(f"`{name}` has no effect without TLS; write {self.url.replace('mqtt:', 'mqtts:', 1)}")
        if bool(self.certificate) is not bool(self.certificate_key):
            raise ValueError("set both `certificate` and `certificate_key`, or neither")

    @property
    def tls(self) -> bool:
        """Return whether the connection uses TLS."""
        return urlsplit(self.url).scheme == "mqtts"

    def address(self) -> tuple[str, int]:
        """Return host and port."""
        # Check this first: no other error message may repeat a password.
        if "@" in self.url:
            raise ValueError(
                "`url` must not contain a user name or password, because it is shown and logged; "
                "put both into a file of mode 600 and set `credentials` to its path"
            )
        try:
            parts = urlsplit(self.url)
            port = parts.port
        except ValueError:
            raise ValueError(f"{self.url!r} is not a broker address; write {EXAMPLE}") from None
        # The pattern refuses URL parts that no broker address has, and characters that urlsplit would drop.
        if not ADDRESS.fullmatch(self.url) or not parts.hostname or port == 0:
            raise ValueError(f"{self.url!r} is not a broker address; write {EXAMPLE}")
        return parts.hostname, port or PORTS[parts.scheme]
