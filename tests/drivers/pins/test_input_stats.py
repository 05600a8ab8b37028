"""What the tool for aligning a contact shows of a line, told with times and nothing else."""

from drivers.pins.input_stats import InputStats, Movement, Train


def studied(*edges: tuple[int, bool]) -> InputStats:
    study = InputStats(level=True)
    for at_ms, level in edges:
        study.edge(level=level, at_ms=at_ms)
    return study


def test_a_clean_change_has_no_bounces() -> None:
    study = studied((100, False))
    assert study.movement == Movement(edges=1, began_ms=100, last_ms=100)
    assert study.movement.bounces == 0
    assert (study.level, study.edges, study.since_ms) == (False, 1, 100)


def test_bounces_are_counted_with_how_long_they_took_and_the_worst_is_kept() -> None:
    study = studied((100, False), (101, True), (104, False), (500, True))
    assert study.movement == Movement(edges=1, began_ms=500, last_ms=500)
    assert study.worst == Movement(edges=3, began_ms=100, last_ms=104)
    assert (study.worst.bounces, study.worst.lasted_ms) == (2, 4)


def test_a_train_has_its_pulses_its_length_and_the_rest_before_it() -> None:
    first = studied((0, False), (5, True), (20, False), (25, True))
    assert first.train == Train(pulses=2, began_ms=0, last_ms=20, rest_ms=None)
    second = studied((0, False), (5, True), (200, False), (205, True), (230, False))
    assert second.train == Train(pulses=2, began_ms=200, last_ms=230, rest_ms=200)
    assert second.train.length_ms == 30


def test_an_edge_to_the_level_it_has_is_none() -> None:
    assert studied((10, True), (20, True)).edges == 0
