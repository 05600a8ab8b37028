"""How a check ends that does not find its clause met."""


class NotMet(Exception):  # noqa: N818 - named for what is wrong
    """The device does something else, and what."""


class CannotAsk(Exception):  # noqa: N818 - named for what is wrong
    """Nothing can be said about the clause here and now, and why."""


class TakesHands(Exception):  # noqa: N818 - named for what is wrong
    """Nobody but a person at the machine can ask it, and what that person does."""
