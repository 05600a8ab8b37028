"""Each kind of leak is left by a test in a separate pytest run; every such test must fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from hil.environment import CLONE

TESTS = """
import asyncio, logging, os, socket, subprocess, sys, threading
import pytest
from firmware_host.diagnostics.log import AT_ONCE, Fanout, begin
from firmware_host.diagnostics.log_config import LogsConfig

kept = []

def test_leaves_a_thread():
    thread = threading.Thread(target=threading.Event().wait, daemon=True)
    thread.start()

def test_leaves_a_file(tmp_path):
    kept.append(os.open(tmp_path / "record", os.O_CREAT | os.O_RDWR))

def test_leaves_a_socket():
    kept.append(socket.socket())

def test_leaves_a_child():
    kept.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
    kept[-1].stdin.close()
    kept[-1].stdin = None

def test_leaves_a_child_that_ended_unread():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)

async def test_leaves_a_task():
    kept.append(asyncio.create_task(asyncio.Event().wait()))

async def test_leaves_a_timer():
    asyncio.get_running_loop().call_later(60, print)

@pytest.fixture
async def forgetful():
    kept.append(asyncio.create_task(asyncio.Event().wait()))
    yield

async def test_whose_fixture_leaves_a_task(forgetful):
    pass

def test_begins_the_log_of_a_run(capsys):
    begin(LogsConfig())
    for _ in range(2 * AT_ONCE):
        logging.getLogger("x").warning("the same line")

def test_has_its_own_log():
    assert not [handler for handler in logging.root.handlers if isinstance(handler, Fanout)]

def test_cleans_up(tmp_path):
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    (tmp_path / "record").write_text("x")
    subprocess.run([sys.executable, "-c", ""], check=True)

async def test_cleans_up_on_the_loop():
    loop = asyncio.get_running_loop()
    loop.call_later(60, print).cancel()
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    await reader.read()
    writer.close()
    server.close()
    await server.wait_closed()
    await loop.run_in_executor(None, int)
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await child.wait()
"""


def test_every_kind_of_leak_fails_its_test_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "test_leaks.py").write_text(TESTS)
    outcomes = tmp_path / "outcomes.json"
    plugins = ("-p", "tests.conftest", "-p", "tests.not_run", f"--outcomes-to={outcomes}")
    settings = ("-c", str(CLONE / "pyproject.toml"), "-p", "no:cacheprovider", "-p", "no:xdist", "--confcutdir=.")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *settings, *plugins, str(tmp_path / "test_leaks.py")],
        cwd=CLONE,
        capture_output=True,
        text=True,
        check=False,
    )
    seen = json.loads(outcomes.read_text())
    failed = {name.rpartition("::")[2] for name in seen["failed"]}
    passed = {name.rpartition("::")[2] for name in seen["passed"]}
    assert passed == {
        "test_begins_the_log_of_a_run",
        "test_has_its_own_log",
        "test_cleans_up",
        "test_cleans_up_on_the_loop",
    }, ran.stdout
    assert "Logging error" not in ran.stderr, "the log of a run outlives its test"
    assert failed == {
        "test_leaves_a_thread",
        "test_leaves_a_file",
        "test_leaves_a_socket",
        "test_leaves_a_child",
        "test_leaves_a_child_that_ended_unread",
        "test_leaves_a_task",
        "test_leaves_a_timer",
        "test_whose_fixture_leaves_a_task",
    }
    for word in ("thread Thread-", "/record", "socket:[", "child process", "task <Task", "timer <TimerHandle"):
        assert word in ran.stdout
