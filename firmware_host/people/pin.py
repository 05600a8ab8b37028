"""What a PIN must be. Anybody may know this; what a PIN is, only its person."""

from itertools import pairwise

LEAST_DIGITS = 6
MOST_DIGITS = 32


def what_is_wrong(pin: str) -> str | None:
    """
    Say why this is no PIN; none where it is one. The PIN itself is never in the words.

    >>> what_is_wrong("274968"), what_is_wrong("12345"), what_is_wrong("111111")
    (None, 'a PIN has six digits or more', 'a PIN of one digit again and again is the first that is tried')
    """
    if not (pin.isascii() and pin.isdigit()) or not LEAST_DIGITS <= len(pin) <= MOST_DIGITS:
        return "a PIN has six digits or more" if len(pin) < LEAST_DIGITS else "a PIN has digits only, 32 at most"
    if len(set(pin)) == 1:
        return "a PIN of one digit again and again is the first that is tried"
    if _is_run(pin):
        return "a PIN of digits in a row is among the first that are tried"
    if any(_repeats(pin, size) for size in (2, 3)):
        return "a PIN of the same few digits again and again is among the first that are tried"
    return None


def _is_run(pin: str) -> bool:
    """Up or down, also past the nine."""
    steps = {(int(after) - int(digit)) % 10 for digit, after in pairwise(pin)}
    return steps in ({1}, {9})


def _repeats(pin: str, size: int) -> bool:
    return pin == (pin[:size] * len(pin))[: len(pin)]
