"""`python -m tests.bench NAME [--full]`: runs a benchmark, a module of this folder with a `main(*, full)`."""

import argparse
import importlib
import sys
from pathlib import Path

from hil import environment

BENCHES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def main() -> int:
    """Run one benchmark, or all of them."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Run the benchmarks and print their figures.",
        epilog="example: python -m tests.bench startup",
    )
    parser.add_argument("name", metavar="NAME", choices=[*BENCHES, "all"], help=f"{', '.join(BENCHES)} or all")
    parser.add_argument("--full", action="store_true", help="run longer, for figures to publish")
    options = parser.parse_args()
    environment.enter()
    for name in BENCHES if options.name == "all" else [options.name]:
        print(f"== {name}")
        importlib.import_module(f"tests.bench.{name}").main(full=options.full)
    return 0


sys.exit(main())
