"""The long runs: random search as deep as an examiner's. `python3 -m tests --long NAME` runs one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.board.debian_runs import systemd
from tests.board.long_runs import faults as faults_of_the_board
from tests.board.long_runs import flushes, usb_pulls
from tests.board.long_runs import power_cuts as power_cuts_of_the_board
from tests.long.acts import acts, chips, dice_acts
from tests.long.drawing import runs_examples
from tests.long.kills import kills
from tests.long.lies import lies
from tests.long.pages import pages
from tests.long.records import changes, kills_under_load, power_cuts, rollbacks
from tests.long.rounds import rounds
from tests.long.search import Search
from tests.long.second_device import matrix, walks
from tests.long.showdowns import showdowns
from tests.property.test_round_machine import Dealer, Setup, at_procedure_level, setups
from tests.table.floor.test_two_people import STEPS, nobody_is_two


@dataclass(frozen=True, kw_only=True)
class LongRun:
    """One row of the table below."""

    name: str
    says: str
    unit: str
    full: int
    quick: int
    """How much of it the ordinary suite runs, in a few seconds; 0 where the step `board` has its own part of it."""
    minutes: str
    """How long the full figure takes on two cores."""
    run: Callable[[Search], None]


def betting(search: Search) -> None:
    """Each setup is played at both levels."""

    def played(setup: Setup) -> None:
        Dealer(setup).play()
        at_procedure_level(setup)

    runs_examples(search, played, setups())


def two_people(search: Search) -> None:
    runs_examples(search, nobody_is_two, STEPS)


_TABLE = (
    LongRun(
        name="showdowns",
        says="rounds to a showdown, judged by other evaluators and a second reading of pots, halves and odd money",
        unit="showdowns",
        full=51_000,
        quick=300,
        minutes="8",
        run=showdowns,
    ),
    LongRun(
        name="rounds",
        says="whole rounds of all games at both levels; players come, go, move, idle; an auditor hears every fact",
        unit="rounds",
        full=17_000,
        quick=350,
        minutes="8",
        run=rounds,
    ),
    LongRun(
        name="betting",
        says="rounds of the engine beside a dealer with a real deck: legal and other acts, every card and chip",
        unit="rounds",
        full=20_000,
        quick=40,
        minutes="15",
        run=betting,
    ),
    LongRun(
        name="lies",
        says="shufflers that lie twice at random, in valid frames: an auditor finds no deal on contradicting words",
        unit="tables",
        full=400,
        quick=4,
        minutes="8",
        run=lies,
    ),
    LongRun(
        name="two-people",
        says="people enrolled by one or by two, in any order: nobody alone is ever the two who must decide",
        unit="crews",
        full=5_000,
        quick=30,
        minutes="4",
        run=two_people,
    ),
    LongRun(
        name="acts",
        says="acts at the pure poker table, legal or not, any role, old turns: invariants, refusals, no exception",
        unit="acts",
        full=700_000,
        quick=5_000,
        minutes="7",
        run=acts,
    ),
    LongRun(
        name="dice-acts",
        says="the same at a mini-dice table, with its sensors and without",
        unit="acts",
        full=300_000,
        quick=3_000,
        minutes="3",
        run=dice_acts,
    ),
    LongRun(
        name="chips",
        says="acts at a table with full tracking where players come, go and run short: no cent lost or made",
        unit="acts",
        full=200_000,
        quick=3_000,
        minutes="4",
        run=chips,
    ),
    LongRun(
        name="changes",
        says="single changes, cuts and swaps of every file of the record: all found by `journal verify`",
        unit="changes",
        full=1_136,
        quick=30,
        minutes="2",
        run=changes,
    ),
    LongRun(
        name="rollbacks",
        says="files of the record rolled back, cut or swapped, against a broker that remembers: none goes unnoticed",
        unit="attacks",
        full=5_000,
        quick=40,
        minutes="1",
        run=rollbacks,
    ),
    LongRun(
        name="kills",
        says="kill -9 of the running controller at any moment of a round: nothing lost, nothing done twice",
        unit="kills",
        full=75,
        quick=2,
        minutes="8",
        run=kills,
    ),
    LongRun(
        name="power-cuts",
        says="kill -9 at steps of the journal and the host: the session continues where it was",
        unit="kills",
        full=400,
        quick=3,
        minutes="4",
        run=power_cuts,
    ),
    LongRun(
        name="kills-under-load",
        says="kill -9 while eight ask without a pause: nothing acknowledged is missing",
        unit="kills",
        full=150,
        quick=4,
        minutes="2",
        run=kills_under_load,
    ),
    LongRun(
        name="two-shufflers",
        says="forty steps of a host and of hands at both shufflers, drawn at random: both say the same",
        unit="walks",
        full=200,
        quick=3,
        minutes="16",
        run=walks,
    ),
    LongRun(
        name="second-device",
        says="every fault of a shuffler, its line and its lies at every point of the game, by the MicroPython device",
        unit="tables",
        full=199,
        quick=4,
        minutes="6",
        run=matrix,
    ),
    LongRun(
        name="pages",
        says="the dealer's page in a real browser: its heap and the controller's memory do not grow",
        unit="rounds",
        full=10_000,
        quick=48,
        minutes="5",
        run=pages,
    ),
    LongRun(
        name="board-power-cuts",
        says="the virtual board's power cut at any moment: every published fact is on the record, the round goes on",
        unit="cuts",
        full=200,
        quick=0,
        minutes="90",
        run=power_cuts_of_the_board,
    ),
    LongRun(
        name="board-faults",
        says="the virtual board's disk is full, fails or turns read-only; others have its port; a key hangs",
        unit="tables",
        full=10,
        quick=0,
        minutes="8",
        run=faults_of_the_board,
    ),
    LongRun(
        name="board-flushes",
        says="the virtual board's disk as a cut at any flush leaves it: the record is sound, no published fact lost",
        unit="flushes",
        full=2000,
        quick=0,
        minutes="20",
        run=flushes,
    ),
    LongRun(
        name="board-usb-pulls",
        says="the shuffler's USB cable pulled at every state of the protocol: no act twice, the link back within 3 s",
        unit="pulls",
        full=50,
        quick=0,
        minutes="10",
        run=usb_pulls,
    ),
    LongRun(
        name="board-systemd",
        says="the .deb on a bare Debian with systemd in the virtual board: commissioned, hung, cut off, replaced",
        unit="parts",
        full=8,
        quick=0,
        minutes="20",
        run=systemd,
    ),
)

RUNS: Mapping[str, LongRun] = {run.name: run for run in _TABLE}
