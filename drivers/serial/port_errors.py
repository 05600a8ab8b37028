"""Errors of serial ports, one class for each remedy."""


class PortTrouble(Exception):  # noqa: N818 - its children are named for what is wrong
    """The base class: the port cannot be used; the text names the port and the remedy."""

    def __init__(self, port: str, say: str) -> None:
        super().__init__(say)
        self.port = port


class PortUnknown(PortTrouble):
    """The address has an unknown form: the configuration is wrong, and retrying does not help."""


class PortMissing(PortTrouble):
    """The port does not exist: plug the device in, or name another port."""


class PortForbidden(PortTrouble):
    """This account may not open the port: the installation is wrong."""


class PortBusy(PortTrouble):
    """Another process has the port open: stop that process."""


class PortLost(PortTrouble):
    """The open port is gone, or its peer stopped reading: close the port and open it again."""
