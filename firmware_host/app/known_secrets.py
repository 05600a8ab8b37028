"""Collects every secret of this controller, so that logs and bundles can redact it."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from drivers.link.pairing import KeysMissing
from firmware_host.access import pepper
from firmware_host.access.access_config import PeopleConfig
from firmware_host.config.load import Config
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.diagnostics.redaction import Redaction
from firmware_host.errors import UserError
from firmware_host.mqtt.tls import secured


def made_known(redaction: Redaction, config: Config | None, folder: Path) -> None:
    """Register every readable secret for redaction; without a valid `config` look in the default places."""
    for secret in _secrets(config, folder):
        redaction.knows(secret)


def _secrets(config: Config | None, folder: Path) -> Iterator[bytes | str]:
    with suppress(OSError, UserError):
        found = pepper.read((config.people if config else PeopleConfig()).pepper_of(folder))
        if found:
            yield found
    keys = PairingKeyFile(folder)
    if keys.path.exists():
        with suppress(OSError, UserError, KeysMissing):
            yield keys.order_secret
            yield from (pairing.key for pairing in keys.pairings())
    if config is None:
        return
    with suppress(OSError, UserError):
        credentials = secured(config.mqtt).credentials
        if credentials:
            yield credentials.password
