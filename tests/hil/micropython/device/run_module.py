"""Runs the functions named test_* of one module, and prints a line of JSON for each. Runs under MicroPython."""

import io
import json
import sys

module = __import__(sys.argv[1])
for name in sorted(dir(module)):
    if not name.startswith("test_"):
        continue
    trouble = io.StringIO()
    try:
        getattr(module, name)()
    except Exception as e:
        sys.print_exception(e, trouble)
    print(json.dumps({"name": name, "trouble": trouble.getvalue()}))
