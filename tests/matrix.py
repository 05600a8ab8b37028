"""
`python -m tests.matrix` says what is wrong with the compliance matrix; `--write` collects the marks on the tests anew.

The file it writes, compliance_tests.json, goes with the product: `firmware-host rules` names the tests from it.
"""

import sys
from pathlib import Path

from firmware_host.rules.compliance import MATRIX
from tests.checks import matrix

ROOT = Path(__file__).parents[1]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        print("usage: python -m tests.matrix [--write]", file=sys.stderr)
        return 2
    if arguments:
        matrix.write(ROOT, matrix.proofs(MATRIX, list(matrix.collect(ROOT))))
    complaints = matrix.check(ROOT)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
