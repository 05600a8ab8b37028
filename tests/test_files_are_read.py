"""A file to read may be a pipe that a program writes to; one without a writer is refused instead of waited for."""

import os
from pathlib import Path
from threading import Thread

import pytest

from firmware_host import files
from tests.support.command_line import typed

WITHIN_S = 30


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.phh"
    os.mkfifo(path)
    return path


def test_a_pipe_without_a_writer_is_refused_at_once(pipe: Path) -> None:
    with pytest.raises(files.NoWriterError, match="a pipe to which no program writes"):
        files.opened(pipe)


@pytest.mark.parametrize("size", [1, 70_000, 1_000_000])
def test_what_a_program_writes_to_a_pipe_is_read_whole(pipe: Path, size: int) -> None:
    written = os.urandom(size)
    # Opened for both, so that opening does not wait for the reader.
    writer = os.open(pipe, os.O_RDWR)

    def write() -> None:
        with os.fdopen(writer, "wb", buffering=0) as opened:
            files.write(opened.fileno(), written)

    writing = Thread(target=write)
    with files.opened(pipe) as reading:
        writing.start()
        assert reading.read() == written
    writing.join(WITHIN_S)
    assert not writing.is_alive()


def test_a_regular_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"words")
    with files.opened(tmp_path / "file") as reading:
        assert reading.read() == b"words"


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "{pipe}"),
        ("journal", "verify", "{pipe}", "--key", "{key}"),
        ("journal", "verify", "{folder}", "--key", "{pipe}"),
        ("journal", "verify", "{folder}", "--checkpoint", "{pipe}"),
    ],
    ids=" ".join,
)
def test_no_command_waits_for_the_writer_of_a_pipe(pipe: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "key").write_text("ab" * 32)
    names = {"{pipe}": pipe, "{key}": tmp_path / "key", "{folder}": tmp_path}
    ran = typed(*(names.get(word, word) for word in words))
    assert ran.returncode == 2
    assert "a pipe to which no program writes" in ran.stderr
