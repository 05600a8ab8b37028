"""What is called down: a device, the broker, or a part of the controller itself, which is no device."""

PARTS = frozenset({"mqtt", "show", "to-do", "lag", "web"})
"""The controller's own parts that have no device of the same name."""
BROKER = "broker"


def called(name: str) -> str:
    """
    Return it as a sentence begins with it.

    >>> called("shuffler"), called("web")
    ('The device shuffler', "The controller's part web")
    """
    if name in PARTS:
        return f"The controller's part {name}"
    return "The broker" if name == BROKER else f"The device {name}"
