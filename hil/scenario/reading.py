"""Parsing a text into a `Script`. Errors name the line, and are raised before anything is played."""

import re
from collections.abc import Iterator, Sequence

from firmware_host.errors import did_you_mean
from firmware_host.rules.decision import Role
from hil.scenario.header import Entry, TableToml, read_header
from hil.scenario.script import (
    ONLY_OF_A_REFUSAL,
    Beginning,
    Deed,
    Expectation,
    Filling,
    GoingOn,
    Happening,
    Kind,
    Restarting,
    Rewriting,
    Saying,
    Script,
    SettingClock,
    Speaker,
    Unreadable,
    Waiting,
)

ROLES = {
    "dealer": Role.DEALER,
    "floor": Role.FLOORPERSON,
    "shift supervisor": Role.POKER_SHIFT_SUPERVISOR,
    "supervisor": Role.CASINO_SUPERVISOR,
    "technician": Role.TECHNICIAN,
    "surveillance": Role.SURVEILLANCE,
    "shuffler": Role.DEVICE,
    "puck": Role.DEVICE,
    "shaker": Role.DEVICE,
    "device": Role.DEVICE,
}
"""The roles that may begin a line; a name may follow."""


UNITS = {"hour": 3_600_000, "minute": 60_000, "second": 1000, "millisecond": 1}

COMMENT = re.compile(r"(?:^|\s)#.*$")

HEADING = re.compile(r"==\s*(?P<part>.*?)\s*=*")

ENTRY = re.compile(r"(?P<key>[a-z][a-z -]*):\s*(?P<text>.*)")

EXPECTED = re.compile(rf"(?P<kind>{'|'.join(sorted(Kind, key=len, reverse=True))}):\s*(?P<text>.*)")

CITED = re.compile(r"(?P<text>.*?)\s*\[(?P<paragraphs>[^\[\]]*)\]")

TRYING = re.compile(r"try(?P<late> late)?:\s*(?P<rest>.*)")

SEATS = re.compile(r"seats\s+(?P<seats>\d+(?:\s*(?:,|and)\s*\d+)+)\s+(?P<words>.+)")

SPEAKER = re.compile(
    rf"(?P<role>{'|'.join(sorted(ROLES, key=len, reverse=True))})(?:\s+(?P<name>[\w.-]+))?:\s*(?P<words>.*)"
)

POWER = re.compile(r"the power fails for (?P<time>.+?)(?P<unsynced>, and the clock does not know the time)?")

CLOCK = re.compile(r"the clock is set (?P<way>ahead|back) by (?P<time>.+)")

DISK = re.compile(r"the disk has (?P<mib>\d+) MiB left")

SYNCHRONISED = {"the clock loses the time": False, "the clock knows the time again": True}

REWRITTEN = "table.toml now says "

DURATION = re.compile(rf"(\d+)\s+({'|'.join(UNITS)})s?(?:\s+(?:and\s+)?|$)")


def read_script(text: str) -> Script:
    """Read a whole script. Raises Unreadable."""
    source = text.splitlines()
    lines = [(number, COMMENT.sub("", line).strip()) for number, line in enumerate(source, 1)]
    said = [(number, line) for number, line in lines if line]
    first = next((at for at, (_, line) in enumerate(said) if HEADING.fullmatch(line)), None)
    if first is None:
        raise Unreadable(len(source) or 1, "there is no `== heading`; what people do comes after the first heading")
    toml = TableToml()
    header = read_header([_entry(number, line) for number, line in said[:first]], toml)
    return Script(header=header, deeds=tuple(_deeds(said[first:], toml)), source=tuple(source))


def _entry(number: int, line: str) -> Entry:
    found = ENTRY.fullmatch(line)
    if not found:
        raise Unreadable(number, f"`{line}` is not `key: value`; what people do comes after the first `== heading`")
    return number, found["key"].strip(), found["text"]


def _deeds(lines: Sequence[tuple[int, str]], toml: TableToml) -> Iterator[Deed]:
    part, begun = "", Deed(line=lines[0][0], part="", what=Beginning())
    for number, line in lines:
        heading, expected = HEADING.fullmatch(line), EXPECTED.fullmatch(line)
        if heading:
            part = heading["part"]
        elif expected:
            begun = _with(begun, _expectation(number, Kind(expected["kind"]), expected["text"]))
        else:
            yield _whole(begun)
            begun = Deed(line=number, part=part, what=_happening(number, line, toml))
    yield _whole(begun)


def _with(deed: Deed, expectation: Expectation) -> Deed:
    trying = isinstance(deed.what, Saying) and deed.what.trying
    if expectation.kind in ONLY_OF_A_REFUSAL and not trying:
        raise Unreadable(expectation.line, f"`{expectation.kind}:` is only allowed after a line with `try:`")
    return Deed(line=deed.line, part=deed.part, what=deed.what, expected=(*deed.expected, expectation))


def _whole(deed: Deed) -> Deed:
    trying = isinstance(deed.what, Saying) and deed.what.trying
    if trying and not any(expectation.kind is Kind.REFUSED for expectation in deed.expected):
        raise Unreadable(deed.line, "`try:` needs a line `refused:` with the reason; omit `try:` for what is accepted")
    return deed


def _expectation(number: int, kind: Kind, text: str) -> Expectation:
    cited = CITED.fullmatch(text)
    if not text:
        raise Unreadable(number, f"`{kind}:` needs a text, or `?` to have it filled in")
    if not cited:
        return Expectation(line=number, kind=kind, text=text)
    paragraphs = tuple(word.strip() for word in cited["paragraphs"].split(","))
    return Expectation(line=number, kind=kind, text=cited["text"] or "...", paragraphs=paragraphs)


def _happening(number: int, line: str, toml: TableToml) -> Happening:
    tried = TRYING.fullmatch(line)
    if tried:
        said = _saying(number, tried["rest"])
        return Saying(speaker=said.speaker, words=said.words, trying=True, late=bool(tried["late"]))
    if line.startswith("wait "):
        return Waiting(ms=_duration(number, line.removeprefix("wait ")))
    if line.startswith("go on until "):
        return GoingOn(until=line.removeprefix("go on until "))
    if line.startswith(REWRITTEN):
        toml.says(*_entry(number, line.removeprefix(REWRITTEN)))
        return Rewriting(config=toml.config(number))
    return _of_the_board(number, line) or _saying(number, line)


def _of_the_board(number: int, line: str) -> Happening | None:
    if line == "the controller restarts":
        return Restarting()
    if line in SYNCHRONISED:
        return SettingClock(synced=SYNCHRONISED[line])
    failed, clock, disk = (pattern.fullmatch(line) for pattern in (POWER, CLOCK, DISK))
    if failed:
        return Restarting(off_ms=_duration(number, failed["time"]), synced=not failed["unsynced"])
    if clock:
        by_ms = _duration(number, clock["time"])
        return SettingClock(by_ms=by_ms if clock["way"] == "ahead" else -by_ms)
    return Filling(free_mib=int(disk["mib"])) if disk else None


def _saying(number: int, line: str) -> Saying:
    several = SEATS.fullmatch(line)
    if several:
        seats = re.findall(r"\d+", several["seats"])
        return Saying(speaker=_dealer(), words=tuple(f"seat {seat} {_of_one(several['words'])}" for seat in seats))
    if re.match(r"seat\s+\d+\b", line):
        return Saying(speaker=_dealer(), words=(line,))
    found = SPEAKER.fullmatch(line)
    if not found:
        raise Unreadable(number, _who(line))
    return Saying(speaker=Speaker(role=ROLES[found["role"]], name=found["name"]), words=(found["words"],))


def _dealer() -> Speaker:
    return Speaker(role=Role.DEALER)


def _of_one(words: str) -> str:
    """Return a plural verb in the singular: `check` becomes `checks`."""
    verb, _, rest = words.partition(" ")
    ending = "" if verb.endswith("s") else "s"
    return f"{verb}{ending} {rest}".strip()


def _who(line: str) -> str:
    beginning = line.partition(":")[0]
    otherwise = "a line begins with a seat, a role, or an expectation; see FORMAT.md"
    meant = did_you_mean(beginning, (*Kind, *ROLES, "seat", "wait", "go on until"), otherwise=otherwise)
    return f"unknown beginning `{beginning}`; {meant}"


def _duration(number: int, text: str) -> int:
    """
    Read a time.

    >>> _duration(1, "2 hours and 45 minutes") / 60_000
    165.0
    """
    found = DURATION.findall(text)
    if DURATION.sub("", text) or not found:
        raise Unreadable(number, f"`{text}` is not a length of time; write `2 hours 45 minutes` or `30 seconds`")
    return sum(int(count) * UNITS[unit] for count, unit in found)
