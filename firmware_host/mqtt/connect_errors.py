"""Why there is no session with the broker, in words that name what has to be mended: it may be there and say no."""

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
"""The codes of a CONNACK of MQTT 3.1.1, and those that the client makes of them."""

NO_TLS_THERE = ("wrong_version_number", "reset by peer", "eof occurred", "record layer failure")
SAYS_NOTHING = ("timed out", "disconnected", "certificate required", "handshake failure")


def trouble(config: MqttConfig, error: aiomqtt.MqttError) -> UserError:
    """Return it for whoever has just named this broker and waits for it."""
    refused = _refused(error)
    if refused:
        return UserError(f"the broker at {config.url} answers, and {_not_let_in(config, refused)} in table.toml")
    mend = _hint(config, str(error).lower()) or "start it, or mend `url`"
    return UserError(f"no broker answers at {config.url} ({error}); {mend} under [mqtt] in table.toml")


def why(config: MqttConfig, error: BaseException) -> str:
    """Return it for the log and the table's alert."""
    if not isinstance(error, aiomqtt.MqttError):
        return str(error)
    refused = _refused(error)
    if refused:
        return f"it answers, and {_not_let_in(config, refused)}"
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
    said = f"does not let the table in ({refused})"
    if config.credentials:
        return f"{said}: mend user or password in {config.credentials}, which is `credentials` under [mqtt]"
    if config.certificate:
        return f"{said}: it has to know the name in {config.certificate}, or wants `credentials` under [mqtt]"
    return f"{said}: it wants a user and a password; name their file by `credentials` under [mqtt]"


def _hint(config: MqttConfig, said: str) -> str:
    if not config.tls:
        return ""
    if "verify failed" in said:
        return "its certificate is not of an authority that is trusted here, or of another name: mend `ca` or `url`"
    if any(words in said for words in NO_TLS_THERE):
        return "that may be no port for TLS: mend `url`"
    if not config.certificate and any(words in said for words in SAYS_NOTHING):
        return "it may ask for the table's own certificate: name `certificate` and `certificate_key`"
    return ""
