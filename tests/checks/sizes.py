"""Measures modules and functions; every run shows the largest, and only absurd sizes fail."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.checks import source

LARGEST_MODULE = 600

LONGEST_FUNCTION = 80

SHOWN = 5


@dataclass(frozen=True, order=True)
class Size:
    lines: int
    name: str


def check(root: Path) -> list[str]:
    modules = [f"{size.name} has {size.lines} lines" for size in module_sizes(root) if size.lines > LARGEST_MODULE]
    functions = [
        f"{size.name} has {size.lines} lines" for size in function_sizes(root) if size.lines > LONGEST_FUNCTION
    ]
    return modules + functions


def report(root: Path) -> list[str]:
    return [*_largest("modules", module_sizes(root)), *_largest("functions", function_sizes(root))]


def module_sizes(root: Path) -> Iterator[Size]:
    for file in source.files(root, source.ALL):
        yield Size(len(file.read_text(encoding="utf-8").splitlines()), str(file.relative_to(root)))


def function_sizes(root: Path) -> Iterator[Size]:
    for file in source.files(root, source.ALL):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield Size(lines, f"{file.relative_to(root)}:{node.lineno} {node.name}")


def _largest(kind: str, sizes: Iterator[Size]) -> list[str]:
    ordered = sorted(sizes, reverse=True)
    if not ordered:
        return []
    median = statistics.median(size.lines for size in ordered)
    return [
        f"{len(ordered)} {kind}, median {median:.0f} lines; the largest:",
        *(f"  {size.lines:4} {size.name}" for size in ordered[:SHOWN]),
    ]
