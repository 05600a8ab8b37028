"""What follows from a state alone is found once for each state."""

from msgspec.structs import replace

from firmware_host.table.memo import of_latest
from firmware_host.table.state.table import TableState


def test_it_is_found_once_however_many_ask_and_anew_for_another_state() -> None:
    asked = list[int]()

    @of_latest
    def found(state: TableState) -> int:
        asked.append(state.last)
        return state.last + 1

    state = TableState(journal="j")
    later = replace(state, last=7)
    assert [found(state), found(state), found(later), found(later), found(state)] == [1, 1, 8, 8, 1]
    assert asked == [0, 7, 0]
