"""The demo as README shows it: `python -m hil.demo.capture` takes the picture of the second round's flop anew."""

import os
import pty
import re
import subprocess
import sys

WORDS = ("-m", "hil", "demo", "--rounds", "2", "--seed", "5", "--speed", "20")

COLUMNS, LINES = "108", "40"

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")

PICTURE = re.compile(r"╭─ [^\n]*─╮\n(?:│[^\n]*│\n)+╰─+╯")

MOMENT = "The flop"

SENTENCES = 4


def main() -> None:
    """Print it."""
    shown = CONTROL.sub("", _screen())
    head, _, round_two = shown.partition("Round 2: ")
    before, _, _ = round_two.partition("The turn: ")
    # What is drawn anew begins on the line on which a sentence has just ended.
    said = re.findall(r"^[A-Z0-9][^│\n]*\[1[34]\.[^\]\n]*\]", before, re.MULTILINE)
    flop = next(number for number, line in enumerate(said) if line.startswith(MOMENT))
    picture = [found[0] for found in PICTURE.finditer(round_two) if "Board      3 cards" in found[0]]
    # The head of the screen is drawn again with each picture.
    beginning = dict.fromkeys(
        line for line in head.splitlines() if line.startswith(("A table of", "Real c", "Listen:"))
    )
    print(*beginning, "", picture[0], *said[max(0, flop + 1 - SENTENCES) : flop + 1], sep="\n")


def _screen() -> str:
    """Return all that a terminal of this size is told, control sequences and all."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": COLUMNS, "LINES": LINES, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen([sys.executable, *WORDS], stdout=theirs, stderr=theirs, stdin=theirs, env=environment):
        os.close(theirs)
        told = bytearray()
        while piece := _read(ours):
            told += piece
    os.close(ours)
    return told.decode(errors="replace")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # The other side of a terminal that is closed reads as an error.
        return b""


if __name__ == "__main__":
    main()
