"""What a person types and watches at a terminal: a PIN without echo, amounts in dollars, how far a long run is."""

import re
import sys
import time
from getpass import getpass
from types import TracebackType
from typing import Self

from firmware_host.errors import UserError

_AMOUNT = re.compile(r"\$?(?P<dollars>[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})?(?:\.(?P<cents>[0-9]{1,2}))?")

_HOW = "write dollars with optional cents, as in 25, 25.50, $25.50 or 1,000"

EVERY_S = 0.5

"""So long between two words of progress."""

WIDTH = 40


class Progress:
    """Counts things by their name. As a context it clears its line at the end, however that comes."""

    def __init__(self, things: str, *, of: int | None = None) -> None:
        """Nothing is shown for what is done at once; a bar where it is known how many there are."""
        self._things = things
        self._of = of
        self._shown = False
        self._next = time.monotonic() + EVERY_S if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def tell(self, done: int, of: int | None = None) -> None:
        """Say how many are done, if it is time to; and of how many, where that is found out only now."""
        self._of = self._of if of is None else of
        if self._next is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S
            self._shown = True
            print(f"\r{self._line(done)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for something else on the line."""
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _line(self, done: int) -> str:
        if self._of is None:
            return f"{done:,} {self._things}"
        full = min(WIDTH, WIDTH * done // max(1, self._of))
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {self._of:,} {self._things}"


def secret(prompt: str) -> str:
    """
    Read a PIN or another secret: without echo from a person, as a line of the input from a program.

    Raises `UserError` where the person ends the input instead.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    try:
        return getpass(prompt)
    except EOFError:
        print(file=sys.stderr)
        raise UserError("nothing was typed, so nothing was done") from None


def cents(text: str, *, place: str) -> int:
    """
    Read an amount in whole cents. Raises `UserError` that names `place`, the option or argument it was typed at.

    >>> cents("$1,025.50", place="--pot")
    102550
    """
    typed = text.strip()
    if re.match(r"\$?-|-\$?", typed):
        raise UserError(f"{place}: {text} is below zero; {_HOW}")
    found = _AMOUNT.fullmatch(typed)
    if not found or not (found["dollars"] or found["cents"]):
        raise UserError(f"{place}: {_shortened(text)!r} is no amount; {_HOW}")
    return 100 * int((found["dollars"] or "0").replace(",", "")) + int((found["cents"] or "0").ljust(2, "0"))


def dollars(amount_cents: int) -> str:
    """
    Write an amount for people.

    >>> dollars(102550)
    '$1,025.50'
    """
    whole, rest = divmod(abs(amount_cents), 100)
    return f"{'-' if amount_cents < 0 else ''}${whole:,}.{rest:02}"


def _shortened(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:24]}..."
