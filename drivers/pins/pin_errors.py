"""What can be wrong with the pins, one class per thing a caller can do about it."""


class PinTrouble(Exception):  # noqa: N818  its children are named for what is wrong
    """Any of the below: the device on these pins cannot be used."""


class PinFactoryMissing(PinTrouble):
    """
    The named pin interface does not work on this machine. No other is tried in its place: a table
    that quietly read other pins than it was told to would look alive and be blind.
    """

    def __init__(self, *, factory: str, problem: str, remedy: str) -> None:
        super().__init__(f"pin factory {factory!r} {problem}: {remedy}")
        self.factory = factory


class PinNotAllowed(PinTrouble):
    """Only GPIO 2-13 and 16-27 are ours: 0, 1, 14 and 15 belong to the HAT's EEPROM and the console."""

    def __init__(self, *, pin: int, name: str) -> None:
        super().__init__(f"GPIO {pin} cannot be used for {name}: choose from GPIO 2-13 and 16-27")
        self.pin = pin
        self.name = name


class PinUsedTwice(PinTrouble):
    """Two devices of one table were given the same pin: the pin map is wrong."""

    def __init__(self, *, pin: int, first: str, second: str) -> None:
        super().__init__(f"GPIO {pin} is given to both {first} and {second}")
        self.pin = pin
        self.first = first
        self.second = second


class PinUnavailable(PinTrouble):
    """The machine will not hand the pin over: somebody else holds it, or its pull is fixed the other way."""

    def __init__(self, *, pin: int, name: str, cause: Exception) -> None:
        super().__init__(f"GPIO {pin} cannot be had for {name}: {cause}")
        self.pin = pin
        self.name = name
