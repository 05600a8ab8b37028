"""`firmware-host explain`: a refusal code, an interpretation, a paragraph or an alert in plain words."""

import argparse
import shutil
import textwrap
from collections.abc import Iterator

import msgspec

from firmware_host.commands.explanations import CODES, MET, READINGS, SIGNS
from firmware_host.commands.rules import NARROWEST, WIDEST, without_title
from firmware_host.errors import EXPLAIN, UserError, did_you_mean
from firmware_host.rules.compliance import MATRIX, NOT_PRINTED, SECTIONS, Row, State, is_not_printed
from firmware_host.rules.decision import Code
from firmware_host.rules.roles import said
from firmware_host.rules.struct import Record
from firmware_host.table.floor.alert_kinds import KINDS
from firmware_host.table.no_paragraph import CODES as WHY_NONE
from firmware_host.table.terms import AlertKind


class Explanation(Record, frozen=True, kw_only=True):
    """One meaning of a word: what kind of word it is, what it means, and what to do next."""

    name: str
    kind: str
    means: str
    do: str
    paragraphs: tuple[str, ...] = ()


def run(options: argparse.Namespace) -> int:
    found = tuple(each for word in options.words for each in explained(word))
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return 0
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    print("\n\n".join("\n".join(_lines(each, width)) for each in found))
    return 0


def explained(word: str) -> tuple[Explanation, ...]:
    """Return every explanation of a word: a code and an alert may share a name. Raises `UserError` for none."""
    wanted = without_title(word.strip().strip("[]"))
    found = (*_code(wanted), *_alert(wanted), *_sign(wanted), *_paragraph(wanted))
    if not found:
        raise UserError(f"there is nothing to explain under {word!r}; {_meant(wanted)}")
    return found


def _code(word: str) -> Iterator[Explanation]:
    for code, (means, do) in CODES.items():
        if code == word.lower():
            none = f" It cites no paragraph: {WHY_NONE[code]}." if code in WHY_NONE else ""
            yield Explanation(name=code, kind="refusal code", means=f"{means}{none}", do=do)


def _alert(word: str) -> Iterator[Explanation]:
    for alert, kind in KINDS.items():
        if alert == word.lower():
            ends = (
                f"{kind.put_right[0].upper()}{kind.put_right[1:]}. Then clear"
                if kind.put_right
                else "Deal with it, then clear"
            )
            yield Explanation(
                name=alert,
                kind=f"alert ({kind.severity})",
                means="An alert of the table; its own text, in the log and on the topic `alert`, says what happened. "
                f'Patrons read: "{kind.sign}"',
                do=f"{ends} the alert as a {said(kind.cleared_by)}.",
                paragraphs=kind.paragraphs,
            )


def _sign(word: str) -> Iterator[Explanation]:
    if word in SIGNS:
        means, do = SIGNS[word]
        yield Explanation(name=word, kind="sign in the record", means=means, do=do)


def _paragraph(word: str) -> Iterator[Explanation]:
    """Yield the paragraph itself; where only paragraphs inside it or around it have a row, those."""
    named = NOT_PRINTED if is_not_printed(word.lower()) else word
    same = [row for row in MATRIX if row.paragraph.removeprefix("19:47-").lower() == named.lower()]
    for row in same or _inside(word) or _around(word):
        interpreted = row.paragraph.startswith("I-")
        yield Explanation(
            name=row.paragraph,
            kind="interpretation: the regulation gives no answer, the software reads it so"
            if interpreted
            else f"paragraph: {SECTIONS[row.section]}",
            means=row.text,
            do=READINGS.get(row.paragraph, "Nothing.") if interpreted else _to_do(row),
        )


def _inside(word: str) -> list[Row]:
    """Return the rows of the paragraphs directly named by a longer citation, such as 14.5(b) for 14.5(b)2."""
    return [row for row in MATRIX if "(" in word and row.paragraph.lower().startswith(word.lower())]


def _around(word: str) -> list[Row]:
    """Return the row of the nearest paragraph that contains this one."""
    if "(" not in word:
        return []
    above = [row for row in MATRIX if "(" in row.paragraph and word.lower().startswith(row.paragraph.lower())]
    return sorted(above, key=lambda row: len(row.paragraph))[-1:]


def _to_do(row: Row) -> str:
    met = MET[row.how] if row.state is not State.OPEN else f"It is not met yet; it waits for: {row.needs}."
    note = f" Note: {row.reason}." if row.reason else ""
    return f"{met}{note} More: firmware-host rules '{row.section}'."


def _meant(word: str) -> str:
    if word in SECTIONS and word != "I":
        return f"for a whole section see `firmware-host rules {word}`"
    names = [*Code, *AlertKind, *(row.paragraph for row in MATRIX)]
    near = did_you_mean(word, names)
    otherwise = "see `firmware-host explain --help` for what can be explained"
    # With the command in the text nothing is cited behind it, not the unknown name either.
    return near.replace("`", f"`{EXPLAIN} ", 1) if near else otherwise


def _lines(each: Explanation, width: int) -> Iterator[str]:
    cited = f" [{', '.join(each.paragraphs)}]" if each.paragraphs else ""
    yield f"{each.name}  {each.kind}{cited}"
    for text in (each.means, f"What to do: {each.do}"):
        yield from textwrap.wrap(
            text, width, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
