"""Loads and checks `table.toml`; its sections are the Config types of the packages."""

from pathlib import Path

import msgspec

from firmware_host.access.access_config import PeopleConfig
from firmware_host.config import unused_options
from firmware_host.config.errors import told
from firmware_host.devices.devices_config import DevicesConfig
from firmware_host.diagnostics.log_config import LogsConfig
from firmware_host.diagnostics.program_manifest import ProgramConfig
from firmware_host.errors import UserError
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.local_api.server import LocalApiConfig
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.panel.panel_config import PanelConfig
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig, too_many_seats
from firmware_host.table.identities import is_person_name
from firmware_host.web.web_config import WebConfig


class Config(Record, frozen=True, kw_only=True):
    """The whole `table.toml`."""

    table: TableConfig
    mqtt: MqttConfig
    devices: DevicesConfig
    door: LocalApiConfig | None = None
    journal: JournalConfig = JournalConfig()
    people: PeopleConfig = PeopleConfig()
    web: WebConfig | None = None
    panel: PanelConfig | None = None
    logs: LogsConfig = LogsConfig()
    program: ProgramConfig | None = None

    def __post_init__(self) -> None:
        """Refuse devices that do not fit this kind of table or are missing, and pages that cannot be served."""
        wrong = self.devices.what_is_wrong(self.table) or too_many_seats(self.table)
        if not wrong and self.table.program_must_match and self.program is None:
            wrong = "`program_must_match` under [table] needs a section [program] with `manifest` and `house_key`"
        if not wrong and not is_person_name(self.table.dealer):
            wrong = (
                f"`dealer` under [table] is not a valid name: {self.table.dealer}; write small letters, digits and "
                "hyphens, 32 at most"
            )
        if not wrong and self.panel is not None:
            wrong = self.panel.what_is_wrong(self.web)
        if wrong:
            raise ValueError(wrong)


def read(path: Path) -> Config:
    """Return the configuration. Raises `UserError` that names the line and the option."""
    return decoded(path, _written(path))


def shown(path: Path) -> str:
    """
    Return the text of the file if it is safe to show, otherwise only what is wrong with the file.

    A valid file contains no secret, because no option holds one. An invalid file may.
    """
    try:
        written = _written(path)
        decoded(path, written)
    except UserError as trouble:
        return f"left out, because an invalid file may contain a secret: {trouble}\n"
    return written.decode()


def _written(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise UserError(f"{path} is not a file; give the table.toml of this table")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"there is no file {path}; give the table.toml of this table") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None


def decoded(path: Path, written: bytes) -> Config:
    """Return the configuration in these bytes. Raises `UserError` that names `path`, the line and the option."""
    try:
        config = msgspec.toml.decode(written, type=Config)
    except RecursionError:
        raise UserError(f"{path}: its brackets are nested too deeply; fix the file") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        wrong = _plain(error, written)
        raise UserError(f"{path}: {wrong}; fix the file (`firmware-host check --explain` lists every option)") from None
    idle = unused_options.found(msgspec.toml.decode(written), config.table, config.devices)
    if idle:
        raise UserError(f"{path}: {idle}")
    return config


def _plain(error: Exception, written: bytes) -> str:
    return told(error, of=Config, text=written.decode(errors="replace"))
