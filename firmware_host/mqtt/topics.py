"""Every topic of a table, by name: `fh1/{house}/{table}/...`, each level `[a-z0-9-]{1,32}`."""

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
        """Return what all of them begin with."""
        return f"{ROOT}/{self.house}/{self.table}"

    @property
    def status(self) -> str:
        """Retained, the will: whether the table's controller is there."""
        return f"{self.base}/status"

    @property
    def state(self) -> str:
        """Retained: the public view."""
        return f"{self.base}/state"

    @property
    def sign(self) -> str:
        """Retained: what the table posts."""
        return f"{self.base}/sign"

    @property
    def fact(self) -> str:
        """Every fact, in order. The one topic on which an order is promised."""
        return f"{self.base}/fact"

    def device(self, name: str) -> str:
        """Retained: one device's health and progress."""
        return f"{self.base}/device/{name}"

    @property
    def devices(self) -> str:
        """Return what the devices' topics begin with."""
        return f"{self.base}/device/"

    @property
    def alerts(self) -> str:
        """Return what the alerts' topics begin with."""
        return f"{self.base}/alert/"

    def alert(self, number: int) -> str:
        """Retained: an alert that stands, by the number of the fact that raised it; nothing once it was cleared."""
        return f"{self.alerts}{number}"

    @property
    def every_alert(self) -> str:
        """What stands at the broker under any number."""
        return f"{self.alerts}+"

    @property
    def every_device(self) -> str:
        """What stands at the broker of any device."""
        return f"{self.devices}+"

    @property
    def commands(self) -> str:
        """Signed commands, of whomever."""
        return self.command("+")

    @property
    def replays(self) -> str:
        """Requests for facts that were missed, of whomever."""
        return self.replay("+")

    def kind_and_name(self, topic: str) -> tuple[str, str]:
        """Return what is on this topic of the table, and of whom."""
        kind, _, name = topic.removeprefix(f"{self.base}/").partition("/")
        return kind, name

    def command(self, actor: str) -> str:
        """What this actor asks of the table, signed."""
        return f"{self.base}/cmd/{actor}"

    def reply(self, actor: str) -> str:
        """What this actor is answered, and is told again."""
        return f"{self.base}/reply/{actor}"

    def replay(self, actor: str) -> str:
        """Which facts this actor wants to be told again."""
        return f"{self.base}/replay/{actor}"

    @property
    def checkpoint(self) -> str:
        """Retained: the newest signed word of where the record stands."""
        return f"{self.base}/checkpoint"

    @property
    def echoed(self) -> tuple[str, ...]:
        """What the table listens to itself, to see that the broker passes on what it acknowledges."""
        return self.status, self.checkpoint
