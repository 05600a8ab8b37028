"""
The secrets in a `table.toml` as somebody has written it, whether it will do or not.

A file that is TOML is read as such: what stands under a suspicious name, at whatever depth and in whichever quotes, is
hidden and everything else is left as it is, comments too. One that is none is cut more roughly: from a suspicious name
to the next line that begins an option or a section.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping

from firmware_host.logs.redaction import HIDDEN
from firmware_host.logs.secret_names import NAMED, PIN, hides

_TOKEN = re.compile(
    r"""(?xs)
    (?P<comment> \#[^\n]* )
  | (?P<text> \"{3}(?:\\.|.)*?\"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
  | (?P<mark> [=.,\[\]{}\n] )
  | (?P<blank> [^\S\n]+ )
  | (?P<bare> [^\s=.,\[\]{}"'\#]+ )
  | (?P<stray> . )"""
)
_IN_AN_ADDRESS = re.compile(r"(?<=://).*@", re.DOTALL)
_BEGINS = r"""\n\s*(?:\#|\[\[?[\w.\s"'-]+\]|(?:[\w.-]+|"[^"\n]*"|'[^'\n]*')\s*=)"""
_ROUGHLY = re.compile(
    rf"""(?isx)(?<![^\W_]) (?P<name>(?P<option>{NAMED}|{PIN}) ["'\]]{{0,2}} (?:\s*\.[\s\w."'-]+)? \s*+ [:=] \s*+)
    (?P<value> (?:\"{{3}}.*?(?:\"{{3}}|\Z)|'{{3}}.*?(?:'{{3}}|\Z)) [^\n]* | .*?(?={_BEGINS}|\Z) )"""
)
_SECTION = re.compile(rf"(?isx)(?P<name>^\s*\[[^\n]*{NAMED}[^\n]*\]) .*?(?=\n\s*\[|\Z)", re.MULTILINE)


def hidden(text: str) -> str:
    r"""
    Return the file without any secret.

    >>> hidden('pin = 13\npassword = "open sesame"')
    'pin = 13\npassword = "[hidden]"'
    """
    written = _parsed(text)
    if written is None:
        rough = _SECTION.sub(rf"\g<name>\n# {HIDDEN}", text)
        rough = _ROUGHLY.sub(_cut, rough)
        return re.sub(r"(?<=://)[^\n]*@", f"{HIDDEN}@", rough)
    return "".join(_Reading(text).cleared())


def _cut(found: re.Match[str]) -> str:
    said = found["value"].partition("#")[0].strip().strip("\"'")
    if hides(found["option"], int(said) if said.isascii() and said.isdigit() else said):
        return f'{found["name"]}"{HIDDEN}"'
    return found[0]


def secrets_in(text: str) -> Iterator[str]:
    """Yield what has to be hidden wherever else it stands; nothing for a file that is no TOML."""
    written = _parsed(text)
    if written is not None:
        yield from _below(written, "")


def _parsed(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except ValueError:
        return None


def _below(value: object, name: str, *, is_secret: bool = False) -> Iterator[str]:
    if isinstance(value, Mapping):
        for inner, said in value.items():
            yield from _below(said, inner, is_secret=is_secret or hides(inner, said))
    elif isinstance(value, list):
        for said in value:
            yield from _below(said, name, is_secret=is_secret)
    elif is_secret:
        yield str(value)
    elif isinstance(value, str) and (address := _IN_AN_ADDRESS.search(value)):
        yield from address[0].removesuffix("@").split(":", 1)[1:]


class _Reading:
    """Goes over the tokens of a file that is TOML, once, and gives them back with its secrets hidden."""

    def __init__(self, text: str) -> None:
        self._tokens = [(found.lastgroup or "", found[0]) for found in _TOKEN.finditer(text)]
        self._at = 0

    def cleared(self) -> Iterator[str]:
        """Yield the file in pieces."""
        is_secret = False
        while self._at < len(self._tokens):
            if self._is("["):
                header = list(self._until("\n"))
                is_secret = any(hides(name, header) for name in _names(header))
                yield from (token for _, token in header)
            elif self._kind in {"bare", "text"}:
                yield from self._option(is_secret=is_secret)
            else:
                yield self._next()

    def _option(self, *, is_secret: bool) -> Iterator[str]:
        named = [*self._until("=")]
        yield from (token for _, token in named)
        yield self._next()
        yield from self._value(_names(named), is_secret=is_secret)

    def _value(self, names: list[str], *, is_secret: bool) -> Iterator[str]:
        while self._kind in {"blank", "comment"} or self._is("\n"):
            yield self._next()
        begun = self._at
        self._skip()
        written = "".join(token for _, token in self._tokens[begun : self._at])
        value = tomllib.loads(f"it = {written}")["it"]
        if is_secret or any(hides(name, value) for name in names):
            yield f'"{HIDDEN}"'
        elif isinstance(value, str):
            yield _IN_AN_ADDRESS.sub(f"{HIDDEN}@", written)
        elif isinstance(value, list | dict):
            self._at = begun
            yield from self._several(names, inside="}" if isinstance(value, dict) else "]")
        else:
            yield written

    def _several(self, names: list[str], *, inside: str) -> Iterator[str]:
        """Yield a list or a table within a line, each value by itself."""
        yield self._next()
        while not self._is(inside):
            if self._kind in {"blank", "comment"} or self._is("\n") or self._is(","):
                yield self._next()
            elif inside == "}":
                yield from self._option(is_secret=False)
            else:
                yield from self._value(names, is_secret=False)
        yield self._next()

    def _skip(self) -> None:
        """Go behind one value."""
        if not self._is("[") and not self._is("{"):
            while self._at < len(self._tokens) and not self._ends_value():
                self._at += 1
            return
        depth = 0
        while True:
            depth += self._is("[") + self._is("{") - self._is("]") - self._is("}")
            self._at += 1
            if not depth:
                return

    def _ends_value(self) -> bool:
        kind, written = self._tokens[self._at]
        if kind == "blank":
            # A date and its time may stand apart, so that a blank alone is no end.
            following = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else ("", "")
            return following[0] != "bare"
        return kind == "comment" or (kind == "mark" and written in ",]}\n")

    def _until(self, mark: str) -> Iterator[tuple[str, str]]:
        while self._at < len(self._tokens) and not self._is(mark):
            yield self._tokens[self._at]
            self._at += 1

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1][1]

    def _is(self, mark: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at] == ("mark", mark)

    @property
    def _kind(self) -> str:
        return self._tokens[self._at][0]


def _names(tokens: list[tuple[str, str]]) -> list[str]:
    """Return the parts of a dotted name, each as it is read."""
    return [
        tomllib.loads(f"it = {token}")["it"] if kind == "text" else token
        for kind, token in tokens
        if kind in {"bare", "text"}
    ]
