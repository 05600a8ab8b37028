"""Turns msgspec errors about a configuration file into sentences: line, option, allowed values, nearest name."""

import re
from collections.abc import Iterable, Mapping

from firmware_host.config.reference import Option, Section, sections
from firmware_host.errors import did_you_mean

PLACE = re.compile(r" - at `(?:key` in `)?\$?(?P<path>[^`]*)`$")

UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`$")

MISSING = re.compile(r"Object missing required field `(?P<name>.+)`$")

NO_SUCH = re.compile(r"Invalid (?:enum )?value '?(?P<value>.+?)'?$")

OTHER_LENGTH = re.compile(r"Expected `(?P<kind>\w+)` of length (?P<sign><=|>=) (?P<bound>\d+)")

OTHER_KIND = re.compile(r"Expected `[^`]+`(?! of length [<>])")

SECTION = re.compile(r"\s*\[\[?\s*(?P<name>[^\]]+?)\s*\]")

SECRET = re.compile(r"pass(?:word|wd|phrase|code)|secret|token|psk|api[_-]?key", re.IGNORECASE)

KEY = re.compile(r"\s*(?P<name>[^=#\[]+?)\s*=")


def told(error: Exception, *, of: type, text: str = "", within: str = "") -> str:
    """
    Return a sentence about an error in decoding a file of type `of`; with the file's `text`, also the line number.

    `within` is the section that was decoded, empty for the whole file.
    """
    if isinstance(error, UnicodeDecodeError):
        above = error.object.count(b"\n", 0, error.start)
        return f"line {above + 1}: not UTF-8 text; save the file as UTF-8"
    if text.startswith("\ufeff"):
        return "line 1: the file begins with a byte order mark; save the file as UTF-8 without one"
    message = _plain_syntax(str(error))
    found = PLACE.search(message)
    names = [*within.split(".")] if within else []
    if found:
        message = message[: found.start()]
        names += [name for name in re.sub(r"\[[^\]]*\]", "", found["path"]).split(".") if name]
    known = sections(of)
    if within:
        known = tuple(_inside(within, each) for each in known)
    words, named = _words(message, names, known)
    line = _line(text, named)
    return f"line {line}: {words}" if line else words


SYNTAX: Mapping[str, str] = {
    "Cannot overwrite a value": "an option is given a second time",
    "Cannot declare": "a section is given a second time",
    "Illegal character '\\n'": "a text in quotes has no closing quote on its line",
    "Expected '=' after a key": "there is no = after the name of an option",
    "Invalid initial character for a key part": "a line begins with a character that no option's name can begin with",
    "Invalid statement": "a line is neither a section, nor an option, nor a comment",
    "Invalid value": "the value after = is neither a text in quotes, a number, true, false, nor a list",
    "Unclosed array": "a list has no closing ]",
    "Expected ']' at the end of a table": "the name of a section has no closing ]",
    "Expected newline or end of document": "there is more after the value; put quotes around all of it",
}
"""What the reader of TOML says, and what it means to somebody who knows no TOML."""


def _plain_syntax(message: str) -> str:
    said = next((said for said in SYNTAX if message.startswith(said)), None)
    if said is None:
        return message
    at = re.search(r"\(at line (\d+), column \d+\)$", message)
    return f"line {at[1]}: {SYNTAX[said]}" if at else SYNTAX[said]


def _words(message: str, names: list[str], known: tuple[Section, ...]) -> tuple[str, list[str]]:
    """Return the sentence, and the path of the option whose line to look for."""
    where = ".".join(names)
    if unknown := UNKNOWN.match(message):
        name = unknown["name"]
        if SECRET.search(name):
            sentence = f"unknown name `{name}` {_in(where)}, and this file must not contain secrets"
            return f"{sentence}; put the broker's password into the file named by `credentials` in [mqtt]", [
                *names,
                name,
            ]
        return _with_nearest(f"unknown name `{name}` {_in(where)}", name, _names(where, known)), [*names, name]
    if missing := MISSING.match(message):
        name = missing["name"]
        option = _option([*names, name], known)
        if option is None:
            return f"the section [{'.'.join([*names, name])}] is missing", names
        return f"`{name}` is missing {_in(where)}: {option.type}", names
    option = _option(names, known)
    if option is None:
        return (f"{message} (in [{where}])" if where else message), names
    place = f"`{option.name}` {_in(option.section)}"
    if (other := NO_SUCH.match(message)) and "one of " in option.type:
        among = option.type.partition("one of ")[2].split(", ")
        return _with_nearest(
            f"{place}: {other['value']} is not valid; expected {option.type}", other["value"], among
        ), names
    if length := OTHER_LENGTH.match(message):
        return f"{place}: write {_bound(length)}", names
    if OTHER_KIND.match(message):
        wrong = "not valid" if "matching regex" in message else "wrong type"
        return f"{place}: {wrong}; expected {option.type}", names
    return f"{message} in [{option.section}] {option.name}", names


def _bound(length: re.Match[str]) -> str:
    one, many = ("entry", "entries") if length["kind"] == "array" else ("letter", "letters")
    things = one if length["bound"] == "1" else many
    return f"at {'most' if length['sign'] == '<=' else 'least'} {length['bound']} {things}"


def _with_nearest(sentence: str, name: str, those: Iterable[str]) -> str:
    meant = did_you_mean(name, those)
    return f"{sentence}; {meant}" if meant else sentence


def _in(section: str) -> str:
    return f"in [{section}]" if section else "at the top level"


def _names(section: str, known: tuple[Section, ...]) -> set[str]:
    """Return the options of a section, and the sections inside it."""
    begin = f"{section}." if section else ""
    inside = {each.name.removeprefix(begin).partition(".")[0] for each in known if each.name.startswith(begin)}
    return inside | {option.name for each in known if each.name == section for option in each.options}


def _option(names: list[str], known: tuple[Section, ...]) -> Option | None:
    """Return the option at this path, or the option whose value contains this path."""
    for end in range(len(names), 0, -1):
        section, name = ".".join(names[: end - 1]), names[end - 1]
        for each in known:
            for option in each.options:
                if (each.name, option.name) == (section, name):
                    return option
    return None


def _inside(within: str, section: Section) -> Section:
    name = f"{within}.{section.name}" if section.name else within
    return Section(name=name, many=section.many, says=section.says, options=section.options)


def _line(text: str, names: list[str]) -> int | None:
    """Return the line number, from 1, of this path or of the nearest path above it."""
    for end in range(len(names), 0, -1):
        section: list[str] = []
        for number, line in enumerate(text.splitlines(), 1):
            if head := SECTION.match(line):
                section = _bare(head["name"])
                here = section
            elif key := KEY.match(line):
                here = [*section, *_bare(key["name"])]
            else:
                continue
            if here == names[:end]:
                return number
    return None


def _bare(key: str) -> list[str]:
    """Return the parts of a dotted key without their quotes."""
    return [part.strip().strip("\"'") for part in key.split(".")]
