"""The picture of the demo in the README: `python -m hil.demo.capture` prints the flop of the second round."""

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
    """Print the picture."""
    shown = CONTROL.sub("", _screen())
    head, _, round_two = shown.partition("Round 2: ")
    before, _, _ = round_two.partition("The turn: ")
    # A redrawn picture starts on the line where the last sentence ended.
    said = re.findall(r"^[A-Z0-9][^│\n]*\[1[34]\.[^\]\n]*\]", before, re.MULTILINE)
    flop = next(number for number, line in enumerate(said) if line.startswith(MOMENT))
    picture = [found[0] for found in PICTURE.finditer(round_two) if "Board      3 cards" in found[0]]
    # The head of the screen is drawn with each picture, so drop duplicates.
    beginning = dict.fromkeys(
        line for line in head.splitlines() if line.startswith(("A table of", "Real c", "Listen:", "Try com"))
    )
    print(*beginning, "", picture[0], *said[max(0, flop + 1 - SENTENCES) : flop + 1], sep="\n")


def _screen() -> str:
    """Return all output for a terminal of this size, including control sequences."""
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
        # Reading fails once the other side of the terminal is closed.
        return b""


if __name__ == "__main__":
    main()
