"""How the host reads STATUS: every field goes to the table, and whether anything moved when it was asked for."""

from dataclasses import replace

import pytest

from drivers.shuffler.port import Activity, Back, Mode, Place, Status
from firmware_host.devices.shuffler_events import standing
from firmware_host.table.terms import Back as TableBack
from firmware_host.table.terms import JamPlace, Rest
from firmware_host.table.terms import Mode as TableMode

RESTS = Status(
    activity=Activity.IDLE,
    mode=Mode.SORT,
    lid_open=True,
    jam=Place.CAMERA,
    feed=Back.RED,
    shelf=Back.BLUE,
    shelf_cards=52,
    output=Back.BLACK,
    output_cards=3,
    astray=1,
)


def test_every_field_of_a_machine_at_rest_is_told() -> None:
    assert standing(RESTS).rest == Rest(
        mode=TableMode.SORT,
        lid_open=True,
        jam=JamPlace.CAMERA,
        feed=TableBack.RED,
        shelf=TableBack.BLUE,
        shelf_cards=52,
        output=TableBack.BLACK,
        output_cards=3,
        astray=1,
    )


@pytest.mark.parametrize("activity", [it for it in Activity if it is not Activity.IDLE])
def test_whatever_moves_it_is_told_that_something_does(activity: Activity) -> None:
    assert standing(replace(RESTS, activity=activity)).rest.moving
