"""Figures that can be taken again by `python -m tests.bench NAME [--full]`; rivals and ours in one run."""
