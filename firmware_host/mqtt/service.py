"""The parts of this package put together for one table."""

from firmware_host.clock import Clock
from firmware_host.journal.store import Journal
from firmware_host.mqtt.config import MqttConfig
from firmware_host.mqtt.events import Status
from firmware_host.mqtt.inbox import Inbox, Table
from firmware_host.mqtt.line import USUAL, Patience
from firmware_host.mqtt.presence import Presence
from firmware_host.mqtt.publisher import Publisher
from firmware_host.mqtt.setting_aside import SetAside
from firmware_host.mqtt.tally import Tally
from firmware_host.mqtt.telling import BrokerTeller
from firmware_host.mqtt.topics import Topics


def publisher(
    *,
    config: MqttConfig,
    topics: Topics,
    journal: Journal,
    status: Status,
    table: Table,
    clock: Clock,
    patience: Patience = USUAL,
) -> Publisher:
    """Return what publishes this table, and lets it be asked."""
    tally = Tally()
    inbox = Inbox(table=table, journal=journal, topics=topics, clock=clock, tally=tally)
    teller = BrokerTeller(table=table, clock=clock)
    presence = Presence(own=frozenset(topics.echoed), patience=patience, tell=teller.tell)
    made = Publisher(
        config=config,
        topics=topics,
        journal=journal,
        status=status,
        tally=tally,
        hear=inbox.hear,
        set_aside=SetAside(table=table, clock=clock).report,
        patience=patience,
        presence=presence,
    )
    inbox.listens_to_itself = lambda may: presence.listens(may=may)
    inbox.heard_itself = made.heard_itself
    inbox.found_retained = made.found_retained
    return made
