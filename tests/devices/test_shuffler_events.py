"""What the host makes of STATUS: of what lies where nothing while something moves, of lid, switch and jam always."""

from dataclasses import replace

import pytest

from drivers.shuffler.port import Activity, Back, Mode, Place, Status
from firmware_host.devices.shuffler_events import lying, standing
from firmware_host.table.acts.shuffler import SenseJam, SenseLid, SenseShelf, SenseSwitch
from firmware_host.table.terms import Back as TableBack
from firmware_host.table.terms import JamPlace
from firmware_host.table.terms import Mode as TableMode

RESTS = Status(
    activity=Activity.IDLE,
    mode=Mode.SORT,
    lid_open=True,
    jam=Place.CAMERA,
    feed=Back.RED,
    shelf=Back.BLUE,
    shelf_cards=52,
    output=None,
    output_cards=0,
    astray=0,
)

ALWAYS = (SenseLid(open=True), SenseSwitch(mode=TableMode.SORT), SenseJam(place=JamPlace.CAMERA))


def test_what_lies_on_the_shelf_of_a_machine_at_rest_is_told() -> None:
    assert standing(RESTS) == (*ALWAYS, SenseShelf(back=TableBack.BLUE))


@pytest.mark.parametrize("activity", [it for it in Activity if it is not Activity.IDLE])
def test_while_something_moves_nothing_is_made_of_what_lies_where(activity: Activity) -> None:
    moves = replace(RESTS, activity=activity)
    assert lying(moves) == ()
    assert standing(moves) == ALWAYS
