"""Keys of signed commands: enrolled for people the record knows in that role, revoked for good."""

from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.floor import EnrolKey, RevokeKey, RevokePerson
from firmware_host.table.facts.floor import KeyEnrolled, KeyRevoked
from firmware_host.table.identities import CommandKey, id_of
from tests.worlds.pure_table import PureTable

PUBLIC = "5e" * 32

NAME = id_of(PUBLIC)

FLOOR = EnrolKey(public=PUBLIC, actor="floor-1", role=Role.FLOORPERSON)


def test_a_key_is_enrolled_for_somebody_who_is_known_in_that_role() -> None:
    table = PureTable().opened()
    assert table.refuses(FLOOR).code is Code.NOT_ENROLLED
    table.enrols("floor-1", Role.FLOORPERSON)
    table.does(FLOOR)
    assert table.bodies()[-1] == KeyEnrolled(key=NAME, public=PUBLIC, actor="floor-1", role=Role.FLOORPERSON)
    assert table.state.keys == {NAME: CommandKey(public=PUBLIC, actor="floor-1", role=Role.FLOORPERSON)}
    assert table.ask(FLOOR) == (), "so already"
    as_supervisor = EnrolKey(public="6f" * 32, actor="floor-1", role=Role.CASINO_SUPERVISOR)
    assert table.refuses(as_supervisor).code is Code.NOT_ENROLLED


def test_nobody_signs_as_a_sensor_or_as_the_controller() -> None:
    table = PureTable().opened()
    for role in (Role.DEVICE, Role.HOST):
        assert table.refuses(EnrolKey(public=PUBLIC, actor="shuffler", role=role)).code is Code.NOT_YOUR_ROLE


def test_a_revoked_key_never_comes_back() -> None:
    table = PureTable().opened()
    table.enrols("floor-1", Role.FLOORPERSON)
    table.does(FLOOR)
    table.does(RevokeKey(key=NAME))
    assert table.bodies()[-1] == KeyRevoked(key=NAME, actor="floor-1")
    assert table.ask(RevokeKey(key=NAME)) == (), "so already"
    assert table.refuses(FLOOR).reason == f"the key {NAME} was revoked"


def test_a_key_of_one_is_not_enrolled_for_another() -> None:
    table = PureTable().opened()
    table.enrols("floor-1", Role.FLOORPERSON)
    table.enrols("floor-2", Role.FLOORPERSON)
    table.does(FLOOR)
    assert (
        "already belongs to floor-1"
        in table.refuses(EnrolKey(public=PUBLIC, actor="floor-2", role=Role.FLOORPERSON)).reason
    )


def test_a_key_that_is_not_there_cannot_be_revoked() -> None:
    assert PureTable().opened().refuses(RevokeKey(key="0" * 16)).code is Code.NOT_ENROLLED


def test_whoever_is_revoked_as_a_person_takes_the_keys_along() -> None:
    table = PureTable().opened()
    table.enrols("floor-1", Role.FLOORPERSON)
    table.does(FLOOR)
    table.does(RevokePerson(person="floor-1"))
    another = EnrolKey(public="6f" * 32, actor="floor-1", role=Role.FLOORPERSON)
    assert table.refuses(another).code is Code.NOT_ENROLLED
