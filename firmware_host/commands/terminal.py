"""Terminal input and output: PINs without echo, amounts in dollars, and the progress of a long run."""

import re
import sys
import time
from getpass import getpass
from types import TracebackType
from typing import Self

from firmware_host.errors import UserError

_AMOUNT = re.compile(r"\$?(?P<dollars>[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})?(?:\.(?P<cents>[0-9]{1,2}))?")

_HOW = "write dollars with optional cents, for example 25, 25.50, $25.50 or 1,000"

EVERY_S = 0.5
"""The time between two updates of the progress line."""

WIDTH = 40


class Progress:
    """A progress line on stderr. As a context manager it clears the line at the end, also after an error."""

    def __init__(self, things: str, *, of: int | None = None) -> None:
        """Show nothing for a short run; a bar if the total `of` is known, otherwise a count of `things`."""
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
        """Update the line if it is due; `of` sets a total that was not known before."""
        self._of = self._of if of is None else of
        if self._next is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S
            self._shown = True
            print(f"\r{self._line(done)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Clear the line, for other output."""
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
    Read a PIN or another secret: without echo at a terminal, otherwise as one line of stdin.

    Raises `UserError` if the user ends the input instead (Ctrl-D), or types nothing or no UTF-8: such a line is no
    wrong PIN, and must not count as one.
    """
    try:
        typed = getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
        typed.encode()
    except EOFError:
        print(file=sys.stderr)
        typed = ""
    except UnicodeError:
        raise UserError(f"{prompt.strip()} this is not UTF-8 text; nothing was changed; type it again") from None
    if not typed:
        raise UserError(f"{prompt.strip()} no input; nothing was changed")
    return typed


def cents(text: str, *, place: str) -> int:
    """
    Read an amount in whole cents. Raises `UserError` that names `place`, the option or argument.

    >>> cents("$1,025.50", place="--pot")
    102550
    """
    typed = text.strip()
    if re.match(r"\$?-|-\$?", typed):
        raise UserError(f"{place}: {text} is below zero; {_HOW}")
    found = _AMOUNT.fullmatch(typed)
    if not found or not (found["dollars"] or found["cents"]):
        raise UserError(f"{place}: {_shortened(text)!r} is not an amount; {_HOW}")
    return 100 * int((found["dollars"] or "0").replace(",", "")) + int((found["cents"] or "0").ljust(2, "0"))


def dollars(amount_cents: int) -> str:
    """
    Format an amount for people.

    >>> dollars(102550)
    '$1,025.50'
    """
    whole, rest = divmod(abs(amount_cents), 100)
    return f"{'-' if amount_cents < 0 else ''}${whole:,}.{rest:02}"


def _shortened(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:24]}..."
