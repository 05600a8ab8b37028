"""When an environment counts as built, and the messages if it cannot be built. Building one needs a bare machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hil import environment
from hil.commands import COMMANDS
from hil.environment import CLONE
from tests.checks.tree import grow


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with a built environment, whose Python is never started."""
    files = {"requirements.lock": "a==1", "pyproject.toml": "x = 1", "hil/pyproject.toml": "x = 1"}
    grow(tmp_path, files | {".venv/bin/python": "#!/bin/false"})
    (tmp_path / ".venv" / "bin" / "python").chmod(0o755)
    (tmp_path / ".venv" / environment.MARKER).write_text("\n".join(environment.wanted(tmp_path)))
    return tmp_path


def test_an_environment_that_is_made_is_left_alone(clone: Path) -> None:
    assert environment.is_made(clone)
    assert not environment.make_if_needed(clone)


@pytest.mark.parametrize("changed", ["requirements.lock", "pyproject.toml", "hil/pyproject.toml"])
def test_it_is_made_anew_when_what_it_was_made_from_changes(clone: Path, changed: str) -> None:
    (clone / changed).write_text("y = 2")
    assert not environment.is_made(clone)


def test_an_interrupted_build_is_never_taken_for_a_good_one(clone: Path) -> None:
    (clone / ".venv" / environment.MARKER).unlink()
    assert not environment.is_made(clone)


def test_it_is_made_anew_when_its_python_is_gone(clone: Path) -> None:
    (clone / ".venv" / "bin" / "python").unlink()
    assert not environment.is_made(clone)


def test_it_is_made_anew_when_the_clone_was_moved(clone: Path) -> None:
    moved = clone.rename(clone.with_name("moved"))
    assert not environment.is_made(moved)


@pytest.mark.parametrize("changed", ["pyproject.toml", "hil/pyproject.toml"])
def test_only_the_packages_are_kept_when_just_a_project_changed(clone: Path, changed: str) -> None:
    (clone / changed).write_text("y = 2")
    assert environment.made_from(clone)[0] == environment.wanted(clone)[0]


def test_an_incomplete_clone_gets_a_line_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(environment.NoEnvironmentError, match=r"requirements\.lock"):
        environment.make_if_needed(tmp_path)


def test_an_old_python_gets_a_line_with_the_version_it_needs() -> None:
    with pytest.raises(environment.NoEnvironmentError, match=r"3\.11 or newer is needed; this is Python 3\.9"):
        environment.refuse_old_python((3, 9))


def bare(*words: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run `python3 -m hil` without any package: -S and -I hide the packages and this environment."""
    start = (
        f"import sys; sys.path.insert(0, {str(CLONE)!r}); {before}"
        f"from hil.__main__ import main; sys.exit(main({list(words)!r}))"
    )
    return subprocess.run([sys.executable, "-I", "-S", "-c", start], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [(), ("--help",)])
def test_help_names_every_command_and_needs_no_environment_and_no_package(words: tuple[str, ...]) -> None:
    ran = bare(*words)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "example: python3 -m hil demo" in ran.stdout
    for command in COMMANDS:
        assert re.search(rf"^    {command} +\w", ran.stdout, re.MULTILINE), command
        assert f"example: python3 -m hil {command}" in bare(command, "--help").stdout


def test_a_mistyped_command_is_refused_with_the_nearest_name_before_an_environment_is_made() -> None:
    ran = bare("dmeo", "--rounds", "1")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == ("python3 -m hil: unknown choice 'dmeo'; did you mean `demo`?; see `python3 -m hil --help`\n")


def test_an_old_python_ends_before_it_reads_what_only_a_new_one_can() -> None:
    ran = bare("--help", before="sys.version_info = (3, 9, 2); sys.modules['firmware_host'] = None; ")
    assert (ran.returncode, ran.stdout) == (environment.EXIT_NO_ENVIRONMENT, "")
    assert ran.stderr == "Python 3.11 or newer is needed; this is Python 3.9.\n"


def test_bytecode_that_may_not_lie_beside_the_sources_lies_in_the_environment(tmp_path: Path) -> None:
    start = (
        f"from pathlib import Path; from hil import environment; environment.keep_bytecode(Path({str(tmp_path)!r}));"
        "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import hil.auditor.poker_auditor'], check=True)"
    )
    told = {"PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"}
    subprocess.run([sys.executable, "-c", start], cwd=CLONE, env=told, check=True)
    assert list((tmp_path / "bytecode").rglob("poker_auditor.*.pyc"))
