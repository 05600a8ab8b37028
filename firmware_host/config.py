"""`table.toml`: each package's own Config type, composed and read in one place."""

from pathlib import Path

import msgspec

from firmware_host import ineffective
from firmware_host.devices.config import DevicesConfig
from firmware_host.door import DoorConfig
from firmware_host.journal.config import JournalConfig
from firmware_host.logs.config import LogsConfig
from firmware_host.mqtt.config import MqttConfig
from firmware_host.people.config import PeopleConfig
from firmware_host.rules.record import Record
from firmware_host.table.config import TableConfig
from firmware_host.trouble import Trouble
from firmware_host.web.config import WebConfig


class Config(Record, frozen=True, kw_only=True):
    """The whole file."""

    table: TableConfig
    mqtt: MqttConfig
    devices: DevicesConfig
    door: DoorConfig | None = None
    journal: JournalConfig = JournalConfig()
    people: PeopleConfig = PeopleConfig()
    web: WebConfig | None = None
    logs: LogsConfig = LogsConfig()

    def __post_init__(self) -> None:
        """Refuse devices that the table cannot have, or lacks."""
        wrong = self.devices.what_is_wrong(self.table)
        if wrong:
            raise ValueError(wrong)


def read(path: Path) -> Config:
    """Return what the file says, or raise `Trouble` naming the place in it."""
    if path.exists() and not path.is_file():
        raise Trouble(f"{path} is no file; name the table.toml of this table")
    try:
        written = path.read_bytes()
        config = msgspec.toml.decode(written, type=Config)
    except FileNotFoundError:
        raise Trouble(f"there is no file {path}; name the table.toml of this table") from None
    except OSError as error:
        raise Trouble(f"cannot read {path}: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Trouble(f"{path}: {_plain(error)}; mend the file, an example is in README.md") from None
    idle = ineffective.found(msgspec.toml.decode(written), config.table, config.devices)
    if idle:
        raise Trouble(f"{path}: {idle}")
    return config


def _plain(error: Exception) -> str:
    """`... - at `$.table.seats`` becomes `... in [table] seats`."""
    message, _, place = str(error).partition(" - at `$")
    names = [name for name in place.rstrip("`").split(".") if name]
    if not names:
        return message
    *sections, last = names
    return f"{message} in [{'.'.join(sections)}] {last}" if sections else f"{message} in [{last}]"
