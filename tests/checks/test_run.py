from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hil.environment import CLONE
from tests.checks.run import Outcomes, Result, Wish, counted, pytest_command, run_for, summary, verdict
from tests.checks.tree import grow

WISH = Wish(steps=("lint", "tests"), quick=False, seed=7, require_all=False)

CI = Wish(steps=("lint", "tests"), quick=False, seed=7, require_all=True)


def test_a_run_that_passed_passes() -> None:
    assert verdict(WISH, Outcomes(passed=["a", "b"]), code=0, seconds=1).failed == 0


@pytest.mark.parametrize("code", [2, 3, 4, 5])
def test_a_pytest_that_ended_badly_without_a_failed_test_is_a_failure(code: int) -> None:
    assert verdict(WISH, Outcomes(), code=code, seconds=1).failed == 1


def test_a_skip_is_a_skip_here_and_a_failure_in_ci() -> None:
    outcomes = Outcomes(passed=["a"], skipped={"b": "no broker"})
    assert counted(verdict(WISH, outcomes, code=0, seconds=1)) == "1 passed, 0 failed, 1 skipped"
    assert counted(verdict(CI, outcomes, code=0, seconds=1)) == "1 passed, 1 failed, 0 skipped"


def test_the_summary_ends_with_what_was_not_run_and_the_counts(tmp_path: Path) -> None:
    outcomes = Outcomes(passed=["a"], skipped={"b": "no broker"}, left_out={"c": "left out by -m 'not slow'"})
    lint = Result(name="lint", seconds=1, passed=1, failed=0)
    lines = list(summary(tmp_path, WISH, [lint, verdict(WISH, outcomes, code=0, seconds=1)]))
    assert lines[lines.index("=== not run") + 1 :] == [
        "   9 step not selected: format, types, imports and 6 more",
        "   1 left out by -m 'not slow': c",
        "   1 no broker: b",
        "2 passed, 0 failed, 1 skipped",
    ]


def test_a_run_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = tmp_path / "its end"
    os.mkfifo(ended)
    hangs = ["sh", "-c", f"exec 3>'{ended}'; sleep 1000; true"]
    reader = os.open(ended, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run_for(hangs, tmp_path, seconds=0.2) == -signal.SIGKILL
        os.set_blocking(reader, True)
        assert os.read(reader, 1) == b""  # ends once no process holds the other end
    finally:
        os.close(reader)
    assert "still running after 0 s, so it was ended: sh -c" in capsys.readouterr().out


def test_a_test_that_hangs_fails_with_its_stack_and_the_others_go_on(tmp_path: Path) -> None:
    grow(
        tmp_path,
        {"test_some.py": "import threading\ndef test_hangs(): threading.Event().wait()\ndef test_good(): pass\n"},
    )
    outcomes = tmp_path / "outcomes.json"
    wish = Wish(steps=(), quick=True, seed=7, require_all=False, for_pytest=(str(tmp_path), "-p", "no:cacheprovider"))
    command = [*pytest_command(wish, outcomes), "-c", str(CLONE / "pyproject.toml"), "-o", "longest_test_s=8"]
    ran = subprocess.run(command, cwd=CLONE, capture_output=True, text=True, check=False)
    seen = json.loads(outcomes.read_text())
    assert [name.rpartition("::")[2] for name in seen["failed"]] == ["test_hangs"]
    assert [name.rpartition("::")[2] for name in seen["passed"]] == ["test_good"]
    assert "in test_hangs" in ran.stderr


def test_a_thread_left_behind_by_a_failed_test_does_not_keep_the_process_for_ever(tmp_path: Path) -> None:
    """Python waits for each thread at its end, where no test is under way and no limit of a test applies."""
    grow(
        tmp_path,
        {
            "test_some.py": "import threading\ndef test_bad():\n"
            "    threading.Thread(target=threading.Event().wait).start()\n    assert False\n"
        },
    )
    own = (str(tmp_path), "-p", "no:cacheprovider", "-p", "no:xdist")
    limit = ("-p", "tests.watchdog", "-c", str(CLONE / "pyproject.toml"), "-o", "longest_test_s=8")
    command = [sys.executable, "-m", "pytest", *own, *limit]
    ran = subprocess.run(command, cwd=CLONE, capture_output=True, text=True, check=False, timeout=180)
    assert ran.returncode == 1
    assert "1 failed" in ran.stdout
    assert "Timeout (0:00:08)" in ran.stderr


def test_pytest_gets_the_seed_that_was_printed() -> None:
    assert "--hypothesis-seed=7" in pytest_command(WISH, Path("outcomes"))


def test_what_pytest_left_out_is_recorded_with_its_reason_across_workers(tmp_path: Path) -> None:
    text = """
import pytest
def test_good(): pass
def test_bad(): assert False
@pytest.mark.slow
def test_long(): pass
@pytest.mark.skip(reason="no broker")
def test_broker(): pass
@pytest.mark.xfail(reason="dust", strict=True)
def test_dust(): assert False
@pytest.fixture
def broken():
    yield
    assert False
def test_bad_at_the_end(broken): pass
"""
    grow(tmp_path, {"test_some.py": text, "test_none.py": "import pytest\npytest.importorskip('no_such_module')\n"})
    outcomes = tmp_path / "outcomes.json"
    wish = Wish(steps=(), quick=True, seed=7, require_all=False, for_pytest=(str(tmp_path), "-p", "no:cacheprovider"))
    command = [*pytest_command(wish, outcomes), "-c", str(CLONE / "pyproject.toml")]
    subprocess.run(command, cwd=CLONE, capture_output=True, check=False)
    seen = json.loads(outcomes.read_text())
    named = {kind: [name.rpartition("/")[2] for name in seen[kind]] for kind in seen}
    assert named == {
        "passed": ["test_some.py::test_good"],
        "failed": ["test_some.py::test_bad", "test_some.py::test_bad_at_the_end"],
        "skipped": ["test_none.py", "test_some.py::test_broker"],
        "expected_failures": ["test_some.py::test_dust"],
        "left_out": ["test_some.py::test_long"],
    }
    assert "no_such_module" in json.dumps(seen["skipped"])
    assert list(seen["left_out"].values()) == ["left out by -m 'not slow'"]


def test_help_shows_an_example_and_every_step() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests", "--help"], cwd=CLONE, capture_output=True, text=True, check=True
    )
    assert "python3 -m tests --quick" in ran.stdout
    assert "top-level" in ran.stdout
