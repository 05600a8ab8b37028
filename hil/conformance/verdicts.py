"""The exceptions by which a check ends if its clause is not met."""


class NotMet(Exception):  # noqa: N818 - named for what is wrong
    """The device does something else; the message says what."""


class CannotAsk(Exception):  # noqa: N818 - named for what is wrong
    """The clause cannot be tested here and now; the message says why."""


class TakesHands(Exception):  # noqa: N818 - named for what is wrong
    """Only a person at the machine can test the clause; the message says how."""
