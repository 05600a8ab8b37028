"""Why there is no session with the broker, in words that name the option to fix."""

import aiomqtt
from paho.mqtt.reasoncodes import ReasonCode

from firmware_host.errors import UserError
from firmware_host.mqtt.mqtt_config import MqttConfig

REFUSALS = {
    4: "Bad user name or password",
    5: "Not authorized",
    134: "Bad user name or password",
    135: "Not authorized",
}
"""CONNACK codes of MQTT 3.1.1, and the codes that the client turns them into."""

NO_TLS_THERE = ("wrong_version_number", "reset by peer", "eof occurred", "record layer failure")
SAYS_NOTHING = ("timed out", "disconnected", "certificate required", "handshake failure")


def trouble(config: MqttConfig, error: aiomqtt.MqttError) -> UserError:
    """Return the error for a person at the command line."""
    refused = _refused(error)
    if refused:
        return UserError(f"the broker at {config.url} {_not_let_in(config, refused)} in table.toml")
    fix = _hint(config, str(error).lower()) or "start the broker, or fix `url`"
    return UserError(f"no broker answers at {config.url} ({error}); {fix} under [mqtt] in table.toml")


def why(config: MqttConfig, error: BaseException) -> str:
    """Return the reason for the log and the table's alert."""
    if not isinstance(error, aiomqtt.MqttError):
        return str(error)
    refused = _refused(error)
    if refused:
        return f"it {_not_let_in(config, refused)}"
    hint = _hint(config, str(error).lower())
    return f"{error}; {hint} under [mqtt]" if hint else str(error)


def _refused(error: BaseException | None) -> str:
    while error is not None:
        if isinstance(error, aiomqtt.MqttCodeError):
            code = error.rc.value if isinstance(error.rc, ReasonCode) else error.rc
            return REFUSALS.get(code or 0, "")
        error = error.__cause__
    return ""


def _not_let_in(config: MqttConfig, refused: str) -> str:
    said = f"refuses the table ({refused})"
    if config.credentials:
        return f"{said}; fix the user or the password in {config.credentials}, `credentials` under [mqtt]"
    if config.certificate:
        return f"{said}; let it accept the name in {config.certificate}, or give `credentials` under [mqtt]"
    return f"{said}; put a user and a password into a file and give it as `credentials` under [mqtt]"


def _hint(config: MqttConfig, said: str) -> str:
    if not config.tls:
        return ""
    if "verify failed" in said:
        return "its certificate has another name or is not from a trusted authority; fix `url` or `ca`"
    if any(words in said for words in NO_TLS_THERE):
        return "the port may not use TLS; fix `url`"
    if not config.certificate and any(words in said for words in SAYS_NOTHING):
        return "it may ask for the table's own certificate; give `certificate` and `certificate_key`"
    return ""
