"""Errors of GPIO pins, one class for each remedy."""


class PinTrouble(Exception):  # noqa: N818  its children are named for what is wrong
    """The base class: the device on these pins cannot be used."""


class PinFactoryMissing(PinTrouble):
    """
    The named pin factory does not work on this machine.

    No other factory is tried: a table that silently read the wrong pins would look alive but see nothing.
    """

    def __init__(self, *, factory: str, problem: str, remedy: str) -> None:
        super().__init__(f"pin factory {factory!r} {problem}: {remedy}")
        self.factory = factory


class PinNotAllowed(PinTrouble):
    """The pin is not one of GPIO 2-13 and 16-27; 0, 1, 14 and 15 belong to the HAT's EEPROM and the console."""

    def __init__(self, *, pin: int, name: str) -> None:
        super().__init__(f"GPIO {pin} cannot be used for {name}; choose from GPIO 2-13 and 16-27")
        self.pin = pin
        self.name = name


class PinUsedTwice(PinTrouble):
    """Two devices use the same pin: table.toml is wrong."""

    def __init__(self, *, pin: int, first: str, second: str) -> None:
        super().__init__(f"GPIO {pin} is used twice, for {first} and for {second}; give each its own")
        self.pin = pin
        self.first = first
        self.second = second


class PinUnavailable(PinTrouble):
    """The pin cannot be opened: another process holds it, or its pull resistor is fixed the other way."""

    def __init__(self, *, pin: int, name: str, cause: Exception) -> None:
        super().__init__(f"cannot open GPIO {pin} for {name}: {cause}")
        self.pin = pin
        self.name = name
