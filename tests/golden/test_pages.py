"""A page people read is word for word what it was, unless somebody meant to change it."""

import pytest

from tests.golden import pages
from tests.golden.test_wire import MEANT

MADE = pages.by_file()


@pytest.mark.parametrize("name", MADE)
def test_not_a_word_of_the_page_has_changed(name: str) -> None:
    assert MADE[name] == pages.read(name), MEANT
