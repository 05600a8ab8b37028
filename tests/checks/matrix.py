"""
Checks that the compliance matrix is complete and correct.

A test names the paragraphs it proves: `@pytest.mark.paragraph("14.10(g)")` on a function or a class, or
`pytestmark = pytest.mark.paragraph(...)` for a whole file. The marks are read from the source, without importing it.
A scenario names them in its header: `paragraphs: 14.10(g)`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_host.rules.compliance import MATRIX, SECTIONS, Row, State
from tests.checks import source

SCENARIOS = Path("tests/scenarios")

MARK = "mark.paragraph"

PLAYED = "tests/scenarios/test_scenarios.py::test_everything_goes_as_the_script_says"

INDEX = Path("tests/rules/index.txt")


A_PARAGRAPH = re.compile(r"1[34]\.\d+[A-C]?(?:\([A-Za-z]+\)\d*[ivx]*)+|I-\d+")


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A paragraph that a test claims to prove; empty if the mark is not a plain string."""

    test: str
    paragraph: str


def check(root: Path) -> list[str]:
    marks = list(collect(root))
    return [
        *rows_and_index(MATRIX, index(root)),
        *rows_by_themselves(MATRIX, root),
        *marks_and_rows(MATRIX, marks),
        *cited(MATRIX, root),
    ]


def index(root: Path) -> list[str]:
    lines = (root / INDEX).read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def collect(root: Path) -> Iterator[Mark]:
    for file in source.files(root, ("tests",)):
        text = file.read_text(encoding="utf-8")
        if MARK in text:
            yield from _in_body(ast.parse(text).body, file.relative_to(root).as_posix())
    for file in sorted((root / SCENARIOS).rglob("*.table")):
        name = f"{PLAYED}[{file.relative_to(root / SCENARIOS).with_suffix('').as_posix()}]"
        yield from (Mark(test=name, paragraph=paragraph) for paragraph in _claims(file.read_text(encoding="utf-8")))


def proofs(rows: Sequence[Row], marks: Sequence[Mark]) -> dict[str, list[str]]:
    """Return the tests of each row; an empty list for a row without a test."""
    return {row.paragraph: sorted({mark.test for mark in marks if mark.paragraph == row.paragraph}) for row in rows}


def rows_and_index(rows: Sequence[Row], paragraphs: Sequence[str]) -> list[str]:
    times = Counter(row.paragraph for row in rows)
    return [
        *(f"{paragraph} is in the index but has no row" for paragraph in paragraphs if paragraph not in times),
        *(f"{paragraph} has a row but is not in the index" for paragraph in times if paragraph not in paragraphs),
        *(f"{paragraph} has {count} rows" for paragraph, count in times.items() if count > 1),
    ]


def rows_by_themselves(rows: Sequence[Row], root: Path) -> list[str]:
    complaints = []
    for row in rows:
        if row.section not in SECTIONS:
            complaints.append(f"{row.paragraph} is in no known section, so it would not be shown")
        if row.state is State.OUTSIDE and not row.reason:
            complaints.append(f"{row.paragraph} is outside but gives no reason")
        if row.state is State.OUTSIDE and (row.code or row.needs):
            complaints.append(f"{row.paragraph} is outside but also met or planned")
        if row.state is State.MET and not row.code:
            complaints.append(f"{row.paragraph} is met but does not say where")
        if row.code and not _exists(root, row.code):
            complaints.append(f"{row.paragraph}: there is no module {row.code}")
    return complaints


def marks_and_rows(rows: Sequence[Row], marks: Sequence[Mark]) -> list[str]:
    states = {row.paragraph: row.state for row in rows}
    proved = {mark.paragraph for mark in marks}
    return [
        *(f"{mark.test}: write each paragraph of the mark as a plain string" for mark in marks if not mark.paragraph),
        *(
            f"{mark.test}: there is no paragraph {mark.paragraph}"
            for mark in marks
            if mark.paragraph and mark.paragraph not in states
        ),
        *(
            f"{mark.test}: {mark.paragraph} is outside, so no test can prove it"
            for mark in marks
            if states.get(mark.paragraph) is State.OUTSIDE
        ),
        *(
            f"{paragraph} is met but no test proves it"
            for paragraph, state in states.items()
            if state is State.MET and paragraph not in proved
        ),
    ]


def cited(rows: Sequence[Row], root: Path) -> list[str]:
    """Check that every paragraph cited in the product exists: a wrong one would mislead a dealer."""
    there = {row.paragraph for row in rows} | set(SECTIONS)
    return [
        f"{file.relative_to(root)}:{node.lineno}: there is no paragraph {node.value}"
        for file in source.files(root, source.PRODUCT)
        if A_PARAGRAPH.search(text := file.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if A_PARAGRAPH.fullmatch(node.value) and node.value not in there
    ]


def _exists(root: Path, module: str) -> bool:
    path = root.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _claims(script: str) -> Iterator[str]:
    header = script.partition("\n==")[0]
    for line in header.splitlines():
        key, _, paragraphs = line.partition(":")
        if key.strip() == "paragraphs":
            yield from paragraphs.partition(" #")[0].replace(",", " ").split()


def _in_body(body: Sequence[ast.stmt], name: str) -> Iterator[Mark]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _marks(node.decorator_list, f"{name}::{node.name}")
            case ast.ClassDef():
                yield from _marks(node.decorator_list, f"{name}::{node.name}")
                yield from _in_body(node.body, f"{name}::{node.name}")
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=ast.List(elts=several)):
                yield from _marks(several, name)
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=one):
                yield from _marks([one], name)
            case _:
                pass


def _marks(decorators: Sequence[ast.expr], test: str) -> Iterator[Mark]:
    for decorator in decorators:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="paragraph"), args=[_, *_] as names, keywords=[]):
                yield from (Mark(test=test, paragraph=_written_out(name)) for name in names)
            case ast.Call(func=ast.Attribute(attr="paragraph")) | ast.Attribute(attr="paragraph"):
                yield Mark(test=test, paragraph="")
            case _:
                pass


def _written_out(name: ast.expr) -> str:
    return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else ""
