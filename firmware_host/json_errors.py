"""What is wrong with a JSON text, in words for people who know JSON and not this program."""

import re
from typing import Final

import msgspec

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What the JSON reader raises for a text that is wrong, is not UTF-8, or is nested too deeply."""

KINDS = {
    "array": "a list in brackets",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object in braces",
    "str": "a text in quotes",
}

LIMITS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}

UNKNOWN = re.compile(r"Object contains unknown field (`.*`)")

MISSING = re.compile(r"Object missing required field (`.*`)")

NO_SUCH = re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL)

OTHER_KIND = re.compile(r"Expected `([^`]+)`, got `(\w+)`")

OUT_OF_RANGE = re.compile(r"Expected `(\w+)` (<=|>=|<|>) (\S+)")

OTHER_LENGTH = re.compile(r"Expected `\w+` of length (<=|>=|<|>) (\S+)")

NOT_READABLE = re.compile(r"Expected `str` matching regex '\^\[!-~\]")

NOT_A_NAME = re.compile(r"Expected `str` matching regex '\^\[a-z0-9-\]\{1,32\}\$")


def said(error: Exception) -> str:
    """
    Return an error of the JSON reader in words.

    >>> said(ValueError("Expected `int`, got `str` - at `$.act.seat`"))
    '`act.seat` is a text in quotes; write a whole number'
    >>> said(ValueError("Object contains unknown field `cents`"))
    'there is no field `cents`'
    >>> said(ValueError("Expected `int` >= 1 - at `$.seat`"))
    '`seat` is out of range; write a whole number, 1 or more'
    >>> said(ValueError("JSON is malformed: trailing characters (byte 26)"))
    'this is not JSON: trailing characters (byte 26)'
    """
    if isinstance(error, UnicodeDecodeError):
        return "the text is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    message, _, path = str(error).partition(" - at ")
    name = path.strip("`").removeprefix("$").removeprefix(".")
    if message == "Input data was truncated":
        return "the JSON text ends too early"
    return _of_a_field(message, f"`{name}`" if name else "it").replace("JSON is malformed", "this is not JSON")


def _of_a_field(message: str, what: str) -> str:
    inside = "" if what == "it" else f" in {what}"
    if found := UNKNOWN.fullmatch(message):
        return f"there is no field {found[1]}{inside}"
    if found := MISSING.fullmatch(message):
        return f"the field {found[1]} is missing{inside}"
    if found := NO_SUCH.fullmatch(message):
        return f"{what} is {found[1]}, which is not one of its values"
    if found := OTHER_KIND.fullmatch(message):
        wanted = " or ".join(KINDS.get(kind, kind) for kind in found[1].split(" | "))
        return f"{what} is {KINDS.get(found[2], found[2])}; write {wanted}"
    if found := OUT_OF_RANGE.fullmatch(message):
        return f"{what} is out of range; write {KINDS.get(found[1], found[1])}, {LIMITS[found[2]].format(found[3])}"
    if found := OTHER_LENGTH.fullmatch(message):
        return f"{what} is too short or too long; its length has to be {LIMITS[found[1]].format(found[2])}"
    if NOT_A_NAME.match(message):
        return f"{what} is not a valid name; write small letters, digits and hyphens, 32 at most"
    if NOT_READABLE.match(message):
        return f"{what} has a character that people cannot read; write printable ASCII, without a space at either end"
    return message if what == "it" else f"{what}: {message}"
