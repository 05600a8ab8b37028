"""`python -m tests.matrix 14.9` names the tests of a paragraph; without one it says what is wrong with the matrix.

Both go by the marks on the tests as they are now: see tests/checks/matrix.py.
"""

import sys
from pathlib import Path

from firmware_host.commands.rules import asked_for
from firmware_host.errors import UserError
from tests.checks import matrix

ROOT = Path(__file__).parents[1]


def main(paragraphs: list[str]) -> int:
    if not paragraphs:
        complaints = matrix.check(ROOT)
        print(*complaints, sep="\n", end="\n" if complaints else "")
        return 1 if complaints else 0
    try:
        rows = asked_for(paragraphs)
    except UserError as trouble:
        print(trouble, file=sys.stderr)
        return 2
    for paragraph, tests in matrix.proofs(rows, list(matrix.collect(ROOT))).items():
        print(paragraph, *tests, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
