"""Each package that the product imports is a dependency with a range of its own: no other package brings it along."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hil.environment import CLONE
from tests.checks import source

OURS = {"firmware_host", "drivers"}

NOT_NEEDED = {
    "rich": "a table in colours, where it is installed",
    "hatchling": "builds the wheel",
    "_typeshed": "types",
}


def imported(file: Path) -> Iterator[str]:
    """Yield the packages that a file imports from elsewhere."""
    for node in source.statements(ast.parse(file.read_text(encoding="utf-8")).body):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.append(node.module)
        yield from (name.partition(".")[0] for name in names)


def test_what_the_product_imports_it_declares() -> None:
    project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {canonicalize_name(Requirement(text).name) for text in project["dependencies"]}
    found = {name for folder in OURS for file in (CLONE / folder).rglob("*.py") for name in imported(file)}
    of = packages_distributions()
    foreign = found - OURS - NOT_NEEDED.keys() - {*sys.stdlib_module_names}
    assert {name for name in foreign if not {*map(canonicalize_name, of.get(name, ()))} & declared} == set()
