"""What is said of a connection that is lost, and of one that the broker refuses."""

import pytest
from aiomqtt import MqttCodeError
from aiomqtt.exceptions import MqttConnectError

from firmware_host.mqtt import connection
from firmware_host.mqtt.mqtt_config import MqttConfig

CONFIG = MqttConfig(url="mqtt://127.0.0.1")


@pytest.mark.parametrize("code", [4, 5, 7])
def test_a_lost_connection_is_not_called_a_wrong_password(code: int) -> None:
    """The client counts its own errors from 0: its 4 is a lost connection, and a CONNACK's 4 a wrong password."""
    said = connection.why(CONFIG, MqttCodeError(code))
    assert "user name" not in said
    assert "Not authorized" not in said


@pytest.mark.parametrize(("code", "says"), [(4, "Bad user name or password"), (5, "Not authorized")])
def test_a_refused_connection_says_why(code: int, says: str) -> None:
    assert says in connection.why(CONFIG, MqttConnectError(code))
