"""Benchmarks: `python -m tests.bench NAME [--full]`; each compares this project with alternatives in one run."""
