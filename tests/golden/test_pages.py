"""A page people read is word for word what it was, unless somebody meant to change it."""

import pytest

from tests.golden import pages, typescript
from tests.golden.test_wire import MEANT


@pytest.mark.parametrize("name", pages.MADE)
def test_not_a_word_of_the_page_has_changed(name: str) -> None:
    assert pages.MADE[name]() == pages.read(name), MEANT


def test_the_types_of_the_pages_are_those_of_the_messages() -> None:
    assert typescript.made() == typescript.read(), MEANT
