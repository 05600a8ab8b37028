"""`python -m tests.bench NAME [--full]`: each module here with a `main(*, full)` is a bench of that name."""

import argparse
import importlib
import sys
from pathlib import Path

from hil import environment

BENCHES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def main() -> int:
    """Run one bench, or all of them."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Take the figures of the issues again.",
        epilog="example: python -m tests.bench startup",
    )
    parser.add_argument("name", metavar="NAME", choices=[*BENCHES, "all"], help=f"{', '.join(BENCHES)} or all")
    parser.add_argument("--full", action="store_true", help="longer, for figures to quote")
    options = parser.parse_args()
    environment.enter()
    for name in BENCHES if options.name == "all" else [options.name]:
        print(f"== {name}")
        importlib.import_module(f"tests.bench.{name}").main(full=options.full)
    return 0


sys.exit(main())
