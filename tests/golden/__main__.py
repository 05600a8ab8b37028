"""
`python -m tests.golden` says which golden files differ from what is encoded now; `--write` makes them the same.

Write them only when a change of the wire is meant: then the difference in version control is what to review. Fields
may be added with a default; a tag never changes meaning. A fact whose bytes change is kept in `earlier-facts.json`, and
the first that was written of every kind in `facts-version-1.json`.
"""

import sys
from collections.abc import Mapping

from tests.golden import field_examples, files, pages, samples, typescript


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        print("usage: python -m tests.golden [--write]", file=sys.stderr)
        return 2
    different = [name for name, made in samples.by_file().items() if _stored(name) != made]
    different += ["field examples"] if field_examples.read() != field_examples.made() else []
    different += [name for name, made in pages.by_file().items() if pages.read(name) != made]
    different += ["messages.d.ts"] if typescript.read() != typescript.made() else []
    print(f"different from what is encoded now: {', '.join(different) or 'none'}")
    if arguments and different:
        _write()
        print("written; look at the difference before you keep it")
        return 0
    return 1 if different else 0


def _stored(name: str) -> Mapping[str, bytes]:
    return files.read(name) if files.path(name).exists() else {}


def _write() -> None:
    # First, since the AsyncAPI document shows them.
    field_examples.write(field_examples.made())
    made = samples.by_file()
    old = _stored("facts")
    files.keep_as_earlier([data for name, data in old.items() if made["facts"].get(name) != data])
    files.keep_for_ever(made["facts"])
    for name, entries in made.items():
        files.write(name, entries)
    for name, text in pages.by_file().items():
        pages.path(name).write_text(text, encoding="utf-8")
    typescript.write(typescript.made())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
