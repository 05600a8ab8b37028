"""`python3 -m tests`: runs every check and every test, here and in CI.

The first start builds the environment, as with `python3 -m hil`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys

from hil import environment

STEPS = ("format", "lint", "types", "imports", "top-level", "names", "private", "sizes", "lock", "tests", "board")

USUAL = {False: STEPS, True: STEPS[:-1]}
"""The steps that run unless some are named, by `--quick`."""

EXAMPLES = """\
steps: {}

examples:
  python3 -m tests                               everything
  python3 -m tests --quick                       everything except tests marked slow
  python3 -m tests --only types --only lint      two steps
  python3 -m tests --only tests -k puck -x       with arguments for pytest
  python3 -m tests --only tests tests/rules      one folder
  python3 -m tests --only board                  the tests on the virtual board
  python3 -m tests --seed 7                      repeat the random choices of an earlier run
  python3 -m tests --long                        list the long runs of random search
  python3 -m tests --long rounds --seed 7        one of them at its full depth
  python3 -m tests --long rounds --count 100     a part of it

With REQUIRE_ALL=1 in the environment, as in CI, a skipped test counts as failed.
""".format(" ".join(STEPS))


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tests",
        usage="python3 -m tests [--quick] [--only STEP] [--seed N] [--long [NAME] [--count N]] [pytest arguments]",
        description="Run every check and every test; then list what failed, and what did not run and why.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--quick", action="store_true", help="skip tests marked slow, and the virtual board")
    parser.add_argument(
        "--only",
        action="append",
        choices=STEPS,
        metavar="STEP",
        help="run only this step (default: all steps); may be repeated",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="seed of the random choices, as printed by an earlier run (default: a new one)",
    )
    parser.add_argument(
        "--long",
        nargs="?",
        const="",
        metavar="NAME",
        help="run one long random search and nothing else; without a name, list them",
    )
    parser.add_argument(
        "--count", type=int, default=0, metavar="N", help="how much of a long run (default: as much as the list says)"
    )
    return parser


def main() -> int:
    chosen, for_pytest = arguments().parse_known_args()
    environment.enter()
    seed = random.SystemRandom().randrange(1_000_000) if chosen.seed is None else chosen.seed
    if chosen.long is not None:
        from tests.long.run import long_run  # noqa: PLC0415 - its packages are importable only now

        return long_run(chosen.long, seed, count=max(chosen.count, 0))
    from tests.checks.run import Wish, run  # noqa: PLC0415 - the same

    return run(
        environment.CLONE,
        Wish(
            steps=tuple(step for step in STEPS if step in (chosen.only or USUAL[chosen.quick])),
            quick=chosen.quick,
            seed=seed,
            require_all=os.environ.get("REQUIRE_ALL") == "1",
            for_pytest=tuple(for_pytest),
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
