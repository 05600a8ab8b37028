"""The installed program against its manifest: recorded at each start, an alert where it differs, a gate where asked."""

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal
from firmware_host.table.acts.system import ReportProgram, Start
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.facts.system import ProgramChecked
from firmware_host.table.floor.alert_kinds import is_over
from firmware_host.table.state.between_rounds import cannot_record
from firmware_host.table.terms import AlertKind
from tests.worlds.pure_table import PureTable, configuration

MATCHES = ReportProgram(house_key="8c" * 32, serial=3, sha256="5f" * 32)

DIFFERS = replace(MATCHES, differing=("/opt/cli.py was changed",), differ=1)

ASKS = replace(configuration(), program_must_match=True)


def a_table(config: TableConfig | None = None) -> PureTable:
    table = PureTable(config)
    table.does(Start(software="firmware-host 0", config=table.config))
    return table


def checked(table: PureTable, act: ReportProgram) -> list[ProgramChecked]:
    return [fact.body for fact in table.does(act) if isinstance(fact.body, ProgramChecked)]


def test_each_start_records_the_check_and_an_hour_without_news_records_nothing() -> None:
    table = a_table()
    for _ in range(2):
        table.does(Start(software="firmware-host 0", config=table.config))
        assert len(checked(table, MATCHES)) == 1
        assert checked(table, MATCHES) == []


def test_without_a_manifest_the_record_says_so() -> None:
    table = a_table()
    (found,) = checked(table, ReportProgram())
    assert found.sentence() == ("No manifest says which program files belong on this board, so they were not checked.")
    assert not table.state.alerts


def test_a_difference_is_an_alert_that_says_which_file_and_lasts() -> None:
    table = a_table()
    checked(table, MATCHES)
    raised = [fact.body for fact in table.does(DIFFERS) if isinstance(fact.body, AlertRaised)]
    assert [one.alert for one in raised] == [AlertKind.PROGRAM_CHANGED]
    assert "/opt/cli.py was changed" in raised[0].say
    (alert,) = table.state.alerts
    assert not is_over(table.state, alert)
    checked(table, MATCHES)
    assert is_over(table.state, alert)


def test_an_older_manifest_is_a_difference_though_its_signature_is_valid() -> None:
    table = a_table()
    checked(table, MATCHES)
    (found,) = checked(table, replace(MATCHES, serial=2))
    assert found.differing == ("manifest no. 2 is older than no. 3, which was in force before",)
    assert checked(table, replace(MATCHES, serial=2)) == [], "known already"
    assert checked(table, replace(MATCHES, serial=4))[0].differing == ()


def test_another_house_key_is_told_once() -> None:
    table = a_table()
    checked(table, MATCHES)
    other = replace(MATCHES, house_key="9d" * 32)
    assert "from 8c8c8c8c8c8c8c8c to 9d9d9d9d9d9d9d9d" in checked(table, other)[0].differing[0]
    assert checked(table, other)[0].differing == ()
    assert "from 9d9d9d9d9d9d9d9d to none" in checked(table, ReportProgram())[0].differing[0]


def refusal(table: PureTable) -> Refusal | None:
    return cannot_record(table.state)


def test_no_round_begins_on_another_program_where_the_table_asks_for_that() -> None:
    table = a_table(ASKS)
    for act, code in ((None, Code.PROGRAM_CHANGED), (MATCHES, None), (DIFFERS, Code.PROGRAM_CHANGED), (MATCHES, None)):
        if act is not None:
            checked(table, act)
        refused = refusal(table)
        assert (refused.code if refused else None) is code
    table.does(Start(software="firmware-host 0", config=table.config))
    refused = refusal(table)
    assert refused is not None
    assert refused.reason == "the program files have not been checked since the controller started"
    checked(table, ReportProgram())
    assert refusal(table) is not None


def test_by_default_a_difference_closes_nothing() -> None:
    table = a_table()
    checked(table, DIFFERS)
    assert refusal(table) is None
