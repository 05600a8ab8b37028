"""`table.toml`: each package's own Config type, composed and read in one place."""

from pathlib import Path

import msgspec

from firmware_host.access.access_config import PeopleConfig
from firmware_host.config import unused_options
from firmware_host.config.errors import told
from firmware_host.devices.devices_config import DevicesConfig
from firmware_host.diagnostics.log_config import LogsConfig
from firmware_host.errors import UserError
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.local_api.server import LocalApiConfig
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig, too_many_seats
from firmware_host.web.web_config import WebConfig


class Config(Record, frozen=True, kw_only=True):
    """The whole file."""

    table: TableConfig
    mqtt: MqttConfig
    devices: DevicesConfig
    door: LocalApiConfig | None = None
    journal: JournalConfig = JournalConfig()
    people: PeopleConfig = PeopleConfig()
    web: WebConfig | None = None
    logs: LogsConfig = LogsConfig()

    def __post_init__(self) -> None:
        """Refuse devices that the table cannot have, or lacks."""
        wrong = self.devices.what_is_wrong(self.table) or too_many_seats(self.table)
        if wrong:
            raise ValueError(wrong)


def read(path: Path) -> Config:
    """Return what the file says, or raise `UserError` naming the place in it."""
    return _decoded(path, _written(path))


def shown(path: Path) -> str:
    """
    Return the file as it may be shown.

    A file that `read` accepts holds no secret: no option takes one. Of any other file this says what is wrong with it.
    """
    try:
        written = _written(path)
        _decoded(path, written)
    except UserError as trouble:
        return f"left out, because a file that will not do may hold a secret: {trouble}\n"
    return written.decode()


def _written(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise UserError(f"{path} is no file; name the table.toml of this table")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"there is no file {path}; name the table.toml of this table") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None


def _decoded(path: Path, written: bytes) -> Config:
    try:
        config = msgspec.toml.decode(written, type=Config)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        wrong = _plain(error, written)
        raise UserError(f"{path}: {wrong}; mend the file: `firmware-host check --explain` has every option") from None
    idle = unused_options.found(msgspec.toml.decode(written), config.table, config.devices)
    if idle:
        raise UserError(f"{path}: {idle}")
    return config


def _plain(error: Exception, written: bytes) -> str:
    return told(error, of=Config, text=written.decode(errors="replace"))
