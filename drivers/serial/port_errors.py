"""One class for each thing that somebody can do about it."""


class PortTrouble(Exception):  # noqa: N818 - its children are named for what is wrong
    """The port cannot be used; the text says which and what to do."""

    def __init__(self, port: str, say: str) -> None:
        super().__init__(say)
        self.port = port


class PortUnknown(PortTrouble):
    """The address is of no kind that we open: the configuration is wrong, trying again will not help."""


class PortMissing(PortTrouble):
    """Nothing is there: somebody has to plug it in, or name another port."""


class PortForbidden(PortTrouble):
    """It is there, and this account may not open it: the installation is wrong."""


class PortBusy(PortTrouble):
    """Another process holds it: stop that one."""


class PortLost(PortTrouble):
    """It was open and is gone, or its peer stopped reading: close it and open it again."""
