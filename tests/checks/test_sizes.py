from __future__ import annotations

from pathlib import Path

from tests.checks import sizes
from tests.checks.tree import grow


def test_a_module_too_large_to_hold_in_the_head_is_refused(tmp_path: Path) -> None:
    grow(tmp_path, {"drivers/a.py": "x = 1\n" * 601, "drivers/b.py": "x = 1\n" * 600})
    assert sizes.check(tmp_path) == ["drivers/a.py has 601 lines"]


def test_a_function_too_long_to_read_is_refused_even_inside_a_class(tmp_path: Path) -> None:
    body = "        x = 1\n" * 80
    grow(tmp_path, {"hil/a.py": f"class A:\n    async def long(self):\n{body}\n    def short(self):\n        pass\n"})
    assert sizes.check(tmp_path) == ["hil/a.py:2 long has 81 lines"]


def test_the_report_shows_the_largest_first(tmp_path: Path) -> None:
    grow(tmp_path, {"hil/a.py": "x = 1\n", "hil/b.py": "x = 1\n" * 9})
    assert sizes.report(tmp_path)[:3] == [
        "2 modules, median 5 lines; the largest:",
        "     9 hil/b.py",
        "     1 hil/a.py",
    ]


def test_the_report_says_how_the_product_is_cut(tmp_path: Path) -> None:
    big = '"""Words\nof two lines."""\n\n# a comment\n' + "x = 1\n" * 25
    files = {"firmware_host/__init__.py": "", "firmware_host/a.py": "x = 1\n" * 24, "firmware_host/b.py": big}
    grow(tmp_path, files)
    assert "firmware_host: 2 modules, median 26 lines, 1 under 25 lines of code" in sizes.report(tmp_path)


def test_the_report_names_the_file_names_that_occur_too_often(tmp_path: Path) -> None:
    grow(tmp_path, {f"hil/{folder}/{name}.py": "" for folder in "abcd" for name in ("same", "__init__")})
    assert sizes.report(tmp_path)[-1] == "file names more than 3 times: same.py (4)"
    grow(tmp_path, {"hil/a/same.py": ""})
    (tmp_path / "hil/a/same.py").unlink()
    assert sizes.report(tmp_path)[-1] == "file names more than 3 times: none"
