"""The topics of a table: `fh1/{house}/{table}/...`, each level `[a-z0-9-]{1,32}`."""

from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig

ROOT = "fh1"


class Topics(Record, frozen=True, kw_only=True):
    """The topics of one table."""

    house: str
    table: str

    @classmethod
    def of(cls, config: TableConfig) -> "Topics":
        """Return the topics of the table with this configuration."""
        return cls(house=config.house, table=config.table)

    @property
    def base(self) -> str:
        """Return the prefix of all topics of the table."""
        return f"{ROOT}/{self.house}/{self.table}"

    @property
    def status(self) -> str:
        """Retained, and the will: whether the table's controller is online."""
        return f"{self.base}/status"

    @property
    def state(self) -> str:
        """Retained: the public view."""
        return f"{self.base}/state"

    @property
    def sign(self) -> str:
        """Retained: the table's sign for patrons."""
        return f"{self.base}/sign"

    @property
    def fact(self) -> str:
        """Every fact, in order. No other topic promises an order."""
        return f"{self.base}/fact"

    def device(self, name: str) -> str:
        """Retained: one device's health and progress."""
        return f"{self.base}/device/{name}"

    @property
    def devices(self) -> str:
        """Return the prefix of the devices' topics."""
        return f"{self.base}/device/"

    @property
    def alerts(self) -> str:
        """Return the prefix of the alerts' topics."""
        return f"{self.base}/alert/"

    def alert(self, number: int) -> str:
        """Retained: an active alert, by the number of the fact that raised it; empty once cleared."""
        return f"{self.alerts}{number}"

    @property
    def every_alert(self) -> str:
        """A filter for all alerts."""
        return f"{self.alerts}+"

    @property
    def every_device(self) -> str:
        """A filter for all devices."""
        return f"{self.devices}+"

    @property
    def commands(self) -> str:
        """A filter for the signed commands of all actors."""
        return self.command("+")

    @property
    def replays(self) -> str:
        """A filter for the replay requests of all actors."""
        return self.replay("+")

    def kind_and_name(self, topic: str) -> tuple[str, str]:
        """Return the kind of this topic of the table, and its actor, device or alert."""
        kind, _, name = topic.removeprefix(f"{self.base}/").partition("/")
        return kind, name

    def command(self, actor: str) -> str:
        """This actor's signed commands to the table."""
        return f"{self.base}/cmd/{actor}"

    def reply(self, actor: str) -> str:
        """The table's answers and replays to this actor."""
        return f"{self.base}/reply/{actor}"

    def replay(self, actor: str) -> str:
        """This actor's requests for a replay."""
        return f"{self.base}/replay/{actor}"

    @property
    def checkpoint(self) -> str:
        """Retained: the newest checkpoint of the record."""
        return f"{self.base}/checkpoint"

    @property
    def echoed(self) -> tuple[str, ...]:
        """The topics that the table reads back, to check that the broker passes on what it acknowledges."""
        return self.status, self.checkpoint

    @property
    def pages(self) -> tuple[str, ...]:
        """The topics with one document each that people and signs read; the table replaces a forged one."""
        return self.status, self.state, self.sign
