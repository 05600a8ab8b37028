"""Both devices, driven by the same host frames and the same hands, answer in the same words.

Steps drawn at random are a long run: `python3 -m tests --long two-shufflers`.
"""

import pytest

from hil.micropython.interpreter import NoInterpreterError
from tests.hil.micropython.side_by_side import Steps, words_of_both
from tests.hil.micropython.steps import SCRIPTS


@pytest.mark.slow
@pytest.mark.parametrize("steps", SCRIPTS, ids=lambda steps: steps.__name__)
async def test_both_devices_answer_in_the_same_words(steps: Steps) -> None:
    try:
        simulated, second = await words_of_both(steps)
    except NoInterpreterError as why:
        pytest.skip(str(why))
    assert second == simulated
