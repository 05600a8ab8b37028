"""Measures modules and functions; a run shows the largest and the cut of the product, and only absurd sizes fail."""

from __future__ import annotations

import ast
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.checks import source

LARGEST_MODULE = 600

LONGEST_FUNCTION = 80

SHOWN = 5

PRODUCT = "firmware_host"

FEW_CODE_LINES = 25

OFTEN = 3
"""A file name that occurs more often than this says too little."""


@dataclass(frozen=True, order=True)
class Size:
    lines: int
    name: str


@dataclass(frozen=True)
class Measured:
    """One module; the name of a function begins with its line."""

    lines: int
    code_lines: int
    functions: tuple[Size, ...]


def check(root: Path) -> list[str]:
    modules = [f"{size.name} has {size.lines} lines" for size in module_sizes(root) if size.lines > LARGEST_MODULE]
    functions = [
        f"{size.name} has {size.lines} lines" for size in function_sizes(root) if size.lines > LONGEST_FUNCTION
    ]
    return modules + functions


def report(root: Path) -> list[str]:
    return [
        *_largest("modules", module_sizes(root)),
        *_largest("functions", function_sizes(root)),
        *_cut(root),
        *_often(root),
    ]


def module_sizes(root: Path) -> Iterator[Size]:
    for file in source.files(root, source.ALL):
        yield Size(measured(file.read_text(encoding="utf-8")).lines, str(file.relative_to(root)))


def function_sizes(root: Path) -> Iterator[Size]:
    for file in source.files(root, source.ALL):
        for function in measured(file.read_text(encoding="utf-8")).functions:
            yield Size(function.lines, f"{file.relative_to(root)}:{function.name}")


@cache
def measured(text: str) -> Measured:
    """Parse a module once, for the check and for the report."""
    statements = tuple(source.statements(ast.parse(text).body))
    return Measured(
        lines=len(text.splitlines()),
        code_lines=_code_lines(text, statements),
        functions=tuple(
            Size((node.end_lineno or node.lineno) - node.lineno + 1, f"{node.lineno} {node.name}")
            for node in statements
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ),
    )


def _largest(kind: str, sizes: Iterator[Size]) -> list[str]:
    ordered = sorted(sizes, reverse=True)
    if not ordered:
        return []
    median = statistics.median(size.lines for size in ordered)
    return [
        f"{len(ordered)} {kind}, median {median:.0f} lines; the largest:",
        *(f"  {size.lines:4} {size.name}" for size in ordered[:SHOWN]),
    ]


def _code_lines(text: str, statements: Iterable[ast.AST]) -> int:
    """Return the lines that hold code: neither blank, nor a comment, nor a docstring."""
    words = {
        line
        for node in statements
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in words
        for number, line in enumerate(text.splitlines(), 1)
    )


def _cut(root: Path) -> list[str]:
    """Say into how many modules the product is cut, without the files that only make a folder a package."""
    texts = [file.read_text(encoding="utf-8") for file in source.files(root, (PRODUCT,)) if file.name != "__init__.py"]
    if not texts:
        return []
    median = statistics.median(measured(text).lines for text in texts)
    small = sum(measured(text).code_lines < FEW_CODE_LINES for text in texts)
    return [f"{PRODUCT}: {len(texts)} modules, median {median:.0f} lines, {small} under {FEW_CODE_LINES} lines of code"]


def _often(root: Path) -> list[str]:
    """Name the file names of the shipped code that occur too often."""
    names = Counter(file.name for file in source.files(root, source.SHIPPED) if not file.name.startswith("__"))
    often = [f"{name} ({count})" for name, count in names.most_common() if count > OFTEN]
    return [f"file names more than {OFTEN} times: {', '.join(often) or 'none'}"] if names else []
