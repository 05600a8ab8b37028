"""Errors that a person at the command line can mend, and the nearest name to one that was mistyped."""

from collections.abc import Iterable


class UserError(Exception):
    """
    One clear line: what is wrong and what to do about it.

    Raised wherever the cause lies outside the program (a file, a port, a broker, a disk). The command line
    prints it and ends with code 2; it never becomes a traceback.
    """


USUAL = 0.6

"""How near a name has to be, of 1."""


def did_you_mean(name: str, those: Iterable[str], *, otherwise: str = "", cutoff: float = USUAL) -> str:
    """
    Ask for the nearest of these, small letters or not; say what is said `otherwise` where none is near.

    >>> did_you_mean("INFO", ("info", "debug")), did_you_mean("loud", ("info", "debug"), otherwise="see the list")
    ('did you mean `info`?', 'see the list')
    """
    import difflib  # noqa: PLC0415 - only for who has mistyped something

    as_written = {each.lower(): each for each in those}
    near = difflib.get_close_matches(name.lower(), as_written, n=1, cutoff=cutoff)
    return f"did you mean `{as_written[near[0]]}`?" if near else otherwise
