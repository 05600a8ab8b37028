"""Writes small made-up projects, as good and bad examples for the checks."""

from __future__ import annotations

from pathlib import Path


def grow(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root
