"""A PIN as it is typed."""

import sys
from getpass import getpass


def secret(prompt: str) -> str:
    """Without echo from a person; a line of the input from a program."""
    return getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
