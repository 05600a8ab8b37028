"""A PIN as it is typed."""

import sys
from getpass import getpass

from firmware_host.errors import UserError


def secret(prompt: str) -> str:
    """Without echo from a person, who may end it, which is `Trouble`; a line of the input from a program."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    try:
        return getpass(prompt)
    except EOFError:
        print(file=sys.stderr)
        raise UserError("nothing was typed, so nothing was done") from None
