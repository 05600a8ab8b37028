"""The [panel] section of `table.toml`."""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record
from firmware_host.web.web_config import WebConfig

SOCKET = "screen.socket"

HostName = Annotated[str, Meta(pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$(?!\n)")]


class PanelConfig(Record, frozen=True, kw_only=True):
    """The dealer's screen: pages on the web server of [web], whose `host` and `port` they use."""

    certificate: str = ""
    """The file of the TLS certificate (PEM, with its chain); needed if [web] listens beyond this board."""
    key: str = ""
    """The file of the certificate's private key (PEM, mode 600)."""
    hosts: tuple[HostName, ...] = ()
    """The names under which browsers reach this board, such as poker-7.casino; any other name is refused."""
    screen_socket: str = ""
    """The socket that gives the table's own screen its one-time code (empty: `screen.socket` in the data folder)."""
    screen_group: str = ""
    """The group of the screen's account; without one only the controller's own account and root get codes."""
    screens: Annotated[int, Meta(ge=1, le=4)] = 1
    """How many screens of its own the box has; one more code ends the session of the oldest screen."""
    own_pin: bool = True
    """Whether a dealer who takes over has to enter a PIN."""
    idle_sign_out_min: Annotated[int, Meta(ge=1, le=720)] = 10
    """Minutes without an act after which a person who signed in is signed out."""

    def __post_init__(self) -> None:
        """Refuse half of a certificate."""
        if bool(self.certificate) is not bool(self.key):
            raise ValueError(
                "[panel] needs both `certificate` and `key`; only on the loopback address may both be left out"
            )

    @property
    def tls(self) -> bool:
        """Return whether the pages are served by TLS."""
        return bool(self.certificate)

    def socket_of(self, folder: Path) -> Path:
        """Return the path of the screen's socket for a table with this data folder."""
        return Path(self.screen_socket) if self.screen_socket else folder.absolute() / SOCKET

    def what_is_wrong(self, web: WebConfig | None) -> str | None:
        """Return what keeps the pages from being served, and what to do; None if nothing does."""
        if web is None:
            return "[panel] needs a section [web], on whose `host` and `port` the pages are served; add [web]"
        if not self.tls and not is_loopback(web.host):
            return (
                f"[panel] would send PINs unencrypted, because `host` under [web] is {web.host!r}: set `certificate` "
                "and `key` under [panel], or `host` to 127.0.0.1"
            )
        return None


def is_loopback(host: str) -> bool:
    """
    Return whether only this board can reach this address.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
